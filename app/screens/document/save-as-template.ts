/** Keeps what a document says now as a template of one's own. */
import * as Y from 'yjs';
import { readEntry, setTemplate } from '../../../shared/library/library.ts';
import { writeNew } from '../../library/documents.ts';
import { startDocument, writeInitialContent } from './new-document.ts';

/** Resolves once the template is kept on this device; new documents can be made from it. */
export async function saveAsTemplate(library: Y.Doc, source: Y.Doc, title: string): Promise<void> {
  const update = Y.encodeStateAsUpdate(source);
  const docId = startDocument(library, { kind: 'copied', title, update });
  setTemplate(library, docId, true);
  const secret = readEntry(library, docId)?.secret;
  if (secret) await writeNew({ docId, secret }, (doc) => writeInitialContent(docId, doc));
}
