/** What of one's typing is set better: quotes, dashes and the ellipsis. */
import { type ReactNode, useId } from 'react';
import { tLazy } from '../i18n/lazy.ts';
import { Segmented } from '../ui/Choice.tsx';
import { useStoredValue } from '../ui/stored-value.ts';
import styles from './settings.module.css';
import { type Typography, typographyValue } from './writing.ts';

const options = (): readonly { value: Typography; label: string }[] => [
  { value: 'auto', label: tLazy().preferences.byLanguage },
  { value: 'en', label: '“English”' },
  { value: 'de', label: '„Deutsch“' },
  { value: 'fr', label: '«\u202fFrançais\u202f»' },
  { value: 'off', label: tLazy().preferences.off },
];

export function WritingSettings(): ReactNode {
  const id = useId();
  return (
    <section aria-labelledby={id} className={styles.section}>
      <h2 id={id} className={styles.title}>
        {tLazy().preferences.writing}
      </h2>
      <Segmented
        label={tLazy().preferences.smartQuotes}
        options={options()}
        value={useStoredValue(typographyValue)}
        onChange={(typography) => typographyValue.set(typography)}
      />
      <p className={styles.hint}>{tLazy().preferences.smartHint}</p>
    </section>
  );
}
