/**
 * What an update would do to a document, told before it is let near the document.
 *
 * Invariant: looking changes nothing, and takes time in proportion to the update, not the document.
 */
import * as Y from 'yjs';
import { firstBehind } from '../../shared/document/clock-ranges.ts';
import { applyUpdate, FEW_CUTS } from '../../shared/document/cutting.ts';
import { scanUpdate } from '../../shared/protocol/scan-update.ts';
import { countConflicts, MOVED_IN_A_STEP } from './conflict-meter.ts';

type Verdict =
  /** The document has all of it already. */
  | 'nothing-new'
  /** It only deletes. */
  | 'deletions'
  /** It adds, in a way that cannot fail. */
  | 'additions'
  /** It adds, in a way that may fail when it is applied: try it on a copy. */
  | 'unusual'
  /** It cannot be read, or claims what cannot be. */
  | 'invalid';

type Struct = Y.Item | Y.GC;
const endOf = ({ id, length }: Struct): number => id.clock + length;

const PLAIN_CONTENT = new Set<unknown>([
  Y.ContentString,
  Y.ContentDeleted,
  Y.ContentFormat,
  Y.ContentEmbed,
  Y.ContentAny,
  Y.ContentJSON,
  Y.ContentType,
  Y.ContentBinary,
]);

/** Steps of Yjs' search that may be taken without a trial: a tenth of a second at the most. */
const CHEAP_STEPS = 500_000;
/** Steps that one update may cost. */
export const MOST_STEPS = 500_000;
/** Steps that its deletions may cost, where they cut what is there. */
const MOST_CUT_STEPS = 8_000_000;
/** Shared types inside each other: to delete one, Yjs recurses into what is in it. */
const MAX_TYPE_DEPTH = 100;
/** Ranges of deletions that are not in order, which cost their square. */
const MAX_UNSORTED_DELETIONS = 1_000;

/** What is found out about an update. */
export interface Inspection {
  verdict: Verdict;
  /** What its structs take in memory, in items of plain text. */
  weight: number;
  /** Clients it brings something new of. */
  writes: ReadonlySet<number>;
  /** Whether something of it waits for what is not there yet, which Yjs then keeps. */
  isAhead: boolean;
  /** Ranges it deletes that are not there yet. */
  deletionsAhead: number;
  /** Steps that Yjs may walk to find the places of what is new, at the most. */
  steps: number;
  /** The same for the places that its deletions cut. */
  cuts: number;
}

const NOBODY: ReadonlySet<number> = new Set();

function only(verdict: Verdict): Inspection {
  return {
    verdict,
    weight: 0,
    writes: NOBODY,
    isAhead: false,
    deletionsAhead: 0,
    steps: 0,
    cuts: 0,
  };
}

export function inspectUpdate(document: Y.Doc, update: Uint8Array): Verdict {
  return inspect(document, update).verdict;
}

export function inspect(document: Y.Doc, update: Uint8Array): Inspection {
  const facts = scanUpdate(update);
  if (facts === null || facts.unwritable > 0) return only('invalid');
  let decoded: ReturnType<typeof Y.decodeUpdate>;
  try {
    decoded = Y.decodeUpdate(update);
  } catch {
    // Yjs throws a different error for each way of being broken; all mean the same here.
    return only('invalid');
  }
  let unusual = false;
  /** Shared types that the update itself brings, as parents for what follows. */
  const types = new Set<string>();
  /** For each client the clock after what was looked at. */
  const ends = new Map<number, number>();
  const writes = new Set<number>();
  /** What it brings of each client, in its order. */
  const brought = new Map<number, Struct[]>();
  const added: Y.Item[] = [];
  let isAhead = false;
  for (const struct of decoded.structs) {
    if (!Number.isSafeInteger(struct.id.clock + struct.length) || struct.length <= 0) {
      return only('invalid');
    }
    if (struct instanceof Y.Skip) continue;
    const { client, clock } = struct.id;
    const state = Y.getState(document.store, client);
    const known = state >= clock + struct.length;
    // Also of what is known: Yjs resolves the neighbours before it finds that out.
    if (struct instanceof Y.Item && !looksBack(document, struct, known)) return only('invalid');
    if (known) continue;
    if (clock > (ends.get(client) ?? state)) isAhead = true;
    ends.set(client, clock + struct.length);
    writes.add(client);
    const others = brought.get(client);
    if (others) others.push(struct);
    else brought.set(client, [struct]);
    if (!(struct instanceof Y.Item)) continue;
    if (!isWritable(struct)) return only('invalid');
    if (!isPlain(document, struct, types)) unusual = true;
    if (struct.content instanceof Y.ContentType) types.add(keyOf(struct.id));
    added.push(struct);
  }
  if (types.size > 0 && isTooDeep(document, added)) return only('invalid');
  isAhead ||= added.some((item) => isWaiting(document, item, ends));
  let deletionsAhead = 0;
  /** Ranges of one client that are out of order or overlap. */
  let isTangled = false;
  let cuts = 0;
  for (const [client, ranges] of decoded.ds.clients) {
    let last = 0;
    // Where something waits, so may all that came with it.
    const after = isAhead ? undefined : ends.get(client);
    const end = after ?? Y.getState(document.store, client);
    const known = document.store.clients.get(client) ?? [];
    cuts += stepsOfCuts(known, brought.get(client) ?? [], ranges);
    for (const { clock, len } of ranges) {
      if (len <= 0 || !Number.isSafeInteger(clock + len)) return only('invalid');
      if (clock + len > end) deletionsAhead++;
      if (clock < last) isTangled = true;
      last = clock + len;
    }
  }
  if (isTangled && facts.deletions > MAX_UNSORTED_DELETIONS) return only('invalid');
  if (cuts > MOST_CUT_STEPS) return only('invalid');
  // What has to wait Yjs keeps as it came, and writes out what nobody can read.
  if (isTangled && (isAhead || deletionsAhead > 0)) return only('invalid');
  const looked = { weight: facts.weight, writes, isAhead, deletionsAhead, steps: 0, cuts };
  if (writes.size > 0) {
    looked.steps = mostConflicts(document, added);
    unusual ||= looked.steps > CHEAP_STEPS;
    return { verdict: unusual ? 'unusual' : 'additions', ...looked };
  }
  const deletes = deletesMore(document, decoded.ds.clients);
  return { verdict: deletes ? 'deletions' : 'nothing-new', ...looked };
}

/**
 * What it takes to make room, among all structs that there are of a client then, for what is cut at
 * the ends of these ranges.
 */
function stepsOfCuts(
  known: readonly Struct[],
  brought: readonly Struct[],
  ranges: readonly { clock: number; len: number }[],
): number {
  const last = known.at(-1);
  const state = last === undefined ? 0 : last.id.clock + last.length;
  /** In what is there already, and in what comes with it. */
  let [moved, movedOfNew] = [0, 0];
  for (const { clock, len } of ranges)
    for (const end of [clock, clock + len]) {
      const isKnown = end < state;
      const structs = isKnown ? known : brought;
      const index = firstBehind(structs, end, endOf);
      const cut = structs[index];
      if (cut === undefined || cut.id.clock >= end || isDeleted(cut)) continue;
      if (isKnown) moved += structs.length - index + brought.length;
      else movedOfNew += structs.length - index;
    }
  // What is there is cut at once, where much is.
  const atOnce = FEW_CUTS * (known.length + brought.length);
  return (Math.min(moved, atOnce) + movedOfNew) / MOVED_IN_A_STEP;
}

/** Of what has yet to be applied, its content says it. */
function isDeleted(struct: Struct): boolean {
  return struct.deleted || (struct instanceof Y.Item && struct.content instanceof Y.ContentDeleted);
}

/**
 * Applies the update to a copy of the document and writes the copy out, as will be done for whoever
 * comes next; false if that throws or costs too much. Costs as much as a load.
 */
export function canApply(document: Y.Doc, update: Uint8Array): boolean {
  const copy = new Y.Doc();
  try {
    Y.applyUpdate(copy, Y.encodeStateAsUpdate(document));
    countConflicts(MOST_STEPS, () => applyUpdate(copy, update));
    Y.encodeStateAsUpdate(copy);
    return true;
  } catch {
    // Whatever it throws here it would throw on the document.
    return false;
  } finally {
    copy.destroy();
  }
}

/**
 * What a state vector says of clients that the document knows, too; null if it cannot be read. Of others
 * it may name as many as a frame holds, and they would be looked through again for each answer.
 */
export function knownIn(document: Y.Doc, stateVector: Uint8Array): Uint8Array | null {
  const { clients } = document.store;
  try {
    const states = Y.decodeStateVector(stateVector);
    if (states.size <= clients.size) return stateVector;
    return Y.encodeStateVector(new Map([...states].filter(([client]) => clients.has(client))));
  } catch {
    // lib0 throws when it ends early.
    return null;
  }
}

function isPlain(document: Y.Doc, item: Y.Item, types: ReadonlySet<string>): boolean {
  if (!PLAIN_CONTENT.has(item.content.constructor)) return false;
  const parent = parentOf(item);
  return parent === null || typeof parent === 'string' || isType(document, parent, types);
}

/** Whether it can be written out again, as it has to be for everybody else. */
function isWritable(item: Y.Item): boolean {
  if (item.content instanceof Y.ContentString) return true;
  try {
    item.content.write(new Y.UpdateEncoderV1(), 0);
    return true;
  } catch {
    // JSON and lib0 throw what they like.
    return false;
  }
}

/** Whether it refers to something that neither the document nor the update has. */
function isWaiting(document: Y.Doc, item: Y.Item, ends: ReadonlyMap<number, number>): boolean {
  return [item.origin, item.rightOrigin, parentOf(item)].some(
    (other) =>
      other instanceof Y.ID &&
      other.clock >= (ends.get(other.client) ?? Y.getState(document.store, other.client)),
  );
}

/**
 * How many steps Yjs may walk at the most to find the places of new items. It walks only where
 * something stands already between an item's neighbours, and then no further than the list goes.
 */
function mostConflicts(document: Y.Doc, added: readonly Y.Item[]): number {
  let inDocument = 0;
  for (const structs of document.store.clients.values()) inDocument += structs.length;
  let steps = 0;
  /** How many of the update stand behind the same thing. */
  const behind = new Map<string, number>();
  for (const item of added) {
    const place = placeOf(item);
    behind.set(place, (behind.get(place) ?? 0) + 1);
    steps += distance(document, item, inDocument);
  }
  for (const count of behind.values()) if (count > 1) steps += count * added.length;
  return steps;
}

function placeOf(item: Y.Item): string {
  if (item.origin !== null) return keyOf(item.origin);
  const parent = parentOf(item);
  if (parent instanceof Y.ID) return `${keyOf(parent)}/${item.parentSub ?? ''}`;
  return typeof parent === 'string' ? `${parent}//${item.parentSub ?? ''}` : '';
}

/** Distances that are looked at; what is further is as far as it can be. */
const NEAR = 1_000;

/** How much of the document stands between what the item has on its left and on its right. */
function distance(document: Y.Doc, item: Y.Item, most: number): number {
  const { store } = document;
  const { origin, rightOrigin } = item;
  const isKnown = (id: Y.ID): boolean => id.clock < Y.getState(store, id.client);
  let at: Y.Item | null;
  if (origin !== null) {
    // What is new has nothing of the document behind it that was put behind it.
    if (!isKnown(origin)) return 0;
    const left = Y.getItem(store, origin);
    if (!(left instanceof Y.Item)) return 0;
    // In the middle of a stretch, the rest of it comes next.
    at = origin.clock + 1 < left.id.clock + left.length ? left : left.right;
    if (at === left && isStart(rightOrigin, origin.client, origin.clock + 1)) return 0;
  } else if (item.parentSub === null && rightOrigin !== null && isKnown(rightOrigin)) {
    const right = Y.getItem(store, rightOrigin);
    if (!(right instanceof Y.Item)) return 0;
    if (right.left === null && right.id.clock === rightOrigin.clock) return 0;
    at = right.parent instanceof Y.AbstractType ? right.parent._start : null;
  } else at = firstOf(document, item);
  if (item.parentSub !== null && origin === null) {
    let walked = 0;
    for (; at !== null && walked < NEAR; walked++) at = at.left;
    return at === null ? 3 * walked : most;
  }
  for (let walked = 0; walked < NEAR; walked++) {
    if (at === null || isStart(rightOrigin, at.id.client, at.id.clock)) return walked;
    at = at.right;
  }
  return most;
}

function isStart(id: Y.ID | null, client: number, clock: number): boolean {
  return id !== null && id.client === client && id.clock === clock;
}

/** What the document has in the list, or under the name, that the item goes to; null if nothing. */
function firstOf(document: Y.Doc, item: Y.Item): Y.Item | null {
  const parent = parentOf(item);
  let type: ReturnType<Y.Doc['share']['get']>;
  if (typeof parent === 'string') type = document.share.get(parent);
  else if (parent instanceof Y.ID && isType(document, parent, new Set())) {
    const { content } = Y.getItem(document.store, parent);
    if (content instanceof Y.ContentType) type = content.type;
  }
  if (type === undefined) return null;
  return item.parentSub === null ? type._start : (type._map.get(item.parentSub) ?? null);
}

/** Whether one of the shared types among the items is too far inside others. */
function isTooDeep(document: Y.Doc, added: readonly Y.Item[]): boolean {
  const lists = new Map<number, Y.Item[]>();
  for (const item of added) {
    const list = lists.get(item.id.client);
    if (list) list.push(item);
    else lists.set(item.id.client, [item]);
  }
  const find = ({ client, clock }: Y.ID): Y.Item | null => {
    if (clock < Y.getState(document.store, client)) {
      const found = Y.getItem(document.store, Y.createID(client, clock));
      return found instanceof Y.Item ? found : null;
    }
    const list = lists.get(client) ?? [];
    const found = list[firstBehind(list, clock, endOf)];
    return found !== undefined && found.id.clock <= clock ? found : null;
  };
  /** In how many types the list is inside that an item is part of. */
  const depths = new Map<Y.Item, number>();
  for (const item of added) {
    if (!(item.content instanceof Y.ContentType)) continue;
    const path: { item: Y.Item; deeper: number }[] = [];
    let depth = 0;
    let at: Y.Item | null = item;
    while (at !== null && path.length <= added.length) {
      const known = depths.get(at);
      if (known !== undefined) {
        depth = known;
        break;
      }
      const parent = parentOf(at);
      if (parent instanceof Y.AbstractType) {
        for (let type: Y.Item | null = parent._item; type !== null && depth <= MAX_TYPE_DEPTH; ) {
          depth++;
          type = type.parent instanceof Y.AbstractType ? type.parent._item : null;
        }
        break;
      }
      if (typeof parent === 'string') break;
      const next: Y.ID | null = parent instanceof Y.ID ? parent : (at.origin ?? at.rightOrigin);
      path.push({ item: at, deeper: parent instanceof Y.ID ? 1 : 0 });
      at = next === null ? null : find(next);
    }
    for (const { item: passed, deeper } of path.reverse()) {
      depth += deeper;
      depths.set(passed, depth);
    }
    if (depth >= MAX_TYPE_DEPTH) return true;
  }
  return false;
}

function keyOf({ client, clock }: Y.ID): string {
  return `${client}:${clock}`;
}

/**
 * Whether it refers to nothing that its own client made after it, nor, if the document has it
 * already, to anything the document does not have.
 */
function looksBack(document: Y.Doc, item: Y.Item, known: boolean): boolean {
  return [item.origin, item.rightOrigin, parentOf(item)].every((other) => {
    if (!(other instanceof Y.ID)) return true;
    if (other.client === item.id.client) return other.clock < item.id.clock;
    return !known || other.clock < Y.getState(document.store, other.client);
  });
}

/** In a decoded update a parent is a root's name, an item's id, or told by the neighbours. */
function parentOf(item: Y.Item): unknown {
  return item.parent;
}

/** Whether the item with this id, of the document or the update, holds a shared type. */
function isType(document: Y.Doc, id: unknown, types: ReadonlySet<string>): boolean {
  if (!(id instanceof Y.ID)) return false;
  if (types.has(keyOf(id))) return true;
  if (id.clock >= Y.getState(document.store, id.client)) return false;
  const structs = document.store.clients.get(id.client) ?? [];
  const found = structs[Y.findIndexSS(structs, id.clock)];
  return found instanceof Y.Item && found.content instanceof Y.ContentType;
}

function deletesMore(
  document: Y.Doc,
  deleted: ReadonlyMap<number, readonly { clock: number; len: number }[]>,
): boolean {
  for (const [client, ranges] of deleted) {
    const structs = document.store.clients.get(client) ?? [];
    const state = Y.getState(document.store, client);
    for (const { clock, len } of ranges) {
      if (clock + len > state) return true;
      for (let at = Y.findIndexSS(structs, clock); at < structs.length; at++) {
        const struct = structs[at]!;
        if (struct.id.clock >= clock + len) break;
        if (!struct.deleted) return true;
      }
    }
  }
  return false;
}
