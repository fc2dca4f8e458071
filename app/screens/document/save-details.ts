/**
 * Where a document is, in whole sentences.
 *
 * Invariant: a device that failed never reads like one that saved.
 */
import { ERRORS } from '../../../shared/protocol/errors.ts';
import type { Unsent } from '../../attachments/document-attachments.ts';
import type { ReplicaStatus } from '../../replica/status.ts';

export interface SaveDetails {
  /** What is on this device, and what to do if that is not well. */
  device: string;
  /** What is on the server, since when, and what happens next. */
  server: string;
  /** Whether trying again is something a person can ask for now. */
  canRetry: boolean;
}

/** `when` puts a moment (ms since 1970) into words. */
export function saveDetails(
  status: ReplicaStatus,
  when: (time: number) => string,
  unsent: Unsent,
): SaveDetails {
  return {
    device: deviceWords(status),
    server: [
      textWords(status, when, unsent),
      ...fileWords(unsent),
      ...(status.isPolling ? [POLLING] : []),
    ].join(' '),
    canRetry:
      status.device === 'failed' || status.server === 'offline' || status.server === 'refused',
  };
}

function deviceWords({ device, deviceProblem }: ReplicaStatus): string {
  switch (device) {
    case 'opening':
      return 'Being opened.';
    case 'saving':
      return 'Being saved.';
    case 'saved':
      return 'Everything is saved here and opens without a network.';
    case 'failed':
      return `${deviceProblem?.message ?? 'Nothing can be saved here.'} Keep this page open, or download the text.`;
  }
}

const POLLING =
  'This network lets no live connection through: changes travel every few seconds, and nobody else is seen.';

function fileWords({ waiting, refused }: Unsent): string[] {
  const words: string[] = [];
  const files = (count: number) =>
    count === 1 ? '1 picture or file' : `${count} pictures or files`;
  if (waiting > 0) words.push(`${files(waiting)} on this device only, to be uploaded.`);
  if (refused > 0) {
    words.push(`${files(refused)} on this device only, not uploaded: the text says which.`);
  }
  return words;
}

function textWords(
  status: ReplicaStatus,
  when: (time: number) => string,
  { waiting: files, refused }: Unsent,
): string {
  const { server, syncedAt, unconfirmed, refusal, trouble } = status;
  const since = syncedAt === null ? '' : ` It last had everything ${when(syncedAt)}.`;
  if (trouble && (server === 'sending' || server === 'connecting')) {
    return `${ERRORS[trouble].message} ${pending(unconfirmed)}${since}`;
  }
  switch (server) {
    case 'synced':
      return `${files + refused > 0 ? 'All your text' : 'Everything'} is there${syncedAt === null ? '' : `, since ${when(syncedAt)}`}.`;
    case 'sending':
      return `${waiting(unconfirmed)} on the way.${since}`;
    case 'connecting':
      return `Connecting. ${pending(unconfirmed)}${since}`;
    case 'offline':
      return `Out of reach. ${pending(unconfirmed)}${since} It goes on by itself when the network returns.`;
    case 'refused':
      return `${refusal ? ERRORS[refusal].message : 'The server does not accept this.'} ${pending(unconfirmed)}`.trim();
  }
}

function pending(unconfirmed: number): string {
  if (unconfirmed === 0) return 'Nothing of yours is waiting.';
  return `${waiting(unconfirmed)} waiting to be sent.`;
}

function waiting(unconfirmed: number): string {
  return unconfirmed === 1 ? '1 change is' : `${unconfirmed} changes are`;
}
