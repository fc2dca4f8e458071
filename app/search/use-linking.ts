/** Which documents of this device link to one, live. */
import { useEffect, useState } from 'react';
import { linkingTo, onRead, startSearch } from './search.ts';

const NONE: readonly string[] = [];

/** `known`: all documents of the library; with an empty list nothing is asked. */
export function useLinking(docId: string, known: readonly string[]): readonly string[] {
  const [linking, setLinking] = useState(NONE);
  useEffect(() => {
    if (known.length === 0) return;
    let current = true;
    let isStarted = false;
    const look = () => {
      linkingTo(docId).then(
        ({ docIds, isStale }) => {
          if (!current) return;
          setLinking(docIds);
          // What waits to be read is read once; it is told when that is done.
          if (isStale && !isStarted) startSearch(known.map((each) => ({ docId: each })));
          isStarted = true;
        },
        (error: unknown) => console.error('Who links to this document is not known.', error),
      );
    };
    const stop = onRead(look);
    look();
    return () => {
      current = false;
      stop();
    };
  }, [docId, known]);
  return linking;
}
