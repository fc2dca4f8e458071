/** The field to search with, the order, and below them rows: what lies here, or what was found. */
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import type { FolderId } from '../../../shared/access/ids.ts';
import type { Sort } from '../../../shared/library/find-entries.ts';
import type { FolderTree } from '../../../shared/library/folders.ts';
import { DocumentList } from '../../library/DocumentList.tsx';
import type { Movable } from '../../library/dragged.ts';
import { FolderList } from '../../library/FolderList.tsx';
import type { Library } from '../../library/library-store.ts';
import { MoveDialog } from '../../library/MoveDialog.tsx';
import { chooseSort, useSort } from '../../library/sort.ts';
import type { LibraryView } from '../../library/view.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { SearchField, SelectField } from '../../ui/Field.tsx';
import { tLate } from '../../words/late.ts';
import { t } from '../../words/words.ts';
import { type Contents, shownFolder, useListed } from './contents.ts';
import styles from './library.module.css';
import { SearchResults } from './SearchResults.tsx';

interface ListingProps {
  library: Library;
  view: LibraryView;
  contents: Contents;
}

const sortOptions = (): readonly { value: Sort; label: string }[] => [
  { value: 'used', label: tLate().library.lastOpened },
  { value: 'title', label: t().title },
  { value: 'added', label: tLate().library.newest },
];

export function Listing({ library, view, contents }: ListingProps): ReactNode {
  const sort = useSort();
  const [query, setQuery] = useState('');
  const [moving, setMoving] = useState<Movable | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const rows = useRef<HTMLDivElement>(null);
  const comesToSearch = view.kind === 'all' && view.search === true;
  useEffect(() => {
    if (comesToSearch) field.current?.focus();
  }, [comesToSearch]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && query !== '') setQuery('');
    else if (event.key === 'ArrowDown' || event.key === 'Enter') {
      const first = rows.current?.querySelector('a');
      if (event.key === 'ArrowDown') first?.focus();
      else if (query !== '' && !event.nativeEvent.isComposing) first?.click();
    } else return;
    event.preventDefault();
  };
  return (
    <>
      <search className={styles.tools}>
        <SearchField
          ref={field}
          label={tLate().menus.searchDocuments}
          value={query}
          onChange={(event) => setQuery(event.target.value)}
          onKeyDown={onKeyDown}
        />
        <SelectField
          label={tLate().library.order}
          labelHidden
          options={sortOptions()}
          value={sort}
          onChange={chooseSort}
        />
      </search>
      <div ref={rows} className={styles.rows}>
        {query.trim() === '' ? (
          <WhatLiesHere library={library} view={view} contents={contents} onMove={setMoving} />
        ) : (
          <SearchResults
            query={query.trim()}
            library={library}
            contents={contents}
            onMove={setMoving}
            onAll={() => setQuery('')}
          />
        )}
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

function WhatLiesHere({
  library,
  view,
  contents,
  onMove,
}: ListingProps & { onMove: (what: Movable) => void }): ReactNode {
  const { tree, byFolder, placeOf } = contents;
  const listed = useListed(view, contents);
  const folder = shownFolder(view, tree);
  const folders = view.kind === 'shared' ? [] : tree.within(folder);
  return (
    <>
      <FolderList folders={folders} counts={byFolder} library={library.doc} onMove={onMove} />
      {listed.length > 0 ? (
        <DocumentList
          key={`${view.kind} ${folder}`}
          entries={listed}
          library={library.doc}
          placeOf={folder === null ? placeOf : null}
          onMove={onMove}
        />
      ) : folders.length > 0 ? null : (
        <Nothing view={view} folder={folder} />
      )}
    </>
  );
}

function Nothing({ view, folder }: { view: LibraryView; folder: FolderId | null }): ReactNode {
  const { nothingShared, nothingSharedHint, noneHere, noneHereHint } = tLate().library;
  if (view.kind === 'shared') {
    return (
      <EmptyState title={nothingShared}>
        <p>{nothingSharedHint}</p>
      </EmptyState>
    );
  }
  return (
    <EmptyState title={folder === null ? noneHere : tLate().folders.empty}>
      <p>{noneHereHint}</p>
    </EmptyState>
  );
}

function placeNow(what: Movable | null, { entries }: Library, tree: FolderTree): FolderId | null {
  if (!what) return null;
  if ('folder' in what) return tree.parentOf(what.folder);
  const entry = entries.find(({ docId }) => docId === what.docId);
  return entry ? tree.shownIn(entry.folder) : null;
}
