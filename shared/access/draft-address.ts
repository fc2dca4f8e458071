/** Addresses of drafts, for whoever has the document: how they are written and read. */
import { documentPath } from './addresses.ts';
import { type DocId, DraftId } from './ids.ts';

/** Says "this draft" behind the `#`. A secret has no `=`, so neither is ever taken for the other. */
const DRAFT = 'draft=';

/** Where a draft of a document is, for someone who has the document already. */
export function formatDraftAddress(origin: string, docId: DocId, draft: DraftId): string {
  return `${origin}${documentPath(docId)}#${DRAFT}${draft}`;
}

/** The draft that what stands behind the `#` speaks of, or null. `hash` as in `location.hash`. */
export function draftOfHash(hash: string): DraftId | null {
  const id = DraftId.safeParse(hash.startsWith(`#${DRAFT}`) ? hash.slice(DRAFT.length + 1) : '');
  return id.success ? id.data : null;
}
