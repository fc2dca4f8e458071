/** Addresses of documents and blocks: how they are written and read. */
import type { DocId } from './ids.ts';

export function documentPath(docId: DocId): string {
  return `/d/${docId}`;
}

/** Says "this block" behind the `#`. A secret has no `=`, so neither is ever taken for the other. */
const BLOCK = 'block=';

/** Where a block of a document is, for someone who has the document already. */
export function formatBlockAddress(origin: string, docId: DocId, blockId: string): string {
  return `${origin}${documentPath(docId)}#${BLOCK}${encodeURIComponent(blockId)}`;
}

/** The block that what stands behind the `#` speaks of, or null. `hash` as in `location.hash`. */
export function blockOfHash(hash: string): string | null {
  const id = hash.startsWith(`#${BLOCK}`) ? hash.slice(BLOCK.length + 1) : '';
  return /^[\w~-]{1,64}$/.test(id) ? id : null;
}
