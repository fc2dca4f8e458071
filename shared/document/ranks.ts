/**
 * Who comes first where two people insert at one spot, not knowing of each other.
 *
 * Yjs puts the one with the lower client id first. For two texts that is as good as any other order.
 * But text typed at the end of a block must not come to stand in the block that someone else opens
 * there, nor take on the formatting that someone else begins right behind it. So a device has three
 * client ids: its own for characters, a higher one for formatting, and a still higher one for marks.
 *
 * Invariant: the id for a rank is a function of the device's own id, and above the own ids of all.
 */
import type * as Y from 'yjs';

/** Own ids are below this. */
const OWN_IDS = 2 ** 32;

const RANKS = { formatting: 1, mark: 2 } as const;

/** The client id under which a device inserts what has this rank. */
export function clientIdFor(rank: keyof typeof RANKS, own: number): number {
  return own + RANKS[rank] * OWN_IDS;
}

/** Has all that `change` inserts come behind what others insert at the same spot with a lower rank. */
export function insertAs(rank: keyof typeof RANKS, doc: Y.Doc, change: () => void): void {
  const own = doc.clientID;
  doc.clientID = clientIdFor(rank, own);
  try {
    change();
  } finally {
    doc.clientID = own;
  }
}
