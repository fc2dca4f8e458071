/** Keeps what a document says now as a template of one's own. */
import * as Y from 'yjs';
import { readTitle } from '../../../shared/document/text.ts';
import { setTemplate } from '../../../shared/library/arrange.ts';
import { readEntry } from '../../../shared/library/library.ts';
import { writeNew } from '../../library/documents.ts';
import { announce } from '../../ui/Announcer.tsx';
import { tLate } from '../../words/late.ts';
import { t } from '../../words/words.ts';
import { startDocument, writeInitialContent } from './new-document.ts';

/** Resolves once the template is kept on this device; new documents can be made from it. */
export async function saveAsTemplate(library: Y.Doc, source: Y.Doc): Promise<void> {
  const title = readTitle(source);
  const update = Y.encodeStateAsUpdate(source);
  const docId = startDocument(library, { kind: 'copied', title, update });
  setTemplate(library, docId, true);
  const secret = readEntry(library, docId)?.secret;
  if (secret) await writeNew({ docId, secret }, (doc) => writeInitialContent(docId, doc));
  announce(tLate().documentMenu.templateSaved(title || t().untitled));
}
