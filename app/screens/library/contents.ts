/**
 * What there is in the library to be shown, in order.
 *
 * Invariant: it is worked out once for each change of the library, and not while somebody types.
 */
import { useEffect, useMemo, useState } from 'react';
import type { FolderId } from '../../../shared/access/ids.ts';
import { isOnlyBegun } from '../../../shared/library/begun.ts';
import { sortEntries } from '../../../shared/library/find-entries.ts';
import { documentsByFolder, FolderTree } from '../../../shared/library/folders.ts';
import type { LibraryEntry } from '../../../shared/library/library.ts';
import { t } from '../../i18n/i18n.ts';
import type { Library } from '../../library/library-store.ts';
import { useSort } from '../../library/sort.ts';
import type { LibraryView } from '../../library/view.ts';
import { type UnsentDocuments, useUnsentDocuments } from './unsent.ts';

export interface Contents {
  /** All documents but those in the trash, and those that nobody wrote in. */
  active: readonly LibraryEntry[];
  shared: readonly LibraryEntry[];
  tree: FolderTree;
  /** Those of each folder; null is the top. */
  byFolder: ReadonlyMap<FolderId | null, readonly LibraryEntry[]>;
  /** The names of the folders that a document lies in. */
  placeOf: (entry: LibraryEntry) => string;
  /** Those of which something waits to be sent. */
  unsent: UnsentDocuments;
}

export function useContents(library: Library): Contents {
  const { doc, entries } = library;
  const unsent = useUnsentDocuments(library);
  const sort = useSort();
  const active = useMemo(
    () =>
      sortEntries(
        entries.filter((entry) => !isTrashed(entry) && !isOnlyBegun(entry)),
        sort,
      ),
    [entries, sort],
  );
  const shared = useMemo(() => active.filter(({ role }) => role !== 'owner'), [active]);
  const tree = useFolderTree(doc);
  const byFolder = useMemo(() => documentsByFolder(active, tree), [active, tree]);
  const placeOf = useMemo(() => {
    const nameOf = (folder: FolderId | null) =>
      tree
        .pathTo(folder)
        .map(({ name }) => name || t().untitled)
        .join(' / ');
    return (entry: LibraryEntry) => nameOf(tree.shownIn(entry.folder));
  }, [tree]);
  return { active, shared, tree, byFolder, placeOf, unsent };
}

export function useFolderTree(doc: Library['doc']): FolderTree {
  const [tree, setTree] = useState(() => new FolderTree(doc));
  useEffect(() => {
    const folders = doc.getMap('folders');
    const again = () => setTree(new FolderTree(doc));
    folders.observe(again);
    return () => folders.unobserve(again);
  }, [doc]);
  return tree;
}

/** The folder that an address shows, if there is one. */
export function shownFolder(view: LibraryView, tree: FolderTree): FolderId | null {
  return view.kind === 'folder' && tree.get(view.folder) ? view.folder : null;
}

/** What a view lists below its folders. */
export function useListed(
  view: LibraryView,
  { active, shared, tree, byFolder }: Contents,
): readonly LibraryEntry[] {
  const folder = shownFolder(view, tree);
  return useMemo(() => {
    if (view.kind === 'shared') return shared;
    if (folder !== null) return byFolder.get(folder) ?? [];
    // What is pinned is at hand, wherever it lies.
    return active.filter((entry) => entry.pinned || tree.shownIn(entry.folder) === null);
  }, [view.kind, folder, active, shared, tree, byFolder]);
}

export function isTrashed({ trashedAt }: LibraryEntry): boolean {
  return trashedAt !== null;
}
