/** What is said of documents that are made without being shown, where this device has no room for them. */
import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import * as Y from 'yjs';
import { createDocument } from '../../../shared/document/create.ts';
import { readEntries } from '../../../shared/library/library.ts';
import { tLazy } from '../../i18n/lazy.ts';
import { fillDisk } from '../../replica/testing/full-disk.ts';
import { news } from '../../ui/announce.ts';
import { duplicate } from '../library/copies.ts';
import { keepDocuments } from './keep-document.ts';
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

test('neither a copy nor a template is said to be there where it is not kept', async () => {
  const { quota } = tLazy().deviceProblems;
  await keepDocuments(library, [written('Bravo')], () => {});
  const entry = readEntries(library).find(({ title }) => title === 'Bravo')!;
  expect(await duplicate(library, entry)).toBe(tLazy().library.duplicated('Bravo (copy)'));
  const source = new Y.Doc();
  createDocument(source, written('Plan'));
  await saveAsTemplate(library, source);
  expect(news()).toBe(tLazy().documentMenu.templateSaved('Plan'));
  makeRoom = fillDisk();
  expect(await duplicate(library, entry)).toBe(quota);
  await saveAsTemplate(library, source);
  expect(news()).toBe(quota);
});
