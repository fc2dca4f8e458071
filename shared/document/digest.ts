/**
 * What a document says, as a short number: two copies that have the same one read the same.
 *
 * Clocks tell who has heard of what, not what became of it: a copy may have all there is of it and
 * still show another text, by an error in any version of any part.
 *
 * Invariant: it follows from what there is to read alone. How Yjs keeps that, in which items, with
 * which formatting that changes nothing, or what was deleted, makes no difference.
 */
import * as encoding from 'lib0/encoding';
import * as Y from 'yjs';

/** It begins with this. What begins in another way was made in another way, and says nothing. */
const WAY = '1.';

/** Whether two digests can be held against each other at all. */
export function isComparable(digest: string): boolean {
  return digest.startsWith(WAY);
}

/** Items between two pauses. */
const ITEMS_AT_A_TIME = 2_000;
/** Shared types inside each other that are looked into. */
const MAX_DEPTH = 100;

type AnyType = Y.AbstractType<unknown>;

export function digestOf(doc: Y.Doc): string {
  const steps = digestInSteps(doc);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** The same with pauses, in which the document must not change. */
export function* digestInSteps(doc: Y.Doc): Generator<undefined, string> {
  const sum = new Sum();
  for (const name of [...doc.share.keys()].sort()) {
    const type = doc.share.get(name) as AnyType | undefined;
    if (type === undefined || isEmpty(type)) continue;
    sum.addText(name);
    yield* addType(sum, type, 0);
  }
  return sum.toString();
}

function isEmpty(type: AnyType): boolean {
  for (let item = type._start; item !== null; item = item.right)
    if (!item.deleted && item.countable) return false;
  for (const item of type._map.values()) if (!item.deleted) return false;
  return true;
}

function* addType(sum: Sum, type: AnyType, depth: number): Generator<undefined> {
  /** Formatting that what comes next has, and that what came last had. */
  const attributes = new Map<string, string>();
  let isAnother = false;
  let said = '';
  let items = 0;
  for (let item = type._start; item !== null; item = item.right) {
    if (++items % ITEMS_AT_A_TIME === 0) yield;
    if (item.deleted) continue;
    const { content } = item;
    if (content instanceof Y.ContentFormat) {
      if (content.value === null) attributes.delete(content.key);
      else attributes.set(content.key, bytesOf(content.value).join());
      isAnother = true;
      continue;
    }
    if (isAnother) {
      isAnother = false;
      const now = [...attributes].sort(([a], [b]) => (a < b ? -1 : 1)).join(';');
      if (now !== said) {
        said = now;
        sum.mark(1);
        sum.addText(now);
      }
    }
    if (content instanceof Y.ContentString) sum.addText(content.str, false);
    else yield* addContent(sum, content, depth);
  }
  for (const key of [...type._map.keys()].sort()) {
    if (++items % ITEMS_AT_A_TIME === 0) yield;
    const item = type._map.get(key);
    if (item === undefined || item.deleted) continue;
    sum.mark(2);
    sum.addText(key);
    const { content } = item;
    if (content instanceof Y.ContentType) yield* addContent(sum, content, depth);
    else sum.addBytes(bytesOf(content.getContent().at(-1)));
  }
  sum.mark(3);
}

function* addContent(sum: Sum, content: Y.Item['content'], depth: number): Generator<undefined> {
  if (content instanceof Y.ContentType) {
    sum.mark(4);
    if (depth < MAX_DEPTH) yield* addType(sum, content.type as AnyType, depth + 1);
    return;
  }
  for (const value of content.getContent()) {
    sum.mark(5);
    sum.addBytes(bytesOf(value));
  }
}

function bytesOf(value: unknown): Uint8Array {
  return encoding.encode((encoder) =>
    encoding.writeAny(encoder, value instanceof Y.Doc ? value.guid : (value as string)),
  );
}

/** Two sums of 32 bits each, by different primes. */
class Sum {
  #one = 0xdeadbeef;
  #other = 0x41c6ce57;

  /** @param isWhole whether nothing that follows belongs to the same text */
  addText(text: string, isWhole = true): void {
    let one = this.#one;
    let other = this.#other;
    for (let at = 0; at < text.length; at++) {
      const unit = text.charCodeAt(at);
      one = Math.imul(one ^ unit, 2_654_435_761);
      other = Math.imul(other ^ unit, 1_597_334_677);
      one ^= one >>> 15;
      other ^= other >>> 13;
    }
    this.#one = one;
    this.#other = other;
    if (isWhole) this.mark(0);
  }

  addBytes(bytes: Uint8Array): void {
    for (const byte of bytes) this.mark(256 + byte);
    this.mark(0);
  }

  /** Something that is no letter. */
  mark(what: number): void {
    this.#one = Math.imul(this.#one ^ (65_536 + what), 2_246_822_507);
    this.#other = Math.imul(this.#other ^ (65_536 + what), 3_266_489_909);
    this.#one ^= this.#one >>> 16;
    this.#other ^= this.#other >>> 16;
  }

  toString(): string {
    const [one, other] = [this.#one, this.#other].map((sum) =>
      (sum >>> 0).toString(16).padStart(8, '0'),
    );
    return `${WAY}${one}${other}`;
  }
}
