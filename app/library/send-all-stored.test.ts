/** What the worker sends without a page, to a real server. */
import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, test } from 'vitest';
import * as Y from 'yjs';
import { type DocumentName, discussionOf } from '../../shared/access/document-name.ts';
import { createSecret, type DocId, docIdOf, type Secret } from '../../shared/access/ids.ts';
import { Discussion } from '../../shared/discussion/discussion.ts';
import { plainMessage } from '../../shared/discussion/message-text.ts';
import { newAuthor } from '../../shared/discussion/testing/authors.ts';
import { addEntry, LIBRARY_NAME } from '../../shared/library/library.ts';
import { setLibrarySecret } from '../../shared/library/sealer.ts';
import { type RunningServer, startServer } from '../e2e/support/server.ts';
import { exchangeUrl, fetchWhole, postExchange } from '../replica/http-exchange.ts';
import { unsentMarks } from '../replica/marked-unsent.ts';
import { openLocalReplica, openReplica } from '../replica/open-replica.ts';
import { hasUnsentRecord } from '../replica/stored-copy.ts';
import { eventually, until } from '../replica/testing/until.ts';
import { unmarkUnsent } from '../replica/unsent-marks.ts';
import { SECRET_FACT } from './link-facts.ts';
import { entriesOf, readStoredLibrary, sendAllStored } from './send-all-stored.ts';

let server: RunningServer;
let serverUrl: string;

beforeEach(async () => {
  globalThis.indexedDB = new IDBFactory();
  server = await startServer({ LOG_LEVEL: 'warn' });
  serverUrl = `ws://127.0.0.1:${server.port}/sync`;
});

afterEach(async () => {
  for (const name of unsentMarks().keys()) unmarkUnsent(name);
  await server.dispose();
});

/** Written and kept, and told to nobody. */
async function writeHere(name: DocumentName, secret: Secret, text: string): Promise<number> {
  const replica = openReplica({ name, secret }, { staysHere: true });
  await replica.whenLoaded;
  replica.doc.getText('body').insert(0, text);
  await until(replica.status, ({ device }) => device === 'saved');
  const { clientID } = replica.doc;
  await replica.close();
  return clientID;
}

/** The same of something that is said about a document. */
async function sayHere(docId: DocId, secret: Secret, words: string): Promise<void> {
  const replica = openReplica({ name: discussionOf(docId), secret }, { staysHere: true });
  await replica.whenLoaded;
  const author = await newAuthor();
  const discussion = discussionIn(replica.doc, docId);
  await discussion.begin(author, { kind: 'document' }, '', [{ text: words }]);
  await until(replica.status, ({ device }) => device === 'saved');
  await replica.close();
}

function discussionIn(doc: Y.Doc, docId: DocId): Discussion {
  return new Discussion({ doc, docId, rights: { moderates: () => false } });
}

async function saidThere(docId: DocId, secret: Secret): Promise<string[]> {
  const doc = new Y.Doc();
  Y.applyUpdate(doc, await fetchWhole(serverUrl, discussionOf(docId), secret));
  const messages = discussionIn(doc, docId)
    .threads()
    .flatMap((thread) => thread.messages);
  return messages.map(({ text }) => plainMessage(text));
}

/** A library as it is stored, linked with other devices or not. */
async function keepLibrary(owners: readonly Secret[], link: Secret | null): Promise<void> {
  const library = openLocalReplica(LIBRARY_NAME);
  await library.whenLoaded;
  setLibrarySecret(library.doc, link);
  if (link) library.keepFact(SECRET_FACT, link);
  for (const secret of owners)
    addEntry(library.doc, { docId: docIdOf(secret), secret, title: '', now: 1 });
  await until(library.status, ({ device }) => device === 'saved');
  await library.close();
}

async function readStoredEntries() {
  return entriesOf((await readStoredLibrary())!);
}

async function textThere(name: DocumentName, secret: Secret): Promise<string> {
  const doc = new Y.Doc();
  Y.applyUpdate(doc, await fetchWhole(serverUrl, name, secret));
  return doc.getText('body').toString();
}

test.each([null, createSecret()])(
  'texts and what is said about them are sent, with the keys of a library that is linked or not',
  async (link) => {
    const owners = [createSecret(), createSecret()];
    const [one, other] = owners.map(docIdOf);
    await keepLibrary(owners, link);
    await writeHere(one!, owners[0]!, 'written');
    await sayHere(one!, owners[0]!, 'said');
    await writeHere(other!, owners[1]!, 'x'.repeat(3_000_000));
    await sendAllStored(await readStoredEntries(), serverUrl);
    expect(await textThere(one!, owners[0]!)).toBe('written');
    expect(await saidThere(one!, owners[0]!)).toEqual(['said']);
    expect((await textThere(other!, owners[1]!)).length).toBe(3_000_000);

    // Nothing here has changed by it; whoever opens the document finds that all has arrived.
    expect(await hasUnsentRecord(one!)).toBe(true);
    const replica = openReplica({ name: one!, secret: owners[0]! }, { serverUrl });
    await until(replica.status, ({ server, unconfirmed }) => server === 'synced' && !unconfirmed);
    await replica.close();
    await eventually(() => !unsentMarks().has(one!));
    expect(await textThere(one!, owners[0]!)).toBe('written');
  },
);

test('what others deleted of what the worker sent does not come back with the next page', async () => {
  const secret = createSecret();
  const docId = docIdOf(secret);
  await keepLibrary([secret], null);
  await writeHere(docId, secret, 'written');
  await sendAllStored(await readStoredEntries(), serverUrl);
  const other = new Y.Doc();
  Y.applyUpdate(other, await fetchWhole(serverUrl, docId, secret));
  other.getText('body').delete(0, 4);
  await postExchange(
    exchangeUrl(serverUrl, docId),
    secret,
    { stateVector: Y.encodeStateVector(other), update: Y.encodeStateAsUpdate(other) },
    new AbortController().signal,
  );
  const replica = openReplica({ name: docId, secret }, { serverUrl });
  await until(replica.status, ({ server, unconfirmed }) => server === 'synced' && !unconfirmed);
  expect(replica.doc.getText('body').toString()).toBe('ten');
  await replica.close();
  expect(await textThere(docId, secret)).toBe('ten');
});

test('one that the server refuses holds up no other; one that it cannot take now is told', async () => {
  const [mine, foreign] = [createSecret(), createSecret()];
  await keepLibrary([mine], null);
  await writeHere(docIdOf(mine), mine, 'mine');
  await writeHere(docIdOf(foreign), mine, 'with a key that opens nothing');
  const entries = await readStoredEntries();
  const wrong = { ...entries[0]!, docId: docIdOf(foreign) };
  await server.stop();
  await expect(sendAllStored([wrong, ...entries], serverUrl)).rejects.toThrow(AggregateError);
  await server.start();
  await sendAllStored([wrong, ...entries], serverUrl);
  expect(await textThere(docIdOf(mine), mine)).toBe('mine');
});

test('what somebody else may have written under this device’s ids is left to a page', async () => {
  const secret = createSecret();
  const docId = docIdOf(secret);
  await keepLibrary([secret], null);
  const client = await writeHere(docId, secret, 'own words');
  const hostile = new Y.Doc();
  hostile.clientID = client;
  hostile.getText('body').insert(0, 'more than was written here');
  await postExchange(
    exchangeUrl(serverUrl, docId),
    secret,
    { stateVector: Uint8Array.of(0), update: Y.encodeStateAsUpdate(hostile) },
    new AbortController().signal,
  );
  await sendAllStored(await readStoredEntries(), serverUrl);
  expect(await textThere(docId, secret)).toBe('more than was written here');
  expect(await hasUnsentRecord(docId)).toBe(true);
});
