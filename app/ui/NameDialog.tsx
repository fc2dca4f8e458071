/**
 * Asks how something is to be called.
 *
 * Invariant: what is typed is a name only once it is saved; Escape leaves it as it was.
 */
import { type ReactNode, useState } from 'react';
import { tLazy } from '../i18n/lazy.ts';
import { Button } from './Button.tsx';
import { Dialog, DialogActions } from './Dialog.tsx';
import { TextField } from './Field.tsx';

export interface Naming {
  /** What is named. */
  title: string;
  /** As it is called now; '' where it has no name yet. */
  name: string;
  onSave: (name: string) => void;
}

/** @param naming null while nothing is asked */
export function NameDialog({
  naming,
  label,
  maxLength,
  onClose,
}: {
  naming: Naming | null;
  /** Of the field. */
  label: string;
  maxLength: number;
  onClose: () => void;
}): ReactNode {
  return (
    <Dialog open={naming !== null} onClose={onClose} title={naming?.title ?? ''} small>
      {naming ? (
        <NameForm {...naming} label={label} maxLength={maxLength} onClose={onClose} />
      ) : null}
    </Dialog>
  );
}

function NameForm({
  name,
  label,
  maxLength,
  onSave,
  onClose,
}: Naming & { label: string; maxLength: number; onClose: () => void }): ReactNode {
  const [text, setText] = useState(name);
  const isNothing = text.trim() === '';
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (isNothing) return;
        onSave(text);
        onClose();
      }}
    >
      <TextField
        label={label}
        value={text}
        maxLength={maxLength}
        onChange={(event) => setText(event.target.value)}
      />
      <DialogActions>
        <Button onClick={onClose}>{tLazy().library.cancel}</Button>
        <Button type="submit" variant="filled" busy={isNothing}>
          {tLazy().common.save}
        </Button>
      </DialogActions>
    </form>
  );
}
