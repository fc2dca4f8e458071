/**
 * Where a document is, in words a person uses: the few of the top bar.
 *
 * Invariant: "Synced" is said only when the server has everything, pictures and files included, and
 * this device has it or is just writing down what the server gave it; a device that failed never
 * reads like one that saved.
 */
import type { Unsent } from '../../attachments/document-attachments.ts';
import { t } from '../../i18n/i18n.ts';
import {
  type DeviceState,
  type IncludedStatus,
  type ReplicaStatus,
  type ServerState,
  withIncluded,
} from '../../replica/status.ts';

/** What waits is in no document yet, wherever that is kept. */
const OF_WAITING_INPUT: IncludedStatus = {
  device: 'saving',
  deviceProblem: null,
  server: 'synced',
  unconfirmed: 1,
  trouble: null,
};

/** The same only as far as all that was typed, pasted or dropped is in the document. */
export function withWaiting(status: ReplicaStatus, isWaiting: boolean): ReplicaStatus {
  return isWaiting ? withIncluded(status, OF_WAITING_INPUT) : status;
}

/** Whether the server has everything, text as well as pictures and files. */
export function serverOf({ server }: ReplicaStatus, unsent: Unsent): ServerState {
  if (server !== 'synced') return server;
  if (unsent.waiting > 0) return 'sending';
  return unsent.refused > 0 ? 'refused' : 'synced';
}

/** Whether this device has everything, text as well as pictures and files. */
export function deviceOf({ device }: ReplicaStatus, { unkept }: Unsent): DeviceState {
  return unkept > 0 ? 'failed' : device;
}

/**
 * What the top bar says; `device` and `server` as `deviceOf` and `serverOf` give them. Nothing is called
 * saved where this device has nothing of the document (`isHere`).
 */
export function shortWords({ device, server, trouble }: ReplicaStatus, isHere: boolean): string {
  if (device === 'failed') return t().notSaved;
  if (device === 'opening') return t().opening;
  if (!isHere && server !== 'synced') {
    return server === 'offline' || server === 'refused' ? t().notHere : t().opening;
  }
  // What the server has cannot be lost, so others' keys need no words of their own.
  if (device === 'saving' && server !== 'sending' && server !== 'synced') return t().saving;
  switch (server) {
    case 'synced':
      return t().synced;
    case 'sending':
      return trouble ? t().savedHere : t().sending;
    case 'offline':
      return t().offline;
    case 'connecting':
    case 'refused':
      return t().savedHere;
  }
}
