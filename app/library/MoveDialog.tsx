/** The dialog "Move to folder": every folder as a button, for whoever does not drag. */

import { type CSSProperties, type ReactNode, useState } from 'react';
import type * as Y from 'yjs';
import type { FolderId } from '../../shared/access/ids.ts';
import { createFolder, type Folder, FolderTree } from '../../shared/library/folders.ts';
import { t } from '../i18n/i18n.ts';
import { tLazy } from '../i18n/lazy.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog, DialogActions } from '../ui/Dialog.tsx';
import { FolderIcon, NewFolderIcon } from '../ui/icons.ts';
import { type Movable, mayMove, move } from './dragged.ts';
import { FolderDialog } from './FolderDialog.tsx';
import styles from './MoveDialog.module.css';

interface MoveProps {
  library: Y.Doc;
  /** Where it is now; undefined where that is not one place. */
  at: FolderId | null | undefined;
  onClose: () => void;
}

export function MoveDialog({ what, ...rest }: MoveProps & { what: Movable | null }): ReactNode {
  const [naming, setNaming] = useState<Movable | null>(null);
  const { library, onClose } = rest;
  return (
    <>
      <Dialog
        open={what !== null && naming === null}
        onClose={onClose}
        title={what ? tLazy().folders.moveNamed(what.title) : tLazy().folders.move}
        small
      >
        {what ? <Places what={what} onNew={() => setNaming(what)} {...rest} /> : null}
      </Dialog>
      <FolderDialog
        open={naming !== null}
        title={tLazy().folders.newFolder}
        action={tLazy().folders.createAndMove}
        name=""
        onName={(name) => {
          if (!naming) return;
          move(library, naming, createFolder(library, { name, parent: null, now: Date.now() }));
        }}
        onClose={() => {
          setNaming(null);
          onClose();
        }}
      />
    </>
  );
}

function Places({
  what,
  library,
  at,
  onNew,
  onClose,
}: MoveProps & { what: Movable; onNew: () => void }): ReactNode {
  const tree = new FolderTree(library);
  const place = (id: FolderId | null, name: string, depth: number) => (
    <li key={id} style={{ '--depth': depth } as CSSProperties} className={styles.place}>
      <Button
        variant="plain"
        className={styles.button}
        disabled={!mayMove(library, what, id)}
        aria-current={id === at ? 'true' : undefined}
        onClick={() => {
          if (id !== at) move(library, what, id);
          onClose();
        }}
      >
        <FolderIcon aria-hidden="true" />
        <bdi>{name}</bdi>
      </Button>
    </li>
  );
  const below = (parent: FolderId | null, depth: number): ReactNode[] =>
    tree
      .within(parent)
      .flatMap((folder: Folder) => [
        place(folder.id, folder.name || t().untitled, depth),
        ...below(folder.id, depth + 1),
      ]);
  return (
    <>
      <ul aria-label={tLazy().folders.places} className={styles.places}>
        {place(null, t().allDocuments, 0)}
        {below(null, 1)}
      </ul>
      <DialogActions>
        <Button onClick={onNew}>
          <NewFolderIcon aria-hidden="true" />
          {tLazy().folders.newFolderDots}
        </Button>
      </DialogActions>
    </>
  );
}
