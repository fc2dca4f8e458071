/** Whether this device tells when somebody mentions one, or answers in a thread that one began. */
import { type ReactNode, useId, useState } from 'react';
import { tLazy } from '../i18n/lazy.ts';
import { Segmented } from '../ui/Choice.tsx';
import { useStoredValue } from '../ui/stored-value.ts';
import { askToNotify, canNotify, mayNotify, noticesSince } from './notices.ts';
import { registeredPush } from './push.ts';
import styles from './settings.module.css';

export function NoticesSettings(): ReactNode {
  const id = useId();
  const [isRefused, setRefused] = useState(false);
  useStoredValue(noticesSince);
  const isPushed = useStoredValue(registeredPush) !== null;
  if (!canNotify()) return null;
  const texts = tLazy().notifications;
  const choose = (chosen: 'on' | 'off') => {
    setRefused(false);
    if (chosen === 'off') {
      noticesSince.set(null);
      return;
    }
    askToNotify().then(
      (isGranted) => setRefused(!isGranted),
      (error: unknown) => {
        console.error('The browser did not say whether it may notify.', error);
        setRefused(true);
      },
    );
  };
  return (
    <section aria-labelledby={id} className={styles.section}>
      <h2 id={id} className={styles.title}>
        {texts.title}
      </h2>
      <Segmented
        label={texts.which}
        options={[
          { value: 'off', label: texts.off },
          { value: 'on', label: texts.forMe },
        ]}
        value={mayNotify() ? 'on' : 'off'}
        onChange={choose}
      />
      <p className={styles.hint} role="status">
        <span>{isRefused ? texts.refused : texts.hint}</span>{' '}
        <span>{mayNotify() ? (isPushed ? texts.alsoClosed : texts.whileOpen) : null}</span>
      </p>
    </section>
  );
}
