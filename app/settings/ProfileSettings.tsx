/**
 * How others see the person of this device: name and colour. A change shows everywhere at once, here
 * too where it is made in another tab or on a linked device.
 */
import { type CSSProperties, type ReactNode, useId, useState } from 'react';
import { MAX_NAME_LENGTH } from '../../shared/protocol/limits.ts';
import { PERSON_COLORS, type Person, PersonName } from '../../shared/protocol/presence.ts';
import { tLazy } from '../i18n/lazy.ts';
import { Avatar } from '../ui/Avatar.tsx';
import { Swatches } from '../ui/Choice.tsx';
import { TextField } from '../ui/Field.tsx';
import styles from './settings.module.css';

const colorOptions = () =>
  PERSON_COLORS.map((color) => ({
    value: color,
    label: tLazy().colors[color],
    color: `--person-${color}` as const,
  }));

interface ProfileProps {
  person: Person;
  onChange: (change: Partial<Pick<Person, 'name' | 'color'>>) => void;
}

export function ProfileSettings(profile: ProfileProps): ReactNode {
  const id = useId();
  return (
    <section aria-labelledby={id} className={styles.section}>
      <h2 id={id} className={styles.title}>
        {tLazy().preferences.profile}
      </h2>
      <ProfileFields {...profile} />
    </section>
  );
}

/** Without the heading, which a dialog has already. */
export function ProfileFields({ person, onChange }: ProfileProps): ReactNode {
  // What is typed may for a moment be no name (empty): the last good name stays in force meanwhile.
  const [typed, setTyped] = useState(person.name);
  const [known, setKnown] = useState(person.name);
  const parsed = PersonName.safeParse(typed);
  if (known !== person.name) {
    setKnown(person.name);
    if (parsed.data !== person.name) setTyped(person.name);
  }
  return (
    <>
      <div className={styles.name}>
        <TextField
          label={tLazy().preferences.yourName}
          value={typed}
          autoComplete="nickname"
          hint={tLazy().preferences.nameHint}
          problem={parsed.success ? null : problemWith(typed)}
          onChange={(event) => {
            setTyped(event.target.value);
            const name = PersonName.safeParse(event.target.value);
            if (name.success) onChange({ name: name.data });
          }}
        />
      </div>
      <Swatches
        label={tLazy().preferences.yourColor}
        options={colorOptions()}
        value={person.color}
        onChange={(color) => onChange({ color })}
      />
      <div
        className={styles.preview}
        style={
          {
            '--flag-color': `var(--person-${person.color})`,
            '--flag-tint': `var(--person-${person.color}-tint)`,
          } as CSSProperties
        }
      >
        <Avatar name={person.name} color={`--person-${person.color}`} />
        <span className={styles.flag}>{person.name}</span>
      </div>
    </>
  );
}

function problemWith(name: string): string {
  return name.trim() === ''
    ? tLazy().preferences.nameEmpty
    : tLazy().preferences.nameLong(MAX_NAME_LENGTH);
}
