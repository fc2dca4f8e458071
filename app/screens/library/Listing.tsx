/** The field to search with, the order, and below them rows: what lies here, or what was found. */
import { type KeyboardEvent, type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import type { DocId, FolderId } from '../../../shared/access/ids.ts';
import type { Sort } from '../../../shared/library/find-entries.ts';
import type { FolderTree } from '../../../shared/library/folders.ts';
import type { Unread } from '../../../shared/library/read-marks.ts';
import { t } from '../../i18n/i18n.ts';
import { tLazy } from '../../i18n/lazy.ts';
import { DocumentList } from '../../library/DocumentList.tsx';
import type { Movable } from '../../library/dragged.ts';
import { FolderList } from '../../library/FolderList.tsx';
import type { Library } from '../../library/library-store.ts';
import { MoveDialog } from '../../library/MoveDialog.tsx';
import type { RowActions } from '../../library/row-actions.tsx';
import { chooseSort, useSort } from '../../library/sort.ts';
import type { LibraryView } from '../../library/view.ts';
import { FirstWords } from '../../search/FirstWords.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { SearchField, SelectField } from '../../ui/Field.tsx';
import { isOfInputMethod } from '../../ui/keyboard.ts';
import { useTitleCount } from '../../ui/title-count.ts';
import { type Contents, shownFolder, useListed } from './contents.ts';
import styles from './library.module.css';
import { useNewsOfDocuments } from './news-of-documents.ts';
import { SearchResults } from './SearchResults.tsx';
import { useUnreadOfDocuments } from './unread-of-documents.ts';
import { useLibraryWaits } from './unsent.ts';
import { useRowActions } from './use-row-actions.ts';

interface ListingProps {
  library: Library;
  view: LibraryView;
  contents: Contents;
}

const sortOptions = (): readonly { value: Sort; label: string }[] => [
  { value: 'used', label: tLazy().library.lastOpened },
  { value: 'edited', label: tLazy().library.lastEdited },
  { value: 'title', label: t().title },
  { value: 'added', label: tLazy().library.newest },
];

export function Listing({ library, view, contents }: ListingProps): ReactNode {
  const sort = useSort();
  const libraryWaits = useLibraryWaits(library);
  const [query, setQuery] = useState('');
  const [moving, setMoving] = useState<Movable | null>(null);
  const { unread, lookAt, read } = useUnreadOfDocuments(library);
  const { news: changed, seen } = useNewsOfDocuments(library, lookAt);
  const moves = useRowActions(library, setMoving);
  const actions = useMemo(
    () => ({
      ...moves,
      seen: (docId: DocId) => {
        seen(docId);
        read(docId);
      },
    }),
    [moves, seen, read],
  );
  const news = newsOf(changed, unread);
  useTitleCount([...unread.values()].reduce((sum, { messages }) => sum + messages, 0));
  const field = useRef<HTMLInputElement>(null);
  const rows = useRef<HTMLDivElement>(null);
  const comesToSearch = view.kind === 'all' && view.search === true;
  useEffect(() => {
    if (comesToSearch) field.current?.focus();
  }, [comesToSearch]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (isOfInputMethod(event.nativeEvent)) return;
    if (event.key === 'Escape' && query !== '') setQuery('');
    else if (event.key === 'ArrowDown' || event.key === 'Enter') {
      const first = rows.current?.querySelector('a');
      if (event.key === 'ArrowDown') first?.focus();
      else if (query !== '') first?.click();
    } else return;
    event.preventDefault();
  };
  return (
    <>
      <search className={styles.tools}>
        <SearchField
          ref={field}
          label={tLazy().menus.searchDocuments}
          value={query}
          onChange={(event) => setQuery(event.target.value)}
          onKeyDown={onKeyDown}
        />
        <SelectField
          label={tLazy().library.order}
          labelHidden
          options={sortOptions()}
          value={sort}
          onChange={chooseSort}
        />
      </search>
      <div ref={rows} className={styles.rows}>
        {query.trim() === '' ? (
          <WhatLiesHere
            library={library}
            view={view}
            contents={contents}
            actions={actions}
            news={news}
          />
        ) : (
          <SearchResults
            query={query.trim()}
            library={library}
            contents={contents}
            actions={actions}
            news={news}
            onAll={() => setQuery('')}
          />
        )}
      </div>
      <div role="status" className={styles.waits}>
        {contents.unsent.size > 0 ? <p>{tLazy().outbox.waiting(contents.unsent.size)}</p> : null}
        {libraryWaits > 0 ? <p>{tLazy().outbox.library(libraryWaits)}</p> : null}
      </div>
      <MoveDialog
        what={moving}
        library={library.doc}
        at={placeNow(moving, library, contents.tree)}
        onClose={() => setMoving(null)}
      />
    </>
  );
}

/** What is new in each document, in a few words. */
function newsOf(
  changed: ReadonlyMap<DocId, string>,
  unread: ReadonlyMap<DocId, Unread>,
): ReadonlyMap<DocId, string> {
  const news = new Map<DocId, string>();
  for (const [docId, names] of changed) news.set(docId, tLazy().away.news(names));
  for (const [docId, { messages, toPerson }] of unread) {
    const { unread: said, forYou } = tLazy().discussion;
    const parts = [news.get(docId), said(messages), toPerson > 0 ? forYou(toPerson) : undefined];
    news.set(docId, parts.filter((part) => part !== undefined).join(' · '));
  }
  return news;
}

function WhatLiesHere({
  library,
  view,
  contents,
  actions,
  news,
}: ListingProps & { actions: RowActions; news: ReadonlyMap<DocId, string> }): ReactNode {
  const { tree, byFolder, placeOf } = contents;
  const listed = useListed(view, contents);
  const folder = shownFolder(view, tree);
  const folders = view.kind === 'shared' ? [] : tree.within(folder);
  return (
    <>
      <FolderList folders={folders} counts={byFolder} library={library.doc} onMove={actions.move} />
      {listed.length > 0 ? (
        <DocumentList
          key={`${view.kind} ${folder}`}
          entries={listed}
          library={library.doc}
          placeOf={folder === null ? placeOf : null}
          unsent={contents.unsent}
          news={news}
          actions={actions}
          FirstWords={FirstWords}
        />
      ) : folders.length > 0 ? null : (
        <Nothing view={view} folder={folder} />
      )}
    </>
  );
}

function Nothing({ view, folder }: { view: LibraryView; folder: FolderId | null }): ReactNode {
  const { nothingShared, nothingSharedHint, noneHere, noneHereHint } = tLazy().library;
  if (view.kind === 'shared') {
    return (
      <EmptyState title={nothingShared}>
        <p>{nothingSharedHint}</p>
      </EmptyState>
    );
  }
  return (
    <EmptyState title={folder === null ? noneHere : tLazy().folders.empty}>
      <p>{noneHereHint}</p>
    </EmptyState>
  );
}

/** Undefined where they lie in different places. */
function placeNow(
  what: Movable | null,
  { entries }: Library,
  tree: FolderTree,
): FolderId | null | undefined {
  if (!what) return null;
  if ('folder' in what) return tree.parentOf(what.folder);
  const docIds: readonly DocId[] = 'docId' in what ? [what.docId] : what.docIds;
  const places = entries
    .filter(({ docId }) => docIds.includes(docId))
    .map((entry) => tree.shownIn(entry.folder));
  const [place = null, ...others] = new Set(places);
  return others.length === 0 ? place : undefined;
}
