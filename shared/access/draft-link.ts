/**
 * Where a draft of a document is: its address for who has the document, and links for who has nothing
 * of it yet.
 *
 * Invariant: a link is a link to the document that says before the `#` which draft it opens, so whoever
 * knows nothing of drafts reads it as that, and the secret stands where it always does.
 */
import { documentPath } from './addresses.ts';
import { DRAFT_SIGN } from './draft-address.ts';
import { type DocId, DraftId } from './ids.ts';

const DRAFT = 'draft';

/** Where a draft of a document is, for someone who has the document already. */
export function formatDraftAddress(origin: string, docId: DocId, draft: DraftId): string {
  return `${origin}${documentPath(docId)}#${DRAFT_SIGN}${draft}`;
}

/** @param link to the document, as `formatLink` gives it */
export function formatDraftLink(link: string, draft: DraftId): string {
  const url = new URL(link);
  url.searchParams.set(DRAFT, draft);
  return url.href;
}

/** The draft that a link opens, or null. `search` as in `location.search`. */
export function draftOfLink(search: string): DraftId | null {
  const id = DraftId.safeParse(new URLSearchParams(search).get(DRAFT));
  return id.success ? id.data : null;
}
