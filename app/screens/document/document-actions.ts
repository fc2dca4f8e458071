/** What the menu of a document does besides moving things about: loaded after the text. */
import type * as Y from 'yjs';
import { documentPath } from '../../../shared/access/addresses.ts';
import type { DocId } from '../../../shared/access/ids.ts';
import { attachmentsIn } from '../../../shared/document/attachments.ts';
import { readBlocks } from '../../../shared/document/body.ts';
import { readTitle } from '../../../shared/document/text.ts';
import { type LibraryEntry, restoreFromTrash } from '../../../shared/library/library.ts';
import type { DocumentAttachments } from '../../attachments/document-attachments.ts';
import { tLazy } from '../../i18n/lazy.ts';
import type { Replica } from '../../replica/open-replica.ts';
import { announce } from '../../ui/announce.ts';
import { navigate } from '../../ui/navigation.tsx';
import { formatWhen } from '../../ui/time.ts';
import { announceUndoable } from '../../ui/undoable.ts';
import { waitingInput } from '../../ui/waiting-input.ts';
import { startCopy } from './copied-content.ts';
import { saveDetails } from './save-details.ts';
import { withWaiting } from './save-words.ts';

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
  announce(tLazy().documentMenu.ownCopy);
}

/** How the menu names `keepAsTemplate`. */
export function templateLabel(): string {
  return tLazy().documentMenu.saveTemplate;
}

/** Keeps what it says now as a template of one's own. */
export function keepAsTemplate(
  library: Y.Doc,
  doc: Y.Doc,
  entry: Pick<LibraryEntry, 'docId' | 'secret'>,
): void {
  import('./save-as-template.ts')
    .then(({ saveAsTemplate }) => saveAsTemplate(library, doc, entry))
    .catch((error: unknown) => {
      console.error('A template could not be saved.', error);
      announce(tLazy().documentMenu.templateNotSaved);
    });
}

export function download(doc: Y.Doc): void {
  const save = async () => {
    const { downloadMarkdown } = await import('../../transfer/markdown-file.ts');
    await downloadMarkdown(readTitle(doc), readBlocks(doc));
  };
  save().catch(() => {
    announce(tLazy().documentMenu.notExported);
  });
}

/** As a page that says, where one points at words, who wrote them. */
export function downloadPage(doc: Y.Doc, docId: DocId): void {
  const save = async () => {
    const { downloadWithAuthors } = await import('../../transfer/authored-page.ts');
    await downloadWithAuthors(doc, docId);
  };
  save().catch((error: unknown) => {
    console.error('The document could not be exported.', error);
    announce(tLazy().documentMenu.notExported);
  });
}

/** What there is to say to whoever saves by hand: where everything is already. */
export function tellSaved(replica: Replica, attachments: DocumentAttachments | null): void {
  const status = withWaiting(replica.status.get(), waitingInput.get());
  const unsent = attachments?.unsent ?? { waiting: 0, refused: 0, unkept: 0 };
  const when = (time: number) => formatWhen(time, Date.now());
  const { device, server } = saveDetails(status, when, unsent, replica.hasContent());
  const isSaved = status.device === 'saved' && unsent.unkept === 0 && replica.hasContent();
  const { alreadySaved, onTheServer } = tLazy().whereItIs;
  announce(`${isSaved ? alreadySaved : device} ${onTheServer}: ${server}`);
}

export function tellReading(isReading: boolean): void {
  const { nowReading, nowWriting } = tLazy().documentMenu;
  announce(isReading ? nowReading : nowWriting);
}

/** Says that it is in the trash, and brings it back where that was not meant. */
export function tellTrashed(said: string, library: Y.Doc, docId: DocId): void {
  announceUndoable(said, () => {
    restoreFromTrash(library, docId);
    navigate(documentPath(docId));
  });
}
