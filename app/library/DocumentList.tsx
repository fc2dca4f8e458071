/** The documents of this device as a list: a link each, named by its title, and what can be done. */

import { memo, type ReactNode, useState } from 'react';
import type * as Y from 'yjs';
import { documentPath, formatBlockAddress } from '../../shared/access/addresses.ts';
import type { DocId } from '../../shared/access/ids.ts';
import { may } from '../../shared/access/roles.ts';
import { setPinned, setTemplate } from '../../shared/library/arrange.ts';
import { markWords, type Stretch } from '../../shared/library/find-entries.ts';
import { type LibraryEntry, moveToTrash } from '../../shared/library/library.ts';
import { announce } from '../ui/Announcer.tsx';
import { cx } from '../ui/cx.ts';
import {
  DocumentIcon,
  MoreIcon,
  MoveIcon,
  PinIcon,
  RenameIcon,
  TemplateIcon,
  TrashIcon,
  UnpinIcon,
} from '../ui/icons.ts';
import { LongList, type Place } from '../ui/LongList.tsx';
import { Menu } from '../ui/Menu.tsx';
import { Link } from '../ui/navigation.tsx';
import { formatWhen } from '../ui/time.ts';
import { tLate } from '../words/late.ts';
import { t } from '../words/words.ts';
import styles from './DocumentList.module.css';
import { draggable, type Movable } from './dragged.ts';
import { Marked } from './Marked.tsx';
import { RenameDialog } from './RenameDialog.tsx';

/** What a search found in a document. */
export interface Found {
  /** What the words that were asked for are in this document. */
  words: readonly string[];
  /** A piece of the text, where it was found there, and the block it stands in. */
  excerpt: { text: string; marks: readonly Stretch[]; block: string } | null;
}

const NO_WORDS: readonly string[] = [];

export const DocumentList = memo(function DocumentList({
  entries,
  library,
  words = NO_WORDS,
  found,
  placeOf,
  onMove,
}: {
  entries: readonly LibraryEntry[];
  library: Y.Doc;
  /** What is marked in titles. */
  words?: readonly string[];
  found?: ReadonlyMap<DocId, Found>;
  /** The names of the folders a document lies in; null where that is clear. */
  placeOf: ((entry: LibraryEntry) => string) | null;
  onMove: (what: Movable) => void;
}): ReactNode {
  const [renaming, setRenaming] = useState<LibraryEntry | null>(null);
  return (
    <>
      <LongList
        label={tLate().library.documents}
        className={styles.list}
        items={entries}
        keyOf={docIdOfEntry}
        onBeforeFirst={() => document.querySelector<HTMLElement>('[type="search"]')?.focus()}
        row={(entry, place) => {
          const foundHere = found?.get(entry.docId);
          return (
            <DocumentRow
              {...place}
              entry={entry}
              library={library}
              words={foundHere?.words ?? words}
              excerpt={foundHere?.excerpt ?? null}
              folders={placeOf?.(entry) ?? ''}
              onMove={onMove}
              onRename={setRenaming}
            />
          );
        }}
      />
      <RenameDialog entry={renaming} library={library} onClose={() => setRenaming(null)} />
    </>
  );
});

export function docIdOfEntry({ docId }: LibraryEntry): string {
  return docId;
}

interface RowProps extends Place {
  entry: LibraryEntry;
  library: Y.Doc;
  words: readonly string[];
  excerpt: Found['excerpt'];
  /** The names of those it lies in, where that is not clear. */
  folders: string;
  onMove: (what: Movable) => void;
  onRename: (entry: LibraryEntry) => void;
}

const DocumentRow = memo(function DocumentRow({
  entry,
  library,
  words,
  excerpt,
  folders,
  onMove,
  onRename,
  ...place
}: RowProps): ReactNode {
  const { docId, pinned, template } = entry;
  const isUntitled = entry.title.trim() === '';
  const title = isUntitled ? t().untitled : entry.title.trim();
  const mayRename = may(entry.role ?? 'viewer', 'writeBody');
  const Mark = pinned ? PinIcon : template ? TemplateIcon : DocumentIcon;
  const what = { docId, title };
  const href = excerpt ? formatBlockAddress('', docId, excerpt.block) : documentPath(docId);
  return (
    <li {...place} className={styles.row} {...draggable(what)}>
      <Mark aria-hidden="true" className={styles.mark} />
      <div className={styles.words}>
        <Link
          href={href}
          draggable={false}
          className={cx(styles.title, isUntitled && styles.untitled)}
        >
          <Marked text={title} marks={isUntitled ? [] : markWords(title, words)} />
        </Link>
        {excerpt ? (
          <p className={styles.excerpt}>
            <Marked text={excerpt.text} marks={excerpt.marks} />
          </p>
        ) : null}
        <p className={styles.facts}>{factsOf(entry, folders)}</p>
      </div>
      <div className={styles.actions}>
        <Menu
          label={tLate().library.actionsFor(title)}
          icon={<MoreIcon aria-hidden="true" />}
          items={[
            ...(mayRename
              ? [
                  {
                    label: tLate().library.rename,
                    icon: <RenameIcon aria-hidden="true" />,
                    onSelect: () => onRename(entry),
                  },
                ]
              : []),
            {
              label: pinned ? tLate().library.unpin : tLate().library.pin,
              icon: pinned ? <UnpinIcon aria-hidden="true" /> : <PinIcon aria-hidden="true" />,
              onSelect: () => setPinned(library, docId, !pinned),
            },
            {
              label: tLate().folders.moveToFolder,
              icon: <MoveIcon aria-hidden="true" />,
              onSelect: () => onMove(what),
            },
            ...(template
              ? [
                  {
                    label: tLate().templates.noLonger,
                    icon: <TemplateIcon aria-hidden="true" />,
                    onSelect: () => setTemplate(library, docId, false),
                  },
                ]
              : []),
            {
              label: t().trash,
              icon: <TrashIcon aria-hidden="true" />,
              separated: true,
              onSelect: () => {
                moveToTrash(library, docId, Date.now());
                announce(t().trashed(title));
              },
            },
          ]}
        />
      </div>
    </li>
  );
});

function factsOf(entry: LibraryEntry, folders: string): string {
  const now = Date.now();
  const when =
    entry.lastOpened === null
      ? tLate().library.added(formatWhen(entry.added, now))
      : tLate().library.opened(formatWhen(entry.lastOpened, now));
  const isShared = entry.role !== null && entry.role !== 'owner';
  return [
    when,
    ...(isShared && entry.role ? [tLate().library.sharedAs(tLate().roles[entry.role])] : []),
    ...(entry.refused ? [tLate().library.linkRefused] : []),
    ...(entry.template ? [tLate().templates.isTemplate] : []),
    ...(folders === '' ? [] : [folders]),
  ].join(' · ');
}
