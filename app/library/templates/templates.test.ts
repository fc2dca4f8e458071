/** Each template begins a document with something of each kind; its days count from today. */
import { expect, it } from 'vitest';
import { isDate } from '../../../shared/document/dates.ts';
import { textOf } from '../../../shared/document/plain-text.ts';
import type { BlockContent, Inline } from '../../../shared/document/schema.ts';
import { fillTemplate, TEMPLATES } from './templates.ts';

const today = new Date(2026, 11, 30);

function runs({ content, table }: BlockContent): Inline[] {
  return table ? table.rows.flatMap(({ cells }) => cells.flat()) : content;
}

it.each(TEMPLATES.map((template) => [template.kind, template] as const))(
  '“%s” begins a document with a table, tasks, a callout and the dates of the day',
  (_, template) => {
    const { title, blocks } = fillTemplate(template, today);
    expect(title).not.toBe('');
    const types = new Set(blocks.map(({ type }) => type));
    for (const type of ['heading', 'table', 'task', 'callout']) expect(types).toContain(type);
    const dates = blocks
      .flatMap(runs)
      .flatMap((run) => ('embed' in run && run.embed.object === 'date' ? [run.embed] : []));
    expect(dates.length).toBeGreaterThan(1);
    for (const { date } of dates) expect(isDate(date)).toBe(true);
    expect(new Set(dates.map(({ id }) => id)).size).toBe(dates.length);
    expect(`${title}${blocks.map(textOf).join('\n')}`).not.toMatch(/[{}]/);
  },
);

it('counts days over the end of a year', () => {
  const { blocks } = fillTemplate(TEMPLATES[0]!, today);
  const dates = blocks.flatMap(runs).flatMap((run) => ('embed' in run ? [run.embed.date] : []));
  expect(dates).toEqual(['2026-12-30', '2026-12-31', '2027-01-06', '2027-01-06']);
});
