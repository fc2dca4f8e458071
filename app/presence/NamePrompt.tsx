/**
 * Asks whoever came by a link how the others are to call them.
 *
 * Invariant: it covers no text that is read, and once it was answered or put off it never comes again
 * on this device.
 */
import { type FormEvent, type ReactNode, useState } from 'react';
import { MAX_NAME_LENGTH } from '../../shared/protocol/limits.ts';
import { type Person, PersonName } from '../../shared/protocol/presence.ts';
import { Button } from '../ui/Button.tsx';
import { TextField } from '../ui/Field.tsx';
import { tLate } from '../words/late.ts';
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
    else setProblem(tLate().people.needsLetter);
  };
  return (
    <form aria-label={tLate().people.yourNameHere} className={styles.place} onSubmit={choose}>
      <TextField
        label={tLate().people.howCalled}
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
          {tLate().common.notNow}
        </Button>
        <Button type="submit">{tLate().people.useName}</Button>
      </div>
    </form>
  );
}
