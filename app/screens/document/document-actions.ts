/** What the menu of a document does besides moving things about: loaded after the text. */
import type * as Y from 'yjs';
import { documentPath } from '../../../shared/access/addresses.ts';
import { attachmentsIn } from '../../../shared/document/attachments.ts';
import { readBlocks } from '../../../shared/document/body.ts';
import { readTitle } from '../../../shared/document/text.ts';
import type { DocumentAttachments } from '../../attachments/document-attachments.ts';
import { announce } from '../../ui/announce.ts';
import { navigate } from '../../ui/navigation.tsx';
import { tLate } from '../../words/late.ts';
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
  announce(tLate().documentMenu.ownCopy);
}

/** How the menu names `keepAsTemplate`. */
export function templateLabel(): string {
  return tLate().documentMenu.saveTemplate;
}

/** Keeps what it says now as a template of one's own. */
export function keepAsTemplate(library: Y.Doc, doc: Y.Doc): void {
  import('./save-as-template.ts')
    .then(({ saveAsTemplate }) => saveAsTemplate(library, doc))
    .catch((error: unknown) => {
      console.error('A template could not be saved.', error);
      announce(tLate().documentMenu.templateNotSaved);
    });
}

export function download(doc: Y.Doc): void {
  const save = async () => {
    const { downloadMarkdown } = await import('../../transfer/markdown-file.ts');
    await downloadMarkdown(readTitle(doc), readBlocks(doc));
  };
  save().catch(() => {
    announce(tLate().documentMenu.notExported);
  });
}
