/**
 * All documents of the library as one file: what this device has of them, those in the trash too.
 *
 * Invariant: only what is stored here is read, so it works without a network and changes nothing.
 */

import { readBlocks } from '../../shared/document/body.ts';
import type { BlockContent } from '../../shared/document/schema.ts';
import { readTitle } from '../../shared/document/text.ts';
import { sortEntries } from '../../shared/library/find-entries.ts';
import { FolderTree } from '../../shared/library/folders.ts';
import type { LibraryEntry } from '../../shared/library/library.ts';
import { findAttachment } from '../attachments/attachments.ts';
import type { LibraryStore } from '../library/library-store.ts';
import { readStoredCopy } from '../replica/stored-copy.ts';
import type { Exported } from '../settings/ExportSettings.tsx';
import { archiveOf } from '../transfer/archive.ts';
import { downloadFile } from '../transfer/markdown-file.ts';
import { tLate } from '../words/late.ts';

/** Resolves once the browser has the file. */
export async function exportLibrary(library: LibraryStore): Promise<Exported> {
  await library.whenReady;
  const tree = new FolderTree(library.doc);
  const foldersOf = ({ folder, trashedAt }: LibraryEntry) =>
    trashedAt === null
      ? tree.pathTo(tree.shownIn(folder)).map(({ name }) => name)
      : [tLate().library.trash];
  const entries = sortEntries(library.entries(), 'added');
  const { file, documents, missing, missingFiles } = await archiveOf(
    entries.map((entry) => ({
      folders: foldersOf(entry),
      title: entry.title,
      read: () => readStored(entry),
    })),
    findAttachment,
  );
  if (documents > 0) downloadFile(`Driftless ${new Date().toISOString().slice(0, 10)}.zip`, file);
  return { documents, missing, missingFiles };
}

async function readStored({
  docId,
}: LibraryEntry): Promise<{ title: string; blocks: BlockContent[] } | null> {
  const copy = await readStoredCopy(docId);
  if (!copy) return null;
  const content = { title: readTitle(copy.doc), blocks: readBlocks(copy.doc) };
  copy.doc.destroy();
  return content;
}
