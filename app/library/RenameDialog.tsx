/** The dialog "Rename": another title for a document, without opening it. */

import { type FormEvent, type ReactNode, useState } from 'react';
import type * as Y from 'yjs';
import type { LibraryEntry } from '../../shared/library/library.ts';
import { MAX_TITLE_LENGTH } from '../../shared/protocol/limits.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog, DialogActions } from '../ui/Dialog.tsx';
import { TextField } from '../ui/Field.tsx';
import { tLate } from '../words/late.ts';
import { t } from '../words/words.ts';
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
    <Dialog open={entry !== null} onClose={rest.onClose} title={tLate().library.rename} small>
      {entry ? <RenameForm key={entry.docId} entry={entry} {...rest} /> : null}
    </Dialog>
  );
}

function RenameForm({ entry, library, onClose }: RenameProps & { entry: LibraryEntry }): ReactNode {
  const [title, setTitle] = useState(entry.title);
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  const rename = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    const trouble = await renameDocument(library, entry, title.trim());
    setBusy(false);
    if (trouble) setProblem(trouble);
    else onClose();
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
          {tLate().library.cancel}
        </Button>
        <Button type="submit" variant="filled" busy={busy}>
          {tLate().library.rename}
        </Button>
      </DialogActions>
    </form>
  );
}
