/** What requests and answers hold in memory together is bounded, and slow ones leave room for others. */
import { afterEach, expect, test } from 'vitest';
import { writeExchange } from '../../shared/protocol/exchange.ts';
import { cleanUp, until } from '../testing/clean-up.ts';
import { RawClient, textUpdate } from '../testing/raw-client.ts';
import { newOwner, startServer } from '../testing/server.ts';
import { Bodies } from './bodies.ts';

afterEach(cleanUp);

test('answers that are read slowly leave as much room as they take', () => {
  const answers = new Bodies(100);
  const gone = [answers.hold('slow', 30), answers.hold('slow', 20)];
  // One more of the same, or a larger one of anybody, finds no room.
  expect(() => answers.hold('slow', 1)).toThrow(/busy/);
  expect(answers.bytes).toBe(50);
  gone.push(answers.hold('other', 25));
  expect(() => answers.hold('other', 1)).toThrow(/busy/);
  expect(() => answers.hold('third', 13)).toThrow(/busy/);
  for (const leave of gone) leave();
  expect(answers.bytes).toBe(0);
  answers.hold('third', 50);
});

test('a body that grows beyond its share, or stops coming, is not waited for', async () => {
  const bodies = new Bodies(1_000, 50);
  const request = (body: ReadableStream | string) =>
    new Request('http://localhost/', { method: 'POST', body, duplex: 'half' } as RequestInit);
  await expect(bodies.read(request('x'.repeat(600)), 2_000, 'much')).rejects.toThrow(/busy/);
  await expect(bodies.read(request('x'.repeat(60)), 50, 'long')).rejects.toThrow(/too large/);
  const stalled = new ReadableStream({ start: (stream) => stream.enqueue(new Uint8Array(10)) });
  await expect(bodies.read(request(stalled), 100, 'slow')).rejects.toThrow(/busy/);
  expect(bodies.bytes).toBe(0);
  expect(await bodies.read(request('x'.repeat(400)), 2_000, 'fine')).toHaveLength(400);
});

test('what was answered over HTTP is not held when it has left', async () => {
  const server = await startServer();
  const owned = newOwner();
  const writer = RawClient.sync(server, owned.docId, owned.secret);
  await writer.synced();
  writer.sendUpdate(textUpdate('long '.repeat(250_000)));
  await until('stored', () => writer.statuses.length === 1);
  // Together they are more than may be on its way at once.
  for (let round = 0; round < 70; round++) {
    const answer = await fetch(`${server.url}/api/docs/${owned.docId}/sync`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${owned.secret}` },
      body: writeExchange({ stateVector: Uint8Array.of(0), update: Uint8Array.of() }),
    });
    expect([round, answer.status]).toEqual([round, 200]);
    expect((await answer.arrayBuffer()).byteLength).toBeGreaterThan(1_250_000);
  }
});
