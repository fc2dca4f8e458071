/**
 * The folders that a document lies in, above its title, and the way to another place.
 *
 * Invariant: it stands in the margin above the title, so nothing moves when it comes.
 */
import type { ReactNode } from 'react';
import { t } from '../../../i18n/i18n.ts';
import { tLazy } from '../../../i18n/lazy.ts';
import { folderPath } from '../../../library/folder-path.ts';
import { useLibrary } from '../../../library/library-store.ts';
import { MoveDialog } from '../../../library/MoveDialog.tsx';
import { IconButton } from '../../../ui/Button.tsx';
import { FolderIcon, MoveIcon } from '../../../ui/icons.ts';
import { Link } from '../../../ui/navigation.tsx';
import { useFolderTree } from '../../library/contents.ts';
import type { FeatureParts, FeatureProps } from './features.ts';
import styles from './place.module.css';

export const place: FeatureParts = { Notice: Place };

function Place({ page: { docId }, isOpen, onOpen }: FeatureProps): ReactNode {
  const { doc, entries } = useLibrary();
  const tree = useFolderTree(doc);
  const entry = entries.find((one) => one.docId === docId);
  if (!entry) return null;
  const at = tree.shownIn(entry.folder);
  const title = entry.title.trim() || t().untitled;
  return (
    <>
      {at === null ? null : (
        <nav aria-label={tLazy().folders.folder} className={styles.place}>
          <FolderIcon aria-hidden="true" />
          <ol className={styles.path}>
            {tree.pathTo(at).map(({ id, name }) => (
              <li key={id}>
                <Link href={folderPath(id)} className={styles.folder}>
                  <bdi>{name || t().untitled}</bdi>
                </Link>
              </li>
            ))}
          </ol>
          <IconButton label={t().moveToFolder} className={styles.move} onClick={() => onOpen(true)}>
            <MoveIcon aria-hidden="true" />
          </IconButton>
        </nav>
      )}
      <MoveDialog
        what={isOpen ? { docId, title } : null}
        library={doc}
        at={at}
        onClose={() => onOpen(false)}
      />
    </>
  );
}
