/**
 * Where two people wrote at one place apart from each other: there a merge may read oddly.
 *
 * Two people meet where both changed the text of one sentence, or where what both typed stands side by
 * side with nothing between, as when both wrote one word anew. Who wrote into, before or behind words
 * of the other one knew them, and does not meet them there. Formatting and moves read as well as ever.
 *
 * Invariant: it is told of both or of none, and never of somebody with themselves.
 */
import * as Y from 'yjs';
import type { ItemId } from '../clock-ranges.ts';
import type { Span } from '../restored.ts';
import type { Change, ChangeKind, Range } from './changes.ts';
import { Sheet, type SheetText } from './sheet.ts';

export interface Meeting {
  how: 'both typed' | 'one sentence';
  /** The changes it meets, by their index; none where one change is of two people. */
  with: number[];
}

/** A change and whose it is, as far as known; null for somebody. */
export interface Authored {
  change: Change;
  people: readonly (string | null)[];
}

const TYPED: ReadonlySet<ChangeKind> = new Set<ChangeKind>([
  'typed',
  'replaced',
  'replaced across',
  'cell written',
]);
const OF_TEXT: ReadonlySet<ChangeKind> = new Set<ChangeKind>([
  ...TYPED,
  'deleted',
  'deleted across',
  'object added',
  'object removed',
  'carried',
  'joined',
]);
/** What stands for an object where sentences are told apart. */
const OBJECT = '\uFFFC';

/**
 * @param after the document with the changes
 * @returns by the index of each change that meets another one
 */
export function meetingsOf(after: Y.Doc, changes: readonly Authored[]): Map<number, Meeting> {
  const meetings = new Map<number, Meeting>();
  changes.forEach(({ change, people }, index) => {
    if (TYPED.has(change.kind) && new Set(people).size > 1 && change.come.length > 0)
      meetings.set(index, { how: 'both typed', with: [] });
  });
  const byText = new Map<string, Map<number, Range[]>>();
  changes.forEach(({ change }, index) => {
    if (!OF_TEXT.has(change.kind)) return;
    for (const range of placesOf(change)) {
      const ofText = byText.get(range.text) ?? new Map<number, Range[]>();
      byText.set(range.text, ofText.set(index, [...(ofText.get(index) ?? []), range]));
    }
  });
  if (![...byText.values()].some(({ size }) => size > 1)) return meetings;
  const { texts } = new Sheet(after);
  const meet = (a: number, b: number, how: Meeting['how']) => {
    for (const [one, other] of [
      [a, b],
      [b, a],
    ] as const) {
      const meeting = meetings.get(one) ?? { how, with: [] };
      if (how === 'both typed') meeting.how = how;
      if (!meeting.with.includes(other)) meeting.with.push(other);
      meetings.set(one, meeting);
    }
  };
  for (const [id, ofText] of byText) {
    const text = texts.get(id);
    if (!text || ofText.size < 2) continue;
    const ends = sentenceEnds(wordsOf(text));
    const touched = [...ofText].map(([index, ranges]) => ({
      index,
      sentences: new Set(ranges.flatMap((range) => sentencesOf(range, ends))),
    }));
    touched.forEach((one, at) => {
      for (const other of touched.slice(at + 1)) {
        const [a, b] = [changes[one.index]!, changes[other.index]!];
        if (!areTwo(a, b)) continue;
        const isBeside = isSideBySide(a.change, b.change);
        if (!isBeside && ![...one.sentences].some((each) => other.sentences.has(each))) continue;
        if (knows(after, a.change.made.inserted, b.change.made.inserted)) continue;
        meet(one.index, other.index, isBeside ? 'both typed' : 'one sentence');
      }
    });
  }
  for (const meeting of meetings.values()) meeting.with.sort((a, b) => a - b);
  return meetings;
}

/**
 * The order to look at changes in: first where both typed, then where two changed a sentence, each
 * with those it meets, then the others; in reading order each.
 *
 * @param count of the changes
 */
export function lookingOrder(count: number, meetings: ReadonlyMap<number, Meeting>): number[] {
  const order: number[] = [];
  const taken = new Set<number>();
  const take = (index: number) => {
    if (taken.has(index)) return;
    taken.add(index);
    const group = [index];
    for (let at = 0; at < group.length; at++)
      for (const other of meetings.get(group[at]!)?.with ?? []) {
        if (taken.has(other)) continue;
        taken.add(other);
        group.push(other);
      }
    for (const each of group.sort((a, b) => a - b)) order.push(each);
  };
  for (const how of ['both typed', 'one sentence', undefined])
    for (let index = 0; index < count; index++) if (meetings.get(index)?.how === how) take(index);
  return order;
}

function placesOf({ come, where }: Change): Range[] {
  const places: Range[] = come.map(({ text, from, to }) => ({ text, from, to }));
  if (where && places.length === 0)
    places.push({ text: where.text, from: where.from, to: where.to });
  return places;
}

/** Whether there are two people in it, one for each. Who is not known is told by their devices. */
function areTwo(a: Authored, b: Authored): boolean {
  const [one, other] = [keysOf(a), keysOf(b)];
  return one.some((key) => other.some((another) => another !== key));
}

function keysOf({ people, change }: Authored): string[] {
  const known = people.flatMap((person) => (person === null ? [] : [person]));
  return known.length > 0 ? known : change.clients.map((client) => `device ${client}`);
}

function isSideBySide(a: Change, b: Change): boolean {
  if (!TYPED.has(a.kind) || !TYPED.has(b.kind)) return false;
  return a.come.some((one) =>
    b.come.some(
      (other) => one.text === other.text && (one.to === other.from || other.to === one.from),
    ),
  );
}

/** Whether any of these was written beside or into any of those: Yjs keeps both neighbours it had. */
function knows(doc: Y.Doc, a: readonly Span[], b: readonly Span[]): boolean {
  return refersTo(doc, a, b) || refersTo(doc, b, a);
}

function refersTo(doc: Y.Doc, spans: readonly Span[], others: readonly Span[]): boolean {
  const isOthers = (id: ItemId | null) =>
    id !== null &&
    others.some(
      ({ client, clock, length }) =>
        client === id.client && clock <= id.clock && id.clock < clock + length,
    );
  for (const { client, clock, length } of spans)
    for (let at = clock; at < clock + length; ) {
      const item = Y.getItem(doc.store, Y.createID(client, at));
      if (!(item instanceof Y.Item)) break;
      if (isOthers(item.rightOrigin) || (item.id.clock === at && isOthers(item.origin)))
        return true;
      at = item.id.clock + item.length;
    }
  return false;
}

function wordsOf({ pieces }: SheetText): string {
  return pieces.map(({ text, length }) => text ?? OBJECT.repeat(length)).join('');
}

/** Where sentences end, in order; the last is the end of the text. */
function sentenceEnds(text: string): number[] {
  // Without it, all of a text is one sentence.
  if (typeof Intl.Segmenter === 'undefined') return [text.length];
  const segmenter = new Intl.Segmenter(undefined, { granularity: 'sentence' });
  const ends = [...segmenter.segment(text)].map(({ index, segment }) => index + segment.length);
  return ends.length > 0 ? ends : [0];
}

/** By their number. What is gone between two of them was of either. */
function sentencesOf({ from, to }: Range, ends: readonly number[]): number[] {
  const of = (offset: number) => {
    const found = ends.findIndex((end) => offset < end);
    return found < 0 ? ends.length - 1 : found;
  };
  const first = of(from === to ? Math.max(from - 1, 0) : from);
  const last = of(from === to ? from : to - 1);
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}
