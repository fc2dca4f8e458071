/**
 * What becomes of a document's discussion where something becomes of the document: it is copied, made
 * a template, put into the trash, taken out again, or removed.
 */
import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, expect, test, vi } from 'vitest';
import * as Y from 'yjs';
import { discussionOf } from '../../../shared/access/document-name.ts';
import { Discussion, type Thread } from '../../../shared/discussion/discussion.ts';
import { rightsBy } from '../../../shared/discussion/rights.ts';
import type { Author } from '../../../shared/discussion/signed.ts';
import { newAuthor } from '../../../shared/discussion/testing/authors.ts';
import { keepPerson } from '../../../shared/document/people.ts';
import {
  type LibraryEntry,
  moveToTrash,
  readEntries,
  readEntry,
  restoreFromTrash,
} from '../../../shared/library/library.ts';
import { markRead, readMarks } from '../../../shared/library/read-marks.ts';
import { newSuggestionId } from '../../../shared/suggesting/stored.ts';
import { keptThreads } from '../../discussion/kept-threads.ts';
import { removeDocument } from '../../library/documents.ts';
import { openLibrary } from '../../library/library-store.ts';
import { openReplica } from '../../replica/open-replica.ts';
import { readStoredCopy, storedNames } from '../../replica/stored-copy.ts';
import { inMemory } from '../../replica/unsent-marks.ts';
import { keepDocument } from '../document/keep-document.ts';
import { saveAsTemplate } from '../document/save-as-template.ts';
import { duplicate } from './copies.ts';
import { unreadOf } from './unread-of-documents.ts';

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
  inMemory.clear();
  // What this device cannot keep is sent.
  vi.stubGlobal('location', new URL('http://localhost/'));
});

const ME = 'A'.repeat(16);

async function commented(library: Y.Doc, ben: Author): Promise<LibraryEntry> {
  const content = [{ text: 'some words' }];
  await keepDocument(
    library,
    { kind: 'written', title: 'Plan', blocks: [{ type: 'paragraph', content }] },
    () => undefined,
  );
  const entry = readEntries(library).find(({ title }) => title === 'Plan')!;
  await talk(entry, (discussion) =>
    discussion.begin(ben, { kind: 'document' }, '', [{ text: 'Why?' }]),
  );
  return entry;
}

/** As this device keeps it. */
async function talk(
  { docId, secret }: LibraryEntry,
  say: (discussion: Discussion) => Promise<unknown>,
): Promise<void> {
  const replica = openReplica({ name: discussionOf(docId), secret }, { staysHere: true });
  await replica.whenLoaded;
  const body = new Y.Doc();
  await say(new Discussion({ doc: replica.doc, docId, rights: rightsBy(body) }));
  await expect.poll(() => replica.status.get().device).toBe('saved');
  await replica.close();
}

async function discussed(): Promise<string[]> {
  return (await storedNames()).filter((name) => name.includes('.')).sort();
}

function unread(library: Y.Doc, { docId }: LibraryEntry, threads: Thread[]): number {
  const found = unreadOf(library, readEntries(library), new Map([[docId, threads]]), ME);
  return found.get(docId)?.messages ?? 0;
}

test('a copy and a template have none', async () => {
  const library = new Y.Doc();
  const entry = await commented(library, await newAuthor());
  await duplicate(library, entry);
  const copy = await readStoredCopy(entry.docId);
  await saveAsTemplate(library, copy!.doc, entry);
  expect(readEntries(library)).toHaveLength(3);
  expect(await discussed()).toEqual([discussionOf(entry.docId)]);
});

test('in the trash it says nothing, and out of it the same as before', async () => {
  const library = new Y.Doc();
  const entry = await commented(library, await newAuthor());
  const threads = await keptThreads(entry.docId);
  expect(unread(library, entry, threads)).toBe(1);
  moveToTrash(library, entry.docId, Date.now());
  expect(unread(library, entry, threads)).toBe(0);
  restoreFromTrash(library, entry.docId);
  expect(await keptThreads(entry.docId)).toEqual(threads);
  expect(unread(library, entry, threads)).toBe(1);
});

test('what is answered to a suggestion is counted, too', async () => {
  const library = new Y.Doc();
  const [ben, cleo] = [await newAuthor(), await newAuthor()];
  const entry = await commented(library, ben);
  const id = newSuggestionId(ben.id);
  await talk(entry, async (discussion) => {
    await discussion.suggest(ben, id, { clients: [77], update: '' });
    await discussion.answer(cleo, id, [{ text: 'A fine idea' }]);
  });
  expect(unread(library, entry, await keptThreads(entry.docId))).toBe(2);
});

test('it goes with its document, and so does how far it was read', async () => {
  const store = openLibrary();
  await store.whenReady;
  const entry = await commented(store.doc, await newAuthor());
  markRead(store.doc, entry.docId, await keptThreads(entry.docId));
  expect(readMarks(store.doc, entry.docId).threads.size).toBe(1);
  await removeDocument({ doc: store.doc, store }, readEntry(store.doc, entry.docId)!, 'everywhere');
  expect(await discussed()).toEqual([]);
  expect(readMarks(store.doc, entry.docId)).toEqual({
    since: null,
    threads: new Map(),
    known: new Map(),
  });
  expect(await keptThreads(entry.docId)).toEqual([]);
  await store.replica.close();
});

test('what counts as resolved is what counts in the document', async () => {
  const library = new Y.Doc();
  const [ben, cleo] = await Promise.all([newAuthor(), newAuthor()]);
  const entry = await commented(library, ben);
  const [thread] = await keptThreads(entry.docId);
  await talk(entry, (discussion) => discussion.setResolved(cleo, thread!.id, true));
  expect((await keptThreads(entry.docId))[0]!.isResolved).toBe(false);
  // Whoever wrote in the text may.
  const body = openReplica({ name: entry.docId, secret: entry.secret }, { staysHere: true });
  await body.whenLoaded;
  keepPerson(body.doc, { id: cleo.id, name: 'Cleo', color: 'blue' });
  await expect.poll(() => body.status.get().device).toBe('saved');
  await body.close();
  expect((await keptThreads(entry.docId))[0]!.isResolved).toBe(true);
});
