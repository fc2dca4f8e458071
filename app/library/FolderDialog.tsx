/** The dialog that gives a folder its name: a new one, or one there is. */
import { type FormEvent, type ReactNode, useState } from 'react';
import { MAX_FOLDER_NAME_LENGTH } from '../../shared/library/folders.ts';
import { tLazy } from '../i18n/lazy.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog, DialogActions } from '../ui/Dialog.tsx';
import { TextField } from '../ui/Field.tsx';
import styles from './RenameDialog.module.css';

interface NameProps {
  /** What the button says. */
  action: string;
  name: string;
  onName: (name: string) => void;
  onClose: () => void;
}

export function FolderDialog({
  open,
  title,
  ...rest
}: NameProps & { open: boolean; title: string }): ReactNode {
  return (
    <Dialog open={open} onClose={rest.onClose} title={title} small>
      {open ? <NameForm {...rest} /> : null}
    </Dialog>
  );
}

function NameForm({ action, name: before, onName, onClose }: NameProps): ReactNode {
  const [name, setName] = useState(before);
  const [problem, setProblem] = useState<string | null>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === '') {
      setProblem(tLazy().folders.needsName);
      return;
    }
    onName(name);
    onClose();
  };
  return (
    <form className={styles.form} onSubmit={submit}>
      <TextField
        label={tLazy().folders.name}
        value={name}
        maxLength={MAX_FOLDER_NAME_LENGTH}
        problem={problem}
        onFocus={(event) => event.target.select()}
        onChange={(event) => setName(event.target.value)}
      />
      <DialogActions>
        <Button variant="plain" onClick={onClose}>
          {tLazy().library.cancel}
        </Button>
        <Button type="submit" variant="filled">
          {action}
        </Button>
      </DialogActions>
    </form>
  );
}
