/** What there is for the case that this device is lost: a file with the keys and texts of it all. */
import { type ReactNode, useId, useRef, useState } from 'react';
import { tLazy } from '../i18n/lazy.ts';
import { Button } from '../ui/Button.tsx';
import { namedTitles } from './named-titles.ts';
import styles from './settings.module.css';

/** What is in a recovery file. */
export interface SavedRecovery {
  documents: number;
  /** Titles of documents of which it has the keys alone: their texts are not on this device. */
  missing: readonly string[];
}

/** `save` hands the file to the browser; `take` gives what came of one, in words. */
export function RecoverySettings({
  save,
  take,
}: {
  save: () => Promise<SavedRecovery>;
  take: (file: File) => Promise<string>;
}): ReactNode {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(false);
  const [words, setWords] = useState('');
  const texts = tLazy().recovery;
  const run = async (work: () => Promise<string>) => {
    setBusy(true);
    try {
      setWords(await work());
    } catch (error) {
      console.error('The recovery file failed.', error);
      setWords(texts.failed);
    }
    setBusy(false);
  };
  return (
    <section aria-labelledby={id} className={styles.section}>
      <h2 id={id} className={styles.title}>
        {texts.title}
      </h2>
      <p className={styles.hint}>{texts.hint}</p>
      <div className={styles.buttons}>
        <Button busy={busy} onClick={() => void run(async () => wordsOf(await save()))}>
          {texts.save}
        </Button>
        <Button variant="plain" busy={busy} onClick={() => input.current?.click()}>
          {texts.take}
        </Button>
      </div>
      <input
        ref={input}
        type="file"
        hidden
        accept=".zip,application/zip"
        onChange={(event) => {
          const file = event.target.files?.[0];
          event.target.value = '';
          if (file) void run(() => take(file));
        }}
      />
      <div role="status">{words ? <p className={styles.hint}>{words}</p> : null}</div>
    </section>
  );
}

export function wordsOf({ documents, missing }: SavedRecovery): string {
  const texts = tLazy().recovery;
  if (documents === 0) return texts.nothing;
  return [
    texts.saved(documents),
    ...(missing.length > 0 ? [texts.keysOnly(namedTitles(missing))] : []),
  ].join(' ');
}
