/**
 * Changes of a document, taken back in the state it has now.
 *
 * Invariant: what is taken back is what was done and nothing else: characters that were put in go,
 * whoever's stand between them; those that were deleted come back unless they are back already; a
 * register gets its former value only where nobody has set it since, and so does formatting.
 */
import * as Y from 'yjs';
import { MAX_TITLE_LENGTH } from '../protocol/limits.ts';
import { bodyText } from './body.ts';
import {
  insertRestoredCharacter,
  insertRestoredMarker,
  putItem,
  type Rank,
} from './client-ranks.ts';
import type { ItemId } from './clock-ranges.ts';
import { Cuts } from './cutting.ts';
import { type Formatted, resetAttributes } from './formatting.ts';
import { graphemesOf } from './graphemes.ts';
import type { Attributes } from './marks.ts';
import { firstLength, withoutHalves } from './pairs.ts';
import { type Restored, type Span, sameId } from './restored.ts';
import { ROOT } from './schema.ts';
import { clip, renameTitle } from './text.ts';
import { markerOf } from './validate.ts';

/** What one item of the text held: characters, or an object or a marker. */
export type Content = string | { embed: object };

/** What was deleted, under the ids that it had last. */
export interface Piece extends Span {
  content: Content;
  /** Formatting it is to have when it is back; that of its place where this is left out. */
  attributes?: Attributes;
}

export interface Register {
  /** The item that stood last before; without a value where that had been taken back. */
  before: (ItemId & { value: unknown }) | null;
  /** The item that stood last afterwards, and whether the value was taken back with it. */
  after: ItemId;
  isUnset: boolean;
}

/** Something that was done, as what it did to the items of a document. */
export interface Done {
  readonly inserted: readonly Span[];
  readonly deleted: readonly Piece[];
  readonly formatted: readonly Formatted[];
  readonly registers: Iterable<readonly [string, Register]>;
}

/**
 * Takes back all of these as one.
 *
 * @param copied told each copy that is written of what was deleted
 */
export function takeBack(
  transaction: Y.Transaction,
  restored: Restored,
  all: readonly Done[],
  copied?: (copy: Y.Item, of: Piece) => void,
): void {
  const text = bodyText(transaction.doc);
  restore(
    transaction,
    text,
    restored,
    all.flatMap(({ deleted }) => deleted),
    copied,
  );
  const put = all.flatMap(({ inserted }) => livingIn(transaction, text, restored, inserted));
  const tables = new Set(put.map(tableIn).filter((id) => id !== null));
  // With a table its empty cells go, whichever step they are of.
  if (tables.size > 0) for (const cell of emptyCells(text, tables)) put.push(cell);
  for (const item of put) {
    const marker = markerOf(item);
    // The marker of a cell is the first writer's and serves all: without it what others wrote in
    // the cell would be another's. A cell without text is one whether it has a marker or not.
    const isShared = marker?.type === 'cell' && !tables.has(marker.table ?? '');
    if (!isShared && !item.deleted) item.delete(transaction);
  }
  for (const { registers } of all) resetRegisters(transaction, restored, [...registers]);
  for (const { formatted } of all) resetAttributes(text, formatted, transaction.changed.size > 0);
  forgetMarkers(text);
}

/** What a step made of the title. */
export interface TitleChange {
  was: string;
  is: string;
  /** The letters that came, and those that went; left out where that is not known. */
  put?: Span[];
  gone?: Piece[];
}

/** Takes that back: its letters, whatever others there read by now, as far as there is room for them. */
export function takeTitleBack(
  transaction: Y.Transaction,
  restored: Restored,
  { was, is, put, gone }: TitleChange,
): void {
  const { doc } = transaction;
  if (!put || !gone) {
    renameTitle(doc, is, was);
    return;
  }
  const text = doc.getText(ROOT.title);
  for (const item of livingIn(transaction, text, restored, put)) item.delete(transaction);
  let room = MAX_TITLE_LENGTH - text.length;
  const pieces = gone.map((piece) => {
    const content = clip(String(piece.content), Math.max(0, room));
    room -= content.length;
    return { ...piece, content, length: content.length };
  });
  restore(transaction, text, restored, pieces);
  forgetMarkers(text);
}

/** What is there of what these spans were, and of what was put in to stand for them. */
function livingIn(
  transaction: Y.Transaction,
  text: Y.Text,
  restored: Restored,
  spans: readonly Span[],
): Y.Item[] {
  return spans
    .flatMap((span) => restored.instances(span))
    .flatMap((instance) => [...itemsIn(transaction, instance, text)])
    .filter((item) => !item.deleted && item.countable);
}

function resetRegisters(
  transaction: Y.Transaction,
  restored: Restored,
  registers: readonly (readonly [string, Register])[],
): void {
  const fields = transaction.doc.getMap(ROOT.fields);
  // Those that nobody has set since.
  const own = registers.filter(([key, { after, isUnset }]) => {
    const last = fields._map.get(key);
    if (!last || last.deleted !== isUnset) return false;
    if (isSame(restored, lastIdOf(last), after)) return true;
    return isDeletion(key) && !knew(transaction.doc, restored, last, after);
  });
  const main = (list: typeof registers) => list.filter(([key]) => !isBookkeeping(key)).length;
  const isWhole = main(own) === main(registers);
  const copies: { of: Span; to: ItemId }[] = [];
  for (const [key, { before }] of own) {
    if (!isWhole && isBookkeeping(key)) continue;
    if (before?.value !== undefined) {
      fields.set(key, before.value);
      const { client, clock } = before;
      copies.push({ of: { client, clock, length: 1 }, to: fields._map.get(key)!.id });
    } else fields._map.get(key)?.delete(transaction);
  }
  restored.add(copies);
}

/** Two who delete a block apart mean one thing: either takes back, and does again, for both. */
export function isDeletion(key: string): boolean {
  return key.endsWith(':deleted');
}

/** Whether whoever set a register had heard of this setting of it. */
function knew({ store }: Y.Doc, restored: Restored, setting: Y.Item, of: ItemId): boolean {
  let id: ItemId | null = lastIdOf(setting);
  while (id) {
    const item: Y.Item | Y.GC = Y.getItem(store, Y.createID(id.client, id.clock));
    if (!(item instanceof Y.Item)) return false;
    // Yjs makes one item of several settings of one client.
    for (let { client, clock } = item.id; clock <= id.clock; clock++)
      if (isSame(restored, { client, clock }, of)) return true;
    id = item.origin;
  }
  return false;
}

/** Puts copies of what was deleted where it stood, except for what someone brought back. */
function restore(
  transaction: Y.Transaction,
  text: Y.Text,
  restored: Restored,
  pieces: readonly Piece[],
  copied?: (copy: Y.Item, of: Piece) => void,
): void {
  const all = runsOf(transaction, text, restored, pieces);
  const cuts = new Cuts();
  for (const { client, clock, content } of all)
    cuts.add({ client, clock: clock + firstLengthOf(content) });
  cuts.make(transaction);
  for (const rank of ['text', 'restored text', 'restored marker'] as const) {
    const runs = all.filter((run) => run.rank === rank);
    const ordered = rank === 'restored marker' ? inOrder(transaction, text, runs) : runs;
    restored.announce(ordered, rank);
    for (const run of ordered) {
      const copy = putBack(transaction, text, run);
      copied?.(copy, run.piece);
    }
  }
}

/** A run of neighbours to be copied. */
interface Run extends Span {
  content: Y.Item['content'];
  piece: Piece;
  rank: Rank;
}

/** What a copy of this is put in as, where what others typed behind its first character hangs on all of it. */
function rankOf(content: Y.Item['content']): Rank {
  if (content instanceof Y.ContentString) {
    const isOne = content.str.length === firstLength(content.str);
    // Beside a blank is as good as behind it, and each such copy makes what is said of them longer.
    return isOne && /\S/.test(content.str) ? 'restored text' : 'text';
  }
  return markerOf({ content }) ? 'restored marker' : 'restored text';
}

function putBack(transaction: Y.Transaction, text: Y.Text, run: Run): Y.Item {
  const { client, clock, content, rank } = run;
  const { clientID } = transaction.doc;
  // Behind its first character: what others type before or behind the run stays there.
  const left = firstOf(transaction, run);
  if (rank === 'text')
    return putItem(transaction, text, clientID, { left, right: left.right }, content);
  const gone = Y.getItemCleanStart(transaction, Y.createID(client, clock));
  if (rank === 'restored text') return insertRestoredCharacter(transaction, gone, content);
  return insertRestoredMarker(transaction, gone, content, (item) => markerOf(item) !== null);
}

/** The item that ends behind the first character of a run. */
function firstOf(transaction: Y.Transaction, { client, clock, content }: Run): Y.Item {
  const last = clock + firstLengthOf(content) - 1;
  return Y.getItemCleanEnd(transaction, transaction.doc.store, Y.createID(client, last));
}

/** How long the first character of a content is. */
function firstLengthOf(content: Y.Item['content']): number {
  return content instanceof Y.ContentString ? firstLength(content.str) : 1;
}

/** Markers as they stand in the text: where one comes back is told by the one before it. */
function inOrder(transaction: Y.Transaction, text: Y.Text, markers: Run[]): Run[] {
  if (markers.length < 2) return markers;
  const runs = new Map(markers.map((run) => [firstOf(transaction, run), run]));
  const found: Run[] = [];
  for (let item = text._start; item !== null; item = item.right) {
    const run = runs.get(item);
    if (run) found.push(run);
  }
  return found;
}

/** What is to be brought back, in runs of neighbours; by words, if it is not too much. */
function runsOf(
  transaction: Y.Transaction,
  text: Y.Text,
  restored: Restored,
  pieces: readonly Piece[],
): Run[] {
  const size = pieces.reduce((sum, piece) => sum + piece.length, 0);
  const runs: Run[] = [];
  for (const piece of pieces)
    for (const span of missing(restored, piece))
      for (const item of itemsIn(transaction, span, text)) {
        if (!item.deleted) continue;
        let { clock } = item.id;
        const start = clock - piece.clock;
        for (const content of contentsOf(piece.content, start, start + item.length, size)) {
          const length = content.getLength();
          runs.push({ client: piece.client, clock, length, content, piece, rank: rankOf(content) });
          clock += length;
        }
      }
  return runs;
}

/** The spans of a deleted piece that nobody brought back. */
function missing(restored: Restored, piece: Piece): Span[] {
  const missing: Span[] = [];
  let { clock } = piece;
  for (const now of restored.current(piece)) {
    if (sameId(now, { client: piece.client, clock })) missing.push(now);
    clock += now.length;
  }
  return missing;
}

export function isSame(restored: Restored, a: ItemId, b: ItemId): boolean {
  return sameId(restored.original(a), restored.original(b));
}

/** Places in the text that Yjs remembers for a while are off when items come and go. */
export function forgetMarkers(text: Y.Text): void {
  if (text._searchMarker) text._searchMarker.length = 0;
}

/**
 * Registers that say what other blocks are to one that was moved or deleted. They only make sense
 * with that: where someone has moved it elsewhere since, they stay.
 */
function isBookkeeping(key: string): boolean {
  return /:(?:from|kept|joinedTo)$/.test(key);
}

function tableIn(item: Y.Item): string | null {
  const marker = markerOf(item);
  return marker?.type === 'table' ? marker.id : null;
}

/** The markers of cells in these tables behind which no text stands. */
function emptyCells(text: Y.Text, tables: ReadonlySet<string>): Y.Item[] {
  const found: Y.Item[] = [];
  let open: Y.Item | null = null;
  for (let item = text._start; item !== null; item = item.right) {
    if (item.deleted || !item.countable) continue;
    const marker = markerOf(item);
    if (marker && open) found.push(open);
    open = marker?.type === 'cell' && tables.has(marker.table ?? '') ? item : null;
  }
  if (open) found.push(open);
  return found;
}

/** Whether any of a span is there, in this type; nothing is cut for it. */
export function isAnyLiving(doc: Y.Doc, span: Span, parent: unknown): boolean {
  const structs = doc.store.clients.get(span.client) ?? [];
  const end = Math.min(span.clock + span.length, Y.getState(doc.store, span.client));
  if (span.clock >= end) return false;
  for (let at = Y.findIndexSS(structs, span.clock); at < structs.length; at++) {
    const item = structs[at]!;
    if (item.id.clock >= end) break;
    if (!item.deleted && item instanceof Y.Item && (item.parent as unknown) === parent) return true;
  }
  return false;
}

/** The items of a span that a shared type holds, cut where the span begins and ends. */
export function* itemsIn(
  transaction: Y.Transaction,
  { client, clock, length }: Span,
  parent: unknown,
): Generator<Y.Item> {
  const { store } = transaction.doc;
  const end = Math.min(clock + length, Y.getState(store, client));
  for (let at = clock; at < end; ) {
    let item: Y.Item | Y.GC = Y.getItemCleanStart(transaction, Y.createID(client, at));
    if (item instanceof Y.Item && item.id.clock + item.length > end)
      item = Y.getItemCleanEnd(transaction, store, Y.createID(client, end - 1));
    at = item.id.clock + item.length;
    if (item instanceof Y.Item && (item.parent as unknown) === parent) yield item;
  }
}

/**
 * Words, parts of long ones, and blanks. What someone else types apart, in a text that is deleted
 * and brought back meanwhile, stays behind the word it was typed behind.
 */
const WORDS = /\S+|\s+/gu;
/** Characters of a word that come back in one piece, as a reader counts them. */
const MAX_WORD = 12;
/** Where more is brought back at once, it comes back in as few pieces as it was deleted in. */
const MAX_BY_WORDS = 10_000;

/** The contents to write for part of a piece, one for each run. */
function contentsOf(content: Content, from: number, to: number, size: number): Y.Item['content'][] {
  if (typeof content === 'string') {
    const text = withoutHalves(content.slice(from, to));
    const parts = size > MAX_BY_WORDS ? [text] : (text.match(WORDS) ?? [text]).flatMap(partsOf);
    return parts.map((part) => new Y.ContentString(part));
  }
  return [new Y.ContentEmbed(content.embed)];
}

/** A word in parts that are not too long, and cut no character. */
function partsOf(word: string): string[] {
  if (word.length <= MAX_WORD || !/\S/.test(word)) return [word];
  const parts: string[] = [];
  const characters = graphemesOf(word);
  for (let at = 0; at < characters.length; at += MAX_WORD)
    parts.push(characters.slice(at, at + MAX_WORD).join(''));
  return parts;
}

export function lastIdOf({ id, length }: Y.Item): ItemId {
  return { client: id.client, clock: id.clock + length - 1 };
}

export function lastValueOf(item: Y.Item): unknown {
  const values = item.content.getContent();
  return values[values.length - 1];
}
