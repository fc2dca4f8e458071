/**
 * Where this device keeps what somebody is about to say about a document.
 *
 * Invariant: names of one document's drafts begin like no other's, so all of them go with it.
 */
import type { DocId } from '../../shared/access/ids.ts';

/** With this begin the names of a document's drafts. */
export function draftPrefix(docId: DocId): string {
  return `driftless.draft ${docId} `;
}

/** The document is no longer on this device, and what was not said about it goes, too. */
export function forgetDrafts(docId: DocId): void {
  try {
    const names = Array.from({ length: localStorage.length }, (_, at) => localStorage.key(at));
    for (const name of names)
      if (name?.startsWith(draftPrefix(docId))) localStorage.removeItem(name);
  } catch {
    // No storage in this browser, and so no drafts.
  }
}
