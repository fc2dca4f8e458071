/** What the menu of a document does besides moving things about: loaded after the text. */
import type * as Y from 'yjs';
import { documentPath } from '../../../shared/access/addresses.ts';
import { attachmentsIn } from '../../../shared/document/attachments.ts';
import { readBlocks } from '../../../shared/document/body.ts';
import { readTitle } from '../../../shared/document/text.ts';
import type { DocumentAttachments } from '../../attachments/document-attachments.ts';
import { announce } from '../../ui/announce.ts';
import { navigate } from '../../ui/navigation.tsx';
import { t } from '../../words/words.ts';
import { startCopy } from './new-document.ts';

/** Opens a document of one's own with the same content. */
export function openCopy(
  library: Y.Doc,
  doc: Y.Doc,
  attachments: DocumentAttachments | null,
): void {
  const copyId = startCopy(library, doc, readTitle(doc));
  attachments?.copyTo(copyId, attachmentsIn(readBlocks(doc))).catch((error: unknown) => {
    console.error('Pictures and files could not be copied.', error);
  });
  navigate(documentPath(copyId));
  announce(t().ownCopy);
}

export function keepAsTemplate(library: Y.Doc, doc: Y.Doc, title: string): void {
  const save = async () => {
    const { saveAsTemplate } = await import('./save-as-template.ts');
    await saveAsTemplate(library, doc, readTitle(doc));
  };
  save().then(
    () => announce(`“${title}” is now a template: New from template, in the library`),
    () => announce('The template could not be saved. Try again online.'),
  );
}

export function download(doc: Y.Doc): void {
  const save = async () => {
    const { downloadMarkdown } = await import('../../transfer/markdown-file.ts');
    await downloadMarkdown(readTitle(doc), readBlocks(doc));
  };
  save().catch(() => {
    announce(t().notLoaded.export);
  });
}
