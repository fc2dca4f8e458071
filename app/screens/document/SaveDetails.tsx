/** Where a document is kept now, in words, behind the save state. */
import type { ReactNode } from 'react';
import type { ReplicaStatus } from '../../replica/status.ts';
import { Button } from '../../ui/Button.tsx';
import { CloudIcon, DeviceIcon } from '../../ui/icons.ts';
import { formatWhen } from '../../ui/time.ts';
import styles from './document.module.css';
import { saveDetails } from './save-details.ts';

export function SaveDetails({
  status,
  onRetry,
}: {
  status: ReplicaStatus;
  onRetry: () => void;
}): ReactNode {
  const words = saveDetails(status, (time) => formatWhen(time, Date.now()));
  return (
    <>
      <dl className={styles.stateDetails}>
        <dt>
          <DeviceIcon aria-hidden="true" /> On this device
        </dt>
        <dd>{words.device}</dd>
        <dt>
          <CloudIcon aria-hidden="true" /> On the server
        </dt>
        <dd>{words.server}</dd>
      </dl>
      {words.canRetry ? <Button onClick={onRetry}>Try again now</Button> : null}
    </>
  );
}
