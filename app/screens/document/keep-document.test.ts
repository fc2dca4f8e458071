/** What is said of documents that are made without being shown, where this device has no room for them. */
import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import * as Y from 'yjs';
import { attachmentAddress } from '../../../shared/document/attachments.ts';
import { readBlocks } from '../../../shared/document/body.ts';
import { createDocument } from '../../../shared/document/create.ts';
import { readTitle } from '../../../shared/document/text.ts';
import { type LibraryEntry, readEntries } from '../../../shared/library/library.ts';
import {
  findAttachment,
  forgetAttachments,
  waitingAttachments,
} from '../../attachments/attachments.ts';
import { tLazy } from '../../i18n/lazy.ts';
import { readCopy } from '../../library/documents.ts';
import { isOpenHere } from '../../replica/open-replica.ts';
import { readStoredCopy } from '../../replica/stored-copy.ts';
import { fillDisk } from '../../replica/testing/full-disk.ts';
import { startTestServer } from '../../replica/testing/sync-server.ts';
import { eventually } from '../../replica/testing/until.ts';
import { news } from '../../ui/announce.ts';
import { duplicate } from '../library/copies.ts';
import { keepDocument, keepDocuments } from './keep-document.ts';
import { saveAsTemplate } from './save-as-template.ts';

const library = new Y.Doc();
let makeRoom = () => {};

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
  vi.stubGlobal('location', new URL('http://localhost/'));
});

afterEach(() => makeRoom());

const written = (title: string) => ({
  title,
  blocks: [{ type: 'paragraph' as const, content: [{ text: `about ${title} 👩🏽‍🌾` }] }],
});

test('files that are taken in are counted as far as they are kept, and the rest says why', async () => {
  const { quota } = tLazy().deviceProblems;
  const contents = [written('Alpha'), written('שלום')];
  expect(await keepDocuments(library, contents, () => {})).toEqual({ kept: 2, problems: [] });
  makeRoom = fillDisk();
  expect(await keepDocuments(library, contents, () => {})).toEqual({ kept: 0, problems: [quota] });
});

test('files that are taken in together lead to one another', async () => {
  const own = new Y.Doc();
  const link = (text: string, href?: string) => ({
    type: 'paragraph' as const,
    content: [href ? { text, marks: { link: href } } : { text }],
  });
  const contents = [
    { path: 'One note.md', title: '1', blocks: [link('two', './Two.md#top'), link('[[two|so]]')] },
    { path: 'Two.md', title: '2', blocks: [link('one', 'One%20note.md'), link('x', 'Three.md')] },
  ];
  await keepDocuments(own, contents, () => {});
  const [one, two] = ['1', '2'].map(
    (title) => readEntries(own).find((entry) => entry.title === title)!,
  );
  const linksOf = async (entry: LibraryEntry) =>
    readBlocks((await readStoredCopy(entry.docId))!.doc).map(({ content }) => content);
  expect(await linksOf(one!)).toEqual([
    [{ text: 'two', marks: { link: `/d/${two!.docId}` } }],
    [{ text: 'so', marks: { link: `/d/${two!.docId}` } }],
  ]);
  expect(await linksOf(two!)).toEqual([
    [{ text: 'one', marks: { link: `/d/${one!.docId}` } }],
    [{ text: 'x', marks: { link: 'Three.md' } }],
  ]);
});

test('what this device has no room for goes to the server', async () => {
  const server = await startTestServer();
  vi.stubGlobal('location', new URL(server.url.replace(/^ws/, 'http')));
  makeRoom = fillDisk();
  const known = new Set(readEntries(library).map(({ docId }) => docId));
  await keepDocuments(library, [written('Charlie')], () => {});
  const { docId } = readEntries(library).find((entry) => !known.has(entry.docId))!;
  await eventually(() => readTitle(server.doc(docId)) === 'Charlie');
  makeRoom();
  await eventually(() => !isOpenHere(docId));
  await server.close();
});

test('neither a copy nor a template is said to be there where it is not kept', async () => {
  const { quota } = tLazy().deviceProblems;
  await keepDocuments(library, [written('Bravo')], () => {});
  const entry = readEntries(library).find(({ title }) => title === 'Bravo')!;
  expect(await duplicate(library, entry)).toBe(tLazy().library.duplicated('Bravo (copy)'));
  const source = new Y.Doc();
  createDocument(source, written('Plan'));
  await saveAsTemplate(library, source, entry);
  expect(news()).toBe(tLazy().documentMenu.templateSaved('Plan'));
  makeRoom = fillDisk();
  expect(await duplicate(library, entry)).toBe(quota);
  await saveAsTemplate(library, source, entry);
  expect(news()).toBe(quota);
});

test('a copy, a template and what is made of one have its pictures, whatever becomes of it', async () => {
  const id = 'ab'.repeat(32);
  const src = attachmentAddress(id);
  const [from] = await newlyKept(() =>
    keepDocument(
      library,
      {
        kind: 'written',
        title: 'Hills',
        blocks: [{ type: 'image', content: [], src }],
        files: new Map([[id, new Blob(['🏔️'])]]),
      },
      () => {},
    ),
  );
  const { doc } = (await readStoredCopy(from!.docId))!;
  const [template] = await newlyKept(() => saveAsTemplate(library, doc, from!));
  const [copy] = await newlyKept(() => duplicate(library, from!));
  const content = { kind: 'copied', title: 'Hills', from: template! } as const;
  const update = (await readCopy(template!))!;
  const [made] = await newlyKept(() => keepDocument(library, { ...content, update }, () => {}));
  for (const each of [template, copy, made]) expect(await waitingAttachments(each!.docId)).toBe(1);
  await forgetAttachments(from!.docId);
  expect(await findAttachment(id)).not.toBeNull();
});

/** What came into the library meanwhile. */
async function newlyKept(keep: () => Promise<unknown>): Promise<LibraryEntry[]> {
  const before = new Set(readEntries(library).map(({ docId }) => docId));
  await keep();
  return readEntries(library).filter(({ docId }) => !before.has(docId));
}
