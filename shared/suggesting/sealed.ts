/**
 * A suggestion as it is stored and sent: one Yjs update that was made on a copy of the document, and
 * what it may be.
 *
 * Invariant: what `faultIn` finds nothing wrong with depends on nothing but the document and itself,
 * is written under ids that nobody has, and touches nothing but what is written: applied, it is what
 * its author did, and no more.
 */
import * as Y from 'yjs';
import { ALL_IDS, clientIdsOf, OWN_IDS } from '../document/client-ranks.ts';
import { firstBehind } from '../document/clock-ranges.ts';
import type { Look } from '../document/look.ts';
import { isCount } from '../document/restored.ts';
import { ROOT } from '../document/schema.ts';
import { scanUpdate } from '../protocol/scan-update.ts';

/** Bytes of the update of one suggestion. */
export const MAX_SUGGESTION_BYTES = 256 * 1024;
/** What it may take in memory, in items of plain text. */
const MAX_SUGGESTION_WEIGHT = 50_000;
/** Times that somebody went on with it: each time writes under an id of its own. */
export const MAX_SUGGESTION_CLIENTS = 50;

export interface Sealed {
  /** Its name, which its marks bear. */
  readonly id: string;
  /** Yjs clients it was written under, without their ranks. */
  readonly clients: readonly number[];
  /** In Yjs' first encoding. */
  readonly update: Uint8Array;
  /** Several wrote it, for as long as they liked: see `draft.ts`. */
  readonly isDraft?: true;
}

/** Why a suggestion is not taken. */
export type SuggestionFault =
  /** It cannot be read, or says nothing. */
  | 'unreadable'
  | 'too large'
  /** It is written under ids that are not its own. */
  | 'foreign ids'
  /** Under its ids the document has something already. */
  | 'taken ids'
  /** The document has not all that it refers to, at least not yet. */
  | 'waits'
  /** It touches what is no text, block or title: somebody's name, a decision, what others restored. */
  | 'touches more';

/** What may be written; the rest of a document is nothing that one suggests. */
const WRITTEN: ReadonlySet<string> = new Set([ROOT.body, ROOT.fields, ROOT.title]);
/** What else a draft may say of the document: no suggestion, since nobody would see it on a card. */
const LOOKS: ReadonlySet<string> = new Set(['icon', 'width', 'face'] satisfies Look[]);

/** Whether this id is one of these clients', under any rank. */
export function isUnder(clients: readonly number[], client: number): boolean {
  return client < ALL_IDS && clients.includes(client % OWN_IDS);
}

/** Whether the document has something of it: that was accepted then, whatever became of it. */
export function isKnown(doc: Y.Doc, { id, clients }: Pick<Sealed, 'id' | 'clients'>): boolean {
  return clients.some((client) => markOf(doc, client) === id);
}

/** Whether the document has all of it: its author may have gone on after it was accepted. */
export function isWhole(doc: Y.Doc, { update }: Pick<Sealed, 'update'>): boolean {
  const { ends, deleted } = extentOf(update);
  for (const [client, end] of ends) if (Y.getState(doc.store, client) < end) return false;
  return deleted.every(([client, clock, length]) => isDeleted(doc, client, clock, length));
}

interface Extent {
  /** By client: behind the last clock that it brings. */
  ends: ReadonlyMap<number, number>;
  deleted: readonly (readonly [client: number, clock: number, length: number])[];
}

const extents = new WeakMap<Uint8Array, Extent>();

function extentOf(update: Uint8Array): Extent {
  let extent = extents.get(update);
  if (!extent) {
    const { structs, ds } = decode(update) ?? { structs: [], ds: { clients: new Map() } };
    const ends = new Map<number, number>();
    for (const { id, length } of structs)
      ends.set(id.client, Math.max(ends.get(id.client) ?? 0, id.clock + length));
    const deleted: [number, number, number][] = [];
    for (const [client, ranges] of ds.clients)
      for (const { clock, len } of ranges) deleted.push([client, clock, len]);
    extent = { ends, deleted };
    extents.set(update, extent);
  }
  return extent;
}

/** What it takes away. */
export function deletionsOf(
  update: Uint8Array,
): readonly (readonly [client: number, clock: number, length: number])[] {
  return extentOf(update).deleted;
}

const behind = new WeakMap<Uint8Array, ReadonlySet<number>>();

/** Whose text it stands in or takes away, itself included: Yjs clients without their ranks. */
export function clientsBehind({ update }: Pick<Sealed, 'update'>): ReadonlySet<number> {
  let clients = behind.get(update);
  if (!clients) {
    const { structs, ds } = decode(update) ?? { structs: [], ds: { clients: new Map() } };
    const found = new Set<number>(ds.clients.keys());
    for (const struct of structs)
      if (struct instanceof Y.Item)
        for (const id of [struct.origin, struct.rightOrigin]) if (id) found.add(id.client);
    clients = new Set([...found].map((client) => client % OWN_IDS));
    behind.set(update, clients);
  }
  return clients;
}

function isDeleted({ store }: Y.Doc, client: number, clock: number, length: number): boolean {
  const end = clock + length;
  if (Y.getState(store, client) < end) return false;
  const structs = store.clients.get(client)!;
  for (let at = Y.findIndexSS(structs, clock); at < structs.length; at++) {
    const struct = structs[at]!;
    if (struct.id.clock >= end) break;
    if (!struct.deleted) return false;
  }
  return true;
}

/** Whether anything is written under this id, under any rank. */
export function isTaken(doc: Y.Doc, client: number): boolean {
  return clientIdsOf(client).some((id) => Y.getState(doc.store, id) > 0);
}

/** Whether what was written under this id came with a suggestion, which brings a mark for it. */
export function isMarked(doc: Y.Doc, client: number): boolean {
  return doc.getMap(ROOT.suggestions).has(String(client % OWN_IDS));
}

/** Ids that bear the mark of this suggestion or draft, in order. */
export function clientsOf(doc: Y.Doc, id: string): number[] {
  const clients: number[] = [];
  for (const [key, name] of doc.getMap(ROOT.suggestions).entries())
    if (name === id && /^[1-9]\d{0,9}$/.test(key)) clients.push(Number(key));
  return clients.sort((a, b) => a - b);
}

/** The name of the suggestion that this id came with. */
function markOf(doc: Y.Doc, client: number): unknown {
  return doc.getMap(ROOT.suggestions).get(String(client % OWN_IDS));
}

/**
 * What is wrong with a suggestion for this document, which stays as it is; null if nothing is. A draft
 * may bring along what was written in the document and has not come here: nobody but who may write in
 * the document writes in one.
 *
 * @param author whose it is: their name and their claim of its ids may come with it, nobody else's
 */
export function faultIn(doc: Y.Doc, sealed: Sealed, author?: string): SuggestionFault | null {
  const { clients, update } = sealed;
  // How large a draft is was decided where it is kept.
  const isLimited = !sealed.isDraft;
  const isLarge = update.length > MAX_SUGGESTION_BYTES || clients.length > MAX_SUGGESTION_CLIENTS;
  if (isLimited && isLarge) return 'too large';
  const facts = scanUpdate(update);
  if (facts === null || facts.unwritable > 0) return 'unreadable';
  if (facts.structs === 0 && facts.deletions === 0) return 'unreadable';
  if (isLimited && facts.weight > MAX_SUGGESTION_WEIGHT) return 'too large';
  if (!clients.every((client) => Number.isInteger(client) && client > 0 && client < OWN_IDS))
    return 'foreign ids';
  // Under an id that bears its mark it may go on.
  if (clients.some((client) => isTaken(doc, client) && markOf(doc, client) !== sealed.id))
    return 'taken ids';
  return new Inspection(doc, sealed, author).faultIn(update);
}

/** Whether it says of a draft that it is what it was before a merge of it was taken back. */
function isBroughtBack(key: string | null, id: string): boolean {
  if (key === null) return false;
  return key.startsWith(`${id}/`) && /^[1-9]\d*\/back$/.test(key.slice(id.length + 1));
}

function decode(update: Uint8Array): ReturnType<typeof Y.decodeUpdate> | null {
  try {
    return Y.decodeUpdate(update);
  } catch {
    // Yjs throws errors of all kinds at bytes that are no text, no JSON or no number.
    return null;
  }
}

/** Where an item belongs: a shared type of the document, and the key where that is a map. */
interface Home {
  root: string;
  key: string | null;
}

/** Clocks of the suggestion's own, and where they belong. */
interface Own {
  start: number;
  end: number;
  home: Home | null;
}

const endOfOwn = ({ end }: Own): number => end;

class Inspection {
  readonly #doc: Y.Doc;
  readonly #id: string;
  readonly #clients: readonly number[];
  readonly #author: string | undefined;
  readonly #isDraft: boolean;
  /** Those of a draft's writers who claimed an id before. */
  readonly #writers = new Set<string>();
  readonly #roots = new Map<unknown, string>();
  #isMarked: boolean;
  /** A draft has what was written in the document and is not here: see `DraftFlow`. */
  #isAhead = false;
  /** Of each id's own structs, in their order: up to which clock it goes, and where it belongs. */
  readonly #own = new Map<number, Own[]>();

  constructor(doc: Y.Doc, sealed: Sealed, author: string | undefined) {
    this.#doc = doc;
    this.#id = sealed.id;
    this.#clients = sealed.clients;
    this.#author = author;
    this.#isDraft = sealed.isDraft === true;
    // It has gone on since it was accepted.
    this.#isMarked = isKnown(doc, sealed);
    for (const [name, type] of doc.share) this.#roots.set(type, name);
    if (!this.#isDraft) return;
    for (const key of doc.getMap(ROOT.claims).keys()) {
      const [client, person = ''] = key.split('/');
      if (this.#clients.includes(Number(client))) this.#writers.add(person);
    }
  }

  faultIn(update: Uint8Array): SuggestionFault | null {
    const decoded = decode(update);
    if (decoded === null) return 'unreadable';
    const { structs, ds } = decoded;
    const waiting = new Map<number, (Y.Item | Y.GC | Y.Skip)[]>();
    for (const struct of structs) {
      if (!isUnder(this.#clients, struct.id.client)) {
        if (!this.#isDraft) return 'foreign ids';
        this.#isAhead = true;
      }
      const list = waiting.get(struct.id.client);
      if (list) list.push(struct);
      else waiting.set(struct.id.client, [struct]);
    }
    // What is written under one rank may refer to what is under another: round by round, as Yjs does.
    for (let left = structs.length; left > 0; ) {
      const before = left;
      for (const list of waiting.values())
        for (let next = list[0]; next && this.#isReady(next); next = list[0]) {
          const fault = this.#take(next);
          if (fault) return fault;
          list.shift();
          left--;
        }
      if (left === before) return 'waits';
    }
    // Ranges that overlap are made one: each is held against all that it covers.
    for (const [client, ranges] of Y.mergeDeleteSets([ds]).clients)
      for (const { clock, len } of ranges) {
        const fault = this.#faultInDeletion(client, clock, len);
        if (fault) return fault;
      }
    return this.#isMarked ? null : 'unreadable';
  }

  /** Whether all is here that it comes after. */
  #isReady(struct: Y.Item | Y.GC | Y.Skip): boolean {
    const { client, clock } = struct.id;
    if (struct instanceof Y.Skip) return false;
    const end = this.#own.get(client)?.at(-1)?.end;
    // It may begin anywhere in what is there.
    if (end === undefined ? clock > Y.getState(this.#doc.store, client) : clock !== end)
      return false;
    if (!(struct instanceof Y.Item)) return true;
    return [struct.origin, struct.rightOrigin].every((id) => id === null || this.#has(id));
  }

  #end(client: number): number {
    return this.#own.get(client)?.at(-1)?.end ?? Y.getState(this.#doc.store, client);
  }

  #has({ client, clock }: Y.ID): boolean {
    return clock < this.#end(client);
  }

  #take(struct: Y.Item | Y.GC | Y.Skip): SuggestionFault | null {
    const { client, clock } = struct.id;
    const end = clock + struct.length;
    const known = Y.getState(this.#doc.store, client);
    const isBegun = clock < known;
    const home = isBegun
      ? this.#homeOfId({ client, clock: Math.min(end, known) - 1 })
      : struct instanceof Y.Item
        ? this.#homeOf(struct)
        : null;
    const list = this.#own.get(client) ?? [];
    this.#own.set(client, list);
    list.push({ start: clock, end, home });
    // What is there was looked at when it came, whatever is said of it now.
    if (end <= known || !(struct instanceof Y.Item)) return null;
    if (home === null) return 'touches more';
    if (!isUnder(this.#clients, client)) return null;
    return this.#mayWrite(struct, home) ? null : 'touches more';
  }

  /** Null where it is in nothing that a document has at its top. */
  #homeOf({ origin, rightOrigin, parent, parentSub }: Y.Item): Home | null {
    const near = origin ?? rightOrigin;
    if (near !== null) return this.#homeOfId(near);
    return typeof parent === 'string' ? { root: parent, key: parentSub } : null;
  }

  #homeOfId({ client, clock }: Y.ID): Home | null {
    const structs = this.#doc.store.clients.get(client) ?? [];
    if (clock >= Y.getState(this.#doc.store, client)) {
      const own = this.#own.get(client) ?? [];
      return own[firstBehind(own, clock, endOfOwn)]?.home ?? null;
    }
    const item = structs[Y.findIndexSS(structs, clock)];
    return item instanceof Y.Item ? this.#homeOfItem(item) : null;
  }

  #homeOfItem({ parent, parentSub }: Y.Item): Home | null {
    const root = this.#roots.get(parent);
    return root === undefined ? null : { root, key: parentSub };
  }

  #mayWrite({ content, id }: Y.Item, { root, key }: Home): boolean {
    // A document is flat: nothing in it holds other types.
    if (content instanceof Y.ContentType || content instanceof Y.ContentDoc) return false;
    if (WRITTEN.has(root)) return true;
    if (key === null) return false;
    // Its mark: see `isMarked`.
    if (root === ROOT.suggestions) {
      const isMark =
        key === String(id.client) && content.getContent().every((name) => name === this.#id);
      this.#isMarked ||= isMark;
      return isMark || (this.#isDraft && isBroughtBack(key, this.#id));
    }
    if (root === ROOT.restored)
      return content.getContent().every((entry: unknown) => this.#isOwnCopies(entry));
    const claims = `${id.client % OWN_IDS}/`;
    if (this.#isDraft) {
      if (root === ROOT.meta) return LOOKS.has(key);
      if (root === ROOT.people) return this.#writers.has(key);
      if (root !== ROOT.claims || !key.startsWith(claims)) return false;
      this.#writers.add(key.slice(claims.length));
      return true;
    }
    if (this.#author === undefined) return false;
    if (root === ROOT.people) return key === this.#author;
    return root === ROOT.claims && key === `${claims}${this.#author}`;
  }

  /** Whether it speaks of copies that are the suggestion's own, and of nothing that others brought back. */
  #isOwnCopies(entry: unknown): boolean {
    if (!Array.isArray(entry)) return false;
    return entry.every(
      (run) => Array.isArray(run) && isCount(run[2]) && isUnder(this.#clients, run[2]),
    );
  }

  #faultInDeletion(client: number, from: number, length: number): SuggestionFault | null {
    const to = from + length;
    if (isUnder(this.#clients, client)) {
      if (to > this.#end(client)) return 'waits';
      // Its mark stays.
      const isMark = (home: Home | null) =>
        home?.root === ROOT.suggestions && !(this.#isDraft && isBroughtBack(home.key, this.#id));
      const own = this.#own.get(client) ?? [];
      for (let at = firstBehind(own, from, endOfOwn); at < own.length && own[at]!.start < to; at++)
        if (isMark(own[at]!.home)) return 'touches more';
      return this.#homesIn(client, from, to).some(isMark) ? 'touches more' : null;
    }
    if (to > this.#end(client)) return 'waits';
    if (this.#isAhead) return null;
    const isLook = ({ root, key }: Home) => root === ROOT.meta && LOOKS.has(key ?? '');
    const isWritten = (home: Home | null) =>
      home !== null && (WRITTEN.has(home.root) || (this.#isDraft && isLook(home)));
    return this.#homesIn(client, from, to).every(isWritten) ? null : 'touches more';
  }

  /** Where that of it is which the document has, but for what was collected. */
  #homesIn(client: number, from: number, to: number): (Home | null)[] {
    const homes: (Home | null)[] = [];
    if (from >= Y.getState(this.#doc.store, client)) return homes;
    const structs = this.#doc.store.clients.get(client)!;
    for (let at = Y.findIndexSS(structs, from); at < structs.length; at++) {
      const struct = structs[at]!;
      if (struct.id.clock >= to) break;
      // What is deleted already is not touched by it.
      if (struct instanceof Y.Item && !struct.deleted) homes.push(this.#homeOfItem(struct));
    }
    return homes;
  }
}
