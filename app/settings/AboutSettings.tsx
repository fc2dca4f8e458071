/** Which version runs here, and which one on the server, as far as it can be reached. */
import { type ReactNode, useEffect, useId, useState } from 'react';
import { version } from '../../package.json';
import { ServerInfo } from '../../shared/protocol/http.ts';
import { tLazy } from '../i18n/lazy.ts';
import styles from './settings.module.css';

export function AboutSettings(): ReactNode {
  const id = useId();
  const server = useServerVersion();
  return (
    <section aria-labelledby={id} className={styles.section}>
      <h2 id={id} className={styles.title}>
        {tLazy().preferences.about}
      </h2>
      <dl className={styles.facts}>
        <dt>{tLazy().preferences.thisApp}</dt>
        <dd>Driftless {version}</dd>
        <dt>{tLazy().preferences.server}</dt>
        <dd>{server}</dd>
      </dl>
    </section>
  );
}

function useServerVersion(): string {
  const [told, setTold] = useState<{ version: string } | 'none' | 'unreachable' | null>(null);
  useEffect(() => {
    const stop = new AbortController();
    fetch('/api/server', { signal: stop.signal })
      .then(async (answer) => {
        const info = ServerInfo.safeParse(await answer.json());
        setTold(info.success ? info.data : 'none');
      })
      .catch(() => {
        // Offline, or no answer that can be read: both are told, and nothing depends on it.
        if (!stop.signal.aborted) setTold('unreachable');
      });
    return () => stop.abort();
  }, []);
  if (told === null) return '…';
  if (told === 'none') return tLazy().preferences.noVersion;
  return told === 'unreachable' ? tLazy().preferences.notReached : `Driftless ${told.version}`;
}
