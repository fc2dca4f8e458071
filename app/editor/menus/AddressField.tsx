/** Where an address is written, and what is wrong with it is said. */
import type { ReactNode } from 'react';
import { tLazy } from '../../i18n/lazy.ts';
import { TextField } from '../../ui/Field.tsx';
import styles from './menus.module.css';

export function AddressField({
  address,
  problem,
  onChange,
}: {
  address: string;
  problem: string | null;
  onChange: (address: string) => void;
}): ReactNode {
  return (
    <TextField
      label={tLazy().menus.address}
      labelHidden
      type="url"
      dir="ltr"
      inputMode="url"
      placeholder="https://"
      value={address}
      problem={problem}
      className={styles.linkField}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
