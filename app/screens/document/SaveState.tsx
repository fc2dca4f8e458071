/**
 * The save state in the top bar: one place, one width, and details on click.
 *
 * Invariant: its attributes say the same as the replica at every moment. It is a status
 * but does not read out every change: it changes with each key, and what needs action is an alert.
 */
import type { ReactNode } from 'react';
import type { Replica } from '../../replica/open-replica.ts';
import type { ReplicaStatus } from '../../replica/status.ts';
import { useStatus } from '../../replica/use-replica.ts';
import {
  CloudDoneIcon,
  CloudIcon,
  CloudProblemIcon,
  OfflineIcon,
  SendingIcon,
  WarningIcon,
} from '../../ui/icons.ts';
import { Late, Needed } from '../../ui/late.tsx';
import { Popover } from '../../ui/Popover.tsx';
import styles from './document.module.css';
import { shortWords } from './save-words.ts';

const saveDetails = new Late(async () => (await import('./SaveDetails.tsx')).SaveDetails);

/** The status changes several times with each key, so only what shows it is drawn anew. */
export function SaveState({ replica }: { replica: Replica }): ReactNode {
  return (
    <Status replica={replica}>
      <Popover
        title="Where this document is"
        button={{
          className: styles.stateButton,
          children: <Words replica={replica} />,
        }}
      >
        <Needed part={saveDetails}>{(SaveDetails) => <SaveDetails replica={replica} />}</Needed>
      </Popover>
    </Status>
  );
}

function Status({ replica, children }: { replica: Replica; children: ReactNode }): ReactNode {
  const { device, server } = useStatus(replica);
  return (
    <div
      role="status"
      aria-label="Save state"
      aria-live="off"
      data-device={device === 'opening' ? 'saving' : device}
      data-server={server}
      className={styles.state}
    >
      {children}
    </div>
  );
}

function Words({ replica }: { replica: Replica }): ReactNode {
  const status = useStatus(replica);
  const Icon = iconOf(status);
  return (
    <>
      <Icon aria-hidden="true" />
      <span>{shortWords(status)}</span>
    </>
  );
}

function iconOf({ device, server }: ReplicaStatus) {
  if (device === 'failed') return WarningIcon;
  switch (server) {
    case 'synced':
      return CloudDoneIcon;
    case 'sending':
      return SendingIcon;
    case 'offline':
      return OfflineIcon;
    case 'refused':
      return CloudProblemIcon;
    case 'connecting':
      return CloudIcon;
  }
}
