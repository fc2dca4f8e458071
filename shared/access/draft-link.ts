/**
 * Links to a draft of a document, for somebody who has nothing of it yet.
 *
 * Invariant: one is a link to the document that says before the `#` which draft it opens, so whoever
 * knows nothing of drafts reads it as that, and the secret stands where it always does.
 */
import { DraftId } from './ids.ts';

const DRAFT = 'draft';

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
