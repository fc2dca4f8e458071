/**
 * At the foot of a document: the documents of this device that link to it.
 *
 * Invariant: it says that it knows of this device alone; what lies in the trash is not among them.
 */
import { type ReactNode, useMemo } from 'react';
import { documentPath } from '../../../shared/access/addresses.ts';
import type { DocId } from '../../../shared/access/ids.ts';
import { t } from '../../i18n/i18n.ts';
import { tLazy } from '../../i18n/lazy.ts';
import { DocumentMark } from '../../library/DocumentMark.tsx';
import { useLibrary } from '../../library/library-store.ts';
import { useLinking } from '../../search/use-linking.ts';
import { Link } from '../../ui/navigation.tsx';
import styles from './backlinks.module.css';

export function Backlinks({ docId }: { docId: DocId }): ReactNode {
  const { entries, ready } = useLibrary();
  // Titles change, and opening notes when: what there is to read changes with the ids alone.
  const ids = ready && entries.length > 1 ? entries.map((entry) => entry.docId).join(' ') : '';
  const known = useMemo(() => (ids === '' ? [] : ids.split(' ')), [ids]);
  const linking = new Set(useLinking(docId, known));
  const shown = entries.filter(
    (entry) => linking.has(entry.docId) && entry.docId !== docId && entry.trashedAt === null,
  );
  if (shown.length === 0) return null;
  return (
    <nav aria-label={tLazy().backlinks.title} className={styles.backlinks}>
      <p aria-hidden="true" className={styles.title}>
        {tLazy().backlinks.title}
      </p>
      <ul className={styles.list}>
        {shown.map((entry) => (
          <li key={entry.docId}>
            <Link href={documentPath(entry.docId)} className={styles.link}>
              <DocumentMark icon={entry.icon} />
              <bdi>{entry.title.trim() || t().untitled}</bdi>
            </Link>
          </li>
        ))}
      </ul>
      <p className={styles.hint}>{tLazy().backlinks.hint}</p>
    </nav>
  );
}
