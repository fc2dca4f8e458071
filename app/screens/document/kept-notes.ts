/** What is noted about a document, and seen of its page, while it is open. Loaded after its text. */
import type * as Y from 'yjs';
import type { DocId } from '../../../shared/access/ids.ts';
import { isUntouched, recordWritten } from '../../../shared/library/begun.ts';

export { followPlace } from '../../editor/selection/stored-place.ts';
export { followTitle, followTyping } from './follow-page.ts';
export { storeSnapshotOf } from './store-snapshot.ts';
export { recordWritten };

/** Notes in the library when somebody writes, here or elsewhere, in a document that was only begun. */
export function noteWritten(library: Y.Doc, docId: DocId, doc: Y.Doc): () => void {
  const note = () => {
    if (!isUntouched(doc)) recordWritten(library, docId);
  };
  note();
  doc.on('update', note);
  return () => doc.off('update', note);
}
