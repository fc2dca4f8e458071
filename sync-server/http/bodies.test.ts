/** What requests and answers hold in memory together is bounded, and slow ones leave room for others. */
import { createServer, request, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import { afterEach, expect, test } from 'vitest';
import type { DocId } from '../../shared/access/ids.ts';
import { writeExchange } from '../../shared/protocol/exchange.ts';
import { Links } from '../access/links.ts';
import { PersonProofs } from '../access/person-proofs.ts';
import { ProcessorTime } from '../access/processor-time.ts';
import { openSqlite } from '../storage/sqlite.ts';
import type { Storage } from '../storage/storage.ts';
import { cleanUp, onCleanUp, temporaryFolder, until } from '../testing/clean-up.ts';
import { RawClient, textUpdate } from '../testing/raw-client.ts';
import { memoryLog, newOwner, startServer, testConfig } from '../testing/server.ts';
import { Bodies } from './bodies.ts';
import { type DocumentRoutesOptions, documentRoutes } from './document-routes.ts';
import { Requests } from './requests.ts';

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

test('whoever reads nothing of an answer for long is cut off, and whoever reads slowly is not', async () => {
  const answers = new Bodies(200_000_000, 20_000, 1_500);
  const server = createServer((_, outgoing) => {
    answers.holdAnswer(outgoing, 'somebody', 40_000_000);
    outgoing.end(Buffer.alloc(40_000_000));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onCleanUp(() => new Promise((resolve) => server.close(resolve)));
  const { port } = server.address() as AddressInfo;
  const reader = () => {
    const socket = connect({ host: '127.0.0.1', port });
    onCleanUp(() => socket.destroy());
    socket.on('error', () => undefined);
    socket.write('GET / HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n');
    return socket;
  };
  const slow = reader();
  let read = 0;
  slow.on('data', (piece) => {
    const before = Math.floor(read / 1e6);
    read += piece.length;
    if (Math.floor(read / 1e6) === before) return;
    slow.pause();
    setTimeout(() => slow.resume(), 50);
  });
  reader().pause();
  await until('both are answered', () => answers.bytes === 80_000_000);
  await until('the one who reads nothing is cut off', () => answers.bytes === 40_000_000);
  await until('the other has all of it', () => read > 40_000_000);
  await until('nothing is held any more', () => answers.bytes === 0);
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

/** The routes of one document alone, on a store that the test may slow down; its address, and answers on their way. */
async function serveRoutes(
  storage: Storage,
  docId: DocId,
  turnOf: DocumentRoutesOptions['turnOf'] = async () => new ProcessorTime().shareOf('', docId),
): Promise<{ url: string; answers: ServerResponse[] }> {
  const [config, log, bodies] = [testConfig(), memoryLog([]), new Bodies()];
  const links = new Links(storage, 1, log);
  const proofs = new PersonProofs(storage, log);
  const ensureDocument = async () => undefined;
  const routes = documentRoutes({
    ...{ config, bodies, storage, turnOf },
    requests: new Requests({ config, links, proofs, bodies, ensureDocument }),
    exchange: () => expect.fail('nobody asks'),
    deleteDocument: () => expect.fail('nobody asks'),
  });
  const app = new Hono().route('/api/docs/:docId', routes);
  const answers: ServerResponse[] = [];
  const server = createServer(getRequestListener(app.fetch, { overrideGlobalObjects: false }));
  server.on('request', (_, answer: ServerResponse) => answers.push(answer));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onCleanUp(() => new Promise((resolve) => server.close(resolve)));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/api/docs/${docId}`, answers };
}

test('the history is looked at when it is the turn of whoever asks, and charged to them', async () => {
  const storage = openSqlite(temporaryFolder());
  onCleanUp(() => storage.close());
  const owner = newOwner();
  await storage.createDocument(owner.docId, 1);
  const turns: string[] = [];
  let isTheirTurn = false;
  const { url } = await serveRoutes(storage, owner.docId, async (docId, address) => {
    turns.push(`${docId} ${address}`);
    await until('their turn comes', () => isTheirTurn);
    const measure = <T>(work: () => T): T => {
      turns.push('measured');
      return work();
    };
    return { measure };
  });
  const headers = { Authorization: `Bearer ${owner.secret}` };
  const asked = ['history', 'changes'].map((what) => fetch(`${url}/${what}`, { headers }));
  await until('both wait', () => turns.length === 2);
  expect(turns).toEqual(Array(2).fill(`${owner.docId} 127.0.0.1`));
  isTheirTurn = true;
  expect((await Promise.all(asked)).map(({ status }) => status)).toEqual([200, 200]);
  expect(turns.slice(2)).toEqual(Array(4).fill('measured'));
});

test('an answer that nobody is there for any more takes no room', async () => {
  const storage = openSqlite(temporaryFolder());
  onCleanUp(() => storage.close());
  const owner = newOwner();
  await storage.createDocument(owner.docId, 1);
  const row = { standsFor: 1, isBeginning: false, compacted: true, isDamaged: false };
  const large = { ...row, sequence: 1, receivedAt: 1, since: 1, person: null, quarantined: null };
  let [asked, isHeld] = [0, true];
  const slow: Storage = Object.assign(Object.create(storage), {
    findDocument: (docId: DocId) => storage.findDocument(docId),
    touchDocument: async () => undefined,
    historyPart: async () => {
      asked += 1;
      const bytes = new Uint8Array(30_000_000);
      await until('the store answers', () => !isHeld);
      return [{ ...large, bytes }];
    },
  });
  const served = await serveRoutes(slow, owner.docId);
  const url = `${served.url}/history`;
  const headers = { Authorization: `Bearer ${owner.secret}` };
  for (let times = 1; times <= 4; times++) {
    const leaving = new AbortController();
    const lost = fetch(url, { headers, signal: leaving.signal }).catch((error: Error) => error);
    await until('the store is asked', () => asked === times);
    leaving.abort();
    expect(await lost).toBeInstanceOf(Error);
  }
  await until('all are gone', () => served.answers.every(({ closed }) => closed));
  isHeld = false;
  const answer = await fetch(url, { headers });
  expect(answer.status).toBe(200);
  expect((await answer.arrayBuffer()).byteLength).toBeGreaterThan(30_000_000);
});

test('who begins to send for many documents, and does not go on, leaves room for others', async () => {
  const server = await startServer({ trustProxy: 1 });
  const path = (docId: DocId) => `${server.url}/api/docs/${docId}/sync`;
  let ended = 0;
  for (let times = 0; times < 60; times++) {
    const { docId, secret } = newOwner();
    const headers = {
      Authorization: `Bearer ${secret}`,
      'X-Forwarded-For': '203.0.113.5',
      'Content-Length': 1_500_000,
    };
    const stalled = request(path(docId), { method: 'POST', headers, agent: false });
    stalled.on('response', (answer) => answer.resume());
    stalled.on('error', () => undefined);
    stalled.on('close', () => ended++);
    stalled.write(new Uint8Array(1_400_000));
    onCleanUp(() => stalled.destroy());
  }
  const other = newOwner();
  const statuses = new Set<number>();
  const update = textUpdate('x'.repeat(1_000_000));
  const ask = async () => {
    const answer = await fetch(path(other.docId), {
      method: 'POST',
      headers: { Authorization: `Bearer ${other.secret}`, 'X-Forwarded-For': '198.51.100.7' },
      body: writeExchange({ stateVector: Uint8Array.of(0), update }),
    });
    await answer.arrayBuffer();
    statuses.add(answer.status);
    // More than could be kept were turned away, or somebody who had begun nothing.
    return ended > 30 || answer.status !== 200;
  };
  await until('the room is taken', ask);
  expect([...statuses]).toEqual([200]);
});
