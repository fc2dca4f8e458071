/** The documents of this device as a list: a link each, named by its title, and what can be done. */

import { type ReactNode, useState } from 'react';
import type * as Y from 'yjs';
import { documentPath } from '../../shared/access/addresses.ts';
import { may } from '../../shared/access/roles.ts';
import { type LibraryEntry, moveToTrash, setPinned } from '../../shared/library/library.ts';
import { announce } from '../ui/Announcer.tsx';
import { cx } from '../ui/cx.ts';
import { DocumentIcon, MoreIcon, PinIcon, RenameIcon, TrashIcon, UnpinIcon } from '../ui/icons.ts';
import { Menu } from '../ui/Menu.tsx';
import { Link } from '../ui/navigation.tsx';
import { formatWhen } from '../ui/time.ts';
import { tLate } from '../words/late.ts';
import { t } from '../words/words.ts';
import styles from './DocumentList.module.css';
import { RenameDialog } from './RenameDialog.tsx';

export function DocumentList({
  entries,
  library,
}: {
  entries: readonly LibraryEntry[];
  library: Y.Doc;
}): ReactNode {
  const [renaming, setRenaming] = useState<LibraryEntry | null>(null);
  return (
    <>
      <ul aria-label={tLate().library.documents} className={styles.list}>
        {entries.map((entry) => (
          <DocumentRow
            key={entry.docId}
            entry={entry}
            library={library}
            onRename={() => setRenaming(entry)}
          />
        ))}
      </ul>
      <RenameDialog entry={renaming} library={library} onClose={() => setRenaming(null)} />
    </>
  );
}

function DocumentRow({
  entry,
  library,
  onRename,
}: {
  entry: LibraryEntry;
  library: Y.Doc;
  onRename: () => void;
}): ReactNode {
  const { docId, pinned } = entry;
  const title = entry.title.trim() || t().untitled;
  const mayRename = may(entry.role ?? 'viewer', 'writeBody');
  const Mark = pinned ? PinIcon : DocumentIcon;
  return (
    <li className={styles.row}>
      <Mark aria-hidden="true" className={styles.mark} />
      <div className={styles.words}>
        <Link
          href={documentPath(docId)}
          className={cx(styles.title, entry.title.trim() === '' && styles.untitled)}
        >
          {title}
        </Link>
        <p className={styles.facts}>{factsOf(entry)}</p>
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
                    onSelect: onRename,
                  },
                ]
              : []),
            {
              label: pinned ? tLate().library.unpin : tLate().library.pin,
              icon: pinned ? <UnpinIcon aria-hidden="true" /> : <PinIcon aria-hidden="true" />,
              onSelect: () => setPinned(library, docId, !pinned),
            },
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
}

function factsOf(entry: LibraryEntry): string {
  const now = Date.now();
  const when =
    entry.lastOpened === null
      ? tLate().library.added(formatWhen(entry.added, now))
      : tLate().library.opened(formatWhen(entry.lastOpened, now));
  const shared = entry.role !== null && entry.role !== 'owner';
  return shared && entry.role
    ? `${when} · ${tLate().library.sharedAs(tLate().roles[entry.role])}`
    : when;
}
