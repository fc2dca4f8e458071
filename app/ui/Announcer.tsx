/**
 * Short news that need no action ("Ana joined", "Copied"): shown for a moment, and read out politely.
 * Invariant: nothing is told only here; whoever misses it loses nothing.
 */
import { type ReactNode, useSyncExternalStore } from 'react';
import styles from './Announcer.module.css';
import { announce, news, subscribe } from './announce.ts';

export { announce };

/** Where the news appear. One in the app. */
export function Announcer(): ReactNode {
  const message = useSyncExternalStore(subscribe, news);
  return (
    <div role="status" className={styles.region}>
      {message ? <span className={styles.note}>{message}</span> : null}
    </div>
  );
}
