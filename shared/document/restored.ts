/**
 * Which characters of a document stand for which: undo brings deleted text back as copies, beside
 * where it stood, and says so here, for everyone.
 *
 * Invariant: entries are only ever added, and which copy of a character counts is a function of
 * them alone. A copy that counts is never deleted for the sake of another, and every other one is,
 * so wherever all is known a character stands once, however many people brought it back apart.
 */
import * as Y from 'yjs';
import { bodyText } from './body.ts';
import { insertAs, type Rank } from './client-ranks.ts';
import type { ItemId } from './clock-ranges.ts';
import { ROOT } from './schema.ts';

/** Consecutive ids of one client: characters, objects, markers or format changes. */
export interface Span extends ItemId {
  length: number;
}

/** A run of consecutive characters that was brought back in one piece, where its first stood. */
export interface Copy {
  of: Span;
  to: Span;
}

/** Where a transaction says that what was written here has other ids from now on, and says so to nobody. */
export const WRITTEN_ELSEWHERE = 'written elsewhere';
export interface WrittenElsewhere {
  copies: readonly { of: Span; to: ItemId }[];
  /** Whether what has this id is another's from now on. */
  isLost: (id: ItemId) => boolean;
}

/** Copies of copies that are followed: how often a character may be brought back. */
const MAX_CHAIN = 300;

/** So many are moved at the most where one more comes in between. */
const MAX_PART = 512;

/** Runs that one entry tells of: an entry is one value, which no frame may be too small for. */
const MAX_RUNS = 5_000;

/** Part of a span, and the parts of its copies that stand for it, the one that counts first. */
interface Stretch {
  span: Span;
  copies: Span[];
}

export class Restored {
  readonly #doc: Y.Doc;
  readonly #text: Y.Text;
  readonly #title: Y.Text;
  readonly #entries: Y.Map<unknown>;
  readonly #byParent = new Spans<Copy>((copy) => copy.of);
  readonly #byCopy = new Spans<Copy>((copy) => copy.to);

  /** @param text where copies are heard of, beside the title */
  constructor(doc: Y.Doc, text: Y.Text = bodyText(doc)) {
    this.#doc = doc;
    this.#text = text;
    this.#title = doc.getText(ROOT.title);
    this.#entries = doc.getMap(ROOT.restored);
    this.rebuild();
  }

  /** Reads everything anew: what was written here may have other ids since. */
  rebuild(): void {
    for (const spans of [this.#byParent, this.#byCopy]) spans.clear();
    for (const entry of this.#entries.values()) this.#addValid(entry);
  }

  /** Takes in what a transaction added. @returns the originals it says something of */
  applyTransaction(transaction: Y.Transaction): Span[] {
    const copied: Span[] = [];
    for (const item of newItems(transaction, this.#entries))
      for (const entry of item.content.getContent())
        for (const copy of this.#addValid(entry)) copied.push(copy.of);
    // Yjs may hold a copy back for want of its neighbours after it let the word of it through.
    for (const text of [this.#text, this.#title])
      for (const item of newItems(transaction, text)) {
        const span = { client: item.id.client, clock: item.id.clock, length: item.length };
        if (this.#byCopy.touching(span).length > 0) copied.push(span);
      }
    return copied.flatMap((span) => this.originals(span));
  }

  /** Every original there is a copy of. */
  all(): Span[] {
    return [...this.#entries.values()]
      .flatMap(parseEntry)
      .flatMap((copy) => this.originals(copy.of));
  }

  /**
   * Says that each of these spans is about to be copied, one after the other, under the device's id of
   * this rank; what comes next under that must be just these copies. The word goes first, under the same
   * id, so that nobody has a copy without knowing it.
   */
  announce(spans: readonly Span[], rank: Rank = 'text'): void {
    if (spans.length > 0) insertAs(rank, this.#doc, () => this.#announce(spans));
  }

  #announce(spans: readonly Span[]): void {
    const { clientID, store } = this.#doc;
    // Each entry is an item of its own, and all of them come before the copies.
    let clock = Y.getState(store, clientID) + Math.ceil(spans.length / MAX_RUNS);
    const copies = spans.map((of) => {
      const to = { client: clientID, clock };
      clock += of.length;
      return { of, to };
    });
    this.add(copies);
  }

  /** Says what was copied where. */
  add(copies: readonly { of: Span; to: ItemId }[]): void {
    for (let at = 0; at < copies.length; at += MAX_RUNS)
      this.#addEntry(copies.slice(at, at + MAX_RUNS));
  }

  #addEntry(copies: readonly { of: Span; to: ItemId }[]): void {
    const [first] = copies;
    if (!first) return;
    // Client and clock of the first original, of its copy, and how long each run is.
    const entry: number[][] = [];
    let ends: { of: ItemId; to: ItemId } | null = null;
    for (const { of, to } of copies) {
      if (ends && sameId(ends.of, of) && sameId(ends.to, to))
        entry[entry.length - 1]!.push(of.length);
      else entry.push([of.client, of.clock, to.client, to.clock, of.length]);
      ends = {
        of: { client: of.client, clock: endOf(of) },
        to: { client: to.client, clock: to.clock + of.length },
      };
    }
    this.#entries.set(`${first.to.client}.${first.to.clock}`, entry);
  }

  /** The spans that stand for this one now, in its order; itself where nobody brought it back. */
  current(span: Span): Span[] {
    return this.originals(span).flatMap((original) => this.#latest(original));
  }

  /** All that ever stood for this span. */
  instances(span: Span): Span[] {
    return this.originals(span).flatMap((original) => this.tree(original));
  }

  /**
   * All that stands for this original beside what counts of what is here. A copy may be heard of
   * before it is here: until then the next one does, and nothing that would count before that is meant.
   */
  outdated(original: Span, isHere: (span: Span) => boolean): Span[] {
    return this.#stretches(original).flatMap(({ span, copies }) => {
      const at = copies.findIndex((copy) => this.#isThere(copy, isHere));
      if (at < 0) return [];
      const others = copies.slice(at + 1).flatMap((other) => this.tree(other));
      return [span, ...others, ...this.outdated(copies[at]!, isHere)];
    });
  }

  /** Whether each part of a copy is here, or a copy of that. */
  #isThere(copy: Span, isHere: (span: Span) => boolean): boolean {
    return this.#stretches(copy).every(
      ({ span, copies }) => isHere(span) || copies.some((other) => this.#isThere(other, isHere)),
    );
  }

  /** What the character was written as first. */
  original({ client, clock }: ItemId): ItemId {
    return this.originals({ client, clock, length: 1 })[0]!;
  }

  /** The same anchor at the character that stands for its own now. */
  follow(anchor: Y.RelativePosition): Y.RelativePosition {
    if (anchor.item === null) return anchor;
    const [now] = this.current({ ...anchor.item, length: 1 });
    if (!now || sameId(now, anchor.item)) return anchor;
    const id = Y.createID(now.client, now.clock);
    return new Y.RelativePosition(anchor.type, anchor.tname, id, anchor.assoc);
  }

  #addValid(entry: unknown): Copy[] {
    return parseEntry(entry).filter((copy) => {
      if (!this.#isSound(copy)) return false;
      this.#byParent.add(copy);
      this.#byCopy.add(copy);
      return true;
    });
  }

  /** Nothing is copied from itself, nor from two things, nor without end: entries make trees. */
  #isSound({ of, to }: Copy): boolean {
    if (of.length === 0 || this.#byCopy.touching(to).length > 0) return false;
    let spans: Span[] = [of];
    for (let depth = 0; spans.length > 0; depth++) {
      if (depth > MAX_CHAIN || spans.some((span) => overlap(span, to))) return false;
      spans = spans.flatMap((span) => this.#byCopy.touching(span).map((copy) => copy.of));
    }
    return true;
  }

  /** What a span was copied from, and that from, up to what was written first; in its order. */
  originals(span: Span): Span[] {
    const copies = this.#byCopy.touching(span);
    if (copies.length === 0) return [span];
    const result: Span[] = [];
    let { clock } = span;
    for (const { of, to } of copies) {
      const from = Math.max(to.clock, clock);
      const until = Math.min(endOf(to), endOf(span));
      if (from > clock) result.push({ client: span.client, clock, length: from - clock });
      const parent = { client: of.client, clock: of.clock + from - to.clock, length: until - from };
      for (const original of this.originals(parent)) result.push(original);
      clock = until;
    }
    if (clock < endOf(span))
      result.push({ client: span.client, clock, length: endOf(span) - clock });
    return result;
  }

  #latest(span: Span): Span[] {
    return this.#stretches(span).flatMap(({ span: part, copies: [first] }) =>
      first ? this.#latest(first) : [part],
    );
  }

  /** A span, and all that was put in to stand for it since. */
  tree(span: Span): Span[] {
    return this.#stretches(span).flatMap(({ span: part, copies }) => [
      part,
      ...copies.flatMap((copy) => this.tree(copy)),
    ]);
  }

  /** Cuts a span wherever a copy of it begins or ends. */
  #stretches(span: Span): Stretch[] {
    const copies = this.#byParent.touching(span);
    if (copies.length === 0) return [{ span, copies: [] }];
    const bounds = new Set([span.clock, endOf(span)]);
    for (const { of } of copies)
      for (const bound of [of.clock, endOf(of)])
        if (bound > span.clock && bound < endOf(span)) bounds.add(bound);
    const sorted = [...bounds].sort((a, b) => a - b);
    let first = 0;
    return sorted.slice(0, -1).map((clock, index) => {
      const length = sorted[index + 1]! - clock;
      while (first < copies.length && endOf(copies[first]!.of) <= clock) first++;
      const here: Copy[] = [];
      for (let at = first; at < copies.length && copies[at]!.of.clock <= clock; at++)
        if (endOf(copies[at]!.of) > clock) here.push(copies[at]!);
      return {
        span: { client: span.client, clock, length },
        copies: here
          .sort(compareCopies)
          .map(({ of, to }) => ({ client: to.client, clock: to.clock + clock - of.clock, length })),
      };
    });
  }
}

/**
 * The run that begins first counts, and of those the longest. A run stands where its beginning
 * stood, so with any other choice a character could come to stand behind one that followed it.
 */
function compareCopies(a: Copy, b: Copy): number {
  return (
    a.of.clock - b.of.clock ||
    b.of.length - a.of.length ||
    a.to.client - b.to.client ||
    a.to.clock - b.to.clock
  );
}

/** Things that each belong to a span, found by the ids they share with another span. */
class Spans<T> {
  readonly #spanOf: (thing: T) => Span;
  /** By client, sorted by clock; in short lists, since one comes in anywhere. */
  readonly #lists = new Map<number, { parts: T[][]; longest: number }>();

  constructor(spanOf: (thing: T) => Span) {
    this.#spanOf = spanOf;
  }

  add(thing: T): void {
    const { client, clock, length } = this.#spanOf(thing);
    const list = this.#lists.get(client);
    if (!list) {
      this.#lists.set(client, { parts: [[thing]], longest: length });
      return;
    }
    const at = this.#partOf(list.parts, clock);
    const part = list.parts[at]!;
    part.splice(this.#firstFrom(part, clock), 0, thing);
    if (part.length > MAX_PART) list.parts.splice(at + 1, 0, part.splice(MAX_PART / 2));
    list.longest = Math.max(list.longest, length);
  }

  clear(): void {
    this.#lists.clear();
  }

  /** By clock. */
  touching(span: Span): T[] {
    const list = this.#lists.get(span.client);
    const found: T[] = [];
    if (!list) return found;
    const { parts, longest } = list;
    const from = span.clock - longest;
    let part = this.#partOf(parts, from);
    for (let at = this.#firstFrom(parts[part]!, from); part < parts.length; part++, at = 0)
      for (; at < parts[part]!.length; at++) {
        const thing = parts[part]![at]!;
        const other = this.#spanOf(thing);
        if (other.clock >= endOf(span)) return found;
        if (overlap(other, span)) found.push(thing);
      }
    return found;
  }

  /** Index of the last part that begins before a clock, or of the first of all. */
  #partOf(parts: readonly T[][], clock: number): number {
    let low = 0;
    let high = parts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.#spanOf(parts[middle]![0]!).clock < clock) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /** Index of the first that begins at or behind a clock. */
  #firstFrom(things: readonly T[], clock: number): number {
    let low = 0;
    let high = things.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#spanOf(things[middle]!).clock < clock) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

export function overlap(a: Span, b: Span): boolean {
  return a.client === b.client && a.clock < endOf(b) && b.clock < endOf(a);
}

export function endOf(span: Span): number {
  return span.clock + span.length;
}

/** Adds a span to a list, as a part of the last one where it goes on with that. */
export function addSpan(spans: Span[], span: Span): void {
  const last = spans[spans.length - 1];
  if (last && last.client === span.client && endOf(last) === span.clock) last.length += span.length;
  else spans.push(span);
}

export function sameId(a: ItemId, b: ItemId): boolean {
  return a.client === b.client && a.clock === b.clock;
}

/** Items of a shared type that a transaction brought, whoever made them. */
export function* newItems(transaction: Y.Transaction, parent: unknown): Generator<Y.Item> {
  for (const [client, clock] of transaction.afterState) {
    const before = transaction.beforeState.get(client) ?? 0;
    if (before === clock) continue;
    const structs = transaction.doc.store.clients.get(client) ?? [];
    if (structs.length === 0) continue;
    for (let at = Y.findIndexSS(structs, before); at < structs.length; at++) {
      const item = structs[at];
      if (item instanceof Y.Item && (item.parent as unknown) === parent) yield item;
    }
  }
}

/** What one undo copied; of an entry that cannot be read nothing. */
export function parseEntry(entry: unknown): Copy[] {
  if (!Array.isArray(entry)) return [];
  return entry.flatMap((numbers: unknown): Copy[] => {
    if (!Array.isArray(numbers) || !numbers.every(isCount)) return [];
    const [client, first, toClient, toFirst, ...lengths] = numbers;
    let done = 0;
    return lengths.map((length) => {
      const copy = {
        of: { client: client!, clock: first! + done, length },
        to: { client: toClient!, clock: toFirst! + done, length },
      };
      done += length;
      return copy;
    });
  });
}

export function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
