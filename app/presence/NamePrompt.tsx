/**
 * Asks whoever came by a link how the others are to call them.
 *
 * Invariant: it covers no text that is read, and once it was answered or put off it never comes again
 * on this device.
 */
import { type FormEvent, type ReactNode, useState } from 'react';
import { MAX_NAME_LENGTH } from '../../shared/protocol/limits.ts';
import { type Person, PersonName } from '../../shared/protocol/presence.ts';
import { tLazy } from '../i18n/lazy.ts';
import { Button } from '../ui/Button.tsx';
import { TextField } from '../ui/Field.tsx';
import styles from './NamePrompt.module.css';

export function NamePrompt({
  person,
  onName,
}: {
  person: Person;
  /** The name that was chosen, which may be the one that was made up. */
  onName: (name: string) => void;
}): ReactNode {
  const [typed, setTyped] = useState(person.name);
  const [problem, setProblem] = useState<string | null>(null);
  const choose = (event: FormEvent) => {
    event.preventDefault();
    const name = PersonName.safeParse(typed);
    if (name.success) onName(name.data);
    else setProblem(tLazy().people.needsLetter);
  };
  return (
    <form aria-label={tLazy().people.yourNameHere} className={styles.place} onSubmit={choose}>
      <TextField
        label={tLazy().people.howCalled}
        value={typed}
        maxLength={MAX_NAME_LENGTH}
        autoComplete="nickname"
        problem={problem}
        onFocus={(event) => event.target.select()}
        onChange={(event) => {
          setTyped(event.target.value);
          setProblem(null);
        }}
      />
      <div className={styles.buttons}>
        <Button variant="plain" onClick={() => onName(person.name)}>
          {tLazy().common.notNow}
        </Button>
        <Button type="submit">{tLazy().people.useName}</Button>
      </div>
    </form>
  );
}
