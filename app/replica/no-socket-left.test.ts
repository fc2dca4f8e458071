/** What many people behind one address have, and who comes when a server has no socket left. */
import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, expect, test } from 'vitest';
import {
  createSecret,
  type DocId,
  docIdOf,
  hashSecret,
  randomId,
} from '../../shared/access/ids.ts';
import { type RunningServer, startServer } from '../e2e/support/server.ts';
import { openReplica, type Replica } from './open-replica.ts';
import { until } from './testing/until.ts';

let server: RunningServer;
let owner: string;
let docId: DocId;
const opened: Replica[] = [];

afterEach(async () => {
  await Promise.all(opened.splice(0).map((replica) => replica.close()));
  await server.dispose();
});

async function start(settings: Record<string, string>): Promise<void> {
  server = await startServer({ LOG_LEVEL: 'warn', ...settings });
  owner = createSecret();
  docId = docIdOf(owner);
}

/** The document on a device of its own, with a link of its own: no tab tells it anything. */
async function arrive(): Promise<Replica> {
  const secret = opened.length === 0 ? owner : await newLink();
  globalThis.indexedDB = new IDBFactory();
  const serverUrl = `ws://127.0.0.1:${server.port}/sync`;
  const replica = openReplica({ name: docId, secret }, { serverUrl });
  opened.push(replica);
  await until(replica.status, (status) => status.server === 'synced');
  return replica;
}

async function newLink(): Promise<string> {
  const secret = createSecret();
  const answer = await fetch(`${server.origin}/api/docs/${docId}/links/${randomId(12)}`, {
    method: 'PUT',
    headers: { Authorization: `Bearer ${owner}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ role: 'editor', secretHash: hashSecret(secret) }),
  });
  expect(answer.status).toBe(200);
  return secret;
}

const isPolling = ({ status }: Replica) => status.get().isPolling;

test('from the 21st socket of one address on each person has a socket, too, and is seen', async () => {
  await start({});
  const all: Replica[] = [];
  for (let person = 0; person <= 20; person++) all.push(await arrive());
  expect(all.map(isPolling)).not.toContain(true);
  const last = all.at(-1)!;
  const seen = Promise.withResolvers<void>();
  all[0]!.awareness.on('change', () => {
    const states = [...all[0]!.awareness.getStates().values()];
    if (states.some(({ person }) => person?.name === 'Ben')) seen.resolve();
  });
  last.awareness.setLocalState({ person: { id: randomId(16), name: 'Ben', color: 'teal' } });
  await seen.promise;
});

test('who comes when no socket is left gets and gives the text by asking, and is told that nobody is seen', async () => {
  await start({ MAX_SOCKETS: '4' });
  const [first, second, last] = [await arrive(), await arrive(), await arrive()];
  expect([first, second, last].map(isPolling)).toEqual([false, false, true]);
  const hasBoth = ({ doc }: Replica) => {
    const text = doc.getText('body').toString();
    return text.includes('from a socket') && text.includes('by asking');
  };
  first.doc.getText('body').insert(0, 'from a socket');
  last.doc.getText('body').insert(0, 'by asking');
  for (const replica of [first, last])
    await until(
      { get: () => replica.status.get(), subscribe: (listener) => onChange(replica, listener) },
      ({ server, unconfirmed }) => server === 'synced' && unconfirmed === 0 && hasBoth(replica),
    );
});

/** Also of what others wrote, which its status need not tell. */
function onChange({ doc, status }: Replica, listener: () => void): () => void {
  const stop = status.subscribe(listener);
  doc.on('update', listener);
  return () => {
    doc.off('update', listener);
    stop();
  };
}
