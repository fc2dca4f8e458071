/** The folders in a place of the library: a link each, to drop things on, and what can be done. */

import { memo, type ReactNode, useState } from 'react';
import type * as Y from 'yjs';
import { deleteFolder, type Folder, renameFolder } from '../../shared/library/folders.ts';
import { t } from '../i18n/i18n.ts';
import { tLazy } from '../i18n/lazy.ts';
import { announce } from '../ui/Announcer.tsx';
import { cx } from '../ui/cx.ts';
import { FolderIcon, MoreIcon, MoveIcon, RenameIcon, TrashIcon } from '../ui/icons.ts';
import { LongList, type RowSlot } from '../ui/LongList.tsx';
import { Menu } from '../ui/Menu.tsx';
import { Link } from '../ui/navigation.tsx';
import styles from './DocumentList.module.css';
import { draggable, type Movable, useDropPlace } from './dragged.ts';
import { FolderDialog } from './FolderDialog.tsx';
import { folderPath } from './folder-path.ts';

export function FolderList({
  folders,
  counts,
  library,
  onMove,
}: {
  folders: readonly Folder[];
  /** How many documents lie in each. */
  counts: ReadonlyMap<string | null, readonly unknown[]>;
  library: Y.Doc;
  onMove: (what: Movable) => void;
}): ReactNode {
  const [renaming, setRenaming] = useState<Folder | null>(null);
  if (folders.length === 0) return null;
  return (
    <>
      <LongList
        label={tLazy().folders.folders}
        className={styles.list}
        items={folders}
        keyOf={idOfFolder}
        row={(folder, place) => (
          <FolderRow
            {...place}
            folder={folder}
            count={counts.get(folder.id)?.length ?? 0}
            library={library}
            onMove={onMove}
            onRename={setRenaming}
          />
        )}
      />
      <FolderDialog
        open={renaming !== null}
        title={tLazy().folders.rename}
        action={tLazy().library.rename}
        name={renaming?.name ?? ''}
        onName={(name) => renaming && renameFolder(library, renaming.id, name)}
        onClose={() => setRenaming(null)}
      />
    </>
  );
}

function idOfFolder({ id }: Folder): string {
  return id;
}

interface RowProps extends RowSlot {
  folder: Folder;
  count: number;
  library: Y.Doc;
  onMove: (what: Movable) => void;
  onRename: (folder: Folder) => void;
}

const FolderRow = memo(function FolderRow({
  folder,
  count,
  library,
  onMove,
  onRename,
  ...at
}: RowProps): ReactNode {
  const name = folder.name || t().untitled;
  const what = { folder: folder.id, title: name };
  const { over, place } = useDropPlace(library, folder.id);
  return (
    <li {...at} className={cx(styles.row, over && styles.over)} {...draggable(what)} {...place}>
      <FolderIcon aria-hidden="true" className={styles.mark} />
      <div className={styles.words}>
        <Link href={folderPath(folder.id)} draggable={false} className={styles.title}>
          <bdi>{name}</bdi>
        </Link>
      </div>
      <p className={styles.facts}>{tLazy().menus.documentCount(count)}</p>
      <div className={styles.actions}>
        <Menu
          label={tLazy().folders.actionsFor(name)}
          icon={<MoreIcon aria-hidden="true" />}
          items={[
            {
              label: tLazy().library.rename,
              icon: <RenameIcon aria-hidden="true" />,
              onSelect: () => onRename(folder),
            },
            {
              label: t().moveToFolder,
              icon: <MoveIcon aria-hidden="true" />,
              onSelect: () => onMove(what),
            },
            {
              label: tLazy().folders.remove,
              icon: <TrashIcon aria-hidden="true" />,
              separated: true,
              onSelect: () => {
                deleteFolder(library, folder.id);
                announce(tLazy().folders.removed(name));
              },
            },
          ]}
        />
      </div>
    </li>
  );
});
