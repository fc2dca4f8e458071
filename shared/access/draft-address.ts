/** Addresses of drafts, for whoever has the document, as they are read; `draft-link.ts` writes them. */
import { DraftId } from './ids.ts';

/** Says "this draft" behind the `#`. A secret has no `=`, so neither is ever taken for the other. */
export const DRAFT_SIGN = 'draft=';

/** The draft that what stands behind the `#` speaks of, or null. `hash` as in `location.hash`. */
export function draftOfHash(hash: string): DraftId | null {
  const id = DraftId.safeParse(
    hash.startsWith(`#${DRAFT_SIGN}`) ? hash.slice(DRAFT_SIGN.length + 1) : '',
  );
  return id.success ? id.data : null;
}
