/**
 * Asks how a version is to be called.
 *
 * Invariant: what is typed is a name only once it is saved; Escape leaves it as it was.
 */
import { type ReactNode, useState } from 'react';
import { MAX_VERSION_NAME } from '../../shared/document/versions.ts';
import { tLazy } from '../i18n/lazy.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog, DialogActions } from '../ui/Dialog.tsx';
import { TextField } from '../ui/Field.tsx';

export interface Naming {
  /** What is named. */
  title: string;
  /** As it is called now; '' where it has no name yet. */
  name: string;
  onSave: (name: string) => void;
}

/** @param naming null while nothing is asked */
export function VersionName({
  naming,
  onClose,
}: {
  naming: Naming | null;
  onClose: () => void;
}): ReactNode {
  return (
    <Dialog open={naming !== null} onClose={onClose} title={naming?.title ?? ''} small>
      {naming ? <NameForm {...naming} onClose={onClose} /> : null}
    </Dialog>
  );
}

function NameForm({ name, onSave, onClose }: Naming & { onClose: () => void }): ReactNode {
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
        label={tLazy().looking.versionName}
        value={text}
        maxLength={MAX_VERSION_NAME}
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
