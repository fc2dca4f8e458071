/** What the search found: by title, which is known at once, and then by text. */
import { type ReactNode, useDeferredValue, useEffect, useMemo } from 'react';
import type { DocId } from '../../../shared/access/ids.ts';
import { askedJustSo, searchEntries } from '../../../shared/library/find-entries.ts';
import type { LibraryEntry } from '../../../shared/library/library.ts';
import { tLazy } from '../../i18n/lazy.ts';
import { DocumentList, type Found } from '../../library/DocumentList.tsx';
import type { Library } from '../../library/library-store.ts';
import type { RowActions } from '../../library/row-actions.tsx';
import { FirstWords } from '../../search/FirstWords.tsx';
import { type Searched, useSearch } from '../../search/use-search.ts';
import { announce } from '../../ui/announce.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import type { Contents } from './contents.ts';
import styles from './library.module.css';

/** The number of results is told when they have not changed for this long, ms. */
const TOLD_AFTER_MS = 1000;

export function SearchResults({
  query,
  library,
  contents: { active, placeOf, unsent },
  actions,
  news,
  onAll,
}: {
  query: string;
  library: Library;
  contents: Contents;
  actions: RowActions;
  news: ReadonlyMap<DocId, string>;
  /** Shows everything again. */
  onAll: () => void;
}): ReactNode {
  const { entries } = library;
  const elsewhere = useMemo(() => {
    const shown = new Set(active);
    return entries.filter((entry) => !shown.has(entry)).map(({ docId }) => docId);
  }, [entries, active]);
  const searched = useSearch(query, elsewhere);
  // A list of thousands is not drawn anew while one types on.
  const wanted = useDeferredValue(query);
  const { list, found, words } = useMemo(
    () => resultsOf(wanted, active, searched),
    [wanted, active, searched],
  );
  const isOpen = searched?.query !== query || searched.waiting > 0;
  useEffect(() => {
    if (isOpen) return;
    const tell = () => announce(tLazy().library.found(list.length));
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
          unsent={unsent}
          news={news}
          actions={actions}
          FirstWords={FirstWords}
        />
      ) : isOpen ? null : (
        <EmptyState
          title={tLazy().library.nothingFound}
          actions={<Button onClick={onAll}>{tLazy().library.showAll}</Button>}
        >
          <p>{tLazy().library.noneWith(query)}</p>
        </EmptyState>
      )}
      {searched && searched.waiting > 0 ? (
        <p className={styles.quiet}>{tLazy().library.stillRead(searched.waiting)}</p>
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
    const known = new Map<string, LibraryEntry>(entries.map((entry) => [entry.docId, entry]));
    for (const { docId, ...result } of searched.results) {
      const entry = known.get(docId);
      if (!entry) continue;
      if (!inTitle.has(entry)) list.push(entry);
      found.set(entry.docId, result);
    }
  }
  return { list, found, words: askedJustSo(query) };
}
