/**
 * The registers of how a document is to look: what they say, and how they are changed.
 *
 * Invariant: what one says already is not written again.
 */
import type * as Y from 'yjs';
import type { Look } from './look.ts';
import { ROOT } from './schema.ts';

/** What a register of the look says; one that was never written is undefined. */
export function readLook(doc: Y.Doc, what: Look): unknown {
  return doc.getMap<unknown>(ROOT.meta).get(what);
}

/** Sets one register: an emoji or '', 'wide' or 'normal', 'serif' or 'sans'. */
export function writeLook(doc: Y.Doc, what: Look, value: string, origin?: unknown): void {
  if (readLook(doc, what) === value) return;
  doc.transact(() => doc.getMap(ROOT.meta).set(what, value), origin);
}
