/**
 * What of the library is being dragged, and where it may be let go.
 *
 * Invariant: only what was picked up in this window can be put down; a file or a text that is
 * dragged over the list is none of its business.
 */

import { type ComponentProps, type DragEvent, useState } from 'react';
import type * as Y from 'yjs';
import type { DocId, FolderId } from '../../shared/access/ids.ts';
import { moveToFolder } from '../../shared/library/arrange.ts';
import { FolderTree, MAX_FOLDER_NAME_LENGTH, moveFolder } from '../../shared/library/folders.ts';
import { announce } from '../ui/Announcer.tsx';
import { tLate } from '../words/late.ts';
import { t } from '../words/words.ts';

export type Movable = { title: string } & ({ docId: DocId } | { folder: FolderId });

let dragged: Movable | null = null;

/** For a row that can be picked up. */
export function draggable(what: Movable): ComponentProps<'li'> {
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
  return 'docId' in what || new FolderTree(library).mayMove(what.folder, to);
}

/** Puts it into the folder, or with null at the top, and says so. */
export function move(library: Y.Doc, what: Movable, to: FolderId | null): void {
  if ('docId' in what) moveToFolder(library, what.docId, to);
  else if (!moveFolder(library, what.folder, to, Date.now())) return;
  announce(tLate().folders.moved(what.title, nameOfFolder(library, to)));
}

export function nameOfFolder(library: Y.Doc, id: FolderId | null): string {
  if (id === null) return t().allDocuments;
  return new FolderTree(library).get(id)?.name.slice(0, MAX_FOLDER_NAME_LENGTH) || t().untitled;
}
