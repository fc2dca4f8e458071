/**
 * The save state in the top bar: one place, one width, and details on click.
 *
 * Invariant: its attributes and words say the same as the replica at every moment. It is a status
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

/** It asks the replica itself, so that a key draws nothing else of the screen anew. */
export function SaveState({ replica }: { replica: Replica }): ReactNode {
  const status = useStatus(replica);
  const Icon = iconOf(status);
  return (
    <div
      role="status"
      aria-label="Save state"
      aria-live="off"
      data-device={status.device === 'opening' ? 'saving' : status.device}
      data-server={status.server}
      className={styles.state}
    >
      <Popover
        title="Where this document is"
        button={{
          className: styles.stateButton,
          children: (
            <>
              <Icon aria-hidden="true" />
              <span>{shortWords(status)}</span>
            </>
          ),
        }}
      >
        <Needed part={saveDetails}>
          {(SaveDetails) => <SaveDetails status={status} onRetry={replica.retry} />}
        </Needed>
      </Popover>
    </div>
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
