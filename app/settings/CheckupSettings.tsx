/** For whoever runs the server: what is well between this browser and it, and what to do about the rest. */
import { type ReactNode, useId, useState } from 'react';
import type { Finding } from '../../shared/checkup/checkup.ts';
import { tLazy } from '../i18n/lazy.ts';
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
        {tLazy().checkup.checkup}
      </h2>
      <p className={styles.hint}>{tLazy().checkup.hint}</p>
      <div>
        <Button onClick={() => void check()} disabled={state === 'asking'}>
          {tLazy().checkup.checkNow}
        </Button>
      </div>
      <div role="status">
        {state === 'asking' ? <p className={styles.hint}>{tLazy().checkup.checking}</p> : null}
        {state === 'unloadable' ? <p className={styles.hint}>{tLazy().checkup.notLoaded}</p> : null}
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
            {isWell === false ? <strong>{tLazy().checkup.toMend} </strong> : null}
            <span>{words}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}
