/** A document whose Share is to be open when it comes onto the screen, as its row was asked for it. */
import type { DocId } from '../../../shared/access/ids.ts';

let asked: DocId | null = null;

export function askToShare(docId: DocId): void {
  asked = docId;
}

/** Says it once. */
export function isShareAsked(docId: DocId): boolean {
  const isAsked = asked === docId;
  asked = null;
  return isAsked;
}
