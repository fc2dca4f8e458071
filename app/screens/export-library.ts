/**
 * All documents of the library as a file, or several where it would be too large: what this device has
 * of them, those in the trash too.
 *
 * Invariant: only what is here is read, so it works without a network and changes nothing.
 */

import type { FolderId } from '../../shared/access/ids.ts';
import { readBlocks } from '../../shared/document/body.ts';
import type { BlockContent } from '../../shared/document/schema.ts';
import { readTitle } from '../../shared/document/text.ts';
import { isOnlyBegun } from '../../shared/library/begun.ts';
import { sortEntries } from '../../shared/library/find-entries.ts';
import { FolderTree } from '../../shared/library/folders.ts';
import type { LibraryEntry } from '../../shared/library/library.ts';
import { findAttachment } from '../attachments/attachments.ts';
import { dayFromNow } from '../editor/objects/dates.ts';
import { tLazy } from '../i18n/lazy.ts';
import type { LibraryStore } from '../library/library-store.ts';
import { readCopyHere } from '../replica/copy-here.ts';
import type { Exported } from '../settings/ExportSettings.tsx';
import { archiveOf } from '../transfer/archive.ts';
import { downloadFile } from '../transfer/markdown-file.ts';

type StoredLibrary = Pick<LibraryStore, 'doc' | 'entries' | 'whenReady'>;

/** Resolves once the browser has the file. */
export async function exportLibrary(library: StoredLibrary): Promise<Exported> {
  await library.whenReady;
  return exportEntries(library, allOf(library));
}

/** Every document that somebody wrote in. */
function allOf(library: StoredLibrary): LibraryEntry[] {
  return library.entries().filter((entry) => !isOnlyBegun(entry));
}

/** The same of some of its documents. */
export async function exportEntries(
  library: StoredLibrary,
  some: readonly LibraryEntry[],
): Promise<Exported> {
  const tree = new FolderTree(library.doc);
  const namesTo = (folder: FolderId | null) =>
    tree.pathTo(tree.shownIn(folder)).map(({ name }) => name);
  const foldersOf = ({ folder, trashedAt }: LibraryEntry) =>
    trashedAt === null ? namesTo(folder) : [tLazy().library.trash];
  const entries = sortEntries(some, 'added');
  const { files, documents, missing, missingFiles } = await archiveOf(
    entries.map((entry) => ({
      folders: foldersOf(entry),
      title: entry.title,
      facts: {
        docId: entry.docId,
        folders: namesTo(entry.folder),
        pinned: entry.pinned,
        template: entry.template,
        trashed: entry.trashedAt !== null,
      },
      read: () => readHere(entry),
    })),
    findAttachment,
    // Of a few documents, the folders they do not lie in are nothing.
    (some.length < allOf(library).length ? [] : tree.folders)
      .map(({ id }) => namesTo(id))
      .filter((names) => names.length > 0),
  );
  if (documents > 0)
    files.forEach((file, index) => {
      downloadFile(`Driftless ${dayFromNow(0)}${index === 0 ? '' : ` ${index + 1}`}.zip`, file);
    });
  return { documents, missing, missingFiles };
}

async function readHere({
  docId,
}: LibraryEntry): Promise<{ title: string; blocks: BlockContent[] } | null> {
  const copy = await readCopyHere(docId);
  if (!copy) return null;
  const content = { title: readTitle(copy), blocks: readBlocks(copy) };
  copy.destroy();
  return content;
}
