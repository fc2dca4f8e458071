/** The words of the save state: they never say more than is known. */
import { describe, expect, it } from 'vitest';
import type { Unsent } from '../../attachments/document-attachments.ts';
import type { DeviceState, ReplicaStatus, ServerState } from '../../replica/status.ts';
import { statusOf } from '../../replica/testing/status.ts';
import { saveDetails } from './save-details.ts';
import { deviceOf, serverOf, shortWords } from './save-words.ts';

const DEVICES: DeviceState[] = ['opening', 'saved', 'saving', 'failed'];
const SERVERS: ServerState[] = ['offline', 'connecting', 'synced', 'sending', 'refused'];

const status = (change: Partial<ReplicaStatus>) => statusOf({ syncedAt: 1, ...change });
const short = (change: Partial<ReplicaStatus>, isHere = true) => shortWords(status(change), isHere);
const NONE = { waiting: 0, refused: 0, unkept: 0 };
const words = (change: Partial<ReplicaStatus>, unsent = NONE) =>
  saveDetails(status(change), () => '14:05', unsent, true);

describe('the save state in words', () => {
  it.each<[Partial<ReplicaStatus>, string]>([
    [{}, 'Synced'],
    [{ server: 'sending', unconfirmed: 2 }, 'Sending…'],
    [{ server: 'sending', device: 'saving' }, 'Sending…'],
    [{ device: 'saving' }, 'Synced'],
    [{ device: 'saving', server: 'offline', unconfirmed: 1 }, 'Saving…'],
    [{ server: 'sending', trouble: 'storage_failed', unconfirmed: 2 }, 'Saved on this device'],
    [{ server: 'offline' }, 'Offline · saved on this device'],
    [{ server: 'connecting' }, 'Saved on this device'],
    [{ server: 'refused', refusal: 'link_revoked' }, 'Saved on this device'],
    [{ device: 'failed' }, 'Not saved'],
  ])('of %j is %j', (change, expected) => {
    expect(short(change)).toBe(expected);
  });

  it('calls nothing saved where nothing of the document is here', () => {
    for (const server of SERVERS) {
      expect(short({ server, refusal: 'link_revoked' }, false), server).not.toMatch(/saved/i);
    }
    expect(short({ server: 'refused', refusal: 'password_required' }, false)).toBe(
      'Not on this device',
    );
    expect(short({ server: 'connecting' }, false)).toBe('Opening…');
    const refused = status({ server: 'refused', refusal: 'password_required' });
    const { device } = saveDetails(refused, () => '14:05', NONE, false);
    expect(device).toBe('Not on this device');
  });

  it('says when it was last held against the server, and what came of it', () => {
    expect(words({ checkedAt: 2 }).server).toContain('The same as on the server, checked 14:05.');
    expect(words({}).server).not.toContain('checked');
    const { server } = words({ checkedAt: 2, differs: true });
    expect(server).toContain('What is shown here is not what the server has.');
    expect(server).not.toContain('The same');
  });

  it('says why nothing is confirmed, where the server said so', () => {
    const { server } = words({ server: 'sending', trouble: 'storage_failed', unconfirmed: 2 });
    expect(server).toContain('The server could not store this.');
    expect(server).toContain('2 changes are waiting');
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

  it('does not say "Synced" while a picture or file is on this device only', () => {
    const synced = status({});
    const short = (unsent: Partial<Unsent>) =>
      shortWords({ ...synced, server: serverOf(synced, { ...NONE, ...unsent }) }, true);
    expect(short({})).toBe('Synced');
    expect(short({ waiting: 2, refused: 1 })).toBe('Sending…');
    expect(short({ refused: 1 })).toBe('Saved on this device');
    expect(words({}, { ...NONE, waiting: 2 }).server).toBe(
      'All your text is there, since 14:05. 2 pictures or files on this device only, to be uploaded.',
    );
    const refused = words({}, { ...NONE, refused: 1 });
    expect(refused.server).toContain('1 picture or file on this device only, not uploaded');
    expect(words({ server: 'offline' }, { ...NONE, waiting: 1 }).server).toContain(
      '1 picture or file on this device only, to be uploaded.',
    );
  });

  it('never calls saved what a failed device holds', () => {
    for (const server of SERVERS) {
      expect(short({ device: 'failed', server })).toBe('Not saved');
      expect(words({ device: 'failed', server }).device).not.toContain('is saved');
    }
  });

  it('never calls saved what shows a picture or file that only this page has', () => {
    const unsent = { waiting: 1, refused: 0, unkept: 1 };
    for (const server of SERVERS) {
      const saved = status({ server });
      const whole = { ...saved, device: deviceOf(saved, unsent), server: serverOf(saved, unsent) };
      expect(shortWords(whole, true)).toBe('Not saved');
      expect(words({ server }, unsent).device).toBe(
        '1 picture or file is not kept here: keep this page open until it is uploaded.',
      );
    }
    expect(deviceOf(status({}), { ...unsent, unkept: 0 })).toBe('saved');
    // Why nothing is kept comes first.
    const problem = { device: 'failed', deviceProblem: { reason: 'quota' } } as const;
    expect(words(problem, unsent).device).toContain('There is no room left on this device.');
  });

  it('counts what the server has not confirmed', () => {
    expect(words({ server: 'offline', unconfirmed: 1 }).server).toContain('1 change is waiting');
    expect(words({ server: 'offline', unconfirmed: 3 }).server).toContain('3 changes are waiting');
    expect(words({ server: 'offline' }).server).toContain('last had everything 14:05');
  });

  it('repeats why the server refused', () => {
    expect(words({ server: 'refused', refusal: 'link_revoked' }).server).toContain('revoked');
  });
});
