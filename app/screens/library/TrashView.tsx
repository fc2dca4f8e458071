/** The trash of the library, and what else goes with a document that is deleted there. */
import type { ReactNode } from 'react';
import type { DocId } from '../../../shared/access/ids.ts';
import { sortEntries } from '../../../shared/library/find-entries.ts';
import type { Library } from '../../library/library-store.ts';
import { TrashList } from '../../library/TrashList.tsx';
import { buttonClass } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Link } from '../../ui/navigation.tsx';
import { tLate } from '../../words/late.ts';
import { t } from '../../words/words.ts';
import { LIBRARY_PATH } from '../routes.ts';
import { isTrashed } from './contents.ts';
import styles from './library.module.css';

export function TrashView({ library: { doc, entries } }: { library: Library }): ReactNode {
  const trashed = sortEntries(entries.filter(isTrashed));
  const back = (
    <Link href={LIBRARY_PATH} className={buttonClass('quiet')}>
      {t().allDocuments}
    </Link>
  );
  if (trashed.length === 0) {
    return (
      <EmptyState heading="h1" title={tLate().library.trashEmpty} actions={back}>
        <p>{tLate().library.trashEmptyHint}</p>
      </EmptyState>
    );
  }
  return (
    <>
      <div className={styles.head}>
        <h1 className={styles.title}>{tLate().library.trash}</h1>
        {back}
      </div>
      <p className={styles.quiet}>{tLate().library.nothingLost}</p>
      <TrashList entries={trashed} library={doc} removeFiles={removeFiles} />
    </>
  );
}

async function removeFiles(docId: DocId): Promise<void> {
  const { forgetAttachments } = await import('../../attachments/attachments.ts');
  await forgetAttachments(docId);
  const { forgetText } = await import('../../search/search.ts');
  await forgetText(docId);
}
