/**
 * A device that is there several times: its browser's profile was copied to another machine, or it was
 * restored from a backup. All have what waited when it was copied; it is in the text once, and what
 * became of it since is not undone.
 */
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type * as Y from 'yjs';
import { createSecret, type DocId } from '../../shared/access/ids.ts';
import type { Replica } from './open-replica.ts';
import { clonedStorage } from './testing/cloned-storage.ts';
import { oneDocument } from './testing/one-document.ts';
import type { TestServer } from './testing/sync-server.ts';
import { eventually, isAllThere, until } from './testing/until.ts';

const one = oneDocument();
const { open } = one;
let server: TestServer;
let docId: DocId;

beforeEach(() => {
  ({ server, docId } = one);
  vi.spyOn(console, 'warn').mockImplementation(() => {});
});

afterEach(() => {
  vi.restoreAllMocks();
});

const body = (doc: Y.Doc) => doc.getText('body');
const there = () => body(server.doc(docId)).toString();

/** Copies of a device that wrote while there was no network, after some that the server knows, or not. */
async function copies(count: number, known: string): Promise<IDBFactory[]> {
  const device = open();
  body(device.doc).insert(0, known);
  if (known) await until(device.status, isAllThere);
  await server.close();
  await until(device.status, (status) => status.server !== 'synced');
  body(device.doc).insert(known.length, 'Written offline.');
  device.doc.getMap('fields').set('a:type', { value: 'heading' });
  await until(device.status, (status) => status.device === 'saved');
  await device.close();
  const stored = await Promise.all(Array.from({ length: count }, () => clonedStorage()));
  await server.reopen();
  return stored;
}

/** Starts one of them; the others are other machines. */
function start(storage: IDBFactory): Replica {
  globalThis.indexedDB = storage;
  return open({}, one.secret);
}

async function startAndLeave(storage: IDBFactory): Promise<void> {
  const replica = start(storage);
  await until(replica.status, isAllThere);
  expect(body(replica.doc).toString()).toBe(there());
  await replica.close();
}

test.each(['', 'Known. '])(
  'what waits on two of them is there once, and what others deleted of it stays deleted, after "%s"',
  async (known) => {
    const [first, second] = await copies(2, known);
    await startAndLeave(first!);
    expect(there()).toBe(`${known}Written offline.`);
    body(server.doc(docId)).delete(known.length, 8);
    await startAndLeave(second!);
    expect(there()).toBe(`${known}offline.`);
  },
);

test.each(['', 'Known. '])(
  'what others deleted all of stays deleted, and so does a value that was set anew, after "%s"',
  async (known) => {
    const [first, second] = await copies(2, known);
    await startAndLeave(first!);
    const doc = server.doc(docId);
    body(doc).delete(known.length, 16);
    doc.getMap('fields').set('a:type', { value: 'quote' });
    await startAndLeave(second!);
    expect(there()).toBe(known);
    expect(doc.getMap('fields').toJSON()).toEqual({ 'a:type': { value: 'quote' } });
  },
);

/** On a machine of its own, with a replica of its own; tabs with one link would talk to each other. */
async function startElsewhere(storage: IDBFactory): Promise<Replica> {
  vi.resetModules();
  const { openReplica } = await import('./open-replica.ts');
  globalThis.indexedDB = storage;
  const replica = openReplica({ name: docId, secret: createSecret() }, { serverUrl: server.url });
  one.opened.push(replica);
  await replica.whenLoaded;
  return replica;
}

test('what waits on five of them that all come at once is there once', async () => {
  const stored = await copies(5, 'Known. ');
  await startAndLeave(stored.pop()!);
  const replicas: Replica[] = [];
  for (const storage of stored) replicas.push(await startElsewhere(storage));
  await Promise.all(replicas.map((replica) => until(replica.status, isAllThere)));
  await eventually(() => replicas.every(({ doc }) => body(doc).toString() === there()));
  expect(there()).toBe('Known. Written offline.');
});
