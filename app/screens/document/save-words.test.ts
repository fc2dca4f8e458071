import { describe, expect, it } from 'vitest';
import type { DeviceState, ReplicaStatus, ServerState } from '../../replica/status.ts';
import { saveDetails } from './save-details.ts';
import { shortWords } from './save-words.ts';

const DEVICES: DeviceState[] = ['opening', 'saved', 'saving', 'failed'];
const SERVERS: ServerState[] = ['offline', 'connecting', 'synced', 'sending', 'refused'];

function status(change: Partial<ReplicaStatus>): ReplicaStatus {
  return {
    device: 'saved',
    deviceProblem: null,
    server: 'synced',
    unconfirmed: 0,
    refusal: null,
    syncedAt: 1,
    ...change,
  };
}
const short = (change: Partial<ReplicaStatus>) => shortWords(status(change));
const words = (change: Partial<ReplicaStatus>) => saveDetails(status(change), () => '14:05');

describe('the save state in words', () => {
  it.each<[Partial<ReplicaStatus>, string]>([
    [{}, 'Synced'],
    [{ server: 'sending', unconfirmed: 2 }, 'Sending…'],
    [{ server: 'sending', device: 'saving' }, 'Sending…'],
    [{ device: 'saving' }, 'Synced'],
    [{ device: 'saving', server: 'offline', unconfirmed: 1 }, 'Saving…'],
    [{ server: 'offline' }, 'Offline · saved on this device'],
    [{ server: 'connecting' }, 'Saved on this device'],
    [{ server: 'refused', refusal: 'link_revoked' }, 'Saved on this device'],
    [{ device: 'failed' }, 'Not saved'],
  ])('of %j is %j', (change, expected) => {
    expect(short(change)).toBe(expected);
  });

  it('says "Synced" only when the server has everything, and this device does not fail', () => {
    for (const device of DEVICES) {
      for (const server of SERVERS) {
        expect(short({ device, server }) === 'Synced', `${device} ${server}`).toBe(
          (device === 'saved' || device === 'saving') && server === 'synced',
        );
      }
    }
  });

  it('never calls saved what a failed device holds', () => {
    for (const server of SERVERS) {
      expect(short({ device: 'failed', server })).toBe('Not saved');
      expect(words({ device: 'failed', server }).device).not.toContain('is saved');
    }
  });

  it('counts what the server has not confirmed', () => {
    expect(words({ server: 'offline', unconfirmed: 1 }).server).toContain('1 change is waiting');
    expect(words({ server: 'offline', unconfirmed: 3 }).server).toContain('3 changes are waiting');
    expect(words({ server: 'offline' }).server).toContain('last had everything 14:05');
  });

  it('repeats why the server refused', () => {
    expect(words({ server: 'refused', refusal: 'link_revoked' }).server).toContain('withdrawn');
  });
});
