/**
 * The documents of this device as a list: a link each, named by its title, what there is to know of
 * it, and what can be done with it, or with several.
 *
 * Invariant: a row asks for what is not in the library only when it is drawn.
 */

import {
  type ComponentType,
  type MouseEvent,
  memo,
  type ReactNode,
  useCallback,
  useMemo,
  useRef,
  useState,
} from 'react';
import type * as Y from 'yjs';
import { documentPath, formatBlockAddress } from '../../shared/access/addresses.ts';
import type { DocId } from '../../shared/access/ids.ts';
import { markWords, type Stretch } from '../../shared/library/find-entries.ts';
import type { LibraryEntry } from '../../shared/library/library.ts';
import { t } from '../i18n/i18n.ts';
import { tLazy } from '../i18n/lazy.ts';
import { cx } from '../ui/cx.ts';
import { DocumentIcon, MoreIcon, PinIcon, TemplateIcon } from '../ui/icons.ts';
import { LongList, type RowSlot } from '../ui/LongList.tsx';
import { Menu } from '../ui/Menu.tsx';
import { Link } from '../ui/navigation.tsx';
import { formatWhen } from '../ui/time.ts';
import styles from './DocumentList.module.css';
import { DocumentMark } from './DocumentMark.tsx';
import { draggable, type Movable } from './dragged.ts';
import { Marked } from './Marked.tsx';
import { RenameDialog } from './RenameDialog.tsx';
import { type OwnActions, type RowActions, rowItems } from './row-actions.tsx';
import { useRowMenu } from './row-menu.tsx';
import { Selected } from './Selected.tsx';
import { useLinkCounts } from './use-link-counts.ts';

/** What a search found in a document. */
export interface Found {
  /** What the words that were asked for are in this document. */
  words: readonly string[];
  /** A piece of the text, where it was found there, and the block it stands in. */
  excerpt: { text: string; marks: readonly Stretch[]; block: string } | null;
}

const NO_WORDS: readonly string[] = [];
const NONE: ReadonlySet<DocId> = new Set();

export const DocumentList = memo(function DocumentList({
  entries,
  library,
  words = NO_WORDS,
  found,
  placeOf,
  unsent,
  news,
  actions,
  FirstWords,
}: {
  entries: readonly LibraryEntry[];
  library: Y.Doc;
  /** What is marked in titles. */
  words?: readonly string[];
  found?: ReadonlyMap<DocId, Found>;
  /** The names of the folders a document lies in; null where that is clear. */
  placeOf: ((entry: LibraryEntry) => string) | null;
  /** Those of which something waits on this device. */
  unsent: ReadonlySet<string>;
  /** What is new in those where this person has not seen something, in a few words. */
  news?: ReadonlyMap<DocId, string>;
  actions: RowActions;
  FirstWords: ComponentType<{ docId: DocId }>;
}): ReactNode {
  const [renaming, setRenaming] = useState<LibraryEntry | null>(null);
  const links = useLinkCounts(library);
  const [chosen, setChosen] = useState(NONE);
  /** What is not listed any more is not selected either. */
  const selected = useMemo(
    () => (chosen.size === 0 ? [] : entries.filter(({ docId }) => chosen.has(docId))),
    [chosen, entries],
  );
  const last = useRef<DocId | null>(null);
  const latest = useRef(entries);
  latest.current = entries;
  /** With `upTo`, all from the one that was selected last. */
  const select = useCallback((docId: DocId, upTo: boolean) => {
    const ids = latest.current.map((entry) => entry.docId);
    const from = upTo && last.current ? ids.indexOf(last.current) : -1;
    const to = ids.indexOf(docId);
    last.current = docId;
    setChosen((before) => {
      const next = new Set(before);
      if (from >= 0) {
        for (const id of ids.slice(Math.min(from, to), Math.max(from, to) + 1)) next.add(id);
      } else if (!next.delete(docId)) next.add(docId);
      return next;
    });
  }, []);
  const all: RowActions & Required<OwnActions> = useMemo(
    () => ({ ...actions, rename: setRenaming, select }),
    [actions, select],
  );
  const { ask, menu } = useRowMenu(
    (entry: LibraryEntry) => rowItems(entry, library, all, news?.has(entry.docId)),
    titleOf,
  );
  const what: Movable | null = useMemo(
    () =>
      selected.length > 1
        ? {
            docIds: selected.map(({ docId }) => docId),
            title: tLazy().menus.documentCount(selected.length),
          }
        : null,
    [selected],
  );
  return (
    <>
      {selected.length > 0 ? (
        <Selected
          selected={selected}
          library={library}
          actions={actions}
          onAll={() => setChosen(new Set(entries.map(({ docId }) => docId)))}
          onNone={() => setChosen(NONE)}
        />
      ) : null}
      <LongList
        label={tLazy().library.documents}
        className={cx(styles.list, selected.length > 0 && styles.selecting)}
        items={entries}
        keyOf={docIdOfEntry}
        onBeforeFirst={() => document.querySelector<HTMLElement>('[type="search"]')?.focus()}
        row={(entry, place) => {
          const foundHere = found?.get(entry.docId);
          const isSelected = chosen.has(entry.docId);
          return (
            <DocumentRow
              {...place}
              entry={entry}
              library={library}
              words={foundHere?.words ?? words}
              excerpt={foundHere?.excerpt ?? null}
              folders={placeOf?.(entry) ?? ''}
              waits={unsent.has(entry.docId)}
              news={news?.get(entry.docId) ?? ''}
              links={links.get(entry.docId) ?? 0}
              isSelected={isSelected}
              together={isSelected ? what : null}
              actions={all}
              onAsk={ask}
              FirstWords={FirstWords}
            />
          );
        }}
      />
      {menu}
      <RenameDialog entry={renaming} library={library} onClose={() => setRenaming(null)} />
    </>
  );
});

export function docIdOfEntry({ docId }: LibraryEntry): string {
  return docId;
}

function titleOf({ title }: LibraryEntry): string {
  return title.trim() || t().untitled;
}

interface RowProps extends RowSlot {
  entry: LibraryEntry;
  library: Y.Doc;
  words: readonly string[];
  excerpt: Found['excerpt'];
  /** The names of those it lies in, where that is not clear. */
  folders: string;
  waits: boolean;
  /** What is new in it since one saw it; '' for nothing. */
  news: string;
  /** How many were made here. */
  links: number;
  isSelected: boolean;
  /** What is dragged with it. */
  together: Movable | null;
  actions: RowActions & Required<OwnActions>;
  onAsk: (entry: LibraryEntry, event: MouseEvent) => void;
  FirstWords: ComponentType<{ docId: DocId }>;
}

const DocumentRow = memo(function DocumentRow({
  entry,
  library,
  words,
  excerpt,
  folders,
  waits,
  news,
  links,
  isSelected,
  together,
  actions,
  onAsk,
  FirstWords,
  ...place
}: RowProps): ReactNode {
  const { docId, pinned, template } = entry;
  const isUntitled = entry.title.trim() === '';
  const title = titleOf(entry);
  const Mark = pinned ? PinIcon : template ? TemplateIcon : DocumentIcon;
  const href = excerpt ? formatBlockAddress('', docId, excerpt.block) : documentPath(docId);
  return (
    <li
      {...place}
      className={cx(styles.row, isSelected && styles.selected)}
      onContextMenu={(event) => onAsk(entry, event)}
      onPointerEnter={() => actions.expect(docId)}
      {...draggable(together ?? { docId, title })}
    >
      <label className={styles.pick}>
        <DocumentMark icon={entry.icon} otherwise={Mark} className={styles.mark} />
        <input
          type="checkbox"
          aria-label={tLazy().library.selectNamed(title)}
          checked={isSelected}
          onChange={({ nativeEvent }) =>
            actions.select(docId, 'shiftKey' in nativeEvent && nativeEvent.shiftKey === true)
          }
        />
      </label>
      <div className={styles.words}>
        <div className={styles.line}>
          <Link
            href={href}
            draggable={false}
            className={cx(styles.title, isUntitled && styles.untitled)}
            onFocus={() => actions.expect(docId)}
          >
            <Marked text={title} marks={isUntitled ? [] : markWords(title, words)} />
          </Link>
          {excerpt ? null : (
            <p className={styles.start}>
              <bdi>
                <FirstWords docId={docId} />
              </bdi>
            </p>
          )}
        </div>
        {excerpt ? (
          <p className={styles.excerpt}>
            <Marked text={excerpt.text} marks={excerpt.marks} />
          </p>
        ) : null}
        <p className={styles.facts}>
          {news === '' ? null : (
            <span>
              <strong className={styles.news}>{news}</strong>
              {' · '}
            </span>
          )}
          <span>{factsOf(entry, folders, waits, links)}</span>
        </p>
      </div>
      <div className={styles.actions}>
        <Menu
          label={tLazy().library.actionsFor(title)}
          icon={<MoreIcon aria-hidden="true" />}
          items={rowItems(entry, library, actions, news !== '')}
        />
      </div>
    </li>
  );
});

function factsOf(entry: LibraryEntry, folders: string, waits: boolean, links: number): string {
  const isShared = entry.role !== null && entry.role !== 'owner';
  return [
    whenOf(entry),
    ...(waits ? [tLazy().outbox.waits] : []),
    ...(isShared && entry.role ? [tLazy().library.sharedAs(tLazy().roles[entry.role])] : []),
    ...(links > 0 ? [tLazy().library.links(links)] : []),
    ...(entry.refused ? [tLazy().library.linkRefused] : []),
    ...(entry.template ? [tLazy().templates.isTemplate] : []),
    ...(folders === '' ? [] : [folders]),
  ].join(' · ');
}

function whenOf({ edited, lastOpened, added }: LibraryEntry): string {
  const when = (at: number) => formatWhen(at, Date.now());
  if (edited) {
    return edited.by === ''
      ? tLazy().library.edited(when(edited.at))
      : tLazy().library.editedBy(edited.by, when(edited.at));
  }
  return lastOpened === null
    ? tLazy().library.added(when(added))
    : tLazy().library.opened(when(lastOpened));
}
