/** Keeps what a document says now as a template of one's own. */
import * as Y from 'yjs';
import { readTitle } from '../../../shared/document/text.ts';
import { setTemplate } from '../../../shared/library/arrange.ts';
import { announce } from '../../ui/Announcer.tsx';
import { tLate } from '../../words/late.ts';
import { t } from '../../words/words.ts';
import { keepDocument } from './keep-document.ts';

/** Resolves once the template is kept on this device; new documents can be made from it. */
export async function saveAsTemplate(library: Y.Doc, source: Y.Doc): Promise<void> {
  const title = readTitle(source);
  const update = Y.encodeStateAsUpdate(source);
  await keepDocument(library, { kind: 'copied', title, update }, (docId) =>
    setTemplate(library, docId, true),
  );
  announce(tLate().documentMenu.templateSaved(title || t().untitled));
}
