/** What becomes of a document that another device of the same person took off all of them. */
import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, test } from 'vitest';
import * as Y from 'yjs';
import { createSecret, type DocId, docIdOf, type Secret } from '../../shared/access/ids.ts';
import { forget, moveToFolder, setPinned } from '../../shared/library/arrange.ts';
import { createFolder } from '../../shared/library/folders.ts';
import {
  addEntry,
  type LibraryEntry,
  moveToTrash,
  readEntry,
  recordOpened,
  restoreFromTrash,
} from '../../shared/library/library.ts';
import { noteRemoved, unnoteRemoved } from '../replica/note-removed.ts';
import { openReplica, type Replica } from '../replica/open-replica.ts';
import { wasRemoved } from '../replica/removed.ts';
import { storedNames } from '../replica/stored-copy.ts';
import { eventually, until } from '../replica/testing/until.ts';
import { unmarkUnsent } from '../replica/unsent-marks.ts';
import { eraseCopy } from './documents.ts';
import { keepWhatIsUnsent } from './forgotten.ts';
import { type LibraryStore, openLibrary } from './library-store.ts';

let store: LibraryStore;
let waitingFiles: Set<DocId>;
/** What happens while it is asked whether pictures wait. */
let meanwhile: (docId: DocId) => Promise<unknown>;
/** Hears of which documents this device's copy is taken because another one forgot them. */
let erased: (entry: LibraryEntry) => void;
const opened: Replica[] = [];

beforeEach(async () => {
  globalThis.indexedDB = new IDBFactory();
  waitingFiles = new Set();
  meanwhile = async () => {};
  erased = () => {};
  store = openLibrary();
  await store.whenReady;
  keepWhatIsUnsent(store, {
    isWaiting: async (docId) => {
      await meanwhile(docId);
      return waitingFiles.has(docId);
    },
    erase: async (entry) => {
      erased(entry);
      await eraseCopy(entry);
    },
  });
});

afterEach(async () => {
  for (const replica of opened.splice(0)) await replica.close();
  await store.replica.close();
});

function add(title: string): { docId: DocId; secret: Secret } {
  const secret = createSecret();
  const docId = docIdOf(secret);
  addEntry(store.doc, { docId, secret, title, now: 1 });
  return { docId, secret };
}

async function write(entry: { docId: DocId; secret: Secret }): Promise<Replica> {
  const replica = openReplica({ name: entry.docId, secret: entry.secret }, { staysHere: true });
  opened.push(replica);
  await replica.whenLoaded;
  replica.doc.getText('body').insert(0, 'words');
  await until(replica.status, ({ device }) => device === 'saved');
  return replica;
}

/** What another device does to the library. */
function elsewhere(change: (library: Y.Doc) => void): void {
  const library = new Y.Doc();
  Y.applyUpdate(library, Y.encodeStateAsUpdate(store.doc));
  change(library);
  Y.applyUpdate(store.doc, Y.encodeStateAsUpdate(library), 'elsewhere');
}

const titles = () => store.entries().map(({ title }) => title);

test('one with unsent words, one that is open, and one with unsent pictures come back to all devices', async () => {
  const [left, open, pictured] = [add('Left'), add('Open'), add('Pictured')];
  await (await write(left)).close();
  await write(open);
  unmarkUnsent(open.docId);
  waitingFiles.add(pictured.docId);
  const seen: string[][] = [];
  store.subscribe(() => seen.push(titles()));
  elsewhere((library) => {
    for (const { docId } of [left, open, pictured]) forget(library, docId);
  });
  await eventually(() => titles().length === 3);
  for (const { docId, secret } of [left, open, pictured]) {
    await eventually(() => readEntry(store.doc, docId)?.secret === secret);
  }
  // The page of one that is open is never without its document in between.
  expect(seen.every((list) => list.includes('Open') && list.includes('Left'))).toBe(true);
  unmarkUnsent(left.docId);
});

test.each([
  ['earlier', 1],
  ['later', 2 ** 32 - 1],
])(
  'one that was used here while another device, which counts as %s, put it into the trash and deleted it keeps its key, title and place',
  async (_, clientId) => {
    const entry = add('Plan');
    const folder = createFolder(store.doc, { name: 'Work', parent: null, now: 1 });
    moveToFolder(store.doc, entry.docId, folder);
    setPinned(store.doc, entry.docId, true);
    const other = new Y.Doc();
    other.clientID = clientId;
    Y.applyUpdate(other, Y.encodeStateAsUpdate(store.doc));
    moveToTrash(other, entry.docId, 5);
    forget(other, entry.docId);
    recordOpened(store.doc, entry.docId, 7);
    // Changes are looked at when they are over.
    await Promise.resolve();
    Y.applyUpdate(store.doc, Y.encodeStateAsUpdate(other), 'elsewhere');
    const kept = { title: 'Plan', folder, pinned: true, added: 1, lastOpened: 7, trashedAt: null };
    await eventually(() => readEntry(store.doc, entry.docId)?.title === 'Plan');
    expect(readEntry(store.doc, entry.docId)).toMatchObject({ ...kept, secret: entry.secret });
    // The device that forgot it has it again, too.
    Y.applyUpdate(other, Y.encodeStateAsUpdate(store.doc));
    expect(readEntry(other, entry.docId)).toMatchObject({ ...kept, secret: entry.secret });
  },
);

test('one in which somebody begins to write while its end is prepared comes back', async () => {
  const entry = add('Late');
  await (await write(entry)).close();
  unmarkUnsent(entry.docId);
  let settled = false;
  meanwhile = async () => {
    await write(entry);
    settled = true;
  };
  elsewhere((library) => forget(library, entry.docId));
  await eventually(() => settled && titles().length === 1);
  await eventually(() => readEntry(store.doc, entry.docId)?.secret === entry.secret);
  expect(await storedNames()).toContain(entry.docId);
  unmarkUnsent(entry.docId);
});

test('one that another tab of this device removes does not come back, though it is open in this one', async () => {
  const { docId, secret } = add('Ours');
  await write({ docId, secret });
  // What that tab writes into the storage may be read here only later: it is said as well.
  noteRemoved(docId);
  await eventually(() => wasRemoved(docId));
  const replicas: string[] = [];
  erased = (entry) => replicas.push(entry.docId);
  elsewhere((library) => forget(library, docId));
  expect(titles()).toEqual([]);
  const { docId: last } = add('Last');
  // Changes are looked at when they are over.
  await Promise.resolve();
  elsewhere((library) => forget(library, last));
  await eventually(() => replicas.includes(last));
  expect(readEntry(store.doc, docId)).toBeNull();
  // That tab takes the copy; another one that did so would make one first.
  expect(replicas).toEqual([last]);
  unnoteRemoved(docId);
  await eventually(() => !wasRemoved(docId));
});

test('one of which the server has everything goes from this device, too', async () => {
  const entry = add('Old');
  await (await write(entry)).close();
  unmarkUnsent(entry.docId);
  expect(await storedNames()).toContain(entry.docId);
  elsewhere((library) => forget(library, entry.docId));
  expect(titles()).toEqual([]);
  await expect.poll(storedNames).not.toContain(entry.docId);
  expect(readEntry(store.doc, entry.docId)).toBeNull();
});

test('one that was taken off this device alone is hidden while it is in the trash, and keeps its key', () => {
  const { docId, secret } = add('Ours');
  moveToTrash(store.doc, docId, 5);
  store.putAside(docId);
  expect(titles()).toEqual([]);
  expect(readEntry(store.doc, docId)?.secret).toBe(secret);
  elsewhere((library) => restoreFromTrash(library, docId));
  expect(titles()).toEqual(['Ours']);
  // It is here again: in the trash once more it shows there.
  moveToTrash(store.doc, docId, 6);
  expect(titles()).toEqual(['Ours']);
});
