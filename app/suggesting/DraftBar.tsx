/**
 * What says that one is in a draft, over the page as long as one is, and what can be done with it.
 *
 * Invariant: nothing of the text moves when it comes or goes; nobody is offered what they may not do.
 */
import { type ReactNode, useSyncExternalStore } from 'react';
import { tLazy } from '../i18n/lazy.ts';
import { Button } from '../ui/Button.tsx';
import type { Drafts } from './drafts.ts';
import styles from './suggesting.module.css';

export function DraftBar({ drafts }: { drafts: Drafts }): ReactNode {
  const snapshot = useSyncExternalStore(drafts.subscribe, drafts.get);
  const { shown, hasMore, isDrawn } = snapshot;
  const texts = tLazy().drafting;
  const draft = snapshot.drafts.find(({ id }) => id === shown?.id);
  if (!shown) return null;
  const label = texts.on(draft?.name ?? '');
  const state = draft?.state ?? 'open';
  return (
    <section aria-label={label} className={styles.bar}>
      <p className={styles.on}>
        <span>{label}</span>
        {state === 'open' || (state === 'accepted' && hasMore) ? null : (
          <span className={styles.quiet}> · {texts.states[state]}</span>
        )}
      </p>
      <div className={styles.actions}>
        {shown.mayWrite && hasMore ? (
          <Button variant="filled" onClick={() => drafts.merge()}>
            {texts.merge}
          </Button>
        ) : null}
        <Button aria-pressed={isDrawn} onClick={() => drafts.setDrawn(!isDrawn)}>
          {texts.whatChanges}
        </Button>
        <Button onClick={() => drafts.leave()}>{texts.leave}</Button>
      </div>
    </section>
  );
}
