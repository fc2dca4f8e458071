/** What was written and left is sent by itself, from whatever screen is shown. */
import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { discussionOf } from '../../shared/access/document-name.ts';
import { createSecret, docIdOf } from '../../shared/access/ids.ts';
import type { LibraryEntry } from '../../shared/library/library.ts';
import { unsentMarks } from '../replica/marked-unsent.ts';
import { openReplica } from '../replica/open-replica.ts';
import { startTestServer, type TestServer } from '../replica/testing/sync-server.ts';
import { eventually, until } from '../replica/testing/until.ts';
import { unmarkUnsent } from '../replica/unsent-marks.ts';
import { isHeld } from './library-store.ts';
import { type OutboxOptions, startOutbox } from './outbox.ts';

let server: TestServer;
let stops: (() => void)[] = [];

beforeEach(async () => {
  globalThis.indexedDB = new IDBFactory();
  server = await startTestServer();
});

afterEach(async () => {
  for (const stop of stops) stop();
  stops = [];
  for (const name of unsentMarks().keys()) unmarkUnsent(name);
  await server.close();
});

function newEntry(): LibraryEntry {
  const secret = createSecret();
  return {
    docId: docIdOf(secret),
    secret,
    role: 'owner',
    title: '',
    added: 0,
    lastOpened: 0,
    pinned: false,
    trashedAt: null,
    folder: null,
    template: false,
    blank: false,
    icon: '',
    edited: null,
    refused: false,
  };
}

/** Opens the document, writes, and leaves it as soon as this device has it. */
async function writeAndLeave({ docId, secret }: LibraryEntry, text: string): Promise<void> {
  const replica = openReplica({ name: docId, secret }, { serverUrl: server.url });
  await replica.whenLoaded;
  replica.doc.getText('body').insert(0, text);
  await until(replica.status, ({ device }) => device === 'saved');
  await replica.close();
}

function send(...entries: LibraryEntry[]): void {
  start(entries, { lookEveryMs: 0 });
}

function start(entries: readonly LibraryEntry[], options: OutboxOptions): void {
  const library = {
    entries: () => entries,
    whenReady: Promise.resolve(),
    subscribe: () => () => undefined,
  };
  stops.push(startOutbox(library, { serverUrl: server.url, ...options }));
}

const textOf = ({ docId }: LibraryEntry) => server.doc(docId).getText('body').toString();

test('what was written without a server and left is sent when there is one, with nobody opening it', async () => {
  const entries = Array.from({ length: 7 }, newEntry);
  await server.close();
  for (const [at, entry] of entries.entries()) await writeAndLeave(entry, `words ${at}`);
  expect([...unsentMarks().keys()]).toEqual(entries.map(({ docId }) => docId));
  await server.reopen();
  send(...entries);
  await eventually(() => unsentMarks().size === 0);
  expect(entries.map(textOf)).toEqual(entries.map((_, at) => `words ${at}`));
});

test('what is left while it is on its way is sent by the loop that runs', async () => {
  const entry = newEntry();
  send(entry);
  server.holdConfirmations();
  await writeAndLeave(entry, 'left at once');
  server.confirm();
  await eventually(() => unsentMarks().size === 0);
  expect(textOf(entry)).toBe('left at once');
});

test('what is said about a document is sent with its key, as its text is', async () => {
  const entry = newEntry();
  const name = discussionOf(entry.docId);
  await server.close();
  const talk = openReplica({ name, secret: entry.secret }, { serverUrl: server.url });
  await talk.whenLoaded;
  talk.doc.getText('said').insert(0, 'a remark');
  await until(talk.status, ({ device }) => device === 'saved');
  await talk.close();
  expect([...unsentMarks().keys()]).toEqual([name]);
  expect(isHeld(name)).toBe(true);
  // Without its mark it is found.
  unmarkUnsent(name);
  await server.reopen();
  send(entry);
  await eventually(() => server.doc(name).getText('said').toString() === 'a remark');
  await eventually(() => unsentMarks().size === 0);
});

test('one that the server does not take holds up no other, and stays marked', async () => {
  const [stuck, fine] = [newEntry(), newEntry()];
  await server.close();
  for (const entry of [stuck, fine]) await writeAndLeave(entry, 'words');
  server.readOnly.add(stuck.secret);
  await server.reopen();
  send(stuck, fine);
  await eventually(() => textOf(fine) === 'words');
  await eventually(() => unsentMarks().size === 1);
  expect([...unsentMarks().keys()]).toEqual([stuck.docId]);
});

test('what the server has no room for in this minute is sent when it has', async () => {
  const entries = Array.from({ length: 4 }, newEntry);
  server.refuse('rate_limited');
  for (const entry of entries) await writeAndLeave(entry, 'words');
  send(...entries);
  await eventually(() => server.connections === 0);
  server.admit();
  await eventually(() => entries.every((entry) => textOf(entry) === 'words'));
});

test('a mark that a browser lost by its sudden end is made again at the next start', async () => {
  const first = newEntry();
  const old = { ...newEntry(), lastOpened: Date.now() - 2 * 86_400_000 };
  const entry = { ...newEntry(), lastOpened: Date.now() };
  // All of it has been looked through just now.
  await writeAndLeave(first, 'first');
  send(first);
  await eventually(() => textOf(first) === 'first' && unsentMarks().size === 0);
  await server.close();
  for (const each of [old, entry]) {
    await writeAndLeave(each, 'written on a phone');
    unmarkUnsent(each.docId);
  }
  await server.reopen();
  start([old, entry], {});
  await eventually(() => textOf(entry) === 'written on a phone');
  // Of an age that waits for the next look through all of it.
  expect(textOf(old)).toBe('');
});

test('what has a record and no mark, as an older build left it, is found', async () => {
  const entry = newEntry();
  await server.close();
  await writeAndLeave(entry, 'from before there were marks');
  unmarkUnsent(entry.docId);
  await server.reopen();
  send(entry);
  await eventually(() => textOf(entry) === 'from before there were marks');
  await eventually(() => unsentMarks().size === 0);
});
