/** The library: folders and documents, found by what is in them; new ones, templates, the trash. */
import { type ReactNode, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { documentPath } from '../../shared/access/addresses.ts';
import type { DocId, FolderId } from '../../shared/access/ids.ts';
import { moveToFolder } from '../../shared/library/arrange.ts';
import {
  markWords,
  type Sort,
  searchEntries,
  sortEntries,
  wordsOf,
} from '../../shared/library/find-entries.ts';
import { createFolder, documentsByFolder, FolderTree } from '../../shared/library/folders.ts';
import type { LibraryEntry } from '../../shared/library/library.ts';
import { DocumentList, type Found } from '../library/DocumentList.tsx';
import { type Movable, useDropPlace } from '../library/dragged.ts';
import { FolderDialog } from '../library/FolderDialog.tsx';
import { FolderList } from '../library/FolderList.tsx';
import { type Library, useLibrary } from '../library/library-store.ts';
import { MoveDialog } from '../library/MoveDialog.tsx';
import { chooseSort, useSort } from '../library/sort.ts';
import { TemplateDialog } from '../library/TemplateDialog.tsx';
import { TrashList } from '../library/TrashList.tsx';
import { folderPath, type LibraryView, SHARED_PATH, TRASH_PATH, viewOf } from '../library/view.ts';
import { useStatus } from '../replica/use-replica.ts';
import { startSearch } from '../search/search.ts';
import { type Searched, useSearch } from '../search/use-search.ts';
import { askToKeep } from '../settings/storage.ts';
import { ImportButton } from '../transfer/ImportButton.tsx';
import { announce } from '../ui/announce.ts';
import { Button, buttonClass } from '../ui/Button.tsx';
import { cx } from '../ui/cx.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { SearchField, SelectField } from '../ui/Field.tsx';
import { MoreIcon, NewFolderIcon, NewIcon, TemplateIcon, TrashIcon } from '../ui/icons.ts';
import { later } from '../ui/late.tsx';
import { Menu } from '../ui/Menu.tsx';
import { Notice } from '../ui/Notice.tsx';
import { Link, navigate, useAddress } from '../ui/navigation.tsx';
import { readWelcome } from '../welcome/welcome.ts';
import { tLate } from '../words/late.ts';
import { t } from '../words/words.ts';
import { type InitialContent, startDocument } from './document/new-document.ts';
import styles from './LibraryScreen.module.css';
import { Page } from './Page.tsx';
import { LIBRARY_PATH } from './routes.ts';

const sortOptions = (): readonly { value: Sort; label: string }[] => [
  { value: 'used', label: tLate().library.lastOpened },
  { value: 'title', label: t().title },
  { value: 'added', label: tLate().library.newest },
];

export function LibraryScreen(): ReactNode {
  const view = viewOf(useAddress());
  const library = useLibrary();
  const status = useStatus(library.store.replica);
  return (
    <Page title={view.kind === 'trash' ? tLate().library.trash : tLate().library.documents}>
      {status.device === 'failed' ? (
        <Notice tone="danger" title={tLate().library.keepsNothing}>
          {status.deviceProblem
            ? tLate().deviceProblems[status.deviceProblem.reason]
            : tLate().library.mayStoreNothing}{' '}
          {tLate().library.goneOnClose}
        </Notice>
      ) : null}
      {library.ready ? (
        view.kind === 'trash' ? (
          <Trash entries={sortEntries(library.entries.filter(isTrashed))} />
        ) : (
          <Documents library={library} view={view} />
        )
      ) : null}
    </Page>
  );
}

function isTrashed({ trashedAt }: LibraryEntry): boolean {
  return trashedAt !== null;
}

function isShared({ role }: LibraryEntry): boolean {
  return role !== 'owner';
}

function Documents({ library, view }: { library: Library; view: LibraryView }): ReactNode {
  const { doc } = library;
  const sort = useSort();
  const [query, setQuery] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [moving, setMoving] = useState<Movable | null>(null);
  const { active, tree, byFolder } = useContents(library, sort);
  const folder = view.kind === 'folder' && tree.get(view.folder) ? view.folder : null;
  const empty = active.length === 0 && tree.folders.length === 0;
  useSearchReady(library.entries, empty);
  useEffect(() => {
    if (active.length > 1) askToKeep();
  }, [active.length]);

  const begin = (content: InitialContent) => {
    const docId = startDocument(doc, content);
    if (folder !== null) moveToFolder(doc, docId, folder);
    navigate(documentPath(docId));
  };
  const searchField = useRef<HTMLInputElement>(null);
  const rows = useRef<HTMLDivElement>(null);
  const comesToSearch = view.kind === 'all' && view.search === true;
  useEffect(() => {
    if (comesToSearch) searchField.current?.focus();
  }, [comesToSearch]);

  const more = <MoreActions library={library} folder={folder} onBegin={begin} />;
  const importing = (
    <ImportButton
      onProblem={setProblem}
      onImport={({ title, blocks }) => begin({ kind: 'written', title, blocks })}
    />
  );
  const starting = (
    <Button variant="filled" onClick={() => begin({ kind: 'written', title: '' })}>
      <NewIcon aria-hidden="true" />
      {tLate().library.newDocument}
    </Button>
  );
  const showAround = () =>
    readWelcome().then(
      (welcome) => begin({ kind: 'written', ...welcome }),
      () => announce(tLate().library.tourFailed),
    );
  const shared = active.filter(isShared);
  const listed =
    view.kind === 'shared'
      ? shared
      : folder === null
        ? active.filter((entry) => entry.pinned || tree.shownIn(entry.folder) === null)
        : (byFolder.get(folder) ?? []);
  const placeOf = (entry: LibraryEntry) =>
    tree
      .pathTo(tree.shownIn(entry.folder))
      .map(({ name }) => name || t().untitled)
      .join(' / ');

  return (
    <>
      {folder === null ? null : <Path library={library} tree={tree} folder={folder} />}
      {empty ? null : (
        <div className={styles.head}>
          <h1 className={styles.title}>
            {view.kind === 'shared'
              ? tLate().library.sharedWithMe
              : folder === null
                ? tLate().library.documents
                : tree.get(folder)?.name || t().untitled}
          </h1>
          {more}
          {importing}
          {starting}
        </div>
      )}
      {problem ? (
        <Notice tone="danger" title={tLate().library.notImported}>
          {problem}
        </Notice>
      ) : null}
      {empty ? (
        <EmptyState
          heading="h1"
          title={tLate().library.writeFirst}
          actions={
            <>
              {starting}
              <Button onClick={() => void showAround()}>{tLate().library.showAround}</Button>
              {importing}
              {more}
            </>
          }
        >
          <p>{tLate().library.writeFirstHint}</p>
        </EmptyState>
      ) : (
        <>
          <search className={styles.tools}>
            <SearchField
              ref={searchField}
              label={tLate().menus.searchDocuments}
              value={query}
              onChange={(event) => setQuery(event.target.value)}
              onKeyDown={(event) => {
                if (event.key === 'Escape' && query !== '') setQuery('');
                else if (event.key === 'ArrowDown' || event.key === 'Enter') {
                  const first = rows.current?.querySelector('a');
                  if (event.key === 'ArrowDown') first?.focus();
                  else if (query !== '' && !event.nativeEvent.isComposing) first?.click();
                } else return;
                event.preventDefault();
              }}
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
              <>
                {view.kind === 'shared' ? null : (
                  <FolderList
                    folders={tree.within(folder)}
                    counts={byFolder}
                    library={doc}
                    onMove={setMoving}
                  />
                )}
                {listed.length > 0 ? (
                  <DocumentList
                    key={`${view.kind} ${folder}`}
                    entries={listed}
                    library={doc}
                    placeOf={folder === null ? placeOf : null}
                    onMove={setMoving}
                  />
                ) : (
                  <Nothing
                    view={view}
                    folder={folder}
                    hasFolders={tree.within(folder).length > 0}
                  />
                )}
              </>
            ) : (
              <Results
                query={query.trim()}
                entries={active}
                library={library}
                placeOf={placeOf}
                onMove={setMoving}
                onAll={() => setQuery('')}
              />
            )}
          </div>
        </>
      )}
      <Views view={view} hasShared={shared.length > 0} hasTrash={library.entries.some(isTrashed)} />
      <MoveDialog
        what={moving}
        library={doc}
        at={placeNow(moving, library, tree)}
        onClose={() => setMoving(null)}
      />
    </>
  );
}

/** What there is, in order; worked out once for each change of the library. */
function useContents({ doc, entries }: Library, sort: Sort) {
  const active = useMemo(
    () =>
      sortEntries(
        entries.filter((entry) => !isTrashed(entry)),
        sort,
      ),
    [entries, sort],
  );
  const [version, setVersion] = useState(0);
  useEffect(() => {
    const folders = doc.getMap('folders');
    const again = () => setVersion((before) => before + 1);
    folders.observe(again);
    return () => folders.unobserve(again);
  }, [doc]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another one for each change of folders
  const tree = useMemo(() => new FolderTree(doc), [doc, version]);
  const byFolder = useMemo(() => documentsByFolder(active, tree), [active, tree]);
  return { active, tree, byFolder };
}

function placeNow(what: Movable | null, { entries }: Library, tree: FolderTree): FolderId | null {
  if (!what) return null;
  if ('folder' in what) return tree.parentOf(what.folder);
  const entry = entries.find(({ docId }) => docId === what.docId);
  return entry ? tree.shownIn(entry.folder) : null;
}

/** Has the search read what is new, once the page is there. */
function useSearchReady(entries: readonly LibraryEntry[], empty: boolean): void {
  const isStarted = useMemo(() => ({ now: false }), []);
  useEffect(() => {
    if (empty || isStarted.now) return;
    isStarted.now = true;
    later(async () => startSearch(entries.map(({ docId }) => docId)));
  }, [entries, empty, isStarted]);
}

function MoreActions({
  library,
  folder,
  onBegin,
}: {
  library: Library;
  folder: FolderId | null;
  onBegin: (content: InitialContent) => void;
}): ReactNode {
  const { doc, entries } = library;
  const [dialog, setDialog] = useState<'folder' | 'template' | null>(null);
  return (
    <>
      <Menu
        label={tLate().library.more}
        icon={<MoreIcon aria-hidden="true" />}
        items={[
          {
            label: tLate().templates.newFromDots,
            icon: <TemplateIcon aria-hidden="true" />,
            onSelect: () => setDialog('template'),
          },
          {
            label: tLate().folders.newFolderDots,
            icon: <NewFolderIcon aria-hidden="true" />,
            onSelect: () => setDialog('folder'),
          },
        ]}
      />
      <FolderDialog
        open={dialog === 'folder'}
        title={tLate().folders.newFolder}
        action={tLate().folders.create}
        name=""
        onName={(name) => {
          createFolder(doc, { name, parent: folder, now: Date.now() });
          announce(tLate().folders.isThere(name));
        }}
        onClose={() => setDialog(null)}
      />
      <TemplateDialog
        open={dialog === 'template'}
        own={entries.filter((entry) => entry.template && !isTrashed(entry))}
        library={doc}
        onBegin={onBegin}
        onClose={() => setDialog(null)}
      />
    </>
  );
}

/** Where one is, from the top; what is dragged can be dropped on each place. */
function Path({
  library,
  tree,
  folder,
}: {
  library: Library;
  tree: FolderTree;
  folder: FolderId;
}): ReactNode {
  return (
    <nav aria-label={tLate().folders.folder} className={styles.path}>
      <Place library={library} folder={null} name={t().allDocuments} />
      {tree
        .pathTo(folder)
        .slice(0, -1)
        .map(({ id, name }) => (
          <Place key={id} library={library} folder={id} name={name || t().untitled} />
        ))}
    </nav>
  );
}

function Place({
  library,
  folder,
  name,
}: {
  library: Library;
  folder: FolderId | null;
  name: string;
}): ReactNode {
  const { over, place } = useDropPlace(library.doc, folder);
  return (
    <Link
      href={folderPath(folder)}
      className={cx(buttonClass('plain'), over && styles.over)}
      {...place}
    >
      {name}
    </Link>
  );
}

function Results({
  query,
  entries,
  library,
  placeOf,
  onMove,
  onAll,
}: {
  query: string;
  entries: readonly LibraryEntry[];
  library: Library;
  placeOf: (entry: LibraryEntry) => string;
  onMove: (what: Movable) => void;
  onAll: () => void;
}): ReactNode {
  const searched = useSearch(query);
  // A list of thousands is not drawn anew while one types on.
  const wanted = useDeferredValue(query);
  const { list, found } = useMemo(
    () => resultsOf(wanted, entries, searched),
    [wanted, entries, searched],
  );
  const isOpen = searched?.query !== query || searched.waiting > 0;
  useEffect(() => {
    if (isOpen) return;
    const timer = setTimeout(() => announce(tLate().library.found(list.length)), 1000);
    return () => clearTimeout(timer);
  }, [isOpen, list.length]);
  return (
    <>
      {list.length > 0 ? (
        <DocumentList
          entries={list}
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

/** Those that have it in the title first, which is known at once; then those found in the text. */
function resultsOf(
  query: string,
  entries: readonly LibraryEntry[],
  searched: Searched | null,
): { list: LibraryEntry[]; found: Map<DocId, Found> } {
  const words = wordsOf(query);
  const list = searchEntries(entries, query);
  const found = new Map<DocId, Found>(
    list.map((entry) => [entry.docId, { title: markWords(entry.title, words), excerpt: null }]),
  );
  const known = new Map(entries.map((entry) => [entry.docId, entry]));
  for (const result of searched?.results ?? []) {
    const entry = known.get(result.docId);
    if (!entry) continue;
    if (!found.has(entry.docId)) list.push(entry);
    const title = markWords(entry.title, result.words);
    found.set(entry.docId, { title, excerpt: result.excerpt });
  }
  return { list, found };
}

function Nothing({
  view,
  folder,
  hasFolders,
}: {
  view: LibraryView;
  folder: FolderId | null;
  hasFolders: boolean;
}): ReactNode {
  if (view.kind === 'shared') {
    return (
      <EmptyState title={tLate().library.nothingShared}>
        <p>{tLate().library.nothingSharedHint}</p>
      </EmptyState>
    );
  }
  if (hasFolders) return null;
  return (
    <EmptyState title={folder === null ? tLate().library.noneHere : tLate().folders.empty}>
      <p>{tLate().library.noneHereHint}</p>
    </EmptyState>
  );
}

/** The other ways to look at the library. */
function Views({
  view,
  hasShared,
  hasTrash,
}: {
  view: LibraryView;
  hasShared: boolean;
  hasTrash: boolean;
}): ReactNode {
  const links = [
    ...(view.kind === 'all' ? [] : [{ href: LIBRARY_PATH, name: t().allDocuments, icon: null }]),
    ...(hasShared && view.kind !== 'shared'
      ? [{ href: SHARED_PATH, name: tLate().library.sharedWithMe, icon: null }]
      : []),
    ...(hasTrash
      ? [{ href: TRASH_PATH, name: tLate().library.trash, icon: <TrashIcon aria-hidden="true" /> }]
      : []),
  ];
  if (links.length === 0 || view.kind === 'folder') return null;
  return (
    <nav aria-label={tLate().library.library} className={styles.foot}>
      {links.map(({ href, name, icon }) => (
        <Link key={href} href={href} className={buttonClass('plain')}>
          {icon}
          {name}
        </Link>
      ))}
    </nav>
  );
}

function Trash({ entries }: { entries: readonly LibraryEntry[] }): ReactNode {
  const { doc } = useLibrary();
  const back = (
    <Link href={LIBRARY_PATH} className={buttonClass('quiet')}>
      {t().allDocuments}
    </Link>
  );
  if (entries.length === 0) {
    return (
      <EmptyState heading="h1" title={tLate().library.trashEmpty} actions={back}>
        <p>{tLate().library.trashEmptyHint}</p>
      </EmptyState>
    );
  }
  return (
    <>
      <div className={styles.head}>
        <h1 className={styles.title}>{tLate().library.trash}</h1>
        {back}
      </div>
      <p className={styles.quiet}>{tLate().library.nothingLost}</p>
      <TrashList entries={entries} library={doc} removeFiles={removeFiles} />
    </>
  );
}

async function removeFiles(docId: DocId): Promise<void> {
  const { forgetAttachments } = await import('../attachments/attachments.ts');
  await forgetAttachments(docId);
  const { forgetText } = await import('../search/search.ts');
  await forgetText(docId);
}
