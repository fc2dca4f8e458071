/** For whoever runs the server: what is well between this browser and it, and what to do about the rest. */
import { type ReactNode, useId, useState } from 'react';
import type { Finding } from '../../shared/checkup/checkup.ts';
import { Button } from '../ui/Button.tsx';
import styles from './settings.module.css';

type State = 'unasked' | 'asking' | 'unloadable' | readonly Finding[];

export function CheckupSettings(): ReactNode {
  const id = useId();
  const [state, setState] = useState<State>('unasked');
  const check = async () => {
    setState('asking');
    try {
      const { checkUp } = await import('./ask-installation.ts');
      setState(await checkUp());
    } catch {
      setState('unloadable');
    }
  };
  return (
    <section aria-labelledby={id} className={styles.section}>
      <h2 id={id} className={styles.title}>
        Check-up
      </h2>
      <p className={styles.hint}>
        For whoever runs this server: whether everything between it and this browser is as it should
        be.
      </p>
      <div>
        <Button onClick={() => void check()} disabled={state === 'asking'}>
          Check now
        </Button>
      </div>
      <div role="status">
        {state === 'asking' ? <p className={styles.hint}>Checking…</p> : null}
        {state === 'unloadable' ? (
          <p className={styles.hint}>The check-up could not be loaded. Try again online.</p>
        ) : null}
        {typeof state === 'object' ? <Findings findings={state} /> : null}
      </div>
    </section>
  );
}

function Findings({ findings }: { findings: readonly Finding[] }): ReactNode {
  return (
    <dl className={styles.facts}>
      {findings.map(({ of, isWell, words }) => (
        <div key={of} className={styles.finding}>
          <dt>{of}</dt>
          <dd data-well={isWell ?? 'unknown'}>
            {isWell === false ? <strong>To mend: </strong> : null}
            {words}
          </dd>
        </div>
      ))}
    </dl>
  );
}
