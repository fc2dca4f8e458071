/** Light, dark, or what the system says. */
import { type ReactNode, useId } from 'react';
import { tLazy } from '../i18n/lazy.ts';
import { Segmented } from '../ui/Choice.tsx';
import styles from './settings.module.css';
import { chooseTheme, THEMES, useTheme } from './theme.ts';

export function AppearanceSettings(): ReactNode {
  const id = useId();
  return (
    <section aria-labelledby={id} className={styles.section}>
      <h2 id={id} className={styles.title}>
        {tLazy().preferences.appearance}
      </h2>
      <Segmented
        label={tLazy().preferences.theme}
        options={THEMES.map((value) => ({ value, label: tLazy().preferences[value] }))}
        value={useTheme()}
        onChange={chooseTheme}
      />
    </section>
  );
}
