/** Which pictures and files of a document nobody else has: what is asked before it goes. */
import 'fake-indexeddb/auto';
import { IDBObjectStore } from 'fake-indexeddb';
import { expect, test, vi } from 'vitest';
import { createSecret, type DocId, docIdOf } from '../../shared/access/ids.ts';
import { AttachmentStore, type Use } from './attachment-store.ts';
import { forgetAttachments, keepAttachments, waitingAttachments } from './attachments.ts';

test('those that the server does not take are on this device only, as those that wait', async () => {
  const docId = docIdOf(createSecret());
  const store = new AttachmentStore();
  const keep = (digit: string, server: Use['server'], refusal: Use['refusal'] = null) =>
    store.keep({ docId, id: digit.repeat(64), bytes: 1, server, refusal }, new Blob([digit]));
  await keep('a', 'stored');
  await keep('b', 'waiting');
  await keep('c', 'refused', 'document_full');
  expect(await waitingAttachments(docId)).toBe(2);
});

test('a page that alone has one asks before it closes, until it is kept, or not wanted any more', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const page = new EventTarget();
  for (const name of ['addEventListener', 'removeEventListener'] as const)
    vi.stubGlobal(name, page[name].bind(page));
  const asks = () => !page.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  const keep = (docId: DocId, digit: string) =>
    keepAttachments(docId, new Map([[digit.repeat(64), new Blob([digit])]]));
  const [docId, other] = [docIdOf(createSecret()), docIdOf(createSecret())];
  const fill = () =>
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('No room.', 'QuotaExceededError');
    });
  let full = fill();
  await keep(docId, 'd');
  expect(asks()).toBe(true);
  full.mockRestore();
  await keep(other, 'e');
  expect(asks()).toBe(false);
  full = fill();
  await keep(docId, 'f');
  expect(asks()).toBe(true);
  full.mockRestore();
  await forgetAttachments(docId);
  expect(asks()).toBe(false);
  vi.unstubAllGlobals();
});
