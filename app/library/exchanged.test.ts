/** How long a document that nobody looks at is waited for. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createStore, type ReplicaStatus } from '../replica/status.ts';
import { statusOf } from '../replica/testing/status.ts';
import { exchanged } from './exchanged.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const MINUTE_MS = 60_000;

function waitFor(server: ReplicaStatus['server'], trouble: ReplicaStatus['trouble'] = null) {
  const status = createStore(statusOf({ server, unconfirmed: 1, trouble }));
  const ends: string[] = [];
  void exchanged(status).then((end) => ends.push(end));
  const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
  return { status, ends, pass };
}

it('what is being sent is waited for over a bad line', async () => {
  const { status, ends, pass } = waitFor('connecting');
  await pass(MINUTE_MS / 4);
  status.update({ server: 'sending' });
  await pass(9 * MINUTE_MS);
  expect(ends).toEqual([]);
  status.update({ server: 'synced', unconfirmed: 0 });
  await pass(0);
  expect(ends).toEqual(['here']);
});

it('one whose connection breaks after that is left for the next time', async () => {
  const { status, ends, pass } = waitFor('sending');
  await pass(MINUTE_MS);
  expect(ends).toEqual([]);
  status.update({ server: 'connecting' });
  await pass(0);
  expect(ends).toEqual(['offline']);
});

it('one that takes longer is left, too, so that another one comes to its turn', async () => {
  const { ends, pass } = waitFor('sending');
  await pass(9 * MINUTE_MS);
  expect(ends).toEqual([]);
  await pass(2 * MINUTE_MS);
  expect(ends).toEqual(['offline']);
});

it('a server that is not reached, or can store nothing, holds up no other document', async () => {
  for (const { ends, pass } of [waitFor('connecting'), waitFor('sending', 'storage_failed')]) {
    await pass(MINUTE_MS);
    expect(ends).toEqual(['offline']);
  }
});
