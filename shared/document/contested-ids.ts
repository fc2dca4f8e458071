/**
 * Two copies of a document that both wrote under the same client ids, not knowing of each other: a
 * machine that was copied while it ran. Each has what it wrote under clocks that the other one used,
 * and Yjs takes what it knows by its clock for known.
 *
 * Invariant: what either of them wrote is kept, once, where it was written. One of them gives way: it
 * writes its own words under an id that nobody else has, and forgets what it knew from the first
 * clock on that both used, so that it takes in what the other one wrote there as anything new.
 */
import * as Y from 'yjs';
import { addRange, type ClockRanges, type ItemId } from './clock-ranges.ts';
import { isInPair } from './pairs.ts';
import { keepClaimAgain } from './people.ts';
import {
  type Copy,
  endOf,
  parseEntry,
  Restored,
  sameId,
  WRITTEN_ELSEWHERE,
  type WrittenElsewhere,
} from './restored.ts';
import { ROOT } from './schema.ts';
import { type Copied, copyApart, deleteAll, hasClock, itemsIn, takeOut } from './written-again.ts';

/** Client ids of devices are below this; those above are theirs too, for what ranks higher. */
const OWN_IDS = 2 ** 32;

/** From which clock on of each client a copy forgets what it knows. */
export type Cut = ReadonlyMap<number, number>;

/**
 * Who wrote what another copy has under an id of one's own, and is the same here: somebody else; this
 * one, too, and by chance the same; or nobody knows.
 */
export type Writer = 'other' | 'both' | 'unknown';

export interface Contested {
  /** Whether both used a client id. */
  isBoths: (client: number) => boolean;
  cut: Cut;
  /** What has to be written again, since nobody else has it. */
  again: ClockRanges;
  /** What is to be deleted of what comes back with the other copy's: it is here, or stands again. */
  deleted: ClockRanges;
}

/**
 * What of these ranges, which were written here, stands in `other` as something else, or is deleted
 * there; and what hangs on that. Null where nothing is: then somebody took the ids and wrote nothing.
 *
 * @param writer who wrote what `other` has under an id of one's own
 */
export function findContested(
  doc: Y.Doc,
  other: Y.Doc,
  own: ClockRanges,
  writer: (id: ItemId) => Writer = () => 'unknown',
): Contested | null {
  const groups = new Set<number>();
  for (const [client, list] of own)
    for (const [clock, length] of list)
      if (isContested(doc, other, client, clock, clock + length)) groups.add(client % OWN_IDS);
  if (groups.size === 0) return null;
  const isBoths = (client: number) => groups.has(client % OWN_IDS);
  const cut = new Map<number, number>();
  for (const client of doc.store.clients.keys()) {
    if (!isBoths(client)) continue;
    const end = Y.getState(doc.store, client);
    const first = Math.min(firstContested(doc, other, client), Y.getState(other.store, client));
    const range = own
      .get(client)
      ?.find(([clock, length]) => clock <= first && first < clock + length);
    const from = range && first - range[0] <= BEGUN_ALIKE ? range[0] : first;
    if (from < end) cut.set(client, from);
  }
  cutWhatHangsOn(doc, cut);
  const again: ClockRanges = new Map();
  const deleted: ClockRanges = new Map();
  for (const [client, from] of cut) {
    const arrived = isBoths(client) ? arrivedOf(doc, other, client, from, writer) : new Map();
    for (const { here, there, clock, next } of pairs(doc, other, client, from)) {
      if (!(here instanceof Y.Item)) continue;
      const isSame = there instanceof Y.Item && !isOther(here, there, clock, next);
      const isTheirs = isSame && writer({ client, clock }) === 'other';
      const isMissed = isSame && there.deleted && hasClock(own, client, clock);
      if (!here.deleted && (isBoths(client) ? !isTheirs : !isSame || isMissed))
        addRange(again, client, clock, next - clock);
      // What arrived of one's own stands behind what the other one wrote, and not behind one's own.
      const isGone = isBoths(client) ? hasClock(arrived, client, clock) : here.deleted;
      if (isSame && !there.deleted && isGone) addRange(deleted, client, clock, next - clock);
    }
  }
  return { isBoths, cut, again, deleted };
}

/** What is to be read in one copy of a document, and something else in another one under the same ids. */
export function otherIn(doc: Y.Doc, other: Y.Doc): ClockRanges {
  const ranges: ClockRanges = new Map();
  for (const client of doc.store.clients.keys())
    for (const { here, there, clock, next } of pairs(doc, other, client, 0))
      if (here instanceof Y.Item && there instanceof Y.Item && !here.deleted && !there.deleted)
        if (isOther(here, there, clock, next) && !saidBy(here, clock, next).includes(RUINED))
          addRange(ranges, client, clock, next - clock);
  return ranges;
}

/** What of these ranges another copy of a document does not have to be read. */
export function onlyIn(doc: Y.Doc, other: Y.Doc, ranges: ClockRanges): ClockRanges {
  const only: ClockRanges = new Map();
  for (const [client, list] of ranges)
    for (const [from, length] of list)
      for (const { here, there, clock, next } of pairs(doc, other, client, from)) {
        if (clock >= from + length) break;
        const isThere = here instanceof Y.Item && there instanceof Y.Item && !there.deleted;
        if (!isThere || isOther(here, there, clock, next))
          addRange(only, client, clock, Math.min(next, from + length) - clock);
      }
  return only;
}

/**
 * Writes again what has to be, under the document's client id of now, and forgets what was known from
 * the cut on. What the other copy has there has to be brought then; `deleteAgain` comes after that.
 */
export function giveWay(doc: Y.Doc, { isBoths, cut, again }: Contested, origin: unknown): void {
  const apart = rangesOf(doc, cut);
  doc.transact((transaction) => {
    keepClaimAgain(doc);
    const broughtBack = takeRestored(transaction, again);
    const copies = copyApart(transaction, again, apart);
    new Restored(doc).add(broughtBack.flatMap((copy) => renamed(copy, copies, apart)));
    deleteAll(transaction, apart);
    const written: WrittenElsewhere = {
      copies,
      isLost: ({ client, clock }) => isBoths(client) && clock >= (cut.get(client) ?? Infinity),
    };
    transaction.meta.set(WRITTEN_ELSEWHERE, written);
  }, origin);
  forget(doc, cut, origin);
}

/** What was said in these ranges of what undo brought back: it names ids that are another's as well. */
function takeRestored(transaction: Y.Transaction, ranges: ClockRanges): Copy[] {
  const entries: unknown = transaction.doc.getMap(ROOT.restored);
  const copies: Copy[] = [];
  for (const [client, list] of ranges)
    for (const [clock, length] of list)
      for (const item of itemsIn(transaction, { client, clock, length })) {
        if (item.deleted || (item.parent as unknown) !== entries) continue;
        copies.push(...item.content.getContent().flatMap(parseEntry));
        item.delete(transaction);
      }
  return copies;
}

/** The same under the ids of now, as far as there are any: what is apart has those it was copied to. */
function renamed({ of, to }: Copy, copies: readonly Copied[], apart: ClockRanges): Copied[] {
  const idNow = ({ client, clock }: ItemId): ItemId | null => {
    if (!hasClock(apart, client, clock)) return { client, clock };
    const copy = copies.find(
      (one) => one.of.client === client && one.of.clock <= clock && clock < endOf(one.of),
    );
    return copy ? { client: copy.to.client, clock: copy.to.clock + clock - copy.of.clock } : null;
  };
  const found: Copied[] = [];
  for (let at = 0; at < of.length; at++) {
    const [first, copy] = [of, to].map(({ client, clock }) => idNow({ client, clock: clock + at }));
    const last = found.at(-1);
    if (!first || !copy) continue;
    if (
      last &&
      sameId(first, { client: last.of.client, clock: endOf(last.of) }) &&
      sameId(copy, { client: last.to.client, clock: last.to.clock + last.of.length })
    )
      last.of.length++;
    else found.push({ of: { ...first, length: 1 }, to: copy });
  }
  return found;
}

/** Forgets what is known from these clocks on; what is still to be read of it is deleted before. */
export function forget(doc: Y.Doc, cut: Cut, origin: unknown): void {
  const ranges = rangesOf(doc, cut);
  doc.transact((transaction) => deleteAll(transaction, ranges), origin);
  // After whoever listens has seen it go.
  doc.transact((transaction) => takeOut(transaction, ranges), origin);
  for (const [client, from] of cut) {
    const structs = doc.store.clients.get(client);
    if (!structs || from >= Y.getState(doc.store, client)) continue;
    const at = Y.findIndexSS(structs, from);
    const first = structs[at]!;
    const isWhole = first.id.clock === from;
    // What was collected before it may have become one with it.
    if (!isWhole) first.length = from - first.id.clock;
    structs.length = isWhole ? at : at + 1;
    if (structs.length === 0) doc.store.clients.delete(client);
  }
}

/** Deletes again what was deleted here, once it is back. */
export function deleteAgain(doc: Y.Doc, { deleted }: Contested, origin: unknown): void {
  if (deleted.size > 0) doc.transact((transaction) => deleteAll(transaction, deleted), origin);
}

/** All there is from these clocks on. */
function rangesOf(doc: Y.Doc, cut: Cut): ClockRanges {
  const ranges: ClockRanges = new Map();
  for (const [client, from] of cut) {
    const end = Y.getState(doc.store, client);
    if (from < end) addRange(ranges, client, from, end - from);
  }
  return ranges;
}

/** What refers to what is forgotten is forgotten with all that its client wrote since. */
function cutWhatHangsOn({ store }: Y.Doc, cut: Map<number, number>): void {
  const isCut = (id: Y.ID | null) => id !== null && id.clock >= (cut.get(id.client) ?? Infinity);
  for (let isAnother = true; isAnother; ) {
    isAnother = false;
    for (const [client, structs] of store.clients) {
      const until = cut.get(client) ?? Infinity;
      const first = structs.find(
        (struct) => struct instanceof Y.Item && (isCut(struct.origin) || isCut(struct.rightOrigin)),
      );
      if (!first || first.id.clock >= until) continue;
      cut.set(client, first.id.clock);
      isAnother = true;
    }
  }
}

/**
 * What both have of a contested client that is one's own: it arrived behind what the other one wrote,
 * and is more than two people write alike by chance.
 */
function arrivedOf(
  doc: Y.Doc,
  other: Y.Doc,
  client: number,
  from: number,
  writer: (id: ItemId) => Writer,
): ClockRanges {
  const alike: ClockRanges = new Map();
  for (const { here, there, clock, next } of pairs(doc, other, client, from)) {
    if (!(here instanceof Y.Item && there instanceof Y.Item)) continue;
    if (!isOther(here, there, clock, next) && writer({ client, clock }) === 'unknown')
      addRange(alike, client, clock, next - clock);
  }
  const runs = alike.get(client) ?? [];
  return new Map([[client, runs.filter(([, length]) => length >= BY_CHANCE)]]);
}

function firstContested(doc: Y.Doc, other: Y.Doc, client: number): number {
  for (const { here, there, clock, next } of pairs(doc, other, client, 0))
    if (here instanceof Y.Item && there instanceof Y.Item && isOther(here, there, clock, next))
      return clock;
    else if (here instanceof Y.Item && !here.deleted && there?.deleted) return clock;
  return Infinity;
}

function isContested(
  doc: Y.Doc,
  other: Y.Doc,
  client: number,
  from: number,
  until: number,
): boolean {
  for (const { here, there, clock, next } of pairs(doc, other, client, from)) {
    if (clock >= until) break;
    if (!(here instanceof Y.Item) || !(there instanceof Y.Item)) continue;
    if (there.deleted ? !here.deleted : isOther(here, there, clock, next)) return true;
  }
  return false;
}

/** What Yjs makes of a half of a character is no text of anybody's. */
const RUINED = '\ufffd';
/** Two who write at one place often begin alike, with a space. */
const BEGUN_ALIKE = 2;
/** Fewer characters than this two people may write alike by chance. */
const BY_CHANCE = 8;

interface Pair {
  here: Y.Item | Y.GC;
  there: Y.Item | Y.GC | null;
  /** The first clock they have in common, and the one after the last. */
  clock: number;
  next: number;
}

/** What two copies have of a client, from a clock on, as far as this one knows it. */
function* pairs(doc: Y.Doc, other: Y.Doc, client: number, from: number): Generator<Pair> {
  const structs = doc.store.clients.get(client) ?? [];
  const others = other.store.clients.get(client) ?? [];
  const end = Y.getState(doc.store, client);
  const known = Y.getState(other.store, client);
  for (let clock = from; clock < end; ) {
    const here = structs[Y.findIndexSS(structs, clock)]!;
    const there = clock < known ? others[Y.findIndexSS(others, clock)]! : null;
    let next = here.id.clock + here.length;
    if (there) next = Math.min(next, there.id.clock + there.length);
    if (here instanceof Y.Item && there instanceof Y.Item)
      next =
        clock + sameLength(saidBy(here, clock, next), saidBy(there, clock, next), next - clock);
    yield { here, there, clock, next };
    clock = next;
  }
}

/** How far two texts are the same, or are something else: as far as all of `length` where they are no texts. */
function sameLength(here: unknown, there: unknown, length: number): number {
  const [one, two] = [here, there];
  if (typeof one !== 'string' || typeof two !== 'string') return length;
  if (one.length !== length || two.length !== length) return length;
  const isSame = one[0] === two[0];
  let at = 1;
  while (at < length && (one[at] === two[at]) === isSame) at++;
  // No character is parted.
  while (at > 1 && at < length && [one, two].some((text) => isInPair(text, at))) at--;
  return at;
}

/** Whether two people wrote these; of what is deleted it is only known where it stood. */
function isOther(here: Y.Item, there: Y.Item, clock: number, next: number): boolean {
  if (placeOf(here, clock) !== placeOf(there, clock)) return true;
  if (here.content instanceof Y.ContentDeleted || there.content instanceof Y.ContentDeleted)
    return false;
  return saidBy(here, clock, next) !== saidBy(there, clock, next);
}

/** What somebody wrote it behind and before, which stays. */
function placeOf(item: Y.Item, clock: number): string {
  const { id, origin, rightOrigin, parentSub } = item;
  const before = clock > id.clock ? Y.createID(id.client, clock - 1) : origin;
  const parent = item.parent as Y.AbstractType<unknown>;
  const root = before || rightOrigin || parent._item ? null : Y.findRootTypeKey(parent);
  return JSON.stringify([before, rightOrigin, parentSub, root]);
}

function saidBy({ id, content }: Y.Item, from: number, to: number): string {
  if (content instanceof Y.ContentString) return content.str.slice(from - id.clock, to - id.clock);
  if (content instanceof Y.ContentFormat) return JSON.stringify([content.key, content.value]);
  if (content instanceof Y.ContentType) return '';
  return JSON.stringify(content.getContent().slice(from - id.clock, to - id.clock));
}
