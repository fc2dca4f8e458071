/** What of one's typing is set better: quotes, dashes and the ellipsis. */
import { type ReactNode, useId } from 'react';
import { Segmented } from '../ui/Choice.tsx';
import styles from './settings.module.css';
import { chooseTypography, type Typography, useTypography } from './writing.ts';

const OPTIONS: readonly { value: Typography; label: string }[] = [
  { value: 'auto', label: 'By language' },
  { value: 'en', label: '“English”' },
  { value: 'de', label: '„Deutsch“' },
  { value: 'fr', label: '«\u202fFrançais\u202f»' },
  { value: 'off', label: 'Off' },
];

export function WritingSettings(): ReactNode {
  const id = useId();
  return (
    <section aria-labelledby={id} className={styles.section}>
      <h2 id={id} className={styles.title}>
        Writing
      </h2>
      <Segmented
        label="Smart quotes and dashes"
        options={OPTIONS}
        value={useTypography()}
        onChange={chooseTypography}
      />
      <p className={styles.hint}>
        Straight quotes, two hyphens and three dots are set as they are printed. Undo or Backspace
        right after it gives back what you typed; code and formulas stay as typed.
      </p>
    </section>
  );
}
