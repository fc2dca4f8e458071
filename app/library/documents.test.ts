// @vitest-environment jsdom
/** What goes from this device with a document, beside its text. */
import 'fake-indexeddb/auto';
import { beforeEach, expect, test, vi } from 'vitest';
import * as Y from 'yjs';
import { parseDocumentName } from '../../shared/access/document-name.ts';
import { createSecret, docIdOf } from '../../shared/access/ids.ts';
import { addEntry, readEntry } from '../../shared/library/library.ts';
import { Drafts, NEW_THREAD } from '../discussion/drafts.ts';
import { LastWords } from '../replica/last-words.ts';
import { StorageError } from '../replica/local-store.ts';
import { removeDocument, unsentOf, writeNew } from './documents.ts';
import { openLibrary } from './library-store.ts';

beforeEach(() => localStorage.clear());

test('drafts of a document go with it, for good or from this device, and those of others stay', async () => {
  const store = openLibrary();
  await store.whenReady;
  const [gone, away, kept] = Array.from({ length: 3 }, () => {
    const secret = createSecret();
    const docId = docIdOf(secret);
    addEntry(store.doc, { docId, secret, title: 'Plan', now: 1 });
    const drafts = new Drafts(docId);
    drafts.write(NEW_THREAD, [{ text: 'Äpfel 👩‍👩‍👧 שלום' }]);
    drafts.keepTarget({ anchor: { kind: 'document' }, quote: 'all' });
    drafts.write(`${'a'.repeat(16)}.${'b'.repeat(12)}`, [{ text: 'an answer' }]);
    return readEntry(store.doc, docId)!;
  });
  const namesOf = (docId: string) =>
    Object.keys(localStorage).filter((name) => name.startsWith(`driftless.draft ${docId} `));
  expect(namesOf(gone!.docId)).toHaveLength(3);
  await removeDocument({ doc: store.doc, store }, gone!, 'everywhere');
  await removeDocument({ doc: store.doc, store }, away!, 'here');
  expect([gone, away, kept].map((entry) => namesOf(entry!.docId).length)).toEqual([0, 0, 3]);
  expect(new Drafts(kept!.docId).has(NEW_THREAD)).toBe(true);
  expect(new Drafts(gone!.docId).target()).toBeNull();
  await store.replica.close();
});

test('what was written last in a draft of it goes with it, where no database had it yet', async () => {
  const store = openLibrary();
  await store.whenReady;
  const secret = createSecret();
  const docId = docIdOf(secret);
  addEntry(store.doc, { docId, secret, title: 'Plan', now: 1 });
  const draft = new Y.Doc();
  draft.getText('body').insert(0, 'nobody may read this');
  const { name } = parseDocumentName(`${docId}.draft-0123456789aB`)!;
  new LastWords(`driftless:${name}`).keep([Y.encodeStateAsUpdate(draft)]);
  const others = Object.keys(localStorage).filter((key) => !key.includes(name));
  await removeDocument({ doc: store.doc, store }, readEntry(store.doc, docId)!, 'everywhere');
  expect(JSON.stringify(localStorage)).not.toContain('nobody may read this');
  expect(Object.keys(localStorage)).toEqual(expect.arrayContaining(others));
  await store.replica.close();
});

test('where this device does not let go of the text, its pictures stay with it', async () => {
  const store = openLibrary();
  await store.whenReady;
  const secret = createSecret();
  const docId = docIdOf(secret);
  addEntry(store.doc, { docId, secret, title: 'Plan', now: 1 });
  const entry = readEntry(store.doc, docId)!;
  expect(await writeNew({ name: docId, secret }, (doc) => doc.getText('body').insert(0, '🏔️'))).toBe(
    null,
  );
  const removed: string[] = [];
  const removeFiles = async (of: string) => void removed.push(of);
  const holds = vi.spyOn(indexedDB, 'deleteDatabase').mockImplementation(() => {
    throw new StorageError('blocked');
  });
  for (const from of ['here', 'everywhere'] as const)
    await expect(
      removeDocument({ doc: store.doc, store }, entry, from, removeFiles),
    ).rejects.toThrow('blocked');
  expect([removed, readEntry(store.doc, docId)?.title]).toEqual([[], 'Plan']);
  holds.mockRestore();
  await removeDocument({ doc: store.doc, store }, entry, 'everywhere', removeFiles);
  expect([removed, readEntry(store.doc, docId)]).toEqual([[docId], null]);
  await store.replica.close();
});

test('what of a document nobody else has is counted with its drafts and what is said about it', async () => {
  const secret = createSecret();
  const docId = docIdOf(secret);
  expect(await unsentOf(docId)).toBe(0);
  const names = [docId, `${docId}.discussion`, `${docId}.draft-0123456789aB`];
  for (const [index, each] of names.entries()) {
    const { name } = parseDocumentName(each)!;
    const said = (doc: Y.Doc) => doc.getText('body').insert(0, 'مرحبا');
    expect(await writeNew({ name, secret }, said)).toBeNull();
    await expect.poll(() => unsentOf(docId)).toBe(index + 1);
  }
});

test('where the browser keeps nothing, a document goes all the same', async () => {
  const store = openLibrary();
  await store.whenReady;
  const secret = createSecret();
  const docId = docIdOf(secret);
  addEntry(store.doc, { docId, secret, title: 'Plan', now: 1 });
  const key = vi.spyOn(Storage.prototype, 'key').mockImplementation(() => {
    throw new DOMException('Not here.', 'SecurityError');
  });
  new Drafts(docId).write(NEW_THREAD, [{ text: 'words' }]);
  await removeDocument({ doc: store.doc, store }, readEntry(store.doc, docId)!, 'everywhere');
  expect(key).toHaveBeenCalled();
  expect(readEntry(store.doc, docId)).toBeNull();
  key.mockRestore();
  await store.replica.close();
});
