/**
 * Cuts one Yjs update into several that each fit into a frame.
 *
 * Invariant: the parts together say exactly what the update said, and no part needs a later one:
 * applied in order, nothing of them ever waits for something missing.
 */
import * as encoding from 'lib0/encoding';
import * as Y from 'yjs';
import { CatalogueError } from '../../shared/protocol/errors.ts';

type Struct = Y.Item | Y.GC;
/** One item as two that follow each other. */
type Pieces = [Y.Item, Y.Item];

/**
 * Whether an update of this size may be a part of a larger one, with more to come. Yjs tidies up
 * formatting after what arrives; done half-way, that takes marks whose text is still to come.
 */
export function mayHaveMoreToCome(update: Uint8Array, maxBytes: number): boolean {
  return update.length >= maxBytes / 2 - ITEM_OVERHEAD;
}

/** Room for the counts, client ids and clocks that stand around the structs of a part. */
const PART_OVERHEAD = 64;
/** Room for origins and parents of an item that is cut. */
const ITEM_OVERHEAD = 256;

/**
 * The update in parts of at most `maxBytes` each; the update itself if it already fits.
 *
 * @throws CatalogueError `payload_too_large` if one indivisible object is larger than a part.
 */
export function splitUpdate(update: Uint8Array, maxBytes: number): Uint8Array[] {
  if (update.length <= maxBytes) return [update];
  const { structs, ds } = Y.decodeUpdate(update);
  const parts = new Parts(maxBytes);
  for (const struct of inCausalOrder(structs)) parts.addStruct(struct);
  for (const [client, ranges] of ds.clients) {
    for (const { clock, len } of ranges) parts.addDeletion(client, clock, len);
  }
  return parts.finish();
}

/** The structs so that each comes after those it refers to; skipped gaps are left out. */
function* inCausalOrder(structs: readonly (Y.Item | Y.GC | Y.Skip)[]): Generator<Struct> {
  const queues = new Map<number, { items: Struct[]; next: number }>();
  for (const struct of structs) {
    if (struct instanceof Y.Skip) continue;
    const { client } = struct.id;
    const queue = queues.get(client);
    if (queue) queue.items.push(struct);
    else queues.set(client, { items: [struct], next: 0 });
  }
  const isMissing = (id: Y.ID): boolean => {
    const queue = queues.get(id.client);
    const head = queue?.items[queue.next];
    return head !== undefined && head.id.clock <= id.clock;
  };
  for (const first of queues.keys()) {
    const stack = [first];
    while (stack.length > 0) {
      const client = stack[stack.length - 1]!;
      const queue = queues.get(client)!;
      const struct = queue.items[queue.next];
      if (struct === undefined) {
        stack.pop();
        continue;
      }
      // What is written refers only to what was there before, so this never runs in a circle;
      // the test of the stack keeps a forged update from doing so.
      const needed = referencesOf(struct).find((id) => id.client !== client && isMissing(id));
      if (needed && !stack.includes(needed.client)) {
        stack.push(needed.client);
        continue;
      }
      queue.next++;
      yield struct;
      if (stack.length > 1) stack.pop();
    }
  }
}

function referencesOf(struct: Struct): Y.ID[] {
  if (struct instanceof Y.GC) return [];
  const ids: Y.ID[] = [];
  if (struct.origin) ids.push(struct.origin);
  if (struct.rightOrigin) ids.push(struct.rightOrigin);
  if (struct.parent instanceof Y.ID) ids.push(struct.parent);
  return ids;
}

class Parts {
  readonly #maxBytes: number;
  readonly #done: Uint8Array[] = [];
  #clients = new Map<
    number,
    { start: number; end: number; count: number; body: encoding.Encoder }
  >();
  #deletions = new Map<number, { count: number; body: encoding.Encoder }>();
  #size = PART_OVERHEAD;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  addStruct(struct: Struct): void {
    let rest: Struct | null = struct;
    while (rest !== null) {
      let current: Struct = rest;
      rest = null;
      const open = this.#clients.get(current.id.client);
      // Clocks of one client run on without a gap inside a part.
      if (open && open.end !== current.id.clock) this.#close();
      let bytes = bytesOf(current);
      if (!this.#fits(bytes)) {
        // A part is at least half full, so that its reader can tell that more follows.
        const isHalfFull = this.#size >= this.#maxBytes / 2;
        const pieces: Pieces | null = isHalfFull ? null : cut(current, this.#room);
        if (pieces) {
          [current, rest] = pieces;
          bytes = bytesOf(current);
        } else {
          this.#close();
        }
      }
      if (!this.#fits(bytes)) {
        const pieces: Pieces | null = cut(current, this.#room);
        if (!pieces) throw new CatalogueError('payload_too_large');
        [current, rest] = pieces;
        bytes = bytesOf(current);
      }
      this.#append(current, bytes);
    }
  }

  #fits(bytes: Uint8Array): boolean {
    return this.#size + bytes.length + PART_OVERHEAD <= this.#maxBytes;
  }

  /** Bytes that the content of an item may still have. */
  get #room(): number {
    return this.#maxBytes - this.#size - PART_OVERHEAD - ITEM_OVERHEAD;
  }

  #append(struct: Struct, bytes: Uint8Array): void {
    const { client, clock } = struct.id;
    let open = this.#clients.get(client);
    if (!open) {
      open = { start: clock, end: clock, count: 0, body: encoding.createEncoder() };
      this.#clients.set(client, open);
      this.#size += PART_OVERHEAD;
    }
    encoding.writeUint8Array(open.body, bytes);
    open.count++;
    open.end = clock + struct.length;
    this.#size += bytes.length;
  }

  addDeletion(client: number, clock: number, length: number): void {
    if (this.#size + PART_OVERHEAD > this.#maxBytes) this.#close();
    let open = this.#deletions.get(client);
    if (!open) {
      open = { count: 0, body: encoding.createEncoder() };
      this.#deletions.set(client, open);
      this.#size += PART_OVERHEAD / 2;
    }
    const before = encoding.length(open.body);
    encoding.writeVarUint(open.body, clock);
    encoding.writeVarUint(open.body, length);
    open.count++;
    this.#size += encoding.length(open.body) - before;
  }

  finish(): Uint8Array[] {
    this.#close();
    return this.#done;
  }

  #close(): void {
    if (this.#clients.size === 0 && this.#deletions.size === 0) return;
    const encoder = encoding.createEncoder();
    encoding.writeVarUint(encoder, this.#clients.size);
    for (const [client, { start, count, body }] of this.#clients) {
      encoding.writeVarUint(encoder, count);
      encoding.writeVarUint(encoder, client);
      encoding.writeVarUint(encoder, start);
      encoding.writeBinaryEncoder(encoder, body);
    }
    encoding.writeVarUint(encoder, this.#deletions.size);
    for (const [client, { count, body }] of this.#deletions) {
      encoding.writeVarUint(encoder, client);
      encoding.writeVarUint(encoder, count);
      encoding.writeBinaryEncoder(encoder, body);
    }
    this.#done.push(encoding.toUint8Array(encoder));
    this.#clients = new Map();
    this.#deletions = new Map();
    this.#size = PART_OVERHEAD;
  }
}

function bytesOf(struct: Struct): Uint8Array {
  const encoder = new Y.UpdateEncoderV1();
  struct.write(encoder, 0);
  return encoding.toUint8Array(encoder.restEncoder);
}

/** An item as a first piece whose content has at most `maxBytes`, and the rest; null if indivisible. */
function cut(struct: Struct, maxBytes: number): Pieces | null {
  if (maxBytes >= 8 && struct instanceof Y.Item && struct.length > 1) {
    const { content } = struct;
    if (content instanceof Y.ContentString) {
      const at = unitsWithin(content.str, maxBytes);
      if (at > 0 && at < struct.length) {
        return cutAt(struct, at, [
          new Y.ContentString(content.str.slice(0, at)),
          new Y.ContentString(content.str.slice(at)),
        ]);
      }
    }
    if (content instanceof Y.ContentAny) {
      const at = fitting(content.arr, maxBytes, (items) => new Y.ContentAny(items));
      if (at === 0) return null;
      return cutAt(struct, at, [
        new Y.ContentAny(content.arr.slice(0, at)),
        new Y.ContentAny(content.arr.slice(at)),
      ]);
    }
    if (content instanceof Y.ContentJSON) {
      const at = fitting(content.arr, maxBytes, (items) => new Y.ContentJSON(items));
      if (at === 0) return null;
      return cutAt(struct, at, [
        new Y.ContentJSON(content.arr.slice(0, at)),
        new Y.ContentJSON(content.arr.slice(at)),
      ]);
    }
  }
  return null;
}

type Values = Y.ContentAny['arr'];

/** How many of the values fit into `maxBytes` together, at most all but one. */
function fitting(
  values: Values,
  maxBytes: number,
  contentOf: (some: Values) => Y.ContentAny | Y.ContentJSON,
): number {
  let bytes = 0;
  for (const [index, value] of values.entries()) {
    const encoder = new Y.UpdateEncoderV1();
    contentOf([value]).write(encoder, 0);
    bytes += encoding.length(encoder.restEncoder);
    if (bytes > maxBytes) return index;
  }
  // The caller found it too large with everything around it: leave at least one for later.
  return values.length - 1;
}

function cutAt(
  item: Y.Item,
  at: number,
  [head, tail]: [Y.Item['content'], Y.Item['content']],
): Pieces {
  const { client, clock } = item.id;
  const { rightOrigin, parent, parentSub } = item;
  return [
    new Y.Item(item.id, null, item.origin, null, rightOrigin, parent, parentSub, head),
    new Y.Item(
      Y.createID(client, clock + at),
      null,
      Y.createID(client, clock + at - 1),
      null,
      rightOrigin,
      parent,
      parentSub,
      tail,
    ),
  ];
}

/** How many UTF-16 units of the text fit into `maxBytes` of UTF-8, without cutting a character. */
function unitsWithin(text: string, maxBytes: number): number {
  let bytes = 0;
  let units = 0;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    if (bytes > maxBytes) break;
    units += character.length;
  }
  return units;
}
