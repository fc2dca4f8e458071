/** All of the library as one file: what is on this device, and the folders, empty ones too. */
import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, expect, test, vi } from 'vitest';
import * as Y from 'yjs';
import { createSecret, docIdOf } from '../../shared/access/ids.ts';
import { createFolder } from '../../shared/library/folders.ts';
import { addEntry, readEntries } from '../../shared/library/library.ts';
import { downloadFile } from '../transfer/markdown-file.ts';
import { readUnpacked, unpack } from '../transfer/read-archive.ts';
import { keepDocument } from './document/keep-document.ts';
import { exportEntries, exportLibrary } from './export-library.ts';

vi.mock('../transfer/markdown-file.ts', async (original) => ({
  ...(await original<typeof import('../transfer/markdown-file.ts')>()),
  downloadFile: vi.fn(),
}));

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
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
