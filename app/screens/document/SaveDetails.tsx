/** Where a document is kept now, in words, behind the save state. */
import type { ReactNode } from 'react';
import type { DocumentAttachments } from '../../attachments/document-attachments.ts';
import { useUnsent } from '../../attachments/use-attachments.ts';
import { tLazy } from '../../i18n/lazy.ts';
import type { Replica } from '../../replica/open-replica.ts';
import { useStatus } from '../../replica/use-replica.ts';
import { Button } from '../../ui/Button.tsx';
import { CloudIcon, DeviceIcon } from '../../ui/icons.ts';
import { formatWhen } from '../../ui/time.ts';
import styles from './document.module.css';
import { saveDetails } from './save-details.ts';
import { withWaiting } from './save-words.ts';
import { useHasContent, useWaitingInput } from './use-document.ts';

export function SaveDetails({
  replica,
  attachments,
}: {
  replica: Replica;
  attachments: DocumentAttachments | null;
}): ReactNode {
  const unsent = useUnsent(attachments);
  const words = saveDetails(
    withWaiting(useStatus(replica), useWaitingInput()),
    (time) => formatWhen(time, Date.now()),
    unsent,
    useHasContent(replica),
  );
  return (
    <>
      <dl className={styles.stateDetails}>
        <dt>
          <DeviceIcon aria-hidden="true" /> {tLazy().whereItIs.onThisDevice}
        </dt>
        <dd>{words.device}</dd>
        <dt>
          <CloudIcon aria-hidden="true" /> {tLazy().whereItIs.onTheServer}
        </dt>
        <dd>{words.server}</dd>
      </dl>
      {words.canRetry ? (
        <Button onClick={replica.retry}>{tLazy().whereItIs.retryNow}</Button>
      ) : null}
    </>
  );
}
