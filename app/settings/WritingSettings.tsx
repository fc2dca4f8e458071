/** What of one's typing is set better: quotes, dashes and the ellipsis. */
import { type ReactNode, useId } from 'react';
import { Segmented } from '../ui/Choice.tsx';
import { tLate } from '../words/late.ts';
import styles from './settings.module.css';
import { chooseTypography, type Typography, useTypography } from './writing.ts';

const options = (): readonly { value: Typography; label: string }[] => [
  { value: 'auto', label: tLate().preferences.byLanguage },
  { value: 'en', label: '“English”' },
  { value: 'de', label: '„Deutsch“' },
  { value: 'fr', label: '«\u202fFrançais\u202f»' },
  { value: 'off', label: tLate().preferences.off },
];

export function WritingSettings(): ReactNode {
  const id = useId();
  return (
    <section aria-labelledby={id} className={styles.section}>
      <h2 id={id} className={styles.title}>
        {tLate().preferences.writing}
      </h2>
      <Segmented
        label={tLate().preferences.smartQuotes}
        options={options()}
        value={useTypography()}
        onChange={chooseTypography}
      />
      <p className={styles.hint}>{tLate().preferences.smartHint}</p>
    </section>
  );
}
