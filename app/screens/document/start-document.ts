/**
 * Starts a document on this device, without any network.
 *
 * Invariant: it is in the library, with its key, before anything of it is shown.
 */
import type * as Y from 'yjs';
import { createSecret, type DocId, docIdOf, type Secret } from '../../../shared/access/ids.ts';
import { addEntry } from '../../../shared/library/library.ts';
import { type InitialContent, keepInitialContent } from './new-document.ts';

/** Adds a document of one's own to the library. Open its address next. */
export function startDocument(
  library: Y.Doc,
  content: InitialContent,
  secret: Secret = createSecret(),
): DocId {
  const docId = docIdOf(secret);
  keepInitialContent(docId, content);
  const { kind, title } = content;
  const blank = kind === 'written' && title === '' && !content.blocks;
  addEntry(library, { docId, secret, title, now: Date.now(), blank });
  return docId;
}
