/** Light, dark, or what the system says. */
import { type ReactNode, useId } from 'react';
import { Segmented } from '../ui/Choice.tsx';
import { tLate } from '../words/late.ts';
import styles from './settings.module.css';
import { chooseTheme, THEMES, useTheme } from './theme.ts';

export function AppearanceSettings(): ReactNode {
  const id = useId();
  return (
    <section aria-labelledby={id} className={styles.section}>
      <h2 id={id} className={styles.title}>
        {tLate().preferences.appearance}
      </h2>
      <Segmented
        label={tLate().preferences.theme}
        options={THEMES.map((value) => ({ value, label: tLate().preferences[value] }))}
        value={useTheme()}
        onChange={chooseTheme}
      />
    </section>
  );
}
