/** What of the library is shown, and the address that says so. */
import { FolderId } from '../../shared/access/ids.ts';

export type LibraryView =
  /** `search`: someone came to look for something. */
  | { kind: 'all'; search?: true }
  | { kind: 'shared' }
  | { kind: 'trash' }
  | { kind: 'folder'; folder: FolderId };

export const SHARED_PATH = '/?view=shared';
export const TRASH_PATH = '/?view=trash';

/** What an address of the library says; one that says something else shows everything. */
export function viewOf(address: string): LibraryView {
  const query = new URLSearchParams(address.split('?')[1]);
  const folder = FolderId.safeParse(query.get('folder'));
  if (folder.success) return { kind: 'folder', folder: folder.data };
  const view = query.get('view');
  if (view === 'search') return { kind: 'all', search: true };
  return view === 'trash' || view === 'shared' ? { kind: view } : { kind: 'all' };
}
