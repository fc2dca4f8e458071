/** A library brought back from a recovery file: all of it, once, on any device. */
import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { strToU8, unzipSync, zipSync } from 'fflate';
import { beforeEach, expect, test, vi } from 'vitest';
import * as Y from 'yjs';
import { discussionOf } from '../../shared/access/document-name.ts';
import { createSecret, docIdOf, randomId } from '../../shared/access/ids.ts';
import { readBlocks } from '../../shared/document/body.ts';
import { createDocument } from '../../shared/document/create.ts';
import { readTitle } from '../../shared/document/text.ts';
import { moveToFolder, setPinned } from '../../shared/library/arrange.ts';
import { createFolder, FolderTree } from '../../shared/library/folders.ts';
import {
  addEntry,
  type LibraryEntry,
  readEntries,
  readEntry,
  recordRole,
} from '../../shared/library/library.ts';
import {
  dropMadeLink,
  keepMadeLink,
  readClosed,
  readMadeLinks,
  readNarrowed,
  readRevoked,
  recordClosing,
  recordRevoked,
  recordRoleChange,
} from '../../shared/library/made-links.ts';
import { sealLibrary } from '../../shared/library/seal-library.ts';
import { writeNew } from '../library/documents.ts';
import { openLocalReplica } from '../replica/open-replica.ts';
import { readStoredCopy } from '../replica/stored-copy.ts';
import { fillDisk } from '../replica/testing/full-disk.ts';
import { hasUnsentMark, inMemory, unmarkUnsent } from '../replica/unsent-marks.ts';
import { ImportError } from '../transfer/markdown-file.ts';
import { keepDocument } from './document/keep-document.ts';
import { recoveryOf } from './recovery.ts';
import { restoreArchive } from './restore-library.ts';

beforeEach(() => {
  newDevice();
  // What this device cannot keep is sent.
  vi.stubGlobal('location', new URL('http://localhost/'));
});

/** Nothing of what was stored before is here. */
function newDevice(): void {
  globalThis.indexedDB = new IDBFactory();
  inMemory.clear();
}

async function keep(library: Y.Doc, title: string): Promise<LibraryEntry> {
  const before = new Set(readEntries(library).map(({ docId }) => docId));
  const content = [{ text: `text of ${title}` }];
  await keepDocument(
    library,
    { kind: 'written', title, blocks: [{ type: 'paragraph' as const, content }] },
    () => undefined,
  );
  return readEntries(library).find(({ docId }) => !before.has(docId))!;
}

/** One that the server has. */
async function receive(library: Y.Doc, title: string): Promise<LibraryEntry> {
  const secret = createSecret();
  const docId = docIdOf(secret);
  addEntry(library, { docId, secret, title, now: 1 });
  const replica = openLocalReplica(docId);
  await replica.whenLoaded;
  createDocument(replica.doc, { title });
  await replica.close();
  return readEntry(library, docId)!;
}

async function fileOf(library: Y.Doc): Promise<File> {
  const entries = () => readEntries(library);
  const store = { doc: library, entries, whenReady: Promise.resolve() };
  const { file } = await recoveryOf(store);
  return new File([file], 'recovery.zip');
}

async function textOf({ docId }: Pick<LibraryEntry, 'docId'>): Promise<string[]> {
  const copy = await readStoredCopy(docId);
  if (!copy) return [];
  const words = readBlocks(copy.doc).map(({ content = [] }) =>
    content.map((piece) => ('text' in piece ? piece.text : '')).join(''),
  );
  return [readTitle(copy.doc), ...words];
}

test('everything comes back on a new device, with keys, folders, links and words not sent yet', async () => {
  const library = new Y.Doc();
  const alpha = await keep(library, 'Alpha');
  const bravo = await keep(library, 'Bravo');
  const work = createFolder(library, { name: 'Work', parent: null, now: 1 });
  moveToFolder(library, alpha.docId, work);
  setPinned(library, alpha.docId, true);
  const link = {
    ...{ docId: alpha.docId, id: randomId(12), secret: createSecret(), label: 'Class' },
    ...{ role: 'editor' as const, createdAt: 1, expiresAt: null, passwordHash: null },
  };
  keepMadeLink(library, link);
  // Of somebody else's document the key is known, and the text has never been here.
  const guest = { docId: docIdOf(createSecret()), secret: createSecret() };
  addEntry(library, { ...guest, title: 'Theirs', now: 2 });
  recordRole(library, guest.docId, guest.secret, 'viewer');
  unmarkUnsent(bravo.docId);
  const file = await fileOf(library);

  newDevice();
  const other = new Y.Doc();
  expect(await restoreArchive(other, file, null)).toEqual({
    documents: 3,
    still: 0,
    leftOut: 0,
    problems: [],
  });
  for (const entry of [alpha, bravo]) {
    expect(readEntry(other, entry.docId)).toMatchObject({ secret: entry.secret, role: 'owner' });
    expect(await textOf(entry)).toEqual([entry.title, `text of ${entry.title}`]);
  }
  expect(readEntry(other, alpha.docId)).toMatchObject({ folder: work, pinned: true });
  expect(new FolderTree(other).folders).toEqual([{ id: work, name: 'Work', parent: null }]);
  expect(readMadeLinks(other)).toMatchObject([link]);
  expect(readEntry(other, guest.docId)).toMatchObject({
    ...guest,
    role: 'viewer',
    title: 'Theirs',
  });
  // What the server lacks is sent from here.
  expect(hasUnsentMark(alpha.docId)).toBe(true);
});

test('a link comes back with all that its owner decided about it', async () => {
  const library = new Y.Doc();
  const { docId } = await keep(library, 'Alpha');
  const link = {
    ...{ docId, id: randomId(12), secret: createSecret(), label: null, createdAt: 1 },
    ...{ role: 'commenter' as const, expiresAt: 2, passwordHash: 'a'.repeat(64) },
    ...{ passwordKdf: 'argon2id', hidesHistory: true, suggests: false },
  };
  keepMadeLink(library, link);
  const file = await fileOf(library);
  newDevice();
  const other = new Y.Doc();
  await restoreArchive(other, file, null);
  // It was not sent yet: what is kept of it here is what the server will be told.
  expect(readMadeLinks(other)).toEqual([{ ...link, sentAt: null }]);
});

test('what was revoked stays so, and so does what a link allows no more', async () => {
  const library = new Y.Doc();
  const { docId } = await keep(library, 'Alpha');
  const linkOf = (role: 'editor' | 'viewer') => ({
    ...{ docId, id: randomId(12), secret: createSecret(), label: null, createdAt: 1, role },
    ...{ expiresAt: null, passwordHash: null },
  });
  const gone = linkOf('editor');
  const weaker = linkOf('viewer');
  const device = new Y.Doc();
  for (const link of [gone, weaker]) keepMadeLink(library, link);
  Y.applyUpdate(device, Y.encodeStateAsUpdate(library));
  recordRevoked(library, docId, gone.id, 5);
  dropMadeLink(library, docId, gone.id);
  recordRoleChange(library, docId, { id: weaker.id, from: 'editor', to: 'viewer' });
  recordClosing(library, docId, weaker, { hidesHistory: true });
  const file = await fileOf(library);
  newDevice();
  const other = new Y.Doc();
  for (let times = 0; times < 2; times++) {
    await restoreArchive(other, file, null);
    expect(readRevoked(other)).toEqual(readRevoked(library));
    expect(readNarrowed(other)).toEqual(readNarrowed(library));
    expect(readClosed(other)).toEqual(readClosed(library));
    expect(readMadeLinks(other).map(({ id }) => id)).toEqual([weaker.id]);
  }
  // A device that still has it does not go on giving it out; what it knows of others stays.
  await restoreArchive(device, file, null);
  expect(readMadeLinks(device).map(({ id }) => id)).toEqual([weaker.id]);
  expect(readNarrowed(device).size + readClosed(device).size).toBe(0);
});

test('a key of which a server said that it is its owner’s keeps nothing from coming back', async () => {
  const library = new Y.Doc();
  const alpha = await keep(library, 'Alpha');
  const guest = { docId: docIdOf(createSecret()), secret: createSecret() };
  addEntry(library, { ...guest, title: 'Theirs', now: 2 });
  recordRole(library, guest.docId, guest.secret, 'owner');
  const file = await fileOf(library);
  newDevice();
  const other = new Y.Doc();
  expect((await restoreArchive(other, file, null)).documents).toBe(2);
  expect(readEntry(other, guest.docId)).toMatchObject({ ...guest, role: null });
  expect(await textOf(alpha)).toEqual(['Alpha', 'text of Alpha']);
});

test('what was said and not sent yet is sent from the next device, too, and only that', async () => {
  const library = new Y.Doc();
  const { docId, secret } = await receive(library, 'Alpha');
  const talk = discussionOf(docId);
  await writeNew({ name: talk, secret }, (doc) => doc.getText('said').insert(0, 'a word'));
  const file = await fileOf(library);
  newDevice();
  await restoreArchive(new Y.Doc(), file, null);
  expect([talk, docId].map(hasUnsentMark)).toEqual([true, false]);
  const copy = await readStoredCopy(talk);
  expect(copy?.doc.getText('said').toString()).toBe('a word');
});

test('a text of which this device has lost a part keeps no other from coming back', async () => {
  const library = new Y.Doc();
  const alpha = await keep(library, 'Alpha');
  const bravo = await keep(library, 'Bravo');
  await writeNew({ name: alpha.docId, secret: alpha.secret }, (doc) =>
    doc.getText('title').insert(5, ', revised'),
  );
  await damageAllButLastRow(`driftless:${alpha.docId}`);
  const file = await fileOf(library);
  newDevice();
  expect((await restoreArchive(new Y.Doc(), file, null)).documents).toBe(2);
  expect(await textOf(bravo)).toEqual(['Bravo', 'text of Bravo']);
});

function damageAllButLastRow(name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name);
    request.onerror = () => reject(request.error);
    request.onsuccess = () => {
      const rows = request.result.transaction('updates', 'readwrite').objectStore('updates');
      const keys = rows.getAllKeys();
      keys.onsuccess = () => {
        for (const key of keys.result.slice(0, -1)) rows.put('no update', key);
      };
      rows.transaction.oncomplete = () => {
        request.result.close();
        resolve();
      };
    };
  });
}

test('taken in twice, and where some of it is, nothing is doubled and nothing here is undone', async () => {
  const library = new Y.Doc();
  const alpha = await keep(library, 'Alpha');
  const file = await fileOf(library);
  await writeNew({ name: alpha.docId, secret: alpha.secret }, (doc) => {
    const title = doc.getText('title');
    title.insert(title.length, ', revised');
  });
  setPinned(library, alpha.docId, true);
  recordRevoked(library, alpha.docId, randomId(12), 1);
  for (let times = 0; times < 2; times++)
    expect(await restoreArchive(library, file, null)).toEqual({
      documents: 0,
      still: 1,
      leftOut: 0,
      problems: [],
    });
  expect(readEntry(library, alpha.docId)).toMatchObject({ pinned: true });
  expect(await textOf(alpha)).toEqual(['Alpha, revised', 'text of Alpha']);
});

test('into a library that is shared with other devices keys go sealed', async () => {
  const library = new Y.Doc();
  const alpha = await keep(library, 'Alpha');
  const file = await fileOf(library);
  const linked = new Y.Doc();
  sealLibrary(linked, createSecret());
  await restoreArchive(linked, file, null);
  expect(readEntry(linked, alpha.docId)?.secret).toBe(alpha.secret);
  expect(Buffer.from(Y.encodeStateAsUpdate(linked)).includes(alpha.secret)).toBe(false);
});

test('a file that was damaged or made up is refused whole, in one sentence', async () => {
  const library = new Y.Doc();
  const alpha = await keep(library, 'Alpha');
  const files = unzipSync(new Uint8Array(await (await fileOf(library)).arrayBuffer()));
  const list = JSON.parse(Buffer.from(files['recovery.json']!).toString());
  const text = `${alpha.docId}.yjs`;
  const [document] = list.documents;
  const listing = (changed: object) => strToU8(JSON.stringify({ ...list, ...changed }));
  const strange = docIdOf(createSecret());
  const cases: Record<string, Uint8Array>[] = [
    { ...files, 'recovery.json': strToU8('{') },
    { ...files, 'recovery.json': listing({ version: '2' }) },
    { ...files, 'recovery.json': listing({ documents: [document, document] }) },
    { ...files, 'recovery.json': listing({ documents: [{ ...document, docId: strange }] }) },
    { ...files, 'recovery.json': listing({ documents: [{ ...document, secrets: [{}] }] }) },
    { ...files, 'recovery.json': listing({ documents: [{ ...document, title: 7 }] }) },
    { ...files, [text]: files[text]!.subarray(0, 20) },
    { ...files, [text]: Uint8Array.of(1, 2, 3) },
    { ...files, 'elsewhere.yjs': files[text]! },
  ];
  newDevice();
  for (const bad of cases) {
    const empty = new Y.Doc();
    const file = new File([zipSync(bad) as Uint8Array<ArrayBuffer>], 'bad.zip');
    await expect(restoreArchive(empty, file, null)).rejects.toThrow(ImportError);
    expect(readEntries(empty)).toEqual([]);
    expect(await textOf(alpha)).toEqual([]);
  }
});

test.each([true, false])(
  'a text that this device has no room for is not listed: unsent %s',
  async (unsent) => {
    const library = new Y.Doc();
    await (unsent ? keep : receive)(library, 'Alpha');
    const file = await fileOf(library);
    newDevice();
    const other = new Y.Doc();
    const makeRoom = fillDisk();
    await expect(restoreArchive(other, file, null)).rejects.toThrow(ImportError);
    makeRoom();
    expect(readEntries(other)).toEqual([]);
  },
);
