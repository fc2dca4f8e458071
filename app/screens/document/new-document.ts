/**
 * Starts a document on this device, without any network.
 *
 * Invariant: initial content is written once, by the screen that opens the new document first, before
 * anything has been read; so also a device that is slow, or cannot keep anything, shows the text at
 * once, and says whether it is saved.
 */
import * as Y from 'yjs';
import { createSecret, type DocId, docIdOf } from '../../../shared/access/ids.ts';
import { createDocument } from '../../../shared/document/create.ts';
import { type BlockContent, ROOT } from '../../../shared/document/schema.ts';
import { clipTitle } from '../../../shared/document/text.ts';
import { addEntry } from '../../../shared/library/library.ts';
import { MAX_TITLE_LENGTH } from '../../../shared/protocol/limits.ts';
import { t } from '../../words/words.ts';

export interface WrittenContent {
  kind: 'written';
  title: string;
  blocks?: BlockContent[];
}

export type InitialContent =
  | WrittenContent
  /** The whole state of another document. */
  | { kind: 'copied'; title: string; update: Uint8Array };

const waiting = new Map<DocId, InitialContent>();

/** Adds a document of one's own to the library. Open its address next. */
export function startDocument(library: Y.Doc, content: InitialContent): DocId {
  const secret = createSecret();
  const docId = docIdOf(secret);
  waiting.set(docId, content);
  addEntry(library, { docId, secret, title: content.title, now: Date.now() });
  return docId;
}

/** A document of one's own with the same content: for those who may not write in the first. */
export function startCopy(library: Y.Doc, source: Y.Doc, title: string): DocId {
  const named =
    title.trim() === ''
      ? ''
      : t().copyOf(clipTitle(title, MAX_TITLE_LENGTH - t().copyOf('').length));
  return startDocument(library, {
    kind: 'copied',
    title: named,
    update: Y.encodeStateAsUpdate(source),
  });
}

/** Writes what a new document starts with, if it waits here. Says whether it did. */
export function writeInitialContent(docId: DocId, doc: Y.Doc): boolean {
  const content = waiting.get(docId);
  if (!content) return false;
  waiting.delete(docId);
  if (content.kind === 'written') {
    const { title, blocks } = content;
    createDocument(doc, { title, ...(blocks ? { blocks } : {}) });
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
