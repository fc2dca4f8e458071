/** Light, dark, or what the system says. */
import { type ReactNode, useId } from 'react';
import { Segmented } from '../ui/Choice.tsx';
import styles from './settings.module.css';
import { chooseTheme, type Theme, useTheme } from './theme.ts';

const OPTIONS: readonly { value: Theme; label: string }[] = [
  { value: 'system', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
];

export function AppearanceSettings(): ReactNode {
  const id = useId();
  return (
    <section aria-labelledby={id} className={styles.section}>
      <h2 id={id} className={styles.title}>
        Appearance
      </h2>
      <Segmented label="Theme" options={OPTIONS} value={useTheme()} onChange={chooseTheme} />
    </section>
  );
}
