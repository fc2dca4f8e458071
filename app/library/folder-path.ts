/** The address of a folder: the one thing of the library's views that a document needs, too. */
import type { FolderId } from '../../shared/access/ids.ts';

export function folderPath(folder: FolderId | null): string {
  return folder === null ? '/' : `/?folder=${folder}`;
}
