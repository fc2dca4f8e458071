/**
 * What new documents can begin with: five that come with the app, as Markdown.
 *
 * Invariant: `{{today}}` and `{{today+7}}` become dates of the day the document is made; nothing
 * else in a template is more than Markdown.
 */
import { newBlockId } from '../../../shared/document/operations/block-shape.ts';
import type { BlockContent, Inline } from '../../../shared/document/schema.ts';
import { parseMarkdown } from '../../../shared/formats/markdown.ts';
import { dayFromNow } from '../../editor/objects/dates.ts';
import lessonPlan from './lesson-plan.md?raw';
import meetingNotes from './meeting-notes.md?raw';
import projectPlan from './project-plan.md?raw';
import tripPlan from './trip-plan.md?raw';
import weeklyJournal from './weekly-journal.md?raw';

interface Template {
  /** Its name and one line about it are in the catalogue. */
  kind: 'meeting' | 'project' | 'lesson' | 'trip' | 'journal';
  source: string;
}

export const TEMPLATES: readonly Template[] = [
  { kind: 'meeting', source: meetingNotes },
  { kind: 'project', source: projectPlan },
  { kind: 'lesson', source: lessonPlan },
  { kind: 'trip', source: tripPlan },
  { kind: 'journal', source: weeklyJournal },
];

/** What a document made from it on this day begins with. */
export function fillTemplate(
  { source }: Template,
  today: Date,
): { title: string; blocks: BlockContent[] } {
  const { title, blocks } = parseMarkdown(source);
  const filled = blocks.map((block) => ({
    ...block,
    content: fill(block.content, today),
    ...(block.table
      ? {
          table: {
            ...block.table,
            rows: block.table.rows.map((row) => ({
              ...row,
              cells: row.cells.map((cell) => fill(cell, today)),
            })),
          },
        }
      : {}),
  }));
  return {
    title: (title ?? '').replace(DAY, (_, days?: string) => shownDay(dayIn(today, days))),
    blocks: filled,
  };
}

const DAY = /\{\{today(?:\+(\d+))?\}\}/g;

function fill(content: readonly Inline[], today: Date): Inline[] {
  return content.flatMap((run): Inline[] => {
    if (!('text' in run)) return [run];
    const { text, ...formatting } = run;
    const filled: Inline[] = [];
    let at = 0;
    for (const match of text.matchAll(DAY)) {
      if (match.index > at) filled.push({ ...formatting, text: text.slice(at, match.index) });
      const date = dayFromNow(Number(match[1] ?? 0), today);
      filled.push({ ...formatting, embed: { object: 'date', id: newBlockId(), date } });
      at = match.index + match[0].length;
    }
    if (at < text.length) filled.push({ ...formatting, text: text.slice(at) });
    return filled;
  });
}

function dayIn(today: Date, days = '0'): Date {
  return new Date(today.getFullYear(), today.getMonth(), today.getDate() + Number(days));
}

function shownDay(day: Date): string {
  return day.toLocaleDateString(undefined, { day: 'numeric', month: 'long', year: 'numeric' });
}
