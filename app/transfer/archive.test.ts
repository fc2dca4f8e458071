/** Everything as one archive: documents, folders and pictures; what is not in it is counted. */
import { strFromU8, unzipSync } from 'fflate';
import { expect, test, vi } from 'vitest';
import { attachmentAddress } from '../../shared/document/attachments.ts';
import type { BlockContent } from '../../shared/document/schema.ts';
import { parseMarkdown } from '../../shared/formats/markdown.ts';
import { type ArchivedDocument, archiveOf } from './archive.ts';

const PICTURE = 'a'.repeat(64);
const NOWHERE = 'b'.repeat(64);

function documentOf(title: string, folders: string[] = [], ...more: BlockContent[]) {
  const blocks: BlockContent[] = [{ type: 'paragraph', content: [{ text: title }] }, ...more];
  return { title, folders, read: async () => ({ title, blocks }) } satisfies ArchivedDocument;
}
const pictureOf = (id: string): BlockContent => ({
  type: 'image',
  src: attachmentAddress(id),
  content: [],
});

async function partsOf(file: Blob) {
  return unzipSync(new Uint8Array(await file.arrayBuffer()));
}

async function unpack(documents: readonly ArchivedDocument[]) {
  const archive = await archiveOf(documents, async (id) =>
    id === PICTURE ? new Blob([Uint8Array.of(1, 2, 3)]) : null,
  );
  return { archive, files: await partsOf(archive.files[0]!) };
}

test('every document is in it whole, in its folder, and no name is there twice', async () => {
  const titles = [
    'Minutes',
    'minutes',
    '',
    'خطة الدرس',
    'a/b:c',
    '../../etc',
    'CON',
    '🎒'.repeat(60),
  ];
  const folders = ['School', 'Class 7/b'];
  const { archive, files } = await unpack([
    ...titles.map((title) => documentOf(title)),
    documentOf('Minutes', folders),
  ]);
  const names = Object.keys(files);
  expect(names).toHaveLength(titles.length + 1);
  expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(names.length);
  expect(names).toContain('Minutes.md');
  expect(names).toContain('minutes 2.md');
  expect(names).toContain('خطة الدرس.md');
  expect(names).toContain('School/Class 7 b/Minutes.md');
  for (const name of names) {
    expect(name).not.toMatch(/(^|\/)(\.|CON\.)|\\|:/);
    expect(new TextEncoder().encode(name.split('/').at(-1)).length).toBeLessThanOrEqual(255);
  }
  const texts = Object.values(files).map((bytes) => parseMarkdown(strFromU8(bytes)).title ?? '');
  expect(texts.sort()).toEqual([...titles, 'Minutes'].sort());
  expect(archive).toMatchObject({ documents: titles.length + 1, missing: [], missingFiles: 0 });
});

test('no file has the name of a folder', async () => {
  const { files } = await unpack([
    documentOf('Notes'),
    documentOf('Plan', ['notes.md']),
    documentOf('Plan', ['notes.md', 'Plan.md']),
  ]);
  const names = Object.keys(files).map((name) => name.toLowerCase());
  for (const name of names)
    expect(names.filter((other) => other.startsWith(`${name}/`))).toEqual([]);
  expect(names).toHaveLength(3);
});

test('pictures lie where the text says, once for each folder; what is not here is counted', async () => {
  const { archive, files } = await unpack([
    documentOf('One', [], pictureOf(PICTURE)),
    documentOf('Two', [], pictureOf(PICTURE), pictureOf(NOWHERE)),
    documentOf('Three', ['Trip'], pictureOf(PICTURE)),
    { title: 'Not here', folders: [], read: async () => null },
  ]);
  expect(Object.keys(files).sort()).toEqual(
    [
      'One.md',
      'Two.md',
      'Trip/Three.md',
      `attachments/${PICTURE}`,
      `Trip/attachments/${PICTURE}`,
    ].sort(),
  );
  expect([...files[`attachments/${PICTURE}`]!]).toEqual([1, 2, 3]);
  expect(strFromU8(files['One.md']!)).toContain(`attachments/${PICTURE}`);
  expect(archive).toMatchObject({ documents: 3, missing: ['Not here'], missingFiles: 1 });
});

test('what cannot be read is counted, and the others are in it', async () => {
  const broken = async () => {
    throw new Error('The disk gives nothing.');
  };
  const archive = await archiveOf(
    [{ title: 'Broken', folders: [], read: broken }, documentOf('Whole', [], pictureOf(PICTURE))],
    broken,
  );
  const files = await partsOf(archive.files[0]!);
  expect(Object.keys(files)).toEqual(['Whole.md']);
  expect(archive).toMatchObject({ documents: 1, missing: ['Broken'], missingFiles: 1 });
});

test('what is too much for one archive is in several, each with all that its documents show', async () => {
  const facts = { docId: 'x', folders: [] };
  const documents = ['One', 'Two', 'Three'].map((title) => ({
    ...documentOf(title, [], pictureOf(PICTURE)),
    facts,
  }));
  const picture = new Blob([new Uint8Array(1000)]);
  for (const most of [{ bytes: 1200 }, { parts: 2 }]) {
    const { files } = await archiveOf(documents, async () => picture, [], most);
    const parts = await Promise.all(files.map(partsOf));
    const texts = parts.map((part) => Object.keys(part).filter((path) => path.endsWith('.md')));
    expect(texts.flat()).toEqual(['One.md', 'Two.md', 'Three.md']);
    expect(texts.length).toBeGreaterThan(1);
    for (const part of parts)
      expect(Object.keys(part)).toEqual(
        expect.arrayContaining([`attachments/${PICTURE}`, 'driftless.json']),
      );
  }
});

test.each([0, Date.UTC(2110, 0)])('a clock that says %i keeps nothing back', async (now) => {
  vi.useFakeTimers({ toFake: ['Date'], now });
  try {
    expect(Object.keys((await unpack([documentOf('One')])).files)).toEqual(['One.md']);
  } finally {
    vi.useRealTimers();
  }
});
