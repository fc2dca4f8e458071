/** The library: which of its views an address shows, once it has been read. */
import type { ReactNode } from 'react';
import { tLazy } from '../../i18n/lazy.ts';
import { useLibrary } from '../../library/library-store.ts';
import { viewOf } from '../../library/view.ts';
import { useStatus } from '../../replica/use-replica.ts';
import { Notice } from '../../ui/Notice.tsx';
import { useAddress } from '../../ui/navigation.tsx';
import { Page } from '../Page.tsx';
import { DocumentsView } from './DocumentsView.tsx';
import { TrashView } from './TrashView.tsx';

export function LibraryScreen(): ReactNode {
  const view = viewOf(useAddress());
  const library = useLibrary();
  const status = useStatus(library.store.replica);
  return (
    <Page title={view.kind === 'trash' ? tLazy().library.trash : tLazy().library.documents}>
      {status.device === 'failed' ? (
        <Notice tone="danger" title={tLazy().library.keepsNothing}>
          {status.deviceProblem
            ? tLazy().deviceProblems[status.deviceProblem.reason]
            : tLazy().library.mayStoreNothing}{' '}
          {tLazy().library.goneOnClose}
        </Notice>
      ) : null}
      {library.ready ? (
        view.kind === 'trash' ? (
          <TrashView library={library} />
        ) : (
          <DocumentsView library={library} view={view} />
        )
      ) : null}
    </Page>
  );
}
