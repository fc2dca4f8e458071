/**
 * The first words of a document, for lists of many: only what is drawn asks.
 *
 * Invariant: they come after the row and change nothing of its size.
 */
import { type ReactNode, useEffect, useState } from 'react';
import { firstWordsOf, onRead } from './search.ts';

/** As they were shown last, so that a list that is drawn again has them at once. */
const shown = new Map<string, string>();

export function FirstWords({ docId }: { docId: string }): ReactNode {
  const [words, setWords] = useState(() => shown.get(docId) ?? '');
  useEffect(() => {
    let current = true;
    const look = () => {
      firstWordsOf(docId).then(
        (found) => {
          shown.set(docId, found);
          if (current) setWords(found);
        },
        (error: unknown) => console.error('The first words are not known.', error),
      );
    };
    const stop = onRead(look);
    look();
    return () => {
      current = false;
      stop();
    };
  }, [docId]);
  return <span>{words}</span>;
}
