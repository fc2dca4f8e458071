/**
 * What the sidebar leads to: a new document, the switcher, what is pinned, what was opened last, and
 * the folders as a tree, each of which takes what is dragged onto it and unfolds under what is held
 * over it.
 *
 * Invariant: it is drawn anew when the library changes, and not while somebody writes.
 */
import {
  type MouseEvent,
  memo,
  type ReactNode,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react';
import type * as Y from 'yjs';
import { documentPath } from '../../../shared/access/addresses.ts';
import type { DocId, FolderId } from '../../../shared/access/ids.ts';
import { isOnlyBegun } from '../../../shared/library/begun.ts';
import { sortEntries } from '../../../shared/library/find-entries.ts';
import {
  documentsByFolder,
  type Folder,
  type FolderTree,
} from '../../../shared/library/folders.ts';
import type { LibraryEntry } from '../../../shared/library/library.ts';
import { t } from '../../i18n/i18n.ts';
import { tLazy } from '../../i18n/lazy.ts';
import { DocumentMark } from '../../library/DocumentMark.tsx';
import { draggable, type Movable, useDropPlace } from '../../library/dragged.ts';
import { folderPath } from '../../library/folder-path.ts';
import { type Library, useLibrary } from '../../library/library-store.ts';
import { MoveDialog } from '../../library/MoveDialog.tsx';
import { RenameDialog } from '../../library/RenameDialog.tsx';
import { rowItems } from '../../library/row-actions.tsx';
import { useRowMenu } from '../../library/row-menu.tsx';
import { cx } from '../../ui/cx.ts';
import {
  FolderIcon,
  HomeIcon,
  MoreRightIcon,
  NewIcon,
  SearchIcon,
  SettingsIcon,
} from '../../ui/icons.ts';
import { ariaShortcut, shortcutText } from '../../ui/keys.ts';
import { Link } from '../../ui/navigation.tsx';
import { useStoredValue } from '../../ui/stored-value.ts';
import { isTrashed, useFolderTree } from '../library/contents.ts';
import { otherViews } from '../library/OtherViews.tsx';
import { useRowActions } from '../library/use-row-actions.ts';
import { LIBRARY_PATH, SETTINGS_PATH } from '../routes.ts';
import { makeReadySoon } from '../switcher/make-ready.ts';
import styles from './sidebar.module.css';
import { storedUnfolded } from './stored-sidebar.ts';

const SEARCH_SHORTCUT = 'Mod-k';
/** More than these one looks for by the switcher. */
const MOST_RECENT = 7;
/** More than these of a folder are on its own page. */
const MOST_OF_FOLDER = 40;
/** What is held over a folder so long is to go into it, or into one within, ms. */
const UNFOLDS_AFTER_MS = 600;

export function Sidebar({
  address,
  onSearch,
}: {
  address: string;
  onSearch: () => void;
}): ReactNode {
  const library = useLibrary();
  const { doc, entries } = library;
  const tree = useFolderTree(doc);
  const { pinned, recent, byFolder } = useMemo(() => {
    const active = entries.filter((entry) => !isTrashed(entry) && !isOnlyBegun(entry));
    const titled = sortEntries(active, 'title');
    return {
      pinned: titled.filter((entry) => entry.pinned),
      recent: sortEntries(active.filter((entry) => !entry.pinned)).slice(0, MOST_RECENT),
      byFolder: documentsByFolder(titled, tree),
    };
  }, [entries, tree]);
  const { over, place } = useDropPlace(doc, null);
  const { ask, around } = useDocumentMenu(library, tree);
  return (
    <div className={styles.sidebar}>
      <ul className={styles.list}>
        <li className={styles.row}>
          <Item href="/new" icon={<NewIcon aria-hidden="true" />}>
            {tLazy().library.newDocument}
          </Item>
        </li>
        <li className={styles.row}>
          <button
            type="button"
            aria-keyshortcuts={ariaShortcut(SEARCH_SHORTCUT)}
            className={cx(styles.item, styles.search)}
            onClick={onSearch}
          >
            <SearchIcon aria-hidden="true" />
            <span className={styles.name}>{tLazy().menus.searchDocuments}</span>
            <span aria-hidden="true" className={styles.keys}>
              {shortcutText(SEARCH_SHORTCUT)}
            </span>
          </button>
        </li>
        <li className={cx(styles.row, over && styles.over)} {...place}>
          <Item
            href={LIBRARY_PATH}
            icon={<HomeIcon aria-hidden="true" />}
            isHere={address === LIBRARY_PATH}
          >
            {t().allDocuments}
          </Item>
        </li>
        {otherViews(entries).map(({ href, name, icon }) => (
          <li key={href} className={styles.row}>
            <Item href={href} icon={icon} isHere={address === href}>
              {name}
            </Item>
          </li>
        ))}
        <li className={styles.row}>
          <Item
            href={SETTINGS_PATH}
            icon={<SettingsIcon aria-hidden="true" />}
            isHere={address === SETTINGS_PATH}
          >
            {t().settings}
          </Item>
        </li>
      </ul>
      {pinned.length > 0 ? (
        <Section title={tLazy().sidebar.pinned}>
          <Documents entries={pinned} address={address} onAsk={ask} />
        </Section>
      ) : null}
      {recent.length > 0 ? (
        <Section title={tLazy().switcher.recent}>
          <Documents entries={recent} address={address} onAsk={ask} />
        </Section>
      ) : null}
      {tree.folders.length > 0 ? (
        <Section title={tLazy().folders.folders}>
          {tree.within(null).map((folder) => (
            <FolderItem
              key={folder.id}
              {...{ folder, tree, byFolder, library: doc, address, onAsk: ask }}
            />
          ))}
        </Section>
      ) : null}
      {around}
    </div>
  );
}

/** What is asked for at the row of a document; see `row-actions.tsx`. */
type Ask = (docId: DocId, event: MouseEvent) => void;

/** The menu that the rows of the library have, and what its entries open. */
function useDocumentMenu(library: Library, tree: FolderTree): { ask: Ask; around: ReactNode } {
  const { doc, entries } = library;
  const [moving, setMoving] = useState<Movable | null>(null);
  const [renaming, setRenaming] = useState<LibraryEntry | null>(null);
  const actions = { ...useRowActions(library, setMoving), rename: setRenaming };
  const entryOf = (docId: DocId) => entries.find((entry) => entry.docId === docId);
  const { ask, menu } = useRowMenu(
    (docId: DocId) => {
      const entry = entryOf(docId);
      return entry ? rowItems(entry, doc, actions) : [];
    },
    (docId) => entryOf(docId)?.title.trim() || t().untitled,
  );
  const moved = moving && 'docId' in moving ? entryOf(moving.docId) : undefined;
  const around = (
    <>
      {menu}
      <MoveDialog
        what={moving}
        library={doc}
        at={moved && tree.shownIn(moved.folder)}
        onClose={() => setMoving(null)}
      />
      <RenameDialog entry={renaming} library={doc} onClose={() => setRenaming(null)} />
    </>
  );
  return { ask, around };
}

function Section({ title, children }: { title: string; children: ReactNode }): ReactNode {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className={styles.title}>
        {title}
      </h2>
      <ul className={styles.list}>{children}</ul>
    </section>
  );
}

function Documents({
  entries,
  address,
  onAsk,
}: {
  entries: readonly LibraryEntry[];
  address: string;
  onAsk: Ask;
}): ReactNode {
  return entries.map((entry) => (
    <DocumentItem
      key={entry.docId}
      docId={entry.docId}
      title={entry.title.trim()}
      icon={entry.icon}
      isHere={address === documentPath(entry.docId)}
      onAsk={onAsk}
    />
  ));
}

const DocumentItem = memo(function DocumentItem({
  docId,
  title,
  icon,
  isHere,
  onAsk,
}: {
  docId: DocId;
  /** '' where it has none. */
  title: string;
  icon: string;
  isHere: boolean;
  onAsk: Ask;
}): ReactNode {
  const shown = title || t().untitled;
  return (
    <li
      className={styles.row}
      onContextMenu={(event) => onAsk(docId, event)}
      {...draggable({ docId, title: shown })}
    >
      <Item
        href={documentPath(docId)}
        icon={<DocumentMark icon={icon} />}
        isHere={isHere}
        isQuiet={title === ''}
        onExpect={() => makeReadySoon(docId)}
      >
        {shown}
      </Item>
    </li>
  );
});

interface FolderItemProps {
  folder: Folder;
  tree: FolderTree;
  byFolder: ReadonlyMap<FolderId | null, readonly LibraryEntry[]>;
  library: Y.Doc;
  address: string;
  onAsk: Ask;
}

function FolderItem({ folder, ...around }: FolderItemProps): ReactNode {
  const { tree, byFolder, library, address, onAsk } = around;
  const name = folder.name || t().untitled;
  const { over, place } = useDropPlace(library, folder.id);
  const unfolded = useStoredValue(storedUnfolded);
  const isUnfolded = unfolded.has(folder.id);
  const documents = byFolder.get(folder.id) ?? [];
  const href = folderPath(folder.id);
  const toggle = () => {
    const next = new Set(unfolded);
    if (!next.delete(folder.id)) next.add(folder.id);
    storedUnfolded.set(next);
  };
  const unfold = useRef(toggle);
  unfold.current = toggle;
  useEffect(() => {
    if (!over || isUnfolded) return;
    const timer = setTimeout(() => unfold.current(), UNFOLDS_AFTER_MS);
    return () => clearTimeout(timer);
  }, [over, isUnfolded]);
  return (
    <li>
      <div
        className={cx(styles.row, over && styles.over)}
        {...draggable({ folder: folder.id, title: name })}
        {...place}
      >
        <button
          type="button"
          aria-label={tLazy().sidebar.contents(name)}
          aria-expanded={isUnfolded}
          className={styles.fold}
          onClick={toggle}
        >
          <MoreRightIcon aria-hidden="true" className="mirrored" />
        </button>
        <Item href={href} icon={<FolderIcon aria-hidden="true" />} isHere={address === href}>
          {name}
        </Item>
      </div>
      {isUnfolded ? (
        <ul className={cx(styles.list, styles.within)}>
          {tree.within(folder.id).map((inner) => (
            <FolderItem key={inner.id} folder={inner} {...around} />
          ))}
          <Documents entries={documents.slice(0, MOST_OF_FOLDER)} address={address} onAsk={onAsk} />
          {documents.length > MOST_OF_FOLDER ? (
            <li className={styles.row}>
              <Item href={href} isQuiet>
                {tLazy().sidebar.more(documents.length - MOST_OF_FOLDER)}
              </Item>
            </li>
          ) : null}
          {documents.length === 0 && tree.within(folder.id).length === 0 ? (
            <li className={styles.nothing}>{tLazy().folders.empty}</li>
          ) : null}
        </ul>
      ) : null}
    </li>
  );
}

function Item({
  href,
  icon,
  isHere = false,
  isQuiet = false,
  onExpect,
  children,
}: {
  href: string;
  icon?: ReactNode;
  isHere?: boolean;
  isQuiet?: boolean;
  /** Told when it is likely to be followed. */
  onExpect?: () => void;
  children: ReactNode;
}): ReactNode {
  return (
    <Link
      href={href}
      draggable={false}
      aria-current={isHere ? 'page' : undefined}
      className={cx(styles.item, isQuiet && styles.quiet)}
      onPointerEnter={onExpect}
      onFocus={onExpect}
    >
      {icon}
      <span className={styles.name}>
        <bdi>{children}</bdi>
      </span>
    </Link>
  );
}
