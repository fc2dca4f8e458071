/**
 * Formatting: how marks that people see are kept as attributes of a Y.Text, and read back.
 *
 * Invariant: every application of a mark has an attribute key of its own (`bold:x7Qa`), so two
 * people's overlapping ranges unite instead of ending one another. Keys this build does not know
 * are carried along and never changed.
 */
import { isSafeLink } from './addresses.ts';
import { currentTime, freshId } from './ids-and-clock.ts';
import { MARK_NAMES, type MarkName, type Marks } from './schema.ts';

/** Attributes in force at a place of a Y.Text. Never mutated; compared with `sameAttributes`. */
export type Attributes = Readonly<Record<string, unknown>>;
export const NO_ATTRIBUTES: Attributes = Object.freeze({});

/** Value of a link or colour attribute; where several overlap, the latest counts. */
interface Valued {
  value: string;
  /** ms since 1970 */
  at: number;
}

const VALUED: ReadonlySet<MarkName> = new Set(['link', 'linkTitle', 'highlight', 'color']);
const NAMES: ReadonlySet<string> = new Set(MARK_NAMES);
const COLOR_NAME = /^[a-z]{1,20}$/;

/** Whether a text can be the name of a colour, of this palette or of a newer one. */
export function isColorName(text: string): boolean {
  return COLOR_NAME.test(text);
}

/** The mark an attribute key belongs to, or null if this build does not know it. */
function markOf(key: string): MarkName | null {
  const colon = key.indexOf(':');
  const name = colon < 0 ? key : key.slice(0, colon);
  return NAMES.has(name) ? (name as MarkName) : null;
}

function parseValued(name: MarkName, value: unknown): Valued | null {
  if (typeof value !== 'object' || value === null) return null;
  const { value: text, at } = value as Partial<Valued>;
  if (typeof text !== 'string' || typeof at !== 'number') return null;
  if (name === 'link' && !isSafeLink(text)) return null;
  if (name === 'color' && !isColorName(text)) return null;
  return { value: text, at };
}

const readCache = new WeakMap<Attributes, Marks>();

/** What attributes mean to a reader. The result is shared: do not change it. */
export function readMarks(attributes: Attributes): Marks {
  if (attributes === NO_ATTRIBUTES) return NO_MARKS;
  const cached = readCache.get(attributes);
  if (cached) return cached;
  const marks: Record<string, unknown> = {};
  const latest: Partial<Record<MarkName, Valued & { key: string }>> = {};
  for (const key in attributes) {
    const name = markOf(key);
    if (name === null) continue;
    if (!VALUED.has(name)) {
      if (attributes[key] === true) marks[name] = true;
      continue;
    }
    const valued = parseValued(name, attributes[key]);
    const best = latest[name];
    if (!valued) continue;
    if (!best || valued.at > best.at || (valued.at === best.at && key > best.key)) {
      latest[name] = { ...valued, key };
      marks[name] = valued.value;
    }
  }
  // In one order, whatever the order in which people gave them.
  const ordered: Record<string, unknown> = {};
  for (const name of MARK_NAMES) if (marks[name] !== undefined) ordered[name] = marks[name];
  readCache.set(attributes, ordered as Marks);
  return ordered as Marks;
}

export const NO_MARKS: Marks = Object.freeze({});

export function sameMarks(a: Marks | undefined, b: Marks | undefined): boolean {
  if (a === b) return true;
  return MARK_NAMES.every((name) => a?.[name] === b?.[name]);
}

export function sameAttributes(a: Attributes, b: Attributes): boolean {
  if (a === b) return true;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => key in b && sameValue(a[key], b[key]))
  );
}

export function sameValue(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}

/** A new application of a mark: its own key and value. */
function application(name: MarkName, value: true | string): [string, unknown] {
  const stored = VALUED.has(name) ? { value: String(value), at: currentTime() } : true;
  return [`${name}:${freshId(4)}`, stored];
}

/**
 * Attributes for text inserted between two others so that it reads as `wanted`: keys of the
 * neighbours are taken along where they say the right thing, so that typing inside bold text
 * lengthens that application instead of starting one.
 */
export function attributesFor(wanted: Marks, left: Attributes, right: Attributes): Attributes {
  if (sameMarks(readMarks(left), wanted)) return left;
  const result: Record<string, unknown> = {};
  for (const key in left)
    if (markOf(key) === null && sameValue(left[key], right[key])) result[key] = left[key];
  for (const name of MARK_NAMES) {
    const value = wanted[name];
    if (value === undefined) continue;
    const source = [left, right].find((attributes) => readMarks(attributes)[name] === value);
    if (source) {
      for (const key in source) if (markOf(key) === name) result[key] = source[key];
    } else {
      const [key, stored] = application(name, value);
      result[key] = stored;
    }
  }
  return result;
}

/**
 * What to set (a value) and clear (null) on text with these attributes so that it reads as
 * `wanted`. `fresh` keeps one application for a whole command: the same mark set on several runs
 * gets one key.
 */
export function attributeChanges(
  current: Attributes,
  wanted: Marks,
  fresh: Map<string, [string, unknown]>,
): Record<string, unknown> | null {
  const now = readMarks(current);
  const changes: Record<string, unknown> = {};
  for (const name of MARK_NAMES) {
    const value = wanted[name];
    if (value === now[name]) continue;
    if (value === undefined || VALUED.has(name))
      for (const key in current) if (markOf(key) === name) changes[key] = null;
    if (value === undefined) continue;
    const id = `${name}=${value}`;
    let made = fresh.get(id);
    if (!made) {
      made = application(name, value);
      fresh.set(id, made);
    }
    changes[made[0]] = made[1];
  }
  return Object.keys(changes).length > 0 ? changes : null;
}
