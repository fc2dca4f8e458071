/** The store of pictures and files, on a real IndexedDB implementation that fails. */
import 'fake-indexeddb/auto';
import { forceCloseDatabase, IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { DocId } from '../../shared/access/ids.ts';
import type { AttachmentId } from '../../shared/document/attachments.ts';
import { neverTellEnds, watchHandles } from '../replica/testing/lost-handle.ts';
import { eventually } from '../replica/testing/until.ts';
import { AttachmentStore, type Use } from './attachment-store.ts';

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
  // Failures are reported to the console; here they are meant.
  vi.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(() => {
  vi.restoreAllMocks();
});

function useOf(letter: string): Use {
  return {
    docId: 'DocDocDocDocDocDocDoc1' as DocId,
    id: letter.repeat(64) as AttachmentId,
    bytes: 3,
    server: 'waiting',
    refusal: null,
  };
}

test('a picture whose write is never told the end of counts as not kept, and is kept with the next', async () => {
  const handles = watchHandles();
  const store = new AttachmentStore();
  expect(await store.keep(useOf('a'), new Blob(['one']))).toBe(true);
  const handle = handles[0]!;
  const isWriting = neverTellEnds(handle);
  const lost = useOf('b');
  const kept = store.keep(lost, new Blob(['two']));
  await eventually(isWriting);
  forceCloseDatabase(handle as never);
  expect(await kept).toBe(false);
  expect(store.isUnkept(lost.docId, lost.id)).toBe(true);
  expect(await store.keep(useOf('c'), new Blob(['six']))).toBe(true);
  expect(store.isUnkept(lost.docId, lost.id)).toBe(false);
  store.close();
  const again = new AttachmentStore();
  expect(await (await again.find(lost.id))?.text()).toBe('two');
  again.close();
});

test('what waits to be sent is kept again where the browser clears its databases under an open page', async () => {
  const handles = watchHandles();
  const store = new AttachmentStore();
  const [waiting, sent] = [useOf('a'), useOf('b')];
  await store.keep(waiting, new Blob(['one']));
  await store.keep(sent, new Blob(['two']));
  await store.note(sent, 'stored');
  globalThis.indexedDB = new IDBFactory();
  forceCloseDatabase(handles[0] as never);
  const again = new AttachmentStore();
  await vi.waitFor(async () =>
    expect((await again.uses()).map(({ id }) => id)).toEqual([waiting.id]),
  );
  expect(await (await again.find(waiting.id))?.text()).toBe('one');
  expect(store.isUnkept(waiting.docId, waiting.id)).toBe(false);
  for (const each of [store, again]) each.close();
});
