/** Everything on this device as one file, for whoever wants to keep it or to go elsewhere with it. */
import { type ReactNode, useId, useState } from 'react';
import { Button } from '../ui/Button.tsx';
import { tLate } from '../words/late.ts';
import { t } from '../words/words.ts';
import styles from './settings.module.css';

/** What came of an export. */
export interface Exported {
  documents: number;
  /** Titles of documents that this device does not have. */
  missing: readonly string[];
  missingFiles: number;
}

type State = 'unasked' | 'exporting' | 'failed' | Exported;

/** So many titles are named. */
const MOST_NAMED = 5;

/** `exportAll` hands the file to the browser. */
export function ExportSettings({ exportAll }: { exportAll: () => Promise<Exported> }): ReactNode {
  const id = useId();
  const [state, setState] = useState<State>('unasked');
  const start = async () => {
    setState('exporting');
    try {
      setState(await exportAll());
    } catch (error) {
      console.error('The documents could not be exported.', error);
      setState('failed');
    }
  };
  return (
    <section aria-labelledby={id} className={styles.section}>
      <h2 id={id} className={styles.title}>
        {tLate().exportAll.title}
      </h2>
      <p className={styles.hint}>{tLate().exportAll.hint}</p>
      <div>
        <Button onClick={() => void start()} disabled={state === 'exporting'}>
          {tLate().exportAll.exportAll}
        </Button>
      </div>
      <div role="status">
        {state === 'unasked' ? null : <p className={styles.hint}>{wordsOf(state)}</p>}
      </div>
    </section>
  );
}

function wordsOf(state: Exclude<State, 'unasked'>): string {
  const texts = tLate().exportAll;
  if (state === 'exporting') return texts.exporting;
  if (state === 'failed') return texts.failed;
  const { documents, missing, missingFiles } = state;
  const named = missing.slice(0, MOST_NAMED).map((title) => title.trim() || t().untitled);
  const unnamed = missing.length - named.length;
  const list = [...named, ...(unnamed > 0 ? [`+${tLate().counts.number(unnamed)}`] : [])];
  return [
    texts.exported(documents),
    ...(missing.length > 0 ? [texts.notHere(list.join(', '))] : []),
    ...(missingFiles > 0 ? [texts.filesNotHere(missingFiles)] : []),
  ].join(' ');
}
