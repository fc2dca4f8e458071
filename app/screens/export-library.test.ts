/** All of the library as one file: what is on this device, and the folders, empty ones too. */
import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, expect, test, vi } from 'vitest';
import * as Y from 'yjs';
import { createSecret, docIdOf } from '../../shared/access/ids.ts';
import { renameTitle } from '../../shared/document/text.ts';
import { createFolder } from '../../shared/library/folders.ts';
import { addEntry, readEntries } from '../../shared/library/library.ts';
import { readCopyHere } from '../replica/copy-here.ts';
import { openReplica } from '../replica/open-replica.ts';
import { fillDisk } from '../replica/testing/full-disk.ts';
import { downloadFile } from '../transfer/markdown-file.ts';
import { readUnpacked, unpack } from '../transfer/read-archive.ts';
import { keepDocument } from './document/keep-document.ts';
import { exportEntries, exportLibrary } from './export-library.ts';
import { recoveryOf } from './recovery.ts';

vi.mock('../transfer/markdown-file.ts', async (original) => ({
  ...(await original<typeof import('../transfer/markdown-file.ts')>()),
  downloadFile: vi.fn(),
}));

const written = (title: string, text: string) => ({
  kind: 'written' as const,
  title,
  blocks: [{ type: 'paragraph' as const, content: [{ text }] }],
});

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
  // What this device cannot keep is sent.
  vi.stubGlobal('location', new URL('http://localhost/'));
  vi.mocked(downloadFile).mockClear();
});

test('empty folders are in it, whether or not a document was begun and nothing written in it', async () => {
  const library = new Y.Doc();
  for (const title of ['Alpha', 'Bravo'])
    await keepDocument(library, { kind: 'written', title }, () => undefined);
  createFolder(library, { name: 'Empty', parent: null, now: 1 });
  const store = {
    doc: library,
    entries: () => readEntries(library),
    whenReady: Promise.resolve(),
  };
  const exported = async () => {
    const [name, file] = vi.mocked(downloadFile).mock.lastCall!;
    return readUnpacked(name, await unpack(new File([file], name)));
  };
  await exportLibrary(store);
  expect((await exported()).folders).toEqual([['Empty']]);

  const secret = createSecret();
  const docId = docIdOf(secret);
  addEntry(library, { docId, secret, title: '', now: Date.now(), blank: true });
  await exportLibrary(store);
  expect((await exported()).folders).toEqual([['Empty']]);

  // Of a few documents, the folders they do not lie in are nothing.
  const some = store.entries().filter(({ title }) => title === 'Alpha');
  await exportEntries(store, some);
  expect((await exported()).folders).toEqual([]);
});

test('what this page has and could not keep is in it, alone and copied, too', async () => {
  const library = new Y.Doc();
  await keepDocument(library, written('Alpha', 'kept'), () => undefined);
  const [alpha] = readEntries(library);
  const makeRoom = fillDisk();
  const replica = openReplica({ name: alpha!.docId, secret: alpha!.secret }, { staysHere: true });
  try {
    await keepDocument(library, written('Bravo', 'קצת 👩🏽‍🌾'), () => undefined);
    await replica.whenLoaded;
    renameTitle(replica.doc, 'Alpha', 'Alpha, latest');
    const store = {
      doc: library,
      entries: () => readEntries(library),
      whenReady: Promise.resolve(),
    };
    expect(await exportLibrary(store)).toMatchObject({ documents: 2, missing: [] });
    const [name, file] = vi.mocked(downloadFile).mock.lastCall!;
    const { documents } = await readUnpacked(name, await unpack(new File([file], name)));
    const texts = await Promise.all(documents.map((packed) => packed.read()));
    const words = texts.map(({ title, blocks }) => [title, blocks[0]?.content]);
    expect(words.sort()).toEqual([
      ['Alpha, latest', [{ text: 'kept' }]],
      ['Bravo', [{ text: 'קצת 👩🏽‍🌾' }]],
    ]);
    const bravo = readEntries(library).find(({ title }) => title === 'Bravo')!;
    expect((await readCopyHere(bravo.docId))?.getText('title').toString()).toBe('Bravo');
    const { documents: saved, missing } = await recoveryOf(store);
    expect([saved, missing]).toEqual([2, []]);
  } finally {
    makeRoom();
    await replica.close();
  }
});

test('its name has the day it is where one is, not in Greenwich', async () => {
  const library = new Y.Doc();
  await keepDocument(library, { kind: 'written', title: 'Alpha' }, () => undefined);
  const entries = () => readEntries(library);
  const store = { doc: library, entries, whenReady: Promise.resolve() };
  const zone = process.env.TZ;
  vi.useFakeTimers({ toFake: ['Date'] });
  try {
    for (const [TZ, moment] of [
      ['Asia/Tokyo', '2026-03-01T22:00:00Z'],
      ['America/Los_Angeles', '2026-03-03T05:00:00Z'],
    ] as const) {
      process.env.TZ = TZ;
      vi.setSystemTime(new Date(moment));
      await exportLibrary(store);
      expect(vi.mocked(downloadFile).mock.lastCall![0]).toBe('Driftless 2026-03-02.zip');
    }
  } finally {
    vi.useRealTimers();
    if (zone === undefined) delete process.env.TZ;
    else process.env.TZ = zone;
  }
});
