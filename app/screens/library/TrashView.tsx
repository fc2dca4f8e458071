/** The trash of the library, and what else goes with a document that is deleted there. */
import type { ReactNode } from 'react';
import type { DocId } from '../../../shared/access/ids.ts';
import { sortEntries } from '../../../shared/library/find-entries.ts';
import { t } from '../../i18n/i18n.ts';
import { tLazy } from '../../i18n/lazy.ts';
import type { Library } from '../../library/library-store.ts';
import { TrashList } from '../../library/TrashList.tsx';
import { buttonClass } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Link } from '../../ui/navigation.tsx';
import { LIBRARY_PATH } from '../routes.ts';
import { isTrashed } from './contents.ts';
import styles from './library.module.css';

export function TrashView({ library }: { library: Library }): ReactNode {
  const { entries } = library;
  const trashed = sortEntries(entries.filter(isTrashed));
  const back = (
    <Link href={LIBRARY_PATH} className={buttonClass('quiet')}>
      {t().allDocuments}
    </Link>
  );
  if (trashed.length === 0) {
    return (
      <EmptyState heading="h1" title={tLazy().library.trashEmpty} actions={back}>
        <p>{tLazy().library.trashEmptyHint}</p>
      </EmptyState>
    );
  }
  return (
    <>
      <div className={styles.head}>
        <h1 className={styles.title}>{tLazy().library.trash}</h1>
        {back}
      </div>
      <p className={styles.quiet}>{tLazy().library.nothingLost}</p>
      <TrashList
        entries={trashed}
        library={library}
        removeFiles={removeFiles}
        waitingFiles={waitingFiles}
      />
    </>
  );
}

async function removeFiles(docId: DocId): Promise<void> {
  const { forgetAttachments } = await import('../../attachments/attachments.ts');
  await forgetAttachments(docId);
  const { forgetText } = await import('../../search/search.ts');
  await forgetText(docId);
}

async function waitingFiles(docId: DocId): Promise<number> {
  const { waitingAttachments } = await import('../../attachments/attachments.ts');
  return waitingAttachments(docId);
}
