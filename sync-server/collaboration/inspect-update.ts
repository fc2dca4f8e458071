/**
 * What an update would do to a document, told before it is let near the document.
 *
 * Invariant: looking changes nothing, and takes time in proportion to the update, not the document.
 */
import * as Y from 'yjs';

export type Verdict =
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

const PLAIN_CONTENT = new Set<unknown>([
  Y.ContentString,
  Y.ContentDeleted,
  Y.ContentFormat,
  Y.ContentEmbed,
  Y.ContentAny,
  Y.ContentJSON,
  Y.ContentType,
]);

export function inspectUpdate(document: Y.Doc, update: Uint8Array): Verdict {
  let decoded: ReturnType<typeof Y.decodeUpdate>;
  try {
    decoded = Y.decodeUpdate(update);
  } catch {
    // Yjs throws a different error for each way of being broken; all mean the same here.
    return 'invalid';
  }
  let adds = false;
  let unusual = false;
  /** Shared types that the update itself brings, as parents for what follows. */
  const types = new Set<string>();
  for (const struct of decoded.structs) {
    if (!Number.isSafeInteger(struct.id.clock + struct.length) || struct.length <= 0) {
      return 'invalid';
    }
    if (struct instanceof Y.Skip) continue;
    const known = Y.getState(document.store, struct.id.client) >= struct.id.clock + struct.length;
    // Also of what is known: Yjs resolves the neighbours before it finds that out.
    if (struct instanceof Y.Item && !looksBack(document, struct, known)) return 'invalid';
    if (known) continue;
    adds = true;
    if (!(struct instanceof Y.Item)) continue;
    if (!isPlain(document, struct, types)) unusual = true;
    if (struct.content instanceof Y.ContentType) types.add(keyOf(struct.id));
  }
  for (const ranges of decoded.ds.clients.values()) {
    if (ranges.some(({ clock, len }) => len <= 0 || !Number.isSafeInteger(clock + len))) {
      return 'invalid';
    }
  }
  if (adds) return unusual ? 'unusual' : 'additions';
  return deletesMore(document, decoded.ds.clients) ? 'deletions' : 'nothing-new';
}

/** Applies the update to a copy of the document; false if that throws. Costs as much as a load. */
export function canApply(document: Y.Doc, update: Uint8Array): boolean {
  const copy = new Y.Doc();
  try {
    Y.applyUpdate(copy, Y.encodeStateAsUpdate(document));
    Y.applyUpdate(copy, update);
    return true;
  } catch {
    // Whatever it throws here it would throw on the document.
    return false;
  } finally {
    copy.destroy();
  }
}

/** Whether the bytes can be read as a state vector. */
export function isStateVector(bytes: Uint8Array): boolean {
  try {
    Y.decodeStateVector(bytes);
    return true;
  } catch {
    // lib0 throws when it ends early.
    return false;
  }
}

function isPlain(document: Y.Doc, item: Y.Item, types: ReadonlySet<string>): boolean {
  if (!PLAIN_CONTENT.has(item.content.constructor)) return false;
  const parent = parentOf(item);
  return parent === null || typeof parent === 'string' || isType(document, parent, types);
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
