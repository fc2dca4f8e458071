/** Documents out of an archive: all of them, and none of them twice, whatever was done to them since. */
import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { strToU8, zipSync } from 'fflate';
import { beforeEach, expect, test, vi } from 'vitest';
import * as Y from 'yjs';
import { createSecret, docIdOf } from '../../shared/access/ids.ts';
import { attachmentAddress } from '../../shared/document/attachments.ts';
import { readBlocks } from '../../shared/document/body.ts';
import type { BlockContent, Inline } from '../../shared/document/schema.ts';
import { forget } from '../../shared/library/arrange.ts';
import { FolderTree } from '../../shared/library/folders.ts';
import { readEntries } from '../../shared/library/library.ts';
import { renameDocument } from '../library/documents.ts';
import { openReplica } from '../replica/open-replica.ts';
import { readStoredCopy } from '../replica/stored-copy.ts';
import { fillDisk } from '../replica/testing/full-disk.ts';
import { archiveOf } from '../transfer/archive.ts';
import { ImportError } from '../transfer/markdown-file.ts';
import { restoreArchive, restoredWords } from './restore-library.ts';

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
  expect(await restoreArchive(library, file, null)).toEqual({
    documents: 2,
    still: 0,
    leftOut: 0,
    problems: [],
  });
  const alpha = readEntries(library).find(({ title }) => title === 'Alpha')!;
  expect(await renameDocument(library, alpha, 'Alpha, revised', 'Alpha')).toBeNull();
  expect(await restoreArchive(library, file, null)).toEqual({
    documents: 0,
    still: 2,
    leftOut: 0,
    problems: [],
  });
  expect(titles(library)).toEqual(['Alpha, revised', 'Bravo']);

  // Another device of the same person knows it, too.
  const linked = new Y.Doc();
  Y.applyUpdate(linked, Y.encodeStateAsUpdate(library));
  expect(await restoreArchive(linked, file, null)).toEqual({
    documents: 0,
    still: 2,
    leftOut: 0,
    problems: [],
  });

  // What is gone for good comes back.
  forget(library, alpha.docId);
  expect(await restoreArchive(library, file, null)).toEqual({
    documents: 1,
    still: 1,
    leftOut: 0,
    problems: [],
  });
  expect(titles(library)).toEqual(['Alpha', 'Bravo']);
});

test('documents that link to one another lead to those that came with them, or are still here', async () => {
  const ids = Object.fromEntries(['One', 'Two'].map((title) => [title, docIdOf(createSecret())]));
  const elsewhere = docIdOf(createSecret());
  const linkTo = (title: string): Inline => ({
    embed: { object: 'document', document: ids[title], title },
  });
  const written = (href: string): Inline => ({ text: href, marks: { link: href } });
  const blocks: Record<string, BlockContent[]> = {
    One: [
      { type: 'paragraph', content: [{ text: 'see ' }, linkTo('Two')] },
      { type: 'paragraph', content: [written(`https://old.example/d/${ids.Two}#block=6Ul5uZ1K`)] },
      { type: 'paragraph', content: [written(`/d/${elsewhere}`)] },
      {
        type: 'paragraph',
        content: [written(`https://old.example/d/${ids.Two}#${'s'.repeat(22)}`)],
      },
    ],
    Two: [
      {
        type: 'table',
        content: [],
        table: { columns: [{ id: '' }], rows: [{ id: '', cells: [[linkTo('One')]] }] },
      },
    ],
  };
  const {
    files: [file],
  } = await archiveOf(
    ['One', 'Two'].map((title) => ({
      title,
      folders: [],
      facts: { docId: ids[title]!, folders: [] },
      read: async () => ({ title, blocks: blocks[title]! }),
    })),
    async () => null,
  );
  const library = new Y.Doc();
  const linksOf = async (title: string) => {
    const { docId } = readEntries(library).find((entry) => entry.title === title)!;
    const { doc } = (await readStoredCopy(docId))!;
    return readBlocks(doc)
      .flatMap(({ content, table }) =>
        [...content, ...(table?.rows.flatMap((row) => row.cells) ?? [])].flat(),
      )
      .flatMap(({ marks }) => marks?.link ?? []);
  };
  const idOf = (title: string) =>
    readEntries(library).find((entry) => entry.title === title)!.docId;
  await restoreArchive(library, new File([file!], 'a.zip'), null);
  expect(await linksOf('One')).toEqual([
    `/d/${idOf('Two')}`,
    `/d/${idOf('Two')}`,
    `/d/${elsewhere}`,
    `https://old.example/d/${ids.Two}#${'s'.repeat(22)}`,
  ]);
  expect(await linksOf('Two')).toEqual([`/d/${idOf('One')}`]);

  const two = idOf('Two');
  forget(library, idOf('One'));
  await restoreArchive(library, new File([file!], 'a.zip'), null);
  expect(await linksOf('One')).toContain(`/d/${two}`);
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
    expect(await restoreArchive(library, file, null)).toEqual({
      documents: 2,
      still: 0,
      leftOut: 0,
      problems: [],
    });
    const tree = new FolderTree(library);
    const folders = readEntries(library).map(({ folder }) => folder && tree.get(folder)?.name);
    expect(folders.sort()).toEqual(['Home', 'Work']);
    expect(await restoreArchive(library, file, null)).toEqual({
      documents: 0,
      still: 2,
      leftOut: 0,
      problems: [],
    });
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
  for (const { docId, secret } of readEntries(library))
    await openReplica({ name: docId, secret }, { staysHere: true }).erase();
  globalThis.indexedDB = new IDBFactory();
  expect(await restoreArchive(library, file, null)).toEqual({
    documents: 1,
    still: 0,
    leftOut: 0,
    problems: [],
  });
});

test('an archive that is dropped twice is brought once, also where the first one is no archive', async () => {
  const library = new Y.Doc();
  const file = await archive('Alpha', 'Bravo');
  const broken = restoreArchive(library, new File(['x'], 'x.zip'), null).catch((error) => error);
  const both = [restoreArchive(library, file, null), restoreArchive(library, file, null)];
  expect(await broken).toBeInstanceOf(ImportError);
  const [first, second] = await Promise.all(both);
  expect([first?.documents, second?.documents, second?.still]).toEqual([2, 0, 2]);
  expect(titles(library)).toEqual(['Alpha', 'Bravo']);
});

test('another program’s archive is brought once, however it writes its Markdown', async () => {
  const library = new Y.Doc();
  const source = strToU8('---\ntags: a\n---\nBread\n=====\n\n* rye\n* spelt\n\n![](a.png)');
  const packed = zipSync({ 'Bread.md': source, 'a.png': strToU8('a') });
  const file = new File([packed as Uint8Array<ArrayBuffer>], 'vault.zip');
  expect(await restoreArchive(library, file, null)).toMatchObject({ documents: 1, still: 0 });
  expect(await restoreArchive(library, file, null)).toMatchObject({ documents: 0, still: 1 });
});

test('of another program’s archive it is said how much no document shows', async () => {
  const library = new Y.Doc();
  const packed = zipSync({
    'Notes.md': strToU8('# Notes\n\n![](img/hill.png)\n'),
    'img/hill.png': strToU8('hill'),
    'img/lake.png': strToU8('lake'),
    [attachmentAddress('a'.repeat(64))]: strToU8('picture of a bookmark'),
    'Tasks.csv': strToU8('a,b'),
    'list.txt': Uint8Array.of(0xff, 0),
    '.obsidian/app.json': strToU8('{}'),
  }) as Uint8Array<ArrayBuffer>;
  const restored = await restoreArchive(library, new File([packed], 'vault.zip'), null);
  expect(restored).toEqual({ documents: 1, still: 0, leftOut: 3, problems: [] });
  expect(restoredWords(restored)).toBe(
    '1 document imported. 3 files in it are shown by no document and were left out',
  );
});

/** What the documents of a library link to, by their titles: those of the library by theirs. */
async function linksIn(library: Y.Doc): Promise<Record<string, string[]>> {
  const entries = readEntries(library);
  const found: Record<string, string[]> = {};
  for (const { docId, title } of entries) {
    const { doc } = (await readStoredCopy(docId))!;
    found[title] = readBlocks(doc)
      .flatMap(({ content, table }) =>
        [...content, ...(table?.rows.flatMap((row) => row.cells) ?? [])].flat(),
      )
      .flatMap((run) => ('text' in run && run.marks?.link ? [[run.text, run.marks.link]] : []))
      .map(([text, link]) => {
        const to = entries.find((entry) => link === `/d/${entry.docId}`);
        return `${text} → ${to ? to.title : link}`;
      });
  }
  return found;
}

test('notes of other programs lead to one another, as they did in their folders, and come once', async () => {
  const library = new Y.Doc();
  const packed = zipSync({
    'Trips/Alps.md': strToU8(
      [
        '# Alps',
        'See [the hut](Huts/Upper%20hut%200123456789abcdef0123456789abcdef.md#beds), [[List]],',
        '[[trips/huts/Upper hut 0123456789abcdef0123456789abcdef|there]] and [[Twice]], ![[List]].',
        '`[[List]]` [gone](Gone.md) [web](https://example.org/List.md) [[Gone]]',
        '| [[List\\|what to take]] |\n| - |',
        '```\n[[List]]\n```',
      ].join('\n\n'),
    ),
    'Trips/Huts/Upper hut 0123456789abcdef0123456789abcdef.md': strToU8(
      '# Upper hut\n\n[up](../Alps.md) [Ü](../../%C3%9Cber.md)\n',
    ),
    ['Über.md'.normalize('NFD')]: strToU8('# Über\n\n[[alps]]\n'),
    'List.md': strToU8('Bread\n'),
    'a/Twice.md': strToU8('1\n'),
    'b/Twice.md': strToU8('2\n'),
  }) as Uint8Array<ArrayBuffer>;
  const file = new File([packed], 'vault.zip');
  expect(await restoreArchive(library, file, null)).toMatchObject({ documents: 6, still: 0 });
  expect(await linksIn(library)).toEqual({
    Alps: [
      'the hut → Upper hut',
      'List → List',
      'there → Upper hut',
      'gone → Gone.md',
      'web → https://example.org/List.md',
      'what to take → List',
    ],
    'Upper hut': ['up → Alps', 'Ü → Über'],
    Über: ['alps → Alps'],
    List: [],
    Twice: [],
  });
  expect(await restoreArchive(library, file, null)).toMatchObject({ documents: 0, still: 6 });
});

test('whatever its names are like, another program’s archive makes its folders and documents once', async () => {
  const long = 'A folder whose name is as long as names may be and longer '.repeat(2).trim();
  const id = ' 0123456789abcdef0123456789abcdef';
  const notes = (form: 'NFC' | 'NFD') =>
    new File(
      [
        zipSync({
          [`Übung${id}/${long}/Two  blanks${id}.md`.normalize(form)]: strToU8('a'),
          [`Übung${id}/Ñandú.md`.normalize(form)]: strToU8('b'),
        }) as Uint8Array<ArrayBuffer>,
      ],
      'notes.zip',
    );
  const library = new Y.Doc();
  expect(await restoreArchive(library, notes('NFD'), null)).toMatchObject({ documents: 2 });
  const seen = () => [titles(library), new FolderTree(library).folders.map(({ name }) => name)];
  const once = seen();
  expect(once).toEqual([
    ['Two blanks', 'Ñandú'],
    [expect.stringMatching(/^A folder whose/), 'Übung'],
  ]);
  for (const form of ['NFC', 'NFD'] as const) {
    expect(await restoreArchive(library, notes(form), null)).toMatchObject({ documents: 0 });
    expect(seen()).toEqual(once);
  }
});
