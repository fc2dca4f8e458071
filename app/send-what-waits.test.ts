/** What the worker sends beside texts, without a page, to a real server: links and the library. */
import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import * as Y from 'yjs';
import { createSecret, docIdOf, randomId } from '../shared/access/ids.ts';
import { createDocument } from '../shared/document/create.ts';
import { addEntry, LIBRARY_NAME, readEntries } from '../shared/library/library.ts';
import { keepMadeLink, readMadeLinks, recordLinkChange } from '../shared/library/made-links.ts';
import { sealLibrary } from '../shared/library/seal-library.ts';
import { setLibrarySecret } from '../shared/library/sealer.ts';
import { type RunningServer, startServer } from './e2e/support/server.ts';
import { SECRET_FACT } from './library/link-facts.ts';
import { fetchWhole } from './replica/http-exchange.ts';
import { openLocalReplica, openReplica } from './replica/open-replica.ts';
import { until } from './replica/testing/until.ts';
import { sendWhatWaits } from './send-what-waits.ts';
import { createServerApi } from './sharing/server-api.ts';

let server: RunningServer;
let origin: string;

beforeEach(async () => {
  globalThis.indexedDB = new IDBFactory();
  server = await startServer({ LOG_LEVEL: 'warn' });
  origin = `http://127.0.0.1:${server.port}`;
});

afterEach(() => server.dispose());

const link = createSecret();
const owner = createSecret();
const docId = docIdOf(owner);
const made = { docId, id: randomId(12), secret: createSecret(), role: 'editor' } as const;

/** What allows less than the link did at first. */
const LESS = { role: 'viewer', hidesHistory: true } as const;

/** The library of a linked device, changed where there was no network. */
async function keepLibrary(change: (doc: Y.Doc) => void): Promise<void> {
  const library = openLocalReplica(LIBRARY_NAME);
  await library.whenLoaded;
  sealLibrary(library.doc, link);
  library.keepFact(SECRET_FACT, link);
  library.goTo(link, { staysHere: true, serverUrl: 'ws://127.0.0.1:1/sync' });
  change(library.doc);
  await until(library.status, ({ device }) => device === 'saved');
  await library.close();
}

function writeAll(doc: Y.Doc): void {
  addEntry(doc, { docId, secret: owner, title: 'Made offline', now: 1 });
  const more = { label: null, createdAt: 1, expiresAt: null, passwordHash: null };
  keepMadeLink(doc, { ...made, ...more });
}

async function libraryThere(): Promise<Y.Doc> {
  const doc = new Y.Doc();
  setLibrarySecret(doc, link);
  const update = await fetchWhole(`${origin.replace('http', 'ws')}/sync`, docIdOf(link), link);
  Y.applyUpdate(doc, update);
  return doc;
}

test('a link that was made and a library that was changed without a network are sent, also twice', async () => {
  await keepLibrary(writeAll);
  const { port } = server;
  await server.stop();
  await expect(sendWhatWaits(`http://127.0.0.1:${port}`)).rejects.toThrow(AggregateError);
  await server.start();
  for (let times = 0; times < 2; times++) {
    await sendWhatWaits(origin);
    const links = await createServerApi(origin).listLinks(docId, owner);
    expect(links.map(({ id }) => id)).toEqual([made.id]);
    const there = await libraryThere();
    expect(readEntries(there).map(({ title, secret }) => [title, secret])).toEqual([
      ['Made offline', owner],
    ]);
    // Nothing is written back: that the link has arrived is said by the next page.
    expect(readMadeLinks(there)[0]!.sentAt).toBeNull();
  }
});

test('a link goes as it is when its turn comes, whatever it was when sending began', async () => {
  await keepLibrary(writeAll);
  const replica = openReplica({ name: docId, secret: owner }, { staysHere: true });
  await replica.whenLoaded;
  createDocument(replica.doc, { title: 'Made offline' });
  await until(replica.status, ({ device }) => device === 'saved');
  await replica.close();
  const { fetch } = globalThis;
  let isChanged = false;
  // A page, while texts are being sent.
  vi.stubGlobal('fetch', async (...of: Parameters<typeof fetch>) => {
    if (!isChanged) await keepLibrary((doc) => recordLinkChange(doc, docId, made.id, LESS));
    isChanged = true;
    return fetch(...of);
  });
  await sendWhatWaits(origin);
  vi.unstubAllGlobals();
  expect(isChanged).toBe(true);
  const [there] = await createServerApi(origin).listLinks(docId, owner);
  expect(there).toMatchObject({ id: made.id, ...LESS });
});

test('a library in which a secret can be read is left to a page, which seals it', async () => {
  await keepLibrary((doc) => {
    writeAll(doc);
    // As a tab does that does not know yet that this device is linked.
    setLibrarySecret(doc, null);
    const other = createSecret();
    addEntry(doc, { docId: docIdOf(other), secret: other, now: 1 });
  });
  await sendWhatWaits(origin);
  await expect(libraryThere()).resolves.toSatisfy(
    (there: Y.Doc) => readEntries(there).length === 0,
  );
});
