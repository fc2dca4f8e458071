/** Links to what is shown: the document, or a draft of it, which the page's address speaks of then. */
import { draftOfHash } from '../../shared/access/draft-address.ts';
import { formatDraftLink } from '../../shared/access/draft-link.ts';
import type { DocId, DraftId, Secret } from '../../shared/access/ids.ts';
import { formatLink } from '../../shared/access/link-addresses.ts';

export function linkToShown(docId: DocId, secret: Secret): string {
  const draft = draftShown();
  const link = formatLink(location.origin, docId, secret);
  return draft === null ? link : formatDraftLink(link, draft);
}

export function draftShown(): DraftId | null {
  return draftOfHash(location.hash);
}
