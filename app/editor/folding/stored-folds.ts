/**
 * What is folded in a document, kept by this browser: how one reads is nobody else's affair.
 *
 * Invariant: what is read back is checked; where nothing can be kept, folds last as long as the page.
 */
import type { StoredFolds } from './folding.ts';

export function foldsOf(name: string): StoredFolds {
  const key = `driftless.folded.${name}`;
  return {
    read: () => {
      try {
        const ids: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
        return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : [];
      } catch {
        // No storage in this browser, or not our JSON: nothing is folded.
        return [];
      }
    },
    keep: (ids) => {
      try {
        if (ids.length === 0) localStorage.removeItem(key);
        else localStorage.setItem(key, JSON.stringify(ids));
      } catch {
        // No storage, or none left: the folds are gone with this page, and nothing of the text is.
      }
    },
  };
}
