/** Documents out of an archive: all of them, and none of them twice, whatever was done to them since. */
import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { strToU8, zipSync } from 'fflate';
import { beforeEach, expect, test, vi } from 'vitest';
import * as Y from 'yjs';
import { createSecret, docIdOf } from '../../shared/access/ids.ts';
import { forget } from '../../shared/library/arrange.ts';
import { FolderTree } from '../../shared/library/folders.ts';
import { readEntries } from '../../shared/library/library.ts';
import { renameDocument } from '../library/documents.ts';
import { fillDisk } from '../replica/testing/full-disk.ts';
import { archiveOf } from '../transfer/archive.ts';
import { ImportError } from '../transfer/markdown-file.ts';
import { restoreArchive } from './restore-library.ts';

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
  // Who renames a document is connected.
  vi.stubGlobal('location', new URL('http://localhost/'));
});

async function archive(...titles: string[]): Promise<File> {
  const {
    files: [file],
  } = await archiveOf(
    titles.map((title) => ({
      folders: ['Work'],
      title,
      facts: { docId: docIdOf(createSecret()), folders: ['Work'], pinned: false, trashed: false },
      read: async () => ({
        title,
        blocks: [{ type: 'paragraph' as const, content: [{ text: `text of ${title}` }] }],
      }),
    })),
    async () => null,
    [['Work']],
  );
  return new File([file!], 'library.zip');
}

const titles = (library: Y.Doc) =>
  readEntries(library)
    .map(({ title }) => title)
    .sort();

test('what was brought from an archive and changed since is not brought from it again', async () => {
  const library = new Y.Doc();
  const file = await archive('Alpha', 'Bravo');
  expect(await restoreArchive(library, file, null)).toEqual({ documents: 2, still: 0 });
  const alpha = readEntries(library).find(({ title }) => title === 'Alpha')!;
  expect(await renameDocument(library, alpha, 'Alpha, revised', 'Alpha')).toBeNull();
  expect(await restoreArchive(library, file, null)).toEqual({ documents: 0, still: 2 });
  expect(titles(library)).toEqual(['Alpha, revised', 'Bravo']);

  // Another device of the same person knows it, too.
  const linked = new Y.Doc();
  Y.applyUpdate(linked, Y.encodeStateAsUpdate(library));
  expect(await restoreArchive(linked, file, null)).toEqual({ documents: 0, still: 2 });

  // What is gone for good comes back.
  forget(library, alpha.docId);
  expect(await restoreArchive(library, file, null)).toEqual({ documents: 1, still: 1 });
  expect(titles(library)).toEqual(['Alpha', 'Bravo']);
});

test('two documents of an archive that say the same both come, each in its folder', async () => {
  const listed = await archiveOf(
    ['Work', 'Home'].map((folder) => ({
      folders: [folder],
      title: 'List',
      facts: { docId: docIdOf(createSecret()), folders: [folder] },
      read: async () => ({
        title: 'List',
        blocks: [{ type: 'paragraph' as const, content: [{ text: 'Bread' }] }],
      }),
    })),
    async () => null,
  );
  const notes = {
    'Work/List.md': strToU8('# List\n\nBread\n'),
    'Home/List.md': strToU8('# List\n\nBread\n'),
  };
  const foreign = zipSync(notes) as Uint8Array<ArrayBuffer>;
  for (const file of [new File([listed.files[0]!], 'a.zip'), new File([foreign], 'b.zip')]) {
    const library = new Y.Doc();
    expect(await restoreArchive(library, file, null)).toEqual({ documents: 2, still: 0 });
    const tree = new FolderTree(library);
    const folders = readEntries(library).map(({ folder }) => folder && tree.get(folder)?.name);
    expect(folders.sort()).toEqual(['Home', 'Work']);
    expect(await restoreArchive(library, file, null)).toEqual({ documents: 0, still: 2 });
  }
});

test('a folder with a slash in its name is not one within another', async () => {
  const places = [['Maths', 'Week 1'], ['Maths/Week 1']];
  const {
    files: [file],
  } = await archiveOf(
    places.map((folders) => ({
      folders,
      title: folders.join(' then '),
      facts: { docId: docIdOf(createSecret()), folders },
      read: async () => ({ title: folders.join(' then '), blocks: [] }),
    })),
    async () => null,
    places,
  );
  const library = new Y.Doc();
  await restoreArchive(library, new File([file!], 'a.zip'), null);
  const tree = new FolderTree(library);
  const found = readEntries(library).map(({ title, folder }) => [
    title,
    tree.pathTo(folder).map(({ name }) => name),
  ]);
  expect(Object.fromEntries(found)).toEqual(
    Object.fromEntries(places.map((folders) => [folders.join(' then '), folders])),
  );
});

test('what this device has no room for is brought once there is', async () => {
  const library = new Y.Doc();
  const file = await archive('Alpha');
  const makeRoom = fillDisk();
  await expect(restoreArchive(library, file, null)).rejects.toThrow(ImportError);
  makeRoom();
  // The page has ended meanwhile, and with it what only it had.
  globalThis.indexedDB = new IDBFactory();
  expect(await restoreArchive(library, file, null)).toEqual({ documents: 1, still: 0 });
});
