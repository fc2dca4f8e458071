/** What this device keeps: for how long, how much comes by itself, and what takes the room. */
import { type ReactNode, useEffect, useId, useState } from 'react';
import { locale } from '../i18n/i18n.ts';
import { tLazy } from '../i18n/lazy.ts';
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

const limits = (): readonly { value: OfflineLimit; label: string }[] => [
  { value: 'none', label: tLazy().storage.none },
  { value: '100', label: formatBytes(100e6) },
  { value: '500', label: formatBytes(500e6) },
  { value: '2000', label: formatBytes(2e9) },
  { value: 'all', label: tLazy().storage.all },
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
        {tLazy().storage.storage}
      </h2>
      <Segmented
        label={tLazy().storage.limit}
        options={limits()}
        value={limit}
        onChange={chooseOfflineLimit}
      />
      <p className={styles.hint}>{tLazy().storage.limitHint}</p>
      <dl className={styles.facts}>
        <dt>{tLazy().storage.used}</dt>
        <dd>{used === null ? tLazy().storage.notSaid : formatBytes(used)}</dd>
        <dt>{tLazy().storage.kept}</dt>
        <dd>
          {kept === null
            ? tLazy().storage.notSaid
            : kept
              ? tLazy().storage.keptForGood
              : tLazy().storage.keptForNow}
        </dd>
      </dl>
      {kept === false ? (
        <p>
          <Button onClick={askAgain}>{tLazy().storage.askToKeep}</Button>
        </p>
      ) : null}
      {largest.length > 0 ? (
        <table className={styles.table}>
          <caption className={styles.hint}>
            {tLazy().storage.largestFirst(documents?.length ?? 0)}
          </caption>
          <tbody>
            {largest.map(({ title, bytes }, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two may have one title
              <tr key={at}>
                <th scope="row">
                  <bdi>{title}</bdi>
                </th>
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
export function formatBytes(bytes: number, language: string = locale()): string {
  const [amount, unit] =
    bytes < 1e6
      ? [Math.max(1, Math.round(bytes / 1e3)), 'kilobyte']
      : bytes < 1e9
        ? [bytes / 1e6, 'megabyte']
        : [bytes / 1e9, 'gigabyte'];
  return amount
    .toLocaleString(language, { style: 'unit', unit, maximumFractionDigits: 1 })
    .replace(' ', '\u00a0');
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
