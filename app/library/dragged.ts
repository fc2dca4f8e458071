/**
 * What of the library is being dragged, and where it may be let go.
 *
 * Invariant: only what was picked up in this window can be put down; a file or a text that is
 * dragged over the list is none of its business.
 */

import { type DragEvent, type HTMLAttributes, useState } from 'react';
import type * as Y from 'yjs';
import type { DocId, FolderId } from '../../shared/access/ids.ts';
import { moveToFolder } from '../../shared/library/arrange.ts';
import { FolderTree, moveFolder } from '../../shared/library/folders.ts';
import { readEntry } from '../../shared/library/library.ts';
import { t } from '../i18n/i18n.ts';
import { tLazy } from '../i18n/lazy.ts';
import { announceUndoable } from '../ui/undoable.ts';

/** One document, several of them, or a folder; `title` names it to people. */
export type Movable = { title: string } & (
  | { docId: DocId }
  | { docIds: readonly DocId[] }
  | { folder: FolderId }
);

let dragged: Movable | null = null;

/** For a row that can be picked up. */
export function draggable(what: Movable): HTMLAttributes<HTMLElement> {
  return {
    draggable: true,
    onDragStart: (event) => {
      dragged = what;
      event.dataTransfer.effectAllowed = 'move';
      event.dataTransfer.setData('text/plain', what.title);
    },
    onDragEnd: () => {
      dragged = null;
    },
  };
}

/** For a place that takes documents and folders; null is the top. `over` says that one would drop. */
export function useDropPlace(library: Y.Doc, folder: FolderId | null) {
  const [over, setOver] = useState(false);
  const takes = () => dragged !== null && mayMove(library, dragged, folder);
  return {
    over,
    place: {
      onDragOver: (event: DragEvent) => {
        if (!takes()) return;
        event.preventDefault();
        event.dataTransfer.dropEffect = 'move';
        setOver(true);
      },
      onDragLeave: (event: DragEvent) => {
        const { currentTarget, relatedTarget } = event;
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) {
          setOver(false);
        }
      },
      onDrop: (event: DragEvent) => {
        setOver(false);
        if (!dragged || !takes()) return;
        event.preventDefault();
        move(library, dragged, folder);
      },
    },
  };
}

export function mayMove(library: Y.Doc, what: Movable, to: FolderId | null): boolean {
  return !('folder' in what) || new FolderTree(library).mayMove(what.folder, to);
}

/** Puts it into the folder, or with null at the top, says so, and how to take it back. */
export function move(library: Y.Doc, what: Movable, to: FolderId | null): void {
  const goBack = put(library, what, to);
  if (goBack) {
    announceUndoable(tLazy().folders.moved(what.title, nameOfFolder(library, to)), goBack);
  }
}

/** Returns how to put it back where it was; null where it may not go there. */
function put(library: Y.Doc, what: Movable, to: FolderId | null): (() => void) | null {
  const tree = new FolderTree(library);
  if ('folder' in what) {
    const from = tree.parentOf(what.folder);
    const goBack = () => void moveFolder(library, what.folder, from, Date.now());
    return moveFolder(library, what.folder, to, Date.now()) ? goBack : null;
  }
  const docIds = 'docId' in what ? [what.docId] : what.docIds;
  const before = docIds.map((docId) => {
    const from = tree.shownIn(readEntry(library, docId)?.folder ?? null);
    return () => moveToFolder(library, docId, from);
  });
  library.transact(() => {
    for (const docId of docIds) moveToFolder(library, docId, to);
  });
  return () =>
    library.transact(() => {
      for (const goBack of before) goBack();
    });
}

function nameOfFolder(library: Y.Doc, id: FolderId | null): string {
  if (id === null) return t().allDocuments;
  return new FolderTree(library).get(id)?.name || t().untitled;
}
