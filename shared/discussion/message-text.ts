/**
 * The text of a message: one line of rich text as a block of a document has it, with formatting,
 * links, mentions, dates, formulas and pictures.
 *
 * Invariant: what comes out can be shown by whatever shows a line of a document, and is no longer
 * than a message may be.
 */
import { isSafeLink } from '../document/addresses.ts';
import { attachmentOf } from '../document/attachments.ts';
import { isColorName } from '../document/marks.ts';
import { withoutHalves } from '../document/pairs.ts';
import {
  fieldOf,
  type Inline,
  type InlineObject,
  MARK_NAMES,
  type Marks,
} from '../document/schema.ts';
import { Misshapen } from '../shape.ts';

/** Characters of a message. */
export const MAX_MESSAGE_LENGTH = 10_000;
/** Runs of equal formatting and objects. */
const MAX_RUNS = 1_000;
/** Characters of what a message says, as JSON: `MAX_SAYS_LENGTH` without what else it says. */
const MAX_TEXT_JSON_LENGTH = 59_000;
const MAX_FIELD_LENGTH = 2_000;

/** The fields of the objects that a message may hold. */
const OBJECT_FIELDS: Readonly<Record<string, readonly string[]>> = {
  image: ['src', 'alt', 'title'],
  mention: ['person', 'name'],
  date: ['date'],
  document: ['document', 'title'],
  formula: ['source'],
};
const MARKS_WITH_TEXT: ReadonlySet<string> = new Set(['link', 'linkTitle', 'highlight', 'color']);

/** @throws Misshapen if it is no text of a message, or too long for one */
export function parseMessageText(value: unknown): Inline[] {
  if (!Array.isArray(value) || value.length > MAX_RUNS) throw new Misshapen('It is no text.');
  const runs = parseUnsaidText(value);
  if (lengthOf(runs) > MAX_MESSAGE_LENGTH) throw new Misshapen('It is too long.');
  return runs;
}

/** The same of what is still being written, however long it is. */
export function parseUnsaidText(value: unknown): Inline[] {
  if (!Array.isArray(value)) throw new Misshapen('It is no text.');
  return value.map(parseRun).filter((run) => 'embed' in run || run.text !== '');
}

/** Whether one message cannot hold all of it. */
export function isTooMuch(runs: readonly Inline[]): boolean {
  return (
    runs.length > MAX_RUNS ||
    lengthOf(runs) > MAX_MESSAGE_LENGTH ||
    JSON.stringify(runs).length > MAX_TEXT_JSON_LENGTH
  );
}

/** Positions, as the text of a block counts them. */
export function lengthOf(runs: readonly Inline[]): number {
  return runs.reduce((sum, run) => sum + ('text' in run ? run.text.length : 1), 0);
}

/** Whether nobody would see anything. */
export function isBlank(runs: readonly Inline[]): boolean {
  return runs.every((run) => 'text' in run && run.text.trim() === '');
}

/** The people that a message names, each once. */
export function mentionsIn(runs: readonly Inline[]): Set<string> {
  const people = new Set<string>();
  for (const run of runs)
    if ('embed' in run && run.embed.object === 'mention') people.add(fieldOf(run.embed, 'person'));
  return people;
}

/** What a message says in plain text: objects as what one reads of them. */
export function plainMessage(runs: readonly Inline[]): string {
  return runs.map((run) => ('text' in run ? run.text : plainObject(run.embed))).join('');
}

function plainObject(embed: InlineObject): string {
  switch (embed.object) {
    case 'mention':
      return `@${fieldOf(embed, 'name')}`;
    case 'date':
      return fieldOf(embed, 'date');
    case 'document':
      return fieldOf(embed, 'title');
    case 'formula':
      return fieldOf(embed, 'source');
    case 'image':
      return fieldOf(embed, 'alt');
    default:
      return '';
  }
}

function parseRun(run: unknown): Inline {
  if (typeof run !== 'object' || run === null) throw new Misshapen('It is no run of text.');
  const { text, embed, marks } = run as Record<string, unknown>;
  const marked = parseMarks(marks);
  const rest = marked ? { marks: marked } : {};
  if (typeof text === 'string') return { text: withoutHalves(text), ...rest };
  return { embed: parseObject(embed), ...rest };
}

function parseObject(embed: unknown): InlineObject {
  if (typeof embed !== 'object' || embed === null) throw new Misshapen('It is no object.');
  const given = embed as Record<string, unknown>;
  const names = typeof given.object === 'string' ? OBJECT_FIELDS[given.object] : undefined;
  // What a newer version put there is shown as something unknown.
  if (!names || !Object.hasOwn(OBJECT_FIELDS, given.object as string)) return { object: 'unknown' };
  const parsed: InlineObject = { object: given.object as string };
  for (const name of names) {
    const field = Object.hasOwn(given, name) ? given[name] : undefined;
    if (typeof field === 'string') parsed[name] = withoutHalves(field.slice(0, MAX_FIELD_LENGTH));
  }
  // A message fetches nothing from elsewhere: whoever reads it would be seen there.
  if (parsed.object === 'image' && attachmentOf(fieldOf(parsed, 'src')) === null)
    return { object: 'unknown' };
  return parsed;
}

function parseMarks(marks: unknown): Marks | null {
  if (typeof marks !== 'object' || marks === null) return null;
  const given = marks as Record<string, unknown>;
  const parsed: Record<string, unknown> = {};
  for (const name of MARK_NAMES) {
    const value = Object.hasOwn(given, name) ? given[name] : undefined;
    if (!MARKS_WITH_TEXT.has(name)) {
      if (value === true) parsed[name] = true;
    } else if (typeof value === 'string' && value.length <= MAX_FIELD_LENGTH) {
      if (name === 'link' && !isSafeLink(value)) continue;
      if ((name === 'color' || name === 'highlight') && !isColorName(value)) continue;
      parsed[name] = withoutHalves(value);
    }
  }
  return Object.keys(parsed).length > 0 ? (parsed as Marks) : null;
}
