/** Asks for the password of a link. What was typed stays on this device; see `lockSecret`. */
import { type FormEvent, type ReactNode, useState } from 'react';
import { MAX_PASSWORD_LENGTH } from '../../../shared/protocol/limits.ts';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../ui/Field.tsx';
import styles from './document.module.css';

/** Tries a password; a sentence when it does not open the document. */
export type Unlock = (password: string) => Promise<string | null>;

export function PasswordForm({ onUnlock }: { onUnlock: Unlock }): ReactNode {
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [trying, setTrying] = useState(false);

  const unlock = async (event: FormEvent) => {
    event.preventDefault();
    setTrying(true);
    setProblem(await onUnlock(password));
    setTrying(false);
  };

  return (
    <form className={styles.paste} onSubmit={(event) => void unlock(event)}>
      <TextField
        label="Password of the link"
        type="password"
        autoComplete="current-password"
        className={styles.pasteField}
        maxLength={MAX_PASSWORD_LENGTH}
        required
        value={password}
        problem={problem}
        onChange={(event) => {
          setPassword(event.target.value);
          setProblem(null);
        }}
      />
      <Button type="submit" variant="filled" busy={trying}>
        {trying ? 'Trying…' : 'Open'}
      </Button>
    </form>
  );
}
