/** Asks for the password of a link. What was typed stays on this device; see `lockSecret`. */
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { MAX_PASSWORD_LENGTH } from '../../../shared/protocol/limits.ts';
import { tLazy } from '../../i18n/lazy.ts';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../ui/Field.tsx';
import styles from './document.module.css';

/** Tries a password; a sentence when it does not open the document. */
export type Unlock = (password: string) => Promise<string | null>;

export function PasswordForm({
  onUnlock,
  takesFocus = false,
}: {
  onUnlock: Unlock;
  /** It is what the page is about. */
  takesFocus?: boolean;
}): ReactNode {
  const field = useRef<HTMLInputElement>(null);
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [trying, setTrying] = useState(false);

  useEffect(() => {
    if (takesFocus) field.current?.focus();
  }, [takesFocus]);

  const unlock = async (event: FormEvent) => {
    event.preventDefault();
    setTrying(true);
    setProblem(await onUnlock(password));
    setTrying(false);
  };

  return (
    <form className={styles.paste} onSubmit={(event) => void unlock(event)}>
      <TextField
        ref={field}
        label={tLazy().links.password}
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
        {trying ? tLazy().links.trying : tLazy().common.open}
      </Button>
    </form>
  );
}
