/**
 * The documents of this device as a list: a link each, named by its title, and what can be done.
 *
 * Invariant: rows are drawn as far as one has scrolled, so thousands of documents open as fast as a
 * few; arrow keys go from row to row and draw further ones.
 */

import { memo, type ReactNode, useEffect, useRef, useState } from 'react';
import type * as Y from 'yjs';
import { documentPath, formatBlockAddress } from '../../shared/access/addresses.ts';
import type { DocId } from '../../shared/access/ids.ts';
import { may } from '../../shared/access/roles.ts';
import { setPinned, setTemplate } from '../../shared/library/arrange.ts';
import type { Stretch } from '../../shared/library/find-entries.ts';
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
  /** Stretches of the title. */
  title: readonly Stretch[];
  /** A piece of the text, where it was found there, and the block it stands in. */
  excerpt: { text: string; marks: readonly Stretch[]; block: string } | null;
}

const ROWS_AT_FIRST = 24;
const ROWS_MORE = 200;

export function DocumentList({
  entries,
  library,
  found,
  placeOf,
  onMove,
}: {
  entries: readonly LibraryEntry[];
  library: Y.Doc;
  found?: ReadonlyMap<DocId, Found>;
  /** The names of the folders a document lies in; null where that is clear. */
  placeOf: ((entry: LibraryEntry) => string) | null;
  onMove: (what: Movable) => void;
}): ReactNode {
  const [renaming, setRenaming] = useState<LibraryEntry | null>(null);
  const { shown, end } = useRowsInView(entries.length);
  return (
    <>
      <ul aria-label={tLate().library.documents} className={styles.list} onKeyDown={goByArrow}>
        {entries.slice(0, shown).map((entry) => (
          <DocumentRow
            key={entry.docId}
            entry={entry}
            library={library}
            found={found?.get(entry.docId) ?? null}
            place={placeOf?.(entry) ?? ''}
            onMove={onMove}
            onRename={setRenaming}
          />
        ))}
        {shown < entries.length ? <li ref={end} aria-hidden="true" className={styles.end} /> : null}
      </ul>
      <RenameDialog entry={renaming} library={library} onClose={() => setRenaming(null)} />
    </>
  );
}

/** How many rows are drawn, and what to draw at their end. */
function useRowsInView(count: number) {
  const [shown, setShown] = useState(ROWS_AT_FIRST);
  const end = useRef<HTMLLIElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the end is another one after each
  useEffect(() => {
    if (!end.current) return;
    const observer = new IntersectionObserver(
      ([seen]) => {
        if (seen?.isIntersecting) setShown((before) => before + ROWS_MORE);
      },
      { rootMargin: '1200px' },
    );
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [shown, count]);
  return { shown, end };
}

/** From link to link of a list, and from its first one back to the field above it. */
export function goByArrow(event: React.KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const { target, currentTarget } = event;
  if (!step || !(target instanceof HTMLAnchorElement)) return;
  const links = [...currentTarget.querySelectorAll<HTMLAnchorElement>('a')];
  const next = links[links.indexOf(target) + step];
  const field = document.querySelector<HTMLElement>('[type="search"]');
  if (next) next.focus();
  else if (step < 0) field?.focus();
  event.preventDefault();
}

interface RowProps {
  entry: LibraryEntry;
  library: Y.Doc;
  found: Found | null;
  place: string;
  onMove: (what: Movable) => void;
  onRename: (entry: LibraryEntry) => void;
}

const DocumentRow = memo(function DocumentRow({
  entry,
  library,
  found,
  place,
  onMove,
  onRename,
}: RowProps): ReactNode {
  const { docId, pinned, template } = entry;
  const title = entry.title.trim() || t().untitled;
  const mayRename = may(entry.role ?? 'viewer', 'writeBody');
  const Mark = pinned ? PinIcon : template ? TemplateIcon : DocumentIcon;
  const what = { docId, title };
  const excerpt = found?.excerpt ?? null;
  const href = excerpt ? formatBlockAddress('', docId, excerpt.block) : documentPath(docId);
  return (
    <li className={styles.row} {...draggable(what)}>
      <Mark aria-hidden="true" className={styles.mark} />
      <div className={styles.words}>
        <Link
          href={href}
          draggable={false}
          className={cx(styles.title, entry.title.trim() === '' && styles.untitled)}
        >
          {found ? <Marked text={title} marks={found.title} /> : title}
        </Link>
        {excerpt ? (
          <p className={styles.excerpt}>
            <Marked text={excerpt.text} marks={excerpt.marks} />
          </p>
        ) : null}
        <p className={styles.facts}>{factsOf(entry, place)}</p>
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

function factsOf(entry: LibraryEntry, place: string): string {
  const now = Date.now();
  const when =
    entry.lastOpened === null
      ? tLate().library.added(formatWhen(entry.added, now))
      : tLate().library.opened(formatWhen(entry.lastOpened, now));
  const isShared = entry.role !== null && entry.role !== 'owner';
  return [
    when,
    ...(isShared && entry.role ? [tLate().library.sharedAs(tLate().roles[entry.role])] : []),
    ...(entry.template ? [tLate().templates.isTemplate] : []),
    ...(place === '' ? [] : [place]),
  ].join(' · ');
}
