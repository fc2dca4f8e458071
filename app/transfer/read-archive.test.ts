// @vitest-environment jsdom
/** What an archive says is there comes back, and one that is not to be trusted is refused whole. */
import { strToU8, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { attachmentAddress, attachmentsIn } from '../../shared/document/attachments.ts';
import { textOf } from '../../shared/document/plain-text.ts';
import type { BlockContent } from '../../shared/document/schema.ts';
import { randomDocument, seeded } from '../../shared/formats/testing/random-blocks.ts';
import { MAX_IMPORT_BYTES } from '../../shared/protocol/limits.ts';
import { hashOf } from '../editor/figures/hash.ts';
import { archiveOf } from './archive.ts';
import { ImportError } from './markdown-file.ts';
import { readUnpacked, unpack } from './read-archive.ts';

const readArchive = async (file: File) => readUnpacked(file.name, await unpack(file));

const fileOf = (bytes: Uint8Array, name = 'backup.zip') =>
  new File([bytes as Uint8Array<ArrayBuffer>], name);
const zipOf = (files: Record<string, string>) =>
  fileOf(
    zipSync(Object.fromEntries(Object.entries(files).map(([path, text]) => [path, strToU8(text)]))),
  );

test('all of it comes back: texts, titles, folders, pins, the trash and pictures', async () => {
  const picture = new Blob(['the picture']);
  const id = await hashOf(picture);
  const shown: BlockContent = { type: 'image', src: attachmentAddress(id), content: [] };
  const documents = Array.from({ length: 12 }, (_, index) => {
    const { title, blocks } = randomDocument(seeded(index + 1));
    return {
      title,
      folders: index % 4 === 3 ? ['Trash'] : index % 2 ? ['Work', 'a/b'] : [],
      facts: {
        docId: `doc${index}`,
        folders: index % 2 ? ['Work', 'a/b'] : [],
        pinned: index === 2,
        trashed: index % 4 === 3,
      },
      read: async () => ({ title, blocks: [...blocks, shown] }),
    };
  });
  const {
    files: [file],
  } = await archiveOf(documents, async (wanted) => (wanted === id ? picture : null), [
    ['Work'],
    ['Work', 'a/b'],
    ['Empty'],
  ]);
  const read = await readArchive(new File([file!], 'backup.zip'));
  expect(read.folders).toEqual([['Work'], ['Work', 'a/b'], ['Empty']]);
  expect(read.documents).toHaveLength(12);
  for (const [index, packed] of read.documents.entries()) {
    const { facts } = documents[index]!;
    expect(packed).toMatchObject({
      docId: facts.docId,
      folders: facts.folders,
      trashed: facts.trashed,
    });
    const { blocks, files } = await packed.read();
    expect([...files.keys()]).toContain(id);
    expect(attachmentsIn(blocks)).toContain(id);
    expect(await files.get(id)!.text()).toBe('the picture');
  }
});

test('one without a list, of any program, is its texts in their folders', async () => {
  const { documents } = await readArchive(
    zipOf({
      'Notes/One.md': '# First\n\n![](img/a.png)\n',
      'Notes/img/a.png': 'bytes',
      'Trash/Old.md': 'gone',
      '__MACOSX/Notes/._One.md': 'litter',
      'Notes/.hidden.md': 'litter',
    }),
  );
  expect(documents.map(({ folders, trashed }) => [folders, trashed])).toEqual([
    [['Notes'], false],
    [[], true],
  ]);
  const { title, files } = await documents[0]!.read();
  expect(title).toBe('First');
  expect(files.size).toBe(1);
  expect((await documents[1]!.read()).title).toBe('Old');
});

test('what a system packed again with letters taken apart is found by its list', async () => {
  const manifest = {
    version: 1,
    documents: [
      { path: 'Übung/Ñandú.md'.normalize('NFC'), docId: 'a', title: 'Ñandú', folders: [] },
    ],
    folders: [],
  };
  const { documents } = await readArchive(
    zipOf({
      'driftless.json': JSON.stringify(manifest),
      ['Übung/Ñandú.md'.normalize('NFD')]: '# Ñandú\n\n![](img/é.png)\n',
      ['Übung/img/é.png'.normalize('NFD')]: 'bytes',
    }),
  );
  expect(documents.map(({ docId }) => docId)).toEqual(['a']);
  expect((await documents[0]!.read()).files.size).toBe(1);
});

test('what was unpacked into a folder and packed again with it is what it was', async () => {
  const manifest = {
    version: 1,
    documents: [{ path: 'Work/One.md', docId: 'a', title: 'One', folders: ['Work'], pinned: true }],
    folders: [['Work']],
  };
  const { documents, folders } = await readArchive(
    zipOf({
      'Driftless 2026/driftless.json': JSON.stringify(manifest),
      'Driftless 2026/Work/One.md': '# One\n\n![](img/a.png)\n',
      'Driftless 2026/Work/img/a.png': 'bytes',
      '__MACOSX/Driftless 2026/._driftless.json': 'litter',
      'Driftless 2026/.DS_Store': 'litter',
    }),
  );
  expect(folders).toEqual([['Work']]);
  expect(documents).toMatchObject([{ docId: 'a', folders: ['Work'], pinned: true }]);
  expect((await documents[0]!.read()).files.size).toBe(1);
});

test('archives in an archive that has nothing else, as Notion exports them, are one', async () => {
  const inner = (files: Record<string, string>) =>
    zipSync(Object.fromEntries(Object.entries(files).map(([path, text]) => [path, strToU8(text)])));
  const { documents, countLeftOut } = await readArchive(
    fileOf(
      zipSync({
        'ExportBlock-Part-1.zip': inner({ 'Trip.md': '# Trip\n\n![](Trip/a.png)\n' }),
        'ExportBlock-Part-2.zip': inner({ 'Trip/a.png': 'bytes', 'Trip/Tasks.csv': 'a,b' }),
      }),
    ),
  );
  expect((await documents[0]!.read()).files.size).toBe(1);
  expect(documents).toHaveLength(1);
  expect(countLeftOut()).toBe(1);
});

test('what somebody put into an archive of ours comes with what it lists', async () => {
  const manifest = {
    version: 1,
    documents: [{ path: 'Work/One.md', docId: 'a', title: 'One', folders: ['Work'], pinned: true }],
    folders: [['Work']],
  };
  const { documents } = await readArchive(
    zipOf({
      'driftless.json': JSON.stringify(manifest),
      'Work/Added.md': 'more',
      'Work/One.md': '# One\n',
    }),
  );
  expect(documents.map(({ docId, folders, pinned }) => [docId, folders, pinned])).toEqual([
    ['a', ['Work'], true],
    [null, ['Work'], false],
  ]);
  expect((await documents[1]!.read()).title).toBe('Added');
});

test('texts of any kind come, also in other signs than UTF-8, and each once', async () => {
  const { documents } = await readArchive(
    fileOf(
      zipSync({
        'a.md': strToU8('[b](b.txt)\n'),
        'b.txt': Uint8Array.from([0xff, 0xfe, 0xdf, 0, 10, 0, 0xdf, 0]),
        [`c${'x'.repeat(230)}.mkd`]: strToU8('text'),
      }),
    ),
  );
  const read = await Promise.all(documents.map((document) => document.read()));
  expect(read.map(({ blocks }) => blocks.map(textOf))).toEqual([['b'], ['ß\nß'], ['text']]);
  expect(read.map(({ files }) => files.size)).toEqual([0, 0, 0]);
  expect(read[2]!.title.length).toBe(200);
});

test('a text that cannot be read is named, and the others come', async () => {
  const { documents, problems, countLeftOut } = await readArchive(
    fileOf(
      zipSync({
        'a.md': strToU8('x'),
        'Work/b.md': Uint8Array.of(65, 0, 66, 0),
        'c.md': Uint8Array.of(0x46, 0xfc, 0x72),
        'd.md': strToU8(' '.repeat(MAX_IMPORT_BYTES + 1)),
        'e.txt': Uint8Array.of(0xff, 0),
      }),
    ),
  );
  expect(documents).toHaveLength(1);
  expect(problems).toEqual([
    expect.stringContaining('“Work/b.md” is not a text file'),
    expect.stringContaining('“c.md” is not a text file'),
    expect.stringContaining('“d.md” is larger than 16 MB'),
  ]);
  // Many programs call so what nobody reads: that is counted, and not named.
  expect(countLeftOut()).toBe(1);
});

test('so is one of those that an archive of ours lists', async () => {
  const listed = (path: string) => ({ path, docId: path, title: path, folders: [] });
  const manifest = { version: 1, documents: ['a.md', 'b.md'].map(listed), folders: [] };
  const { documents, problems } = await readArchive(
    fileOf(
      zipSync({
        'driftless.json': strToU8(JSON.stringify(manifest)),
        'a.md': Uint8Array.of(0xff),
        'b.md': strToU8('b'),
      }),
    ),
  );
  expect(documents.map(({ docId }) => docId)).toEqual(['b.md']);
  expect(problems).toEqual([expect.stringContaining('“a.md” is not a text file')]);
});

test('where it is all there is to read, the archive is refused with its name', async () => {
  const file = fileOf(zipSync({ 'b.md': Uint8Array.of(0xff) }));
  await expect(readArchive(file)).rejects.toThrow('“b.md” is not a text file');
});

test('pictures of a vault of Obsidian are shown, wherever in it they lie', async () => {
  const { documents } = await readArchive(
    zipOf({
      'Trips/Alps.md': [
        '![[Pasted image 1.png|300]]',
        'Up ![[lake.png]] and ![[gone.png]], *down ![[files/hut.png#x]]*',
        '![[map.pdf]]',
        '![](files/hut.png)',
        '`![[lake.png]]` ![[Hut]]',
        '```\n![[lake.png]]\n```',
        '![[twice.png]]',
      ].join('\n\n'),
      'files/Pasted image 1.png': '1',
      'files/hut.png': '2',
      'Trips/lake.png': '3',
      'map.pdf': '4',
      'a/twice.png': '5',
      'b/twice.png': '6',
    }),
  );
  const { blocks, files } = await documents[0]!.read();
  expect(files.size).toBe(4);
  expect(blocks.map(({ type }) => type)).toEqual([
    ...['image', 'paragraph', 'file', 'image', 'paragraph', 'code', 'paragraph'],
  ]);
  expect(blocks.map((block) => textOf(block).replaceAll('\ufffc', '*'))).toEqual([
    ...['', 'Up * and ![[gone.png]], down *', '', '', '![[lake.png]] ![[Hut]]'],
    ...['![[lake.png]]', '![[twice.png]]'],
  ]);
  expect(blocks[2]).toMatchObject({ name: 'map.pdf' });
});

test('a document without a title keeps the heading that it begins with', async () => {
  const heading: BlockContent = { type: 'heading', level: 1, content: [{ text: 'Monday' }] };
  const text: BlockContent = { type: 'paragraph', content: [{ text: 'Rain.' }] };
  const { files } = await archiveOf(
    ['', 'Diary'].map((title) => ({
      title,
      folders: [],
      facts: { docId: `of ${title}`, folders: [] },
      read: async () => ({ title, blocks: [heading, text] }),
    })),
    async () => null,
  );
  const { documents } = await readArchive(new File(files, 'backup.zip'));
  for (const [index, title] of ['', 'Diary'].entries())
    expect(await documents[index]!.read()).toMatchObject({ title, blocks: [heading, text] });
});

describe('One sentence refuses', () => {
  const bomb = (count: number) =>
    Object.fromEntries(
      Array.from({ length: count }, (_, index) => [`${index}.md`, ' '.repeat(15_000_000)]),
    );
  test.each([
    ['what is no archive', () => fileOf(strToU8('no zip'))],
    [
      'what is cut off',
      () => fileOf(zipSync({ 'a.md': strToU8('text '.repeat(999)) }).slice(0, 60)),
    ],
    [
      'an archive in which a picture is damaged',
      () => {
        const packed = zipSync({
          'a.md': strToU8('x'),
          'b.png': [strToU8('picture'), { level: 0 }],
        });
        packed[packed.findIndex((_, at) => packed[at] === 0x70 && packed[at + 1] === 0x69)]!++;
        return fileOf(packed);
      },
    ],
    ['an archive with nothing to read', () => zipOf({ 'a.exe': 'x' })],
    ['a path that leads out', () => zipOf({ 'a.md': 'x', '../../b.md': 'y' })],
    ['a path from the root', () => zipOf({ 'a.md': 'x', '/etc/b.md': 'y' })],
    [
      'an archive within that leads out',
      () =>
        fileOf(zipSync({ 'a.zip': zipSync({ 'a.md': strToU8('x'), '../b.md': strToU8('y') }) })),
    ],
    [
      'archives within that unpack to far more than they are',
      () =>
        fileOf(
          zipSync({
            'a.zip': zipSync(
              Object.fromEntries(
                Object.entries(bomb(8)).map(([path, text]) => [path, strToU8(text)]),
              ),
            ),
          }),
        ),
    ],
    [
      'an archive whose archives have nothing to read',
      () => fileOf(zipSync({ 'a.zip': zipSync({ 'b.zip': zipSync({}) }) })),
    ],
    ['a path of another system', () => zipOf({ 'a.md': 'x', 'C:\\b.md': 'y' })],
    ['an archive that unpacks to far more than it is', () => zipOf(bomb(8))],
  ])('%s', async (_, make) => {
    const problem: unknown = await readArchive(make()).catch((error: unknown) => error);
    expect(problem).toBeInstanceOf(ImportError);
    expect((problem as ImportError).message).toMatch(/“backup\.zip” is not an archive/);
  });
});
