/**
 * A document with what is said about it as notes: marks in the text, and the threads at the end, as
 * blocks that Markdown and HTML write as footnotes.
 *
 * Invariant: the text is the document's, word for word; every open thread is there once.
 */
import type { Body } from '../document/body.ts';
import type { Restored } from '../document/restored.ts';
import {
  type BlockContent,
  CELL_SEPARATOR,
  type Inline,
  PLAIN_TYPES,
  VOID_TYPES,
} from '../document/schema.ts';
import type { Message, Thread } from './discussion.ts';
import { comparePlaces, lengthAt, placeOf } from './place.ts';

interface NotesOptions {
  body: Body;
  /** Has to know all that `body` knows. */
  restored: Restored;
  threads: readonly Thread[];
  nameOf: (person: string) => string;
  /** As one reads a time. */
  timeOf: (at: number) => string;
  /** Said behind a thread that is resolved; null leaves those out. */
  resolved: string | null;
}

/** Where a mark is put in. */
interface Mark {
  block: string;
  offset: number;
  label: string;
}

/** The blocks of the document with marks in them, and a note for each thread behind them. */
export function blocksWithNotes(options: NotesOptions): BlockContent[] {
  const { body, restored, threads, resolved } = options;
  const placed = threads
    .filter(({ isResolved }) => resolved !== null || !isResolved)
    .map((thread) => ({ thread, place: placeOf(body, restored, thread.anchors) }))
    .sort((a, b) => comparePlaces(body, a.place, b.place) || a.thread.at - b.thread.at);
  const blocks = body.shown.map((shown) => ({ id: shown.id, content: body.read(shown) }));
  const taken = labelsIn(blocks.map(({ content }) => content));
  const marks: Mark[] = [];
  const notes: BlockContent[] = [];
  let last = 0;
  for (const { thread, place } of placed) {
    let label: string;
    do label = `c${++last}`;
    while (taken.has(label));
    // Behind the words; of a whole block, behind all it says.
    const { at } = place;
    const range = place.ranges.find(({ block }) => block === at?.id);
    const offset = range?.to ?? (place.isGone ? at?.offset : at && lengthAt(body, at.id));
    marks.push({ block: at?.id ?? '', offset: offset ?? 0, label });
    notes.push(noteOf(thread, label, options));
  }
  const result: BlockContent[] = [];
  for (const { id, content } of blocks) {
    const here = marks.filter(({ block }) => block.split(CELL_SEPARATOR)[0] === id);
    const inRows = new Set(content.table?.rows.map((row) => row.id));
    const inTable = marks.filter(({ block }) => inRows.has(block.split(CELL_SEPARATOR)[0]!));
    const isText = !PLAIN_TYPES.has(content.type) && !VOID_TYPES.has(content.type);
    result.push(
      content.table
        ? withCellMarks(content, inTable)
        : isText
          ? { ...content, content: withMarks(content.content, here) }
          : content,
    );
    // What can hold no mark has it behind it.
    if (!isText && here.length > 0) result.push(markLine(here, content.depth));
  }
  const ofAll = marks.filter(({ block }) => block === '');
  const hasUnmarked = blocks.some(({ id }) => id === '');
  if (ofAll.length > 0 && !hasUnmarked) result.push(markLine(ofAll));
  return [...result, ...notes];
}

function markLine(marks: readonly Mark[], depth?: number): BlockContent {
  const content = marks.map(({ label }): Inline => ({ embed: { object: 'footnote', label } }));
  return { type: 'paragraph', ...(depth ? { depth } : {}), content };
}

function withCellMarks(block: BlockContent, marks: readonly Mark[]): BlockContent {
  if (!block.table || marks.length === 0) return block;
  const { columns } = block.table;
  const rows = block.table.rows.map((row) => ({
    ...row,
    cells: row.cells.map((cell, index) =>
      withMarks(
        cell,
        marks.filter((mark) => mark.block === `${row.id}${CELL_SEPARATOR}${columns[index]?.id}`),
      ),
    ),
  }));
  return { ...block, table: { ...block.table, rows } };
}

/** A line with marks behind so many of its positions. */
function withMarks(line: readonly Inline[], marks: readonly Mark[]): Inline[] {
  const left = [...marks].sort((a, b) => a.offset - b.offset);
  const result: Inline[] = [];
  let at = 0;
  const markUpTo = (end: number) => {
    while (left[0] && left[0].offset <= end)
      result.push({ embed: { object: 'footnote', label: left.shift()!.label } });
  };
  for (const run of line) {
    markUpTo(at);
    if ('text' in run) {
      let rest = run.text;
      while (left[0] && left[0].offset < at + rest.length) {
        const cut = left[0].offset - at;
        result.push({ ...run, text: rest.slice(0, cut) });
        rest = rest.slice(cut);
        at += cut;
        markUpTo(at);
      }
      result.push({ ...run, text: rest });
      at += rest.length;
    } else {
      result.push(run);
      at += 1;
    }
  }
  markUpTo(Number.POSITIVE_INFINITY);
  return result;
}

function noteOf(thread: Thread, label: string, options: NotesOptions): BlockContent {
  const { resolved } = options;
  const quote: Inline[] = thread.quote === '' ? [] : [{ text: `“${oneLine(thread.quote)}” ` }];
  return {
    type: 'paragraph',
    content: [
      { embed: { object: 'footnote', label, text: true } },
      ...quote,
      ...thread.messages.flatMap((message, index) => said(message, index, options)),
      ...(thread.isResolved && resolved !== null ? [{ text: ` (${resolved})` }] : []),
    ],
  };
}

function said(message: Message, index: number, { nameOf, timeOf }: NotesOptions): Inline[] {
  const between = index === 0 ? '' : ' — ';
  const who = `${between}${oneLine(nameOf(message.author))}, ${timeOf(message.at)}: `;
  return [
    { text: who },
    // A note is one line: so is each message in it.
    ...message.text.map((run) => ('text' in run ? { ...run, text: oneLine(run.text) } : run)),
  ];
}

function oneLine(text: string): string {
  return text.replace(/\s*[\n\r\u2028\u2029]\s*/g, ' ');
}

/** What footnotes of the document are called. */
function labelsIn(blocks: readonly BlockContent[]): Set<string> {
  const labels = new Set<string>();
  for (const { content, table } of blocks)
    for (const line of [content, ...(table?.rows.flatMap(({ cells }) => cells) ?? [])])
      for (const run of line)
        if ('embed' in run && typeof run.embed.label === 'string') labels.add(run.embed.label);
  return labels;
}
