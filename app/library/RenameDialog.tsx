/** The dialog "Rename": another title for a document, without opening it. */

import { type FormEvent, type ReactNode, useState } from 'react';
import type * as Y from 'yjs';
import type { LibraryEntry } from '../../shared/library/library.ts';
import { MAX_TITLE_LENGTH } from '../../shared/protocol/limits.ts';
import { t } from '../i18n/i18n.ts';
import { tLazy } from '../i18n/lazy.ts';
import { announce } from '../ui/announce.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog, DialogActions } from '../ui/Dialog.tsx';
import { TextField } from '../ui/Field.tsx';
import { announceUndoable } from '../ui/undoable.ts';
import { renameDocument } from './documents.ts';
import styles from './RenameDialog.module.css';

interface RenameProps {
  library: Y.Doc;
  onClose: () => void;
}

export function RenameDialog({
  entry,
  ...rest
}: RenameProps & { entry: LibraryEntry | null }): ReactNode {
  return (
    <Dialog open={entry !== null} onClose={rest.onClose} title={tLazy().library.rename} small>
      {entry ? <RenameForm key={entry.docId} entry={entry} {...rest} /> : null}
    </Dialog>
  );
}

function RenameForm({ entry, library, onClose }: RenameProps & { entry: LibraryEntry }): ReactNode {
  // The library may hear of another title while one thinks about this one.
  const [shown] = useState(entry.title);
  const [title, setTitle] = useState(shown);
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  const rename = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    const trouble = await renameDocument(library, entry, title.trim(), shown);
    setBusy(false);
    if (trouble) return setProblem(trouble);
    onClose();
    if (title.trim() !== shown) offerOldTitle(library, entry, title.trim(), shown);
  };

  return (
    <form className={styles.form} onSubmit={(event) => void rename(event)}>
      <TextField
        label={t().title}
        value={title}
        maxLength={MAX_TITLE_LENGTH}
        problem={problem}
        onFocus={(event) => event.target.select()}
        onChange={(event) => setTitle(event.target.value)}
      />
      <DialogActions>
        <Button variant="plain" onClick={onClose}>
          {tLazy().library.cancel}
        </Button>
        <Button type="submit" variant="filled" busy={busy}>
          {tLazy().library.rename}
        </Button>
      </DialogActions>
    </form>
  );
}

function offerOldTitle(library: Y.Doc, entry: LibraryEntry, title: string, old: string): void {
  announceUndoable(tLazy().library.renamed(title || t().untitled), () => {
    renameDocument(library, entry, old, title).then(
      (trouble) => trouble && announce(trouble),
      (error: unknown) => console.error('A title could not be taken back.', error),
    );
  });
}
