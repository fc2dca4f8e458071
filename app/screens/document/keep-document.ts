/** Keeps a new document on this device without opening it. */
import type * as Y from 'yjs';
import type { DocId } from '../../../shared/access/ids.ts';
import { readEntry } from '../../../shared/library/library.ts';
import { writeNew } from '../../library/documents.ts';
import { type InitialContent, startDocument, writeInitialContent } from './new-document.ts';

/** Resolves once it is kept; `arrange` says where in the library it belongs. */
export async function keepDocument(
  library: Y.Doc,
  content: InitialContent,
  arrange: (docId: DocId) => void,
): Promise<void> {
  const docId = startDocument(library, content);
  arrange(docId);
  const secret = readEntry(library, docId)?.secret;
  if (secret) await writeNew({ docId, secret }, (doc) => writeInitialContent(docId, doc));
}
