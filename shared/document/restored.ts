/**
 * Which characters of a document stand for which: undo brings deleted text back as a copy, and says
 * so here, for everyone.
 *
 * Invariant: entries are only ever added, and which copy of a character counts is a function of
 * them alone. A copy that counts is never deleted for the sake of another, and every other one is,
 * so wherever all is known a character stands once, however many people brought it back apart.
 */
import * as Y from 'yjs';
import { bodyText } from './body.ts';
import { ROOT } from './schema.ts';

export interface ItemId {
  client: number;
  clock: number;
}

/** Consecutive ids of one client: characters, objects, marks or format changes. */
export interface Span extends ItemId {
  length: number;
}

interface Copy {
  /** What was written first: never a copy itself. */
  of: Span;
  to: Span;
  /** One more than that of any copy its maker knew: who brings back what came back and went, wins. */
  generation: number;
}

/** Originals that have the same copies, the one that counts first. */
interface Stretch {
  original: Span;
  copies: { span: Span; generation: number }[];
}

export class Restored {
  readonly #doc: Y.Doc;
  readonly #text: Y.Text;
  readonly #entries: Y.Map<unknown>;
  readonly #byOriginal = new Spans<Copy>((copy) => copy.of);
  readonly #byCopy = new Spans<Copy>((copy) => copy.to);

  constructor(doc: Y.Doc) {
    this.#doc = doc;
    this.#text = bodyText(doc);
    this.#entries = doc.getMap(ROOT.restored);
    for (const entry of this.#entries.values()) this.#take(entry);
  }

  /** Takes in what a transaction added. @returns the originals it says something of */
  take(transaction: Y.Transaction): Span[] {
    const touched: Span[] = [];
    for (const item of newItems(transaction, this.#entries))
      for (const entry of item.content.getContent())
        touched.push(...this.#take(entry).map((copy) => copy.of));
    // Yjs may hold a copy back for want of its neighbours after it let the word of it through.
    for (const item of newItems(transaction, this.#text)) {
      const span = { client: item.id.client, clock: item.id.clock, length: item.length };
      if (this.#byCopy.touching(span).length > 0) touched.push(...this.#originals(span));
    }
    return touched;
  }

  /** Every original there is a copy of. */
  all(): Span[] {
    return [...this.#entries.values()].flatMap((entry) => parseEntry(entry).map((copy) => copy.of));
  }

  /**
   * Says that each of these spans is about to be copied, one after the other; what comes next must
   * be just these copies. The word goes first, so that nobody has a copy without knowing it.
   */
  announce(spans: readonly Span[]): void {
    const { clientID, store } = this.#doc;
    this.#add(spans, { client: clientID, clock: Y.getState(store, clientID) + 1 });
  }

  /** Says that one item of a map was copied. */
  add(of: ItemId, to: ItemId): void {
    this.#add([{ ...of, length: 1 }], to);
  }

  #add(spans: readonly Span[], to: ItemId): void {
    const copies: Copy[] = [];
    let { clock } = to;
    for (const original of spans.flatMap((span) => this.#originals(span)))
      for (const stretch of this.#stretches(original)) {
        const { length } = stretch.original;
        const next: Copy = {
          of: stretch.original,
          to: { client: to.client, clock, length },
          generation: (stretch.copies[0]?.generation ?? 0) + 1,
        };
        clock += length;
        const last = copies[copies.length - 1];
        if (last && follows(last, next)) {
          last.of.length += length;
          last.to.length += length;
        } else copies.push(next);
      }
    if (copies.length === 0) return;
    this.#entries.set(
      `${to.client}.${to.clock}`,
      copies.map(({ of, to: { client, clock: start }, generation }) => [
        of.client,
        of.clock,
        client,
        start,
        of.length,
        generation,
      ]),
    );
  }

  /** The spans that stand for this one now, in its order; itself where nobody brought it back. */
  current(span: Span): Span[] {
    return this.#originals(span).flatMap((original) =>
      this.#stretches(original).map((stretch) => stretch.copies[0]?.span ?? stretch.original),
    );
  }

  /** All that ever stood for this span. */
  instances(span: Span): Span[] {
    return this.#originals(span).flatMap((original) =>
      this.#stretches(original).flatMap((stretch) => [
        stretch.original,
        ...stretch.copies.map((copy) => copy.span),
      ]),
    );
  }

  /** What the character was written as first. */
  original({ client, clock }: ItemId): ItemId {
    return this.#originals({ client, clock, length: 1 })[0]!;
  }

  /** All that stands for these originals and does not count. */
  outdated(original: Span): Span[] {
    return this.#stretches(original).flatMap((stretch) =>
      stretch.copies.length === 0
        ? []
        : [stretch.original, ...stretch.copies.slice(1).map((copy) => copy.span)],
    );
  }

  /** The same anchor at the character that stands for its own now. */
  follow(anchor: Y.RelativePosition): Y.RelativePosition {
    if (anchor.item === null) return anchor;
    const [now] = this.current({ ...anchor.item, length: 1 });
    if (!now || sameId(now, anchor.item)) return anchor;
    const id = Y.createID(now.client, now.clock);
    return new Y.RelativePosition(anchor.type, anchor.tname, id, anchor.assoc);
  }

  #take(entry: unknown): Copy[] {
    const copies = parseEntry(entry);
    for (const copy of copies) {
      this.#byOriginal.add(copy);
      this.#byCopy.add(copy);
    }
    return copies;
  }

  #originals(span: Span): Span[] {
    const result: Span[] = [];
    let { clock } = span;
    const end = span.clock + span.length;
    for (const { of, to } of this.#byCopy.touching(span)) {
      if (to.clock + to.length <= clock) continue;
      const from = Math.max(to.clock, clock);
      const until = Math.min(to.clock + to.length, end);
      if (from > clock) result.push({ client: span.client, clock, length: from - clock });
      result.push({
        client: of.client,
        clock: of.clock + from - to.clock,
        length: until - from,
      });
      clock = until;
    }
    if (clock < end) result.push({ client: span.client, clock, length: end - clock });
    return result;
  }

  /** Cuts a span of originals wherever its copies begin or end. */
  #stretches(span: Span): Stretch[] {
    const copies = this.#byOriginal.touching(span);
    if (copies.length === 0) return [{ original: span, copies: [] }];
    const end = span.clock + span.length;
    const bounds = new Set([span.clock, end]);
    for (const { of } of copies)
      for (const bound of [of.clock, of.clock + of.length])
        if (bound > span.clock && bound < end) bounds.add(bound);
    const sorted = [...bounds].sort((a, b) => a - b);
    let first = 0;
    return sorted.slice(0, -1).map((clock, index) => {
      const length = sorted[index + 1]! - clock;
      while (first < copies.length && endOf(copies[first]!.of) <= clock) first++;
      const here: Stretch['copies'] = [];
      for (let at = first; at < copies.length && copies[at]!.of.clock <= clock; at++) {
        const { of, to, generation } = copies[at]!;
        if (endOf(of) <= clock) continue;
        here.push({
          span: { client: to.client, clock: to.clock + clock - of.clock, length },
          generation,
        });
      }
      here.sort(
        (a, b) =>
          b.generation - a.generation ||
          a.span.client - b.span.client ||
          a.span.clock - b.span.clock,
      );
      return { original: { client: span.client, clock, length }, copies: here };
    });
  }
}

/** Things that each belong to a span, found by the ids they share with another span. */
class Spans<T> {
  readonly #spanOf: (thing: T) => Span;
  /** By client, sorted by clock before they are asked for. */
  readonly #lists = new Map<number, { things: T[]; longest: number; isSorted: boolean }>();

  constructor(spanOf: (thing: T) => Span) {
    this.#spanOf = spanOf;
  }

  add(thing: T): void {
    const { client, length } = this.#spanOf(thing);
    let list = this.#lists.get(client);
    if (!list) {
      list = { things: [], longest: 0, isSorted: true };
      this.#lists.set(client, list);
    }
    list.things.push(thing);
    list.longest = Math.max(list.longest, length);
    list.isSorted = false;
  }

  /** By clock. */
  touching(span: Span): T[] {
    const list = this.#lists.get(span.client);
    if (!list) return [];
    const { things, longest } = list;
    if (!list.isSorted) things.sort((a, b) => this.#spanOf(a).clock - this.#spanOf(b).clock);
    list.isSorted = true;
    let low = 0;
    let high = things.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#spanOf(things[middle]!).clock + longest <= span.clock) low = middle + 1;
      else high = middle;
    }
    const found: T[] = [];
    for (let at = low; at < things.length; at++) {
      const other = this.#spanOf(things[at]!);
      if (other.clock >= endOf(span)) break;
      if (endOf(other) > span.clock) found.push(things[at]!);
    }
    return found;
  }
}

export function endOf(span: Span): number {
  return span.clock + span.length;
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

/** Whether one copy goes on where another ends, so that both can be said as one. */
function follows(last: Copy, next: Copy): boolean {
  return (
    last.generation === next.generation &&
    last.of.client === next.of.client &&
    endOf(last.of) === next.of.clock &&
    last.to.client === next.to.client &&
    endOf(last.to) === next.to.clock
  );
}

/** What one undo copied; of an entry that cannot be read nothing. */
function parseEntry(entry: unknown): Copy[] {
  if (!Array.isArray(entry)) return [];
  return entry.flatMap((numbers: unknown): Copy[] => {
    if (!Array.isArray(numbers) || numbers.length < 6 || !numbers.every(isCount)) return [];
    const [client, clock, toClient, toClock, length, generation] = numbers as number[];
    if (length === 0) return [];
    return [
      {
        of: { client: client!, clock: clock!, length: length! },
        to: { client: toClient!, clock: toClock!, length: length! },
        generation: generation!,
      },
    ];
  });
}

export function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
