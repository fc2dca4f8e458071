/**
 * What Yjs' search for the place of a new item costs, counted, and ended where it costs too much.
 *
 * Where several wrote behind the same thing, Yjs walks past what stands there already, once for each
 * new item: for people a few steps, for whoever is after it the square of what they send.
 *
 * Invariant: counting changes nothing, and what is counted is at least what Yjs does. What Yjs fails at
 * is made what Yjs makes of it where it comes in one piece.
 */
import * as Y from 'yjs';

/** Thrown in the middle of a change: the document it was for is not to be used any more. */
export class TooManyConflicts extends Error {
  override readonly name = 'TooManyConflicts';
  constructor() {
    super('its items stand in each other’s way more often than can be worked through');
  }
}

let stepsLeft = Number.POSITIVE_INFINITY;
let isCounting = false;

/**
 * Does `work` and returns how many steps were walked in it. Throws TooManyConflicts, out of the work,
 * as soon as there are more than `most`.
 */
export function countConflicts(most: number, work: () => void): number {
  const outer = { stepsLeft, isCounting };
  stepsLeft = most;
  isCounting = true;
  try {
    work();
    return most - stepsLeft;
  } finally {
    ({ stepsLeft, isCounting } = outer);
  }
}

const { integrate, getMissing } = Y.Item.prototype;

Y.Item.prototype.integrate = function (this: Y.Item, transaction, offset) {
  const { store } = transaction.doc;
  if (offset > 0 && Y.getItem(store, before(this, offset)) instanceof Y.GC) {
    // Somebody said that its beginning was collected, and Yjs would look for neighbours of that.
    // With an id of its own, which it moves on: Yjs goes on behind the end of this item.
    const { client, clock } = this.id;
    new Y.GC(Y.createID(client, clock), this.length).integrate(transaction, offset);
    return;
  }
  // An item of which a part is known already has its left neighbour found inside.
  if (isCounting && offset === 0) take(stepsOf(this, store));
  integrate.call(this, transaction, offset);
};

function before({ id }: Y.Item, offset: number): Y.ID {
  return Y.createID(id.client, id.clock + offset - 1);
}

/** Of the structs that make room for a half when an item is cut, so many move in the time of a step. */
export const MOVED_IN_A_STEP = 256;

Y.Item.prototype.getMissing = function (this: Y.Item, transaction, store) {
  if (!isCounting) return getMissing.call(this, transaction, store);
  const left = this.origin === null ? undefined : store.clients.get(this.origin.client);
  const right = this.rightOrigin === null ? undefined : store.clients.get(this.rightOrigin.client);
  const before = (left?.length ?? 0) + (right?.length ?? 0);
  const missing = getMissing.call(this, transaction, store);
  const after = (left?.length ?? 0) + (right?.length ?? 0);
  if (after > before) take(after / MOVED_IN_A_STEP);
  return missing;
};

function take(steps: number): void {
  stepsLeft -= steps;
  if (stepsLeft < 0) throw new TooManyConflicts();
}

/** The same walk that Yjs makes to find the place of an item. */
function stepsOf(item: Y.Item, store: Y.Transaction['doc']['store']): number {
  // Until its neighbours are found a parent may be an id.
  const parent = item.parent instanceof Y.AbstractType ? item.parent : null;
  if (parent === null) return 0;
  let steps = 0;
  let other: Y.Item | null;
  if (item.left !== null) other = item.left.right;
  else if (item.parentSub === null) other = parent._start;
  else {
    other = parent._map.get(item.parentSub) ?? null;
    while (other !== null && other.left !== null) {
      other = other.left;
      if (++steps > stepsLeft) return steps;
    }
    // It goes there once more to put the item in.
    steps *= 2;
  }
  const isFree =
    item.left === null ? item.right !== null && item.right.left === null : other === item.right;
  if (isFree) return steps;
  const before = new Set<Y.Item | Y.GC>();
  let conflicting = new Set<Y.Item | Y.GC>();
  for (; other !== null && other !== item.right; other = other.right) {
    if (++steps > stepsLeft) return steps;
    before.add(other);
    conflicting.add(other);
    if (isSame(item.origin, other.origin)) {
      if (other.id.client < item.id.client) conflicting = new Set();
      else if (isSame(item.rightOrigin, other.rightOrigin)) break;
      continue;
    }
    if (other.origin === null) break;
    const origin = Y.getItem(store, other.origin);
    if (!before.has(origin)) break;
    if (!conflicting.has(origin)) conflicting = new Set();
  }
  return steps;
}

function isSame(one: Y.ID | null, other: Y.ID | null): boolean {
  return one === other || (one !== null && other !== null && Y.compareIDs(one, other));
}
