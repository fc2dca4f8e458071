/**
 * The save state in the top bar: one place, one width, and details on click.
 *
 * Invariant: its attributes say the same as the replica at every moment. It is a status
 * but does not read out every change: it changes with each key, and what needs action is an alert.
 */
import type { ReactNode } from 'react';
import type { DocumentAttachments } from '../../attachments/document-attachments.ts';
import { useUnsent } from '../../attachments/use-attachments.ts';
import { t } from '../../i18n/i18n.ts';
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
import { Lazy, Needed } from '../../ui/lazy.tsx';
import { Popover } from '../../ui/Popover.tsx';
import styles from './document.module.css';
import { deviceOf, serverOf, shortWords, withWaiting } from './save-words.ts';
import { useHasContent, useWaitingInput } from './use-document.ts';

const saveDetails = new Lazy(async () => (await import('./SaveDetails.tsx')).SaveDetails);

interface SaveStateProps {
  replica: Replica;
  attachments: DocumentAttachments | null;
}

/** The status changes several times with each key, so only what shows it is drawn anew. */
export function SaveState(props: SaveStateProps): ReactNode {
  return (
    <Status {...props}>
      <Popover
        title={t().where}
        button={{
          className: styles.stateButton,
          children: <Words {...props} />,
        }}
      >
        <Needed part={saveDetails}>{(SaveDetails) => <SaveDetails {...props} />}</Needed>
      </Popover>
    </Status>
  );
}

function Status({ children, ...props }: SaveStateProps & { children: ReactNode }): ReactNode {
  const { device, server } = useWhole(props);
  return (
    <div
      role="status"
      aria-label={t().saveState}
      aria-live="off"
      data-device={device === 'opening' ? 'saving' : device}
      data-server={server}
      className={styles.state}
    >
      {children}
    </div>
  );
}

function Words(props: SaveStateProps): ReactNode {
  const status = useWhole(props);
  const isHere = useHasContent(props.replica);
  const Icon = iconOf(status);
  return (
    <>
      <Icon aria-hidden="true" />
      <span>{shortWords(status, isHere)}</span>
    </>
  );
}

/**
 * The replica's status, with device and server only as far as they have the pictures and files, too,
 * and only as far as all that was typed is in the document.
 */
function useWhole({ replica, attachments }: SaveStateProps): ReplicaStatus {
  const status = useStatus(replica);
  const unsent = useUnsent(attachments);
  const isWaiting = useWaitingInput();
  const whole = {
    ...status,
    device: deviceOf(status, unsent),
    server: serverOf(status, unsent),
  };
  return withWaiting(whole, isWaiting);
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
