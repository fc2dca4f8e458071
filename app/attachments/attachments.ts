/**
 * Pictures and files in this tab: one store, one queue, and what each open document asks of them.
 * Loaded after the text.
 *
 * Invariant: as long as a picture or file is in this tab alone, the tab asks before it closes.
 */
import type { DocId, Secret } from '../../shared/access/ids.ts';
import type { AttachmentId } from '../../shared/document/attachments.ts';
import { someInTurn } from '../../shared/in-turn.ts';
import { createAttachmentApi } from './attachment-api.ts';
import { AttachmentStore } from './attachment-store.ts';
import { DocumentAttachments, type DocumentAttachmentsOptions } from './document-attachments.ts';
import { UploadQueue } from './upload-queue.ts';

/** Documents that are asked about at a time, others each hour. */
const MOST_DOUBTED = 50;
const HOUR_MS = 3_600_000;

const store = new AttachmentStore();
const api = createAttachmentApi();
let secretOf: (docId: DocId) => Secret | null = () => null;
const queue = new UploadQueue({ store, api, secretOf: (docId) => secretOf(docId) });

const askToStay = (event: Event) => event.preventDefault();
store.subscribe(() => {
  // Only while it is needed: a page that asks is kept by no browser to go back to.
  if (store.hasOnlyCopies) globalThis.addEventListener?.('beforeunload', askToStay);
  else globalThis.removeEventListener?.('beforeunload', askToStay);
});

/** Sends what waits from now on, with the keys that this device has. */
export function startUploads(secrets: (docId: DocId) => Secret | null): void {
  secretOf = secrets;
  void queue.send();
}

/**
 * Looks through the documents of this device that show pictures or files, now and then, for what the
 * server has not any more. `mayWrite` says of which it is to be asked, `first` of which in any case.
 */
export async function doubtUploads(
  mayWrite: (docId: DocId) => boolean,
  first?: ReadonlySet<DocId>,
): Promise<void> {
  const shown = new Set((await store.uses()).map(({ docId }) => docId));
  const all = [...shown].filter(mayWrite);
  const time = Date.now() / HOUR_MS;
  for (const docId of someInTurn(all, time, MOST_DOUBTED, first)) await queue.doubt(docId);
}

export function openDocumentAttachments(
  options: Omit<DocumentAttachmentsOptions, 'store' | 'api' | 'queue'>,
): DocumentAttachments {
  return new DocumentAttachments({ ...options, store, api, queue });
}

/** The bytes of a picture or file, or null where this device does not have them. */
export function findAttachment(id: AttachmentId): Promise<Blob | null> {
  return store.find(id);
}

/** Keeps bytes for a document that shows them from now on, and sends them with it. */
export async function keepAttachments(
  docId: DocId,
  files: ReadonlyMap<AttachmentId, Blob>,
): Promise<void> {
  for (const [id, blob] of files)
    await store.keep({ docId, id, bytes: blob.size, server: 'waiting', refusal: null }, blob);
  if (files.size > 0) void queue.send();
}

/** Takes off this device what only this document shows. */
export function forgetAttachments(docId: DocId): Promise<void> {
  return store.forgetDocument(docId);
}

/** How many pictures and files of a document are on this device only. */
export async function waitingAttachments(docId: DocId): Promise<number> {
  const uses = await store.uses();
  return uses.filter((use) => use.docId === docId && use.server !== 'stored').length;
}

/** Tells of which documents pictures or files wait, now and after each change; returns how to stop. */
export function watchWaitingDocuments(listener: (waiting: ReadonlySet<DocId>) => void): () => void {
  let isOver = false;
  const look = async () => {
    const uses = await store.uses();
    const waiting = uses.filter((use) => use.server === 'waiting');
    if (!isOver) listener(new Set(waiting.map(({ docId }) => docId)));
  };
  const stop = store.subscribe(() => void look());
  void look();
  return () => {
    isOver = true;
    stop();
  };
}
