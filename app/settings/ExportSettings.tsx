/** Everything on this device as one file, for whoever wants to keep it or to go elsewhere with it. */
import { type ReactNode, useId, useState } from 'react';
import { tLazy } from '../i18n/lazy.ts';
import { Button } from '../ui/Button.tsx';
import { namedTitles } from './named-titles.ts';
import styles from './settings.module.css';

/** What came of an export. */
export interface Exported {
  documents: number;
  /** Titles of documents that this device does not have. */
  missing: readonly string[];
  missingFiles: number;
}

type State = 'unasked' | 'exporting' | 'failed' | Exported;

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
        {tLazy().exportAll.title}
      </h2>
      <p className={styles.hint}>{tLazy().exportAll.hint}</p>
      <div>
        <Button onClick={() => void start()} disabled={state === 'exporting'}>
          {tLazy().exportAll.exportAll}
        </Button>
      </div>
      <div role="status">
        {state === 'unasked' ? null : <p className={styles.hint}>{wordsOf(state)}</p>}
      </div>
    </section>
  );
}

function wordsOf(state: Exclude<State, 'unasked'>): string {
  const texts = tLazy().exportAll;
  if (state === 'exporting') return texts.exporting;
  if (state === 'failed') return texts.failed;
  return exportedWords(state);
}

export function exportedWords({ documents, missing, missingFiles }: Exported): string {
  const texts = tLazy().exportAll;
  return [
    texts.exported(documents),
    ...(missing.length > 0 ? [texts.notHere(namedTitles(missing))] : []),
    ...(missingFiles > 0 ? [texts.filesNotHere(missingFiles)] : []),
  ].join(' ');
}
