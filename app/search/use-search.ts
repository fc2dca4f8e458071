/** What the search found for what is being typed. */
import { useEffect, useRef, useState } from 'react';
import { find, onRead, type SearchAnswer } from './search.ts';

/** After which a search that failed is asked once more, ms. */
const ASK_AGAIN_MS = 2000;

export interface Searched extends SearchAnswer {
  query: string;
}

/** The last answer, which is to an earlier query while the next one is on its way; null without one. `without`: what is not to be found. */
export function useSearch(query: string, without: readonly string[] = []): Searched | null {
  const left = useRef(without);
  left.current = without;
  const [searched, setSearched] = useState<Searched | null>(null);
  const [again, setAgain] = useState(0);
  const answered = useRef(Promise.resolve());
  useEffect(() => onRead(() => setAgain((times) => times + 1)), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `again` asks the same once more
  useEffect(() => {
    if (query === '') {
      setSearched(null);
      return;
    }
    let current = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const ask = () =>
      find(query, left.current).then(
        (answer) => {
          if (!current) return;
          setSearched({ query, ...answer });
          // Not everything has been read yet.
          if (answer.waiting > 0) timer = setTimeout(() => setAgain((times) => times + 1), 1000);
        },
        (error: unknown) => {
          console.error('The search did not answer.', error);
          if (!current) return;
          setSearched({ query, results: [], waiting: 0 });
          timer = setTimeout(() => setAgain((times) => times + 1), ASK_AGAIN_MS);
        },
      );
    // One question at a time: of what is typed meanwhile only the last is asked.
    answered.current = answered.current.then(() => (current ? ask() : undefined));
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [query, again]);
  return searched;
}
