/**
 * Runs of formatted text in the one form that formats compare and write.
 *
 * Invariant: neighbours differ in formatting; '\n' is the only line end; bold, italic and
 * strikethrough neither begin nor end with white space; no text ends with spaces; line breaks alone
 * have no formatting, a title only goes with a link. The characters are otherwise untouched.
 */
import { documentPath } from '../access/addresses.ts';
import { DocId } from '../access/ids.ts';
import type { Inline, InlineObject, MarkName, Marks } from '../document/schema.ts';

/** Marks of which Markdown cannot say that they begin or end with white space. */
export const FLANKING = ['bold', 'italic', 'strike'] as const satisfies readonly MarkName[];

/** Marks that stand around others; code stands in all of them, and a title is a part of its link. */
export type NestedMark = Exclude<MarkName, 'code' | 'linkTitle'>;

/** Of marks that reach equally far, the first is the outer one. */
export const NESTING: readonly NestedMark[] = [
  'link',
  'highlight',
  'color',
  'bold',
  'italic',
  'underline',
  'strike',
  'subscript',
  'superscript',
];

export function sameMarks(a: Marks | undefined, b: Marks | undefined): boolean {
  const left = Object.entries(a ?? {}).filter(([, value]) => value !== undefined);
  const right = new Map(Object.entries(b ?? {}).filter(([, value]) => value !== undefined));
  return left.length === right.size && left.every(([name, value]) => right.get(name) === value);
}

export function withoutMark(marks: Marks | undefined, name: keyof Marks): Marks | undefined {
  if (marks?.[name] === undefined) return marks;
  const { [name]: _, ...rest } = marks;
  return rest;
}

/**
 * A person, a date or another document inside a line as the text or link that stands for it
 * elsewhere; other runs as is.
 */
export function textInsteadOf(run: Inline): Inline {
  if ('text' in run) return run;
  const { object, name, date } = run.embed;
  if (object === 'document') return linkInsteadOf(run.embed, run.marks);
  const text =
    object === 'mention' && typeof name === 'string'
      ? `@${name.replace(/\s+/g, ' ')}`
      : object === 'date' && typeof date === 'string'
        ? date
        : null;
  if (text === null) return run;
  return run.marks ? { text, marks: run.marks } : { text };
}

function linkInsteadOf({ document, title }: InlineObject, marks: Marks | undefined): Inline {
  const text = (typeof title === 'string' && title.replace(/\s+/g, ' ').trim()) || 'Untitled';
  const docId = DocId.safeParse(document);
  if (!docId.success) return marks ? { text, marks } : { text };
  return { text, marks: { ...withoutMark(marks, 'linkTitle'), link: documentPath(docId.data) } };
}

/** Joins neighbours of equal formatting and leaves out empty runs. */
export function mergeRuns(content: readonly Inline[]): Inline[] {
  const merged: { run: Inline; parts: string[] }[] = [];
  for (const run of content) {
    if ('text' in run && run.text === '') continue;
    const last = merged.at(-1);
    if (last && 'text' in last.run && 'text' in run && sameMarks(last.run.marks, run.marks)) {
      last.parts.push(run.text);
    } else {
      merged.push({ run, parts: 'text' in run ? [run.text] : [] });
    }
  }
  return merged.map(({ run, parts }) => {
    const marked = run.marks && Object.keys(run.marks).length > 0 ? { marks: run.marks } : {};
    return 'text' in run ? { text: parts.join(''), ...marked } : { embed: run.embed, ...marked };
  });
}

/** The same text and objects in the form of the invariant above. */
export function canonicalInline(content: readonly Inline[]): Inline[] {
  let runs = splitLines(content);
  for (const mark of FLANKING) runs = trimMark(runs, mark);
  const trimmed = trimEnd(mergeRuns(runs));
  const hasText = trimmed.some((run) => 'embed' in run || /[^\n]/.test(run.text));
  return mergeRuns(hasText ? trimmed : trimmed.map((run) => ({ ...run, marks: undefined })));
}

/** The same where white space at the start is layout, too: in a cell, a caption, a summary. */
export function canonicalLine(content: readonly Inline[]): Inline[] {
  const [first, ...rest] = canonicalInline(content);
  if (!first || !('text' in first) || first.marks?.code) return first ? [first, ...rest] : [];
  const text = first.text.replace(/^[ \t]+/, '');
  return text ? [{ ...first, text }, ...rest] : canonicalLine(rest);
}

/** Gives every '\n' a run of its own. Code does not reach over the end of a line. */
export function splitLines(content: readonly Inline[]): Inline[] {
  const runs: Inline[] = [];
  for (const run of content) {
    const marks = run.marks?.link === undefined ? withoutMark(run.marks, 'linkTitle') : run.marks;
    if (!('text' in run)) {
      runs.push({ ...run, marks });
      continue;
    }
    const text = wellFormed(run.text);
    for (const part of text.split(/(\n)/)) {
      if (part === '') continue;
      runs.push({ text: part, marks: part === '\n' ? withoutMark(marks, 'code') : marks });
    }
  }
  return runs;
}

/** One kind of line end, and no characters that files cannot hold. */
export function wellFormed(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(/\0|\p{Surrogate}/gu, '\uFFFD');
}

function trimMark(content: readonly Inline[], mark: (typeof FLANKING)[number]): Inline[] {
  const runs: Inline[] = [];
  for (let from = 0; from < content.length; ) {
    let to = from;
    while (to < content.length && content[to]?.marks?.[mark]) to++;
    if (to === from) {
      runs.push(content[from]!);
      from++;
      continue;
    }
    runs.push(...trimRange(content.slice(from, to), mark));
    from = to;
  }
  return runs;
}

/** All runs have the mark: takes it from the white space at both ends. */
function trimRange(range: readonly Inline[], mark: MarkName): Inline[] {
  let from = 0;
  let to = range.length;
  while (from < to && isSpace(range[from]!)) from++;
  while (to > from && isSpace(range[to - 1]!)) to--;
  const plain = (run: Inline): Inline => ({ ...run, marks: withoutMark(run.marks, mark) });
  const middle = range.slice(from, to).flatMap((run, index, { length }): Inline[] => {
    if (!('text' in run) || run.marks?.code) return [run];
    const start = index === 0 ? countSpaces(run.text, 'start') : 0;
    const end = run.text.length - (index === length - 1 ? countSpaces(run.text, 'end') : 0);
    return [
      plain({ ...run, text: run.text.slice(0, start) }),
      { ...run, text: run.text.slice(start, end) },
      plain({ ...run, text: run.text.slice(end) }),
    ];
  });
  return [...range.slice(0, from).map(plain), ...middle, ...range.slice(to).map(plain)];
}

function isSpace(run: Inline): boolean {
  return 'text' in run && !run.marks?.code && countSpaces(run.text, 'start') === run.text.length;
}

function countSpaces(text: string, side: 'start' | 'end'): number {
  let count = 0;
  while (count < text.length) {
    const character = text[side === 'start' ? count : text.length - 1 - count];
    if (character !== ' ' && character !== '\t' && character !== '\n') break;
    count++;
  }
  return count;
}

/** Drops spaces and tabs that end the block: nobody sees them, Markdown drops them too. */
function trimEnd(runs: readonly Inline[]): Inline[] {
  let length = runs.length;
  for (; length > 0; length--) {
    const run = runs[length - 1]!;
    if (!('text' in run) || run.marks?.code) break;
    let end = run.text.length;
    while (end > 0 && (run.text[end - 1] === ' ' || run.text[end - 1] === '\t')) end--;
    if (end === run.text.length) break;
    if (end > 0) return [...runs.slice(0, length - 1), { ...run, text: run.text.slice(0, end) }];
  }
  return runs.slice(0, length);
}
