/**
 * A Yjs update (version 1), walked through byte by byte before anything is made of it.
 *
 * Invariant: nothing is built and nothing recurses, so whatever the bytes say costs time in proportion
 * to their number, and no memory but for the numbers of clients. What Yjs' own ways of reading would
 * read differently cannot be read.
 */

/**
 * How deep lists and objects may be inside each other in one value. Those who write out such a value
 * recurse, and end where their stack does; nobody's formula or table is anywhere near.
 */
export const MAX_VALUE_DEPTH = 100;

/** What an update consists of. */
interface UpdateFacts {
  /** Items, and stretches of what was deleted. */
  structs: number;
  /** What they take in memory, in items of plain text: a shared type is an object with maps and lists. */
  weight: number;
  /** Stretches that it deletes. */
  deletions: number;
  /** How many values nobody could write out again. */
  unwritable: number;
}

/** Contents, by the numbers that stand for them in an update. */
const REF = {
  gc: 0,
  deleted: 1,
  json: 2,
  binary: 3,
  string: 4,
  embed: 5,
  format: 6,
  type: 7,
  any: 8,
  doc: 9,
  skip: 10,
} as const;
const REF_BITS = 0b11111;
const HAS_ORIGIN = 0x80;
const HAS_RIGHT_ORIGIN = 0x40;
const HAS_PARENT_SUB = 0x20;
/** Kinds of shared types that are followed by a name. */
const NAMED_TYPES: ReadonlySet<number> = new Set([3, 5]);
const TYPE_WEIGHT = 4;
const DOC_WEIGHT = 16;
const PROTO = new TextEncoder().encode('__proto__');

/** Where the content of an item stands that nobody could write out again. */
interface Stretch {
  infoAt: number;
  from: number;
  to: number;
  /** Clocks it takes. */
  length: number;
}

/** What the update consists of, or null if it cannot be read to its end. */
export function scanUpdate(bytes: Uint8Array): UpdateFacts | null {
  return scan(bytes, null);
}

/**
 * The update with every value that nobody could write out again turned into something deleted: all
 * that was written around it keeps its place. The same array if there is none, null if it cannot be
 * read.
 */
export function withoutUnwritable(bytes: Uint8Array): Uint8Array | null {
  const found: Stretch[] = [];
  if (scan(bytes, found) === null) return null;
  if (found.length === 0) return bytes;
  const pieces: number[][] = [];
  let size = bytes.length;
  for (const { from, to, length } of found) {
    const written = varUint(length);
    pieces.push(written);
    size += written.length - (to - from);
  }
  const result = new Uint8Array(size);
  let read = 0;
  let write = 0;
  const copy = (to: number): void => {
    result.set(bytes.subarray(read, to), write);
    write += to - read;
    read = to;
  };
  found.forEach(({ infoAt, from, to }, index) => {
    copy(infoAt);
    result[write++] = (bytes[infoAt]! & ~REF_BITS) | REF.deleted;
    read++;
    copy(from);
    for (const byte of pieces[index]!) result[write++] = byte;
    read = to;
  });
  copy(bytes.length);
  return result;
}

function varUint(value: number): number[] {
  const written: number[] = [];
  let rest = value;
  for (; rest > 127; rest = Math.floor(rest / 128)) written.push(128 | (rest % 128));
  written.push(rest);
  return written;
}

function scan(bytes: Uint8Array, found: Stretch[] | null): UpdateFacts | null {
  const cursor = new Cursor(bytes);
  try {
    const facts: UpdateFacts = {
      structs: 0,
      weight: 0,
      deletions: 0,
      unwritable: 0,
    };
    const seen = new Set<number>();
    for (let clients = cursor.uint(); clients > 0; clients--) {
      let structs = cursor.uint();
      // Of one that comes twice Yjs decodes all, and applies what comes last.
      if (seen.size === seen.add(cursor.uint()).size) throw new RangeError('a client comes twice');
      cursor.uint();
      for (; structs > 0; structs--) {
        facts.structs++;
        facts.weight += scanStruct(cursor, facts, found);
      }
    }
    for (let clients = cursor.uint(); clients > 0; clients--) {
      cursor.uint();
      for (let ranges = cursor.uint(); ranges > 0; ranges--) {
        facts.deletions++;
        cursor.uint();
        cursor.uint();
      }
    }
    return facts;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** Goes past one struct; how much it weighs. */
function scanStruct(cursor: Cursor, facts: UpdateFacts, found: Stretch[] | null): number {
  const infoAt = cursor.at;
  const info = cursor.byte();
  const ref = info & REF_BITS;
  if (ref === REF.gc || ref === REF.skip) {
    cursor.uint();
    return 1;
  }
  for (const flag of [HAS_ORIGIN, HAS_RIGHT_ORIGIN]) {
    if ((info & flag) === 0) continue;
    cursor.uint();
    cursor.uint();
  }
  if ((info & (HAS_ORIGIN | HAS_RIGHT_ORIGIN)) === 0) {
    if (cursor.uint() === 1) cursor.skipBytes();
    else {
      cursor.uint();
      cursor.uint();
    }
    if ((info & HAS_PARENT_SUB) !== 0) cursor.skipBytes();
  }
  const from = cursor.at;
  let isWritable = true;
  let length = 1;
  let weight = 1;
  switch (ref) {
    case REF.deleted:
      cursor.uint();
      break;
    case REF.binary:
    case REF.string:
      cursor.skipBytes();
      break;
    case REF.json:
      length = cursor.uint();
      for (let left = length; left > 0; left--) isWritable = cursor.skipJson() && isWritable;
      break;
    case REF.format:
      cursor.skipBytes();
      isWritable = cursor.skipJson();
      break;
    case REF.embed:
      isWritable = cursor.skipJson();
      break;
    case REF.type:
      if (NAMED_TYPES.has(cursor.uint())) cursor.skipBytes();
      weight = TYPE_WEIGHT;
      break;
    case REF.any:
      length = cursor.uint();
      isWritable = cursor.skipAny(length);
      break;
    case REF.doc:
      cursor.skipBytes();
      isWritable = cursor.skipAny(1);
      weight = DOC_WEIGHT;
      break;
    default:
      throw new RangeError('no content of this kind');
  }
  if (!isWritable) {
    facts.unwritable++;
    found?.push({ infoAt, from, to: cursor.at, length });
  }
  return weight;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPENS: ReadonlySet<number> = new Set([0x5b, 0x7b]);
const CLOSES: ReadonlySet<number> = new Set([0x5d, 0x7d]);
/** What lib0 writes before a value. */
const ANY = {
  bytes: 116,
  array: 117,
  object: 118,
  string: 119,
  bigint: 122,
  float64: 123,
  float32: 124,
  integer: 125,
} as const;

class Cursor {
  at = 0;
  readonly #bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  byte(): number {
    if (this.at >= this.#bytes.length) throw new RangeError('it ends early');
    return this.#bytes[this.at++]!;
  }

  uint(): number {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = this.byte();
      value += (byte & 127) * factor;
      if (byte < 128) return value;
      if (value > Number.MAX_SAFE_INTEGER) throw new RangeError('no safe number');
    }
  }

  skip(count: number): void {
    if (count > this.#bytes.length - this.at) throw new RangeError('it ends early');
    this.at += count;
  }

  /** Past something that begins with its length. */
  skipBytes(): void {
    this.skip(this.uint());
  }

  /** Past a text of JSON; whether it is flat enough to be written out again. */
  skipJson(): boolean {
    const length = this.uint();
    const from = this.at;
    this.skip(length);
    // A text that short cannot be deeper.
    if (length <= MAX_VALUE_DEPTH) return true;
    let depth = 0;
    let isInText = false;
    for (let at = from; at < this.at; at++) {
      const byte = this.#bytes[at]!;
      if (byte === QUOTE) isInText = !isInText;
      else if (isInText) {
        if (byte === BACKSLASH) at++;
      } else if (OPENS.has(byte)) {
        if (++depth > MAX_VALUE_DEPTH) return false;
      } else if (CLOSES.has(byte)) depth--;
    }
    return true;
  }

  /** Past so many of lib0's values; whether all of them can be written out again. */
  skipAny(count: number): boolean {
    let isWritable = true;
    /** Values still to come of each list and object that is open, and whether they have names. */
    const open: { left: number; isNamed: boolean }[] = [{ left: count, isNamed: false }];
    for (let top = open.at(-1); top !== undefined; top = open.at(-1)) {
      if (top.left === 0) {
        open.pop();
        continue;
      }
      top.left--;
      // lib0 would take the value for the object's prototype: bytes there are not bytes any more.
      if (top.isNamed && this.#skipName()) isWritable = false;
      const kind = this.byte();
      switch (kind) {
        case ANY.bytes:
        case ANY.string:
          this.skipBytes();
          break;
        case ANY.integer:
          while (this.byte() >= 128);
          break;
        case ANY.float32:
          this.skip(4);
          break;
        case ANY.float64:
        case ANY.bigint:
          this.skip(8);
          break;
        case ANY.array:
        case ANY.object:
          open.push({ left: this.uint(), isNamed: kind === ANY.object });
          if (open.length > MAX_VALUE_DEPTH + 1) isWritable = false;
      }
    }
    return isWritable;
  }

  /** Past the name of a value; whether it is the one that makes a prototype. */
  #skipName(): boolean {
    const length = this.uint();
    const from = this.at;
    this.skip(length);
    return (
      length === PROTO.length && PROTO.every((byte, index) => this.#bytes[from + index] === byte)
    );
  }
}
