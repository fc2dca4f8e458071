/**
 * What says that one suggests, over the page as long as one does.
 *
 * Invariant: nothing of the text moves when it comes or goes; what could not be kept is said there.
 */
import { type ReactNode, useSyncExternalStore } from 'react';
import { tLazy } from '../i18n/lazy.ts';
import { Button } from '../ui/Button.tsx';
import { cx } from '../ui/cx.ts';
import styles from './suggesting.module.css';
import type { Suggesting, SuggestingSnapshot } from './suggesting.ts';

export function SuggestingBar({
  suggesting,
  onStop,
}: {
  suggesting: Suggesting;
  /** Null where one may do nothing else. */
  onStop: (() => void) | null;
}): ReactNode {
  const { fork, fault, own } = useSyncExternalStore(suggesting.subscribe, suggesting.get);
  const texts = tLazy().proposing;
  if (!fork && fault === null) return null;
  return (
    <section aria-label={texts.on} className={cx(styles.bar, fork && !onStop && styles.always)}>
      {fork ? (
        <>
          <p className={styles.on}>{texts.on}</p>
          <div className={styles.actions}>
            {own.length > 0 ? (
              <Button onClick={() => suggesting.beginAnother()}>{texts.another}</Button>
            ) : null}
            {onStop ? <Button onClick={onStop}>{texts.stop}</Button> : null}
          </div>
        </>
      ) : null}
      {fault === null ? null : (
        <p role="alert" className={styles.fault}>
          {wordsOf(fault)}
        </p>
      )}
    </section>
  );
}

function wordsOf(fault: NonNullable<SuggestingSnapshot['fault']>): string {
  const { notKept, tooLarge, unsuitable } = tLazy().proposing;
  if (fault === 'not kept') return notKept;
  return fault === 'too large' ? tooLarge : unsuitable;
}
