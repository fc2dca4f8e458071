/** The folders in a place of the library: a link each, to drop things on, and what can be done. */

import { memo, type ReactNode, useState } from 'react';
import type * as Y from 'yjs';
import { deleteFolder, type Folder, renameFolder } from '../../shared/library/folders.ts';
import { announce } from '../ui/Announcer.tsx';
import { cx } from '../ui/cx.ts';
import { FolderIcon, MoreIcon, MoveIcon, RenameIcon, TrashIcon } from '../ui/icons.ts';
import { LongList, type Place } from '../ui/LongList.tsx';
import { Menu } from '../ui/Menu.tsx';
import { Link } from '../ui/navigation.tsx';
import { tLate } from '../words/late.ts';
import { t } from '../words/words.ts';
import styles from './DocumentList.module.css';
import { draggable, type Movable, useDropPlace } from './dragged.ts';
import { FolderDialog } from './FolderDialog.tsx';
import { folderPath } from './view.ts';

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
        label={tLate().folders.folders}
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
        title={tLate().folders.rename}
        action={tLate().library.rename}
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

interface RowProps extends Place {
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
          {name}
        </Link>
      </div>
      <p className={styles.facts}>{tLate().menus.documentCount(count)}</p>
      <div className={styles.actions}>
        <Menu
          label={tLate().folders.actionsFor(name)}
          icon={<MoreIcon aria-hidden="true" />}
          items={[
            {
              label: tLate().library.rename,
              icon: <RenameIcon aria-hidden="true" />,
              onSelect: () => onRename(folder),
            },
            {
              label: tLate().folders.moveToFolder,
              icon: <MoveIcon aria-hidden="true" />,
              onSelect: () => onMove(what),
            },
            {
              label: tLate().folders.remove,
              icon: <TrashIcon aria-hidden="true" />,
              separated: true,
              onSelect: () => {
                deleteFolder(library, folder.id);
                announce(tLate().folders.removed(name));
              },
            },
          ]}
        />
      </div>
    </li>
  );
});
