/**
 * Short news that need no action ("Ana joined", "Copied"): shown for a moment, and read out politely.
 * Invariant: nothing is told only here; whoever misses it loses nothing.
 */
import { type ReactNode, useSyncExternalStore } from 'react';
import styles from './Announcer.module.css';

const SHOWN_MS = 4000;

let shown = '';
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

export function announce(message: string): void {
  show(message);
  clearTimeout(timer);
  timer = setTimeout(() => show(''), SHOWN_MS);
}

/** Where the news appear. One in the app. */
export function Announcer(): ReactNode {
  const message = useSyncExternalStore(subscribe, () => shown);
  return (
    <div role="status" className={styles.region}>
      {message ? <span className={styles.note}>{message}</span> : null}
    </div>
  );
}

function show(message: string): void {
  shown = message;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
