/**
 * Where a document is, in words a person uses: the few of the top bar.
 *
 * Invariant: "Synced" is said only when this device and the server both have everything; a device
 * that failed never reads like one that saved.
 */
import type { ReplicaStatus } from '../../replica/status.ts';

/** What the top bar says. */
export function shortWords({ device, server }: ReplicaStatus): string {
  if (device === 'failed') return 'Not saved';
  if (device === 'opening') return 'Opening…';
  if (device === 'saving') return server === 'sending' ? 'Sending…' : 'Saving…';
  switch (server) {
    case 'synced':
      return 'Synced';
    case 'sending':
      return 'Sending…';
    case 'offline':
      return 'Offline · saved on this device';
    case 'connecting':
    case 'refused':
      return 'Saved on this device';
  }
}
