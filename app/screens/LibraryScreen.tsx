/** The library: the documents of this device, found by title; new ones, imported ones, the trash. */

import { type ReactNode, useState } from 'react';
import { documentPath } from '../../shared/access/addresses.ts';
import type { DocId } from '../../shared/access/ids.ts';
import { searchEntries, sortEntries } from '../../shared/library/find-entries.ts';
import type { LibraryEntry } from '../../shared/library/library.ts';
import { DocumentList } from '../library/DocumentList.tsx';
import { useLibrary } from '../library/library-store.ts';
import { TrashList } from '../library/TrashList.tsx';
import { useStatus } from '../replica/use-replica.ts';
import { ImportButton } from '../transfer/ImportButton.tsx';
import { Button, buttonClass } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { SearchField } from '../ui/Field.tsx';
import { NewIcon, TrashIcon } from '../ui/icons.ts';
import { Notice } from '../ui/Notice.tsx';
import { Link, navigate } from '../ui/navigation.tsx';
import { tLate } from '../words/late.ts';
import { t } from '../words/words.ts';
import { startDocument } from './document/new-document.ts';
import styles from './LibraryScreen.module.css';
import { Page } from './Page.tsx';
import { LIBRARY_PATH, TRASH_PATH } from './routes.ts';

export function LibraryScreen({ trash }: { trash: boolean }): ReactNode {
  const library = useLibrary();
  const status = useStatus(library.store.replica);
  const shown = sortEntries(library.entries);
  return (
    <Page title={trash ? tLate().library.trash : tLate().library.documents}>
      {status.device === 'failed' ? (
        <Notice tone="danger" title={tLate().library.keepsNothing}>
          {status.deviceProblem
            ? tLate().deviceProblems[status.deviceProblem.reason]
            : tLate().library.mayStoreNothing}{' '}
          {tLate().library.goneOnClose}
        </Notice>
      ) : null}
      {library.ready ? (
        trash ? (
          <Trash entries={shown.filter((entry) => entry.trashedAt !== null)} />
        ) : (
          <Documents
            entries={shown.filter((entry) => entry.trashedAt === null)}
            trashed={shown.some((entry) => entry.trashedAt !== null)}
          />
        )
      ) : null}
    </Page>
  );
}

function Documents({
  entries,
  trashed,
}: {
  entries: readonly LibraryEntry[];
  trashed: boolean;
}): ReactNode {
  const { doc } = useLibrary();
  const [query, setQuery] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const found = searchEntries(entries, query);
  const empty = entries.length === 0;

  const actions = (
    <>
      <ImportButton
        onProblem={setProblem}
        onImport={({ title, blocks }) =>
          navigate(documentPath(startDocument(doc, { kind: 'written', title, blocks })))
        }
      />
      <Button
        variant="filled"
        onClick={() => navigate(documentPath(startDocument(doc, { kind: 'written', title: '' })))}
      >
        <NewIcon aria-hidden="true" />
        {tLate().library.newDocument}
      </Button>
    </>
  );

  return (
    <>
      {empty ? null : (
        <div className={styles.head}>
          <h1 className={styles.title}>{tLate().library.documents}</h1>
          {actions}
        </div>
      )}
      {problem ? (
        <Notice tone="danger" title={tLate().library.notImported}>
          {problem}
        </Notice>
      ) : null}
      {empty ? (
        <EmptyState heading="h1" title={tLate().library.writeFirst} actions={actions}>
          <p>{tLate().library.writeFirstHint}</p>
        </EmptyState>
      ) : (
        <>
          <SearchField
            label={tLate().menus.searchDocuments}
            value={query}
            onChange={(event) => setQuery(event.target.value)}
          />
          {found.length > 0 ? (
            <DocumentList entries={found} library={doc} />
          ) : (
            <EmptyState
              title={tLate().library.noMatch}
              actions={<Button onClick={() => setQuery('')}>{tLate().library.showAll}</Button>}
            >
              <p>{tLate().library.noneNamed(query.trim())}</p>
            </EmptyState>
          )}
        </>
      )}
      {trashed ? (
        <p className={styles.foot}>
          <Link href={TRASH_PATH} className={buttonClass('plain')}>
            <TrashIcon aria-hidden="true" />
            {tLate().library.trash}
          </Link>
        </p>
      ) : null}
    </>
  );
}

function Trash({ entries }: { entries: readonly LibraryEntry[] }): ReactNode {
  const { doc } = useLibrary();
  const back = (
    <Link href={LIBRARY_PATH} className={buttonClass('quiet')}>
      {t().allDocuments}
    </Link>
  );
  if (entries.length === 0) {
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
      <TrashList entries={entries} library={doc} removeFiles={removeFiles} />
    </>
  );
}

async function removeFiles(docId: DocId): Promise<void> {
  const { forgetAttachments } = await import('../attachments/attachments.ts');
  await forgetAttachments(docId);
}
