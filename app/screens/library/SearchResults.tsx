/** What the search found: by title, which is known at once, and then by text. */
import { type ReactNode, useDeferredValue, useEffect, useMemo } from 'react';
import type { DocId } from '../../../shared/access/ids.ts';
import { searchEntries, wordsOf } from '../../../shared/library/find-entries.ts';
import type { LibraryEntry } from '../../../shared/library/library.ts';
import { DocumentList, type Found } from '../../library/DocumentList.tsx';
import type { Movable } from '../../library/dragged.ts';
import type { Library } from '../../library/library-store.ts';
import { type Searched, useSearch } from '../../search/use-search.ts';
import { announce } from '../../ui/announce.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { tLate } from '../../words/late.ts';
import type { Contents } from './contents.ts';
import styles from './library.module.css';

/** The number of results is told when they have not changed for this long, ms. */
const TOLD_AFTER_MS = 1000;

export function SearchResults({
  query,
  library,
  contents: { active, placeOf },
  onMove,
  onAll,
}: {
  query: string;
  library: Library;
  contents: Contents;
  onMove: (what: Movable) => void;
  /** Shows everything again. */
  onAll: () => void;
}): ReactNode {
  const searched = useSearch(query);
  // A list of thousands is not drawn anew while one types on.
  const wanted = useDeferredValue(query);
  const { list, found, words } = useMemo(
    () => resultsOf(wanted, active, searched),
    [wanted, active, searched],
  );
  const isOpen = searched?.query !== query || searched.waiting > 0;
  useEffect(() => {
    if (isOpen) return;
    const tell = () => announce(tLate().library.found(list.length));
    const timer = setTimeout(tell, TOLD_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isOpen, list.length]);
  return (
    <>
      {list.length > 0 ? (
        <DocumentList
          entries={list}
          words={words}
          found={found}
          library={library.doc}
          placeOf={placeOf}
          onMove={onMove}
        />
      ) : isOpen ? null : (
        <EmptyState
          title={tLate().library.nothingFound}
          actions={<Button onClick={onAll}>{tLate().library.showAll}</Button>}
        >
          <p>{tLate().library.noneWith(query)}</p>
        </EmptyState>
      )}
      {searched && searched.waiting > 0 ? (
        <p className={styles.quiet}>{tLate().library.stillRead(searched.waiting)}</p>
      ) : null}
    </>
  );
}

/** Those that have it in the title first; then those that have it in the text. */
function resultsOf(query: string, entries: readonly LibraryEntry[], searched: Searched | null) {
  const list = searchEntries(entries, query);
  const found = new Map<DocId, Found>();
  if (searched && searched.results.length > 0) {
    const inTitle = new Set(list);
    const known = new Map(entries.map((entry) => [entry.docId, entry]));
    for (const { docId, ...result } of searched.results) {
      const entry = known.get(docId);
      if (!entry) continue;
      if (!inTitle.has(entry)) list.push(entry);
      found.set(docId, result);
    }
  }
  return { list, found, words: wordsOf(query) };
}
