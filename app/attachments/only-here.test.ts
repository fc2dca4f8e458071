/** Which pictures and files of a document nobody else has: what is asked before it goes. */
import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { createSecret, docIdOf } from '../../shared/access/ids.ts';
import { AttachmentStore, type Use } from './attachment-store.ts';
import { waitingAttachments } from './attachments.ts';

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
