/** Keeps what a document says now as a template of one's own. */
import type * as Y from 'yjs';
import { copiedState } from '../../../shared/document/copied.ts';
import { readTitle } from '../../../shared/document/text.ts';
import { setTemplate } from '../../../shared/library/arrange.ts';
import type { LibraryEntry } from '../../../shared/library/library.ts';
import { t } from '../../i18n/i18n.ts';
import { tLazy } from '../../i18n/lazy.ts';
import { announce } from '../../ui/Announcer.tsx';
import { keepDocument } from './keep-document.ts';

/**
 * Resolves once the template is kept on this device, and new documents can be made from it, or it is said
 * why not.
 */
export async function saveAsTemplate(
  library: Y.Doc,
  source: Y.Doc,
  { docId, secret }: Pick<LibraryEntry, 'docId' | 'secret'>,
): Promise<void> {
  const title = readTitle(source);
  const update = copiedState(source);
  const content = { kind: 'copied', title, update, from: { docId, secret } } as const;
  const problem = await keepDocument(library, content, (made) => setTemplate(library, made, true));
  announce(problem ?? tLazy().documentMenu.templateSaved(title || t().untitled));
}
