/** What this device keeps: for how long, how much comes by itself, and what takes the room. */
import { type ReactNode, useEffect, useId, useState } from 'react';
import { Button } from '../ui/Button.tsx';
import { Segmented } from '../ui/Choice.tsx';
import styles from './settings.module.css';
import {
  chooseOfflineLimit,
  isKeptForGood,
  keepForGood,
  type OfflineLimit,
  useOfflineLimit,
} from './storage.ts';

const LIMITS: readonly { value: OfflineLimit; label: string }[] = [
  { value: 'none', label: 'Only what I open' },
  { value: '100', label: '100 MB' },
  { value: '500', label: '500 MB' },
  { value: '2000', label: '2 GB' },
  { value: 'all', label: 'Everything' },
];
const MOST_SHOWN = 10;

export interface StoredDocument {
  title: string;
  bytes: number;
}

/** `readDocuments` tells what each document takes here. */
export function StorageSettings({
  readDocuments,
}: {
  readDocuments: () => Promise<StoredDocument[]>;
}): ReactNode {
  const id = useId();
  const limit = useOfflineLimit();
  const { kept, used, askAgain } = useBrowserStorage();
  const documents = useLoaded(readDocuments);
  const largest = [...(documents ?? [])].sort((a, b) => b.bytes - a.bytes).slice(0, MOST_SHOWN);
  return (
    <section aria-labelledby={id} className={styles.section}>
      <h2 id={id} className={styles.title}>
        Storage on this device
      </h2>
      <Segmented
        label="Documents that come by themselves, to open offline"
        options={LIMITS}
        value={limit}
        onChange={chooseOfflineLimit}
      />
      <p className={styles.hint}>
        Those you used last come first. What you open here is always kept, whatever the limit;
        pictures and files come when you first see them.
      </p>
      <dl className={styles.facts}>
        <dt>Taken in all</dt>
        <dd>{used === null ? 'The browser does not say' : formatBytes(used)}</dd>
        <dt>Kept</dt>
        <dd>
          {kept === null
            ? 'The browser does not say'
            : kept
              ? 'Until you delete it'
              : 'As long as the browser has room'}
        </dd>
      </dl>
      {kept === false ? (
        <p>
          <Button onClick={askAgain}>Ask the browser to keep everything</Button>
        </p>
      ) : null}
      {largest.length > 0 ? (
        <table className={styles.table}>
          <caption className={styles.hint}>
            {documents?.length === 1 ? 'One document' : `${documents?.length} documents`}, the
            largest first
          </caption>
          <tbody>
            {largest.map(({ title, bytes }, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two may have one title
              <tr key={at}>
                <th scope="row">{title}</th>
                <td>{formatBytes(bytes)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : null}
    </section>
  );
}

/** "12 kB", "3.4 MB" */
export function formatBytes(bytes: number, language?: string): string {
  const [amount, unit] =
    bytes < 1e6
      ? [Math.max(1, Math.round(bytes / 1e3)), 'kB']
      : bytes < 1e9
        ? [bytes / 1e6, 'MB']
        : [bytes / 1e9, 'GB'];
  return `${amount.toLocaleString(language, { maximumFractionDigits: 1 })}\u00a0${unit}`;
}

function useLoaded<T>(read: () => Promise<T>): T | null {
  const [value, setValue] = useState<T | null>(null);
  useEffect(() => {
    let current = true;
    read().then(
      (loaded) => current && setValue(loaded),
      (error: unknown) => console.error('What is stored could not be counted.', error),
    );
    return () => {
      current = false;
    };
  }, [read]);
  return value;
}

function useBrowserStorage() {
  const [kept, setKept] = useState<boolean | null>(null);
  const [used, setUsed] = useState<number | null>(null);
  useEffect(() => {
    const look = async () => {
      setKept(await isKeptForGood());
      setUsed((await navigator.storage?.estimate?.())?.usage ?? null);
    };
    look().catch((error: unknown) => {
      console.error('The browser did not say what it stores.', error);
    });
  }, []);
  const askAgain = () => {
    keepForGood().then(setKept, (error: unknown) => {
      console.error('The browser did not say whether it keeps everything.', error);
    });
  };
  return { kept, used, askAgain };
}
