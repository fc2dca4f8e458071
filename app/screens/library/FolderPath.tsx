/** Where one is in the library, from the top; what is dragged can be dropped on each place. */
import type { ReactNode } from 'react';
import type { FolderId } from '../../../shared/access/ids.ts';
import type { FolderTree } from '../../../shared/library/folders.ts';
import { t } from '../../i18n/i18n.ts';
import { tLazy } from '../../i18n/lazy.ts';
import { useDropPlace } from '../../library/dragged.ts';
import { folderPath } from '../../library/folder-path.ts';
import type { Library } from '../../library/library-store.ts';
import { buttonClass } from '../../ui/Button.tsx';
import { cx } from '../../ui/cx.ts';
import { Link } from '../../ui/navigation.tsx';
import styles from './library.module.css';

export function FolderPath({
  library,
  tree,
  folder,
}: {
  library: Library;
  tree: FolderTree;
  folder: FolderId;
}): ReactNode {
  return (
    <nav aria-label={tLazy().folders.folder} className={styles.path}>
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
      <bdi>{name}</bdi>
    </Link>
  );
}
