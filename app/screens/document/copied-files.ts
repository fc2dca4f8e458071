/**
 * Pictures and files of a document that is a copy of another one.
 *
 * Invariant: what the copy shows is its own as well, so it is sent with it, and stays where the other
 * one goes; what cannot be had now is missing in the copy alone.
 */
import * as Y from 'yjs';
import type { DocId } from '../../../shared/access/ids.ts';
import { attachmentsIn } from '../../../shared/document/attachments.ts';
import { readBlocks } from '../../../shared/document/body.ts';
import { announce } from '../../ui/announce.ts';
import type { InitialContent } from './new-document.ts';

/** Gives the document what of its content's pictures and files lies with the one that was copied. */
export async function copyFiles(docId: DocId, content: InitialContent): Promise<void> {
  if (content.kind !== 'copied' || !content.from) return;
  const copy = new Y.Doc();
  Y.applyUpdate(copy, content.update);
  const shown = attachmentsIn(readBlocks(copy));
  copy.destroy();
  if (shown.size === 0) return;
  const { openDocumentAttachments } = await import('../../attachments/attachments.ts');
  const attachments = openDocumentAttachments({
    ...content.from,
    mayWrite: () => false,
    tell: announce,
    onRefused: announce,
  });
  await attachments.copyTo(docId, shown);
  attachments.close();
}
