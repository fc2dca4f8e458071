/**
 * What is done with documents from a list of them, without opening them: shared, copied, exported.
 *
 * Invariant: only what this device has is read, so it works without a network and says where it has
 * nothing.
 */
import { useMemo, useRef } from 'react';
import { documentPath } from '../../../shared/access/addresses.ts';
import type { DocId } from '../../../shared/access/ids.ts';
import type { LibraryEntry } from '../../../shared/library/library.ts';
import { tLazy } from '../../i18n/lazy.ts';
import type { Movable } from '../../library/dragged.ts';
import type { Library } from '../../library/library-store.ts';
import type { RowActions } from '../../library/row-actions.tsx';
import { announce } from '../../ui/announce.ts';
import { navigate } from '../../ui/navigation.tsx';
import { askToShare } from '../document/share-asked.ts';
import { makeReadySoon } from '../switcher/make-ready.ts';

/** The same as long as the library is. */
export function useRowActions(library: Library, move: (what: Movable) => void): RowActions {
  const latest = useRef(library);
  latest.current = library;
  return useMemo(
    () => ({
      move,
      share: (docId: DocId) => {
        askToShare(docId);
        navigate(documentPath(docId));
      },
      duplicate: (entry: LibraryEntry) => {
        const copy = async () => {
          const { duplicate } = await import('./copies.ts');
          return duplicate(latest.current.doc, entry);
        };
        copy().then(announce, (error: unknown) => {
          console.error('A document could not be copied.', error);
          announce(tLazy().library.notDuplicated);
        });
      },
      exportAll: (entries: readonly LibraryEntry[]) => {
        const save = async () => {
          const { exportSome } = await import('./copies.ts');
          return exportSome(latest.current.store, entries);
        };
        save().then(announce, (error: unknown) => {
          console.error('Documents could not be exported.', error);
          announce(tLazy().documentMenu.notExported);
        });
      },
      expect: makeReadySoon,
    }),
    [move],
  );
}
