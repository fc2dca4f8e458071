/**
 * What a document that was started on this device begins with.
 *
 * Invariant: initial content is written once, by the screen that opens the new document first, before
 * anything has been read; so also a device that is slow, or cannot keep anything, shows the text at
 * once, and says whether it is saved.
 */
import * as Y from 'yjs';
import type { DocId, Secret } from '../../../shared/access/ids.ts';
import { createDocument } from '../../../shared/document/create.ts';
import { keepClaim } from '../../../shared/document/people.ts';
import { type BlockContent, ROOT } from '../../../shared/document/schema.ts';
import { thisPerson } from '../../presence/this-person.ts';

export interface WrittenContent {
  kind: 'written';
  title: string;
  blocks?: BlockContent[];
}

export type InitialContent =
  | WrittenContent
  /** The whole state of another document. */
  | {
      kind: 'copied';
      title: string;
      update: Uint8Array;
      /** With which its pictures and files lie. */
      from?: { docId: DocId; secret: Secret };
    };

const waiting = new Map<DocId, InitialContent>();

/** Keeps what a new document starts with, until it is opened. */
export function keepInitialContent(docId: DocId, content: InitialContent): void {
  waiting.set(docId, content);
}

/** Writes what a new document starts with, if it waits here. Says whether it did. */
export function writeInitialContent(docId: DocId, doc: Y.Doc): boolean {
  const content = waiting.get(docId);
  if (!content) return false;
  waiting.delete(docId);
  if (content.kind === 'written') {
    const { title, blocks } = content;
    doc.transact(() => {
      keepClaim(doc, thisPerson().id);
      createDocument(doc, { title, ...(blocks ? { blocks } : {}) });
    });
    return true;
  }
  Y.applyUpdate(doc, content.update);
  doc.transact(() => {
    const text = doc.getText(ROOT.title);
    text.delete(0, text.length);
    text.insert(0, content.title);
  });
  return true;
}
