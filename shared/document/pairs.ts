/**
 * Characters of two UTF-16 units: emoji, and all letters beyond the first 65,536.
 *
 * Yjs counts units. Where it cuts an item between the two of a pair, it writes U+FFFD in place of
 * both, on that device only: also where the halves are one item again a moment later, and without
 * an update that says so. So devices with the same state vector would show different texts, and
 * whichever of them is asked for all of it would spread its own.
 *
 * Invariant: what a pair reads as follows from the document's items alone. It is the character as
 * long as both halves are there and nothing ever stood between them, else U+FFFD for each half,
 * which is also what an update says of a half, wherever it comes from. Nothing of ours cuts a pair,
 * and a half that comes alone is U+FFFD before it is in the document.
 */
import * as Y from 'yjs';

/** The first half comes back as it was, should it come to stand beside the other again. */
Y.ContentString.prototype.splice = function (offset: number): Y.ContentString {
  const right = new Y.ContentString(this.str.slice(offset));
  this.str = this.str.slice(0, offset);
  return right;
};

const HALF = '\ufffd';
/** With `u` a whole pair is one character, which is no surrogate. */
const HALVES = /\p{Surrogate}/gu;

function isHigh(code: number): boolean {
  return (code & 0xfc00) === 0xd800;
}

export function isLow(code: number): boolean {
  return (code & 0xfc00) === 0xdc00;
}

/** Whether a place in a text is between the halves of a character. */
export function isInPair(text: string, at: number): boolean {
  return isLow(text.charCodeAt(at)) && isHigh(text.charCodeAt(at - 1));
}

/** How many units the first character of a text has. */
export function firstLength(text: string): number {
  return isInPair(text, 1) ? 2 : 1;
}

/** The same text with U+FFFD for each half that stands alone: nothing else can be sent or stored. */
export function withoutHalves(text: string): string {
  return text.replace(HALVES, HALF);
}

/** The same of whatever a register may hold. */
export function valueWithoutHalves(value: unknown): unknown {
  if (typeof value === 'string') return withoutHalves(value);
  if (Array.isArray(value)) return value.map(valueWithoutHalves);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [withoutHalves(name), valueWithoutHalves(inner)]),
  );
}

/**
 * Has halves that stay apart read in this document as they do elsewhere, now and after each
 * transaction.
 */
export function keepPairs(doc: Y.Doc): void {
  for (const structs of doc.store.clients.values())
    structs.forEach((struct, index) => {
      if (index > 0) settle(structs[index - 1], struct);
    });
  doc.on('beforeObserverCalls', ({ _mergeStructs: cut }) => {
    for (const { id } of cut)
      if (id.clock > 0) {
        const { client, clock } = id;
        const at = (place: number) => Y.getItem(doc.store, Y.createID(client, place));
        settle(at(clock - 1), at(clock));
      }
  });
}

/** Of two structs of which the second was written right after the first. */
function settle(first: unknown, second: unknown): void {
  const before = contentOf(first);
  const after = contentOf(second);
  const ends = before !== null && isHigh(before.str.charCodeAt(before.str.length - 1));
  const begins = after !== null && isLow(after.str.charCodeAt(0));
  if (!ends && !begins) return;
  // Yjs makes one item of these two at the end of the transaction.
  const { right, deleted } = first as Y.Item;
  if (ends && begins && right === second && deleted === (second as Y.Item).deleted) return;
  if (ends) before.str = before.str.slice(0, -1) + HALF;
  if (begins) after.str = HALF + after.str.slice(1);
}

function contentOf(struct: unknown): Y.ContentString | null {
  if (!(struct instanceof Y.Item)) return null;
  return struct.content instanceof Y.ContentString ? struct.content : null;
}
