/** Copies of documents that are on this device: beside them in the library, or as files. */
import type * as Y from 'yjs';
import { readBlocks } from '../../../shared/document/body.ts';
import { readTitle } from '../../../shared/document/text.ts';
import { moveToFolder } from '../../../shared/library/arrange.ts';
import type { LibraryEntry } from '../../../shared/library/library.ts';
import { tLazy } from '../../i18n/lazy.ts';
import type { LibraryStore } from '../../library/library-store.ts';
import { readCopyHere } from '../../replica/copy-here.ts';
import { exportedWords } from '../../settings/ExportSettings.tsx';
import { downloadMarkdown } from '../../transfer/markdown-file.ts';
import { copiedContent } from '../document/copied-content.ts';
import { keepDocument } from '../document/keep-document.ts';
import { exportEntries } from '../export-library.ts';

/** Resolves to what came of it, in a sentence. */
export async function duplicate(
  library: Y.Doc,
  { docId, secret, folder }: LibraryEntry,
): Promise<string> {
  const copy = await readCopyHere(docId);
  if (!copy) return tLazy().library.notOnDevice;
  const content = { ...copiedContent(copy, readTitle(copy)), from: { docId, secret } };
  copy.destroy();
  const problem = await keepDocument(library, content, (copyId) => {
    if (folder !== null) moveToFolder(library, copyId, folder);
  });
  return problem ?? tLazy().library.duplicated(content.title);
}

/** One as a file of its own, several as an archive. Resolves to what came of it, in a sentence. */
export async function exportSome(
  library: LibraryStore,
  entries: readonly LibraryEntry[],
): Promise<string> {
  const [only] = entries;
  if (only && entries.length === 1) {
    const copy = await readCopyHere(only.docId);
    if (!copy) return tLazy().library.notOnDevice;
    await downloadMarkdown(readTitle(copy), readBlocks(copy));
    copy.destroy();
    return '';
  }
  return exportedWords(await exportEntries(library, entries));
}
