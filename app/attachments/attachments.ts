/**
 * Pictures and files in this tab: one store, one queue, and what each open document asks of them.
 * Loaded after the text.
 */
import type { DocId, Secret } from '../../shared/access/ids.ts';
import type { AttachmentId } from '../../shared/document/attachments.ts';
import { createAttachmentApi } from './attachment-api.ts';
import { AttachmentStore } from './attachment-store.ts';
import { DocumentAttachments, type DocumentAttachmentsOptions } from './document-attachments.ts';
import { UploadQueue } from './upload-queue.ts';

const store = new AttachmentStore();
const api = createAttachmentApi();
let secretOf: (docId: DocId) => Secret | null = () => null;
const queue = new UploadQueue({ store, api, secretOf: (docId) => secretOf(docId) });

/** Sends what waits from now on, with the keys that this device has. */
export function startUploads(secrets: (docId: DocId) => Secret | null): void {
  secretOf = secrets;
  void queue.send();
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

/** Takes off this device what only this document shows. */
export function forgetAttachments(docId: DocId): Promise<void> {
  return store.forgetDocument(docId);
}
