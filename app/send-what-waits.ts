/**
 * Sends all that waits on this device where there is no page: texts, pictures and files, links, and
 * the library of linked devices. The work of `outbox-worker.ts`.
 *
 * Invariant: it fails where something could not be sent, so that it is tried again; it changes
 * nothing that is stored of texts, links and library, so the next page finds by itself what has
 * arrived. The library goes only where no secret can be read in it.
 */
import { Unreachable } from '../shared/protocol/answers.ts';
import { createAttachmentApi } from './attachments/attachment-api.ts';
import { AttachmentStore } from './attachments/attachment-store.ts';
import { UploadQueue } from './attachments/upload-queue.ts';
import {
  entriesOf,
  readStoredLibrary,
  type StoredLibrary,
  sendAllStored,
  sendStoredLibrary,
} from './library/send-all-stored.ts';
import { hasWaitingLinks } from './library/waiting-links.ts';
import { createLinkQueue } from './sharing/link-queue.ts';
import { createServerApi } from './sharing/server-api.ts';

/** @param origin of the server, `https://host` */
export async function sendWhatWaits(origin: string): Promise<void> {
  const serverUrl = `${origin.replace(/^http/, 'ws')}/sync`;
  const failures: unknown[] = [];
  for (const send of [
    (library: StoredLibrary) => sendAllStored(entriesOf(library), serverUrl),
    (library: StoredLibrary) => sendFiles(library, origin),
    (library: StoredLibrary) => sendLinks(library, origin),
    (library: StoredLibrary) => sendStoredLibrary(library, serverUrl),
  ]) {
    // Each as it is by then: texts and files take their time, in which a page may change it.
    const library = await readStoredLibrary();
    if (!library) break;
    try {
      await send(library);
    } catch (error) {
      failures.push(error);
    }
    library.doc.destroy();
  }
  if (failures.length > 0) throw new AggregateError(failures, 'Some of what waits was not sent.');
}

async function sendFiles(library: StoredLibrary, origin: string): Promise<void> {
  const secrets = new Map(entriesOf(library).map(({ docId, secret }) => [docId, secret]));
  const queue = new UploadQueue({
    store: new AttachmentStore(),
    api: createAttachmentApi(origin),
    secretOf: (docId) => secrets.get(docId) ?? null,
  });
  await queue.send();
  queue.close();
  if (!queue.isReachable) throw new Error('Pictures and files could not be sent.');
}

/** Once more does no harm: a page that sends them as well has them as they are here. */
async function sendLinks({ doc }: StoredLibrary, origin: string): Promise<void> {
  if (!hasWaitingLinks(doc)) return;
  const queue = createLinkQueue(doc, createServerApi(origin));
  await queue.send();
  const isLeft = hasWaitingLinks(doc, (id) => queue.refusalOf(id) === null);
  if (isLeft) throw new Unreachable(new Error('Links could not be sent.'));
}
