/**
 * How many things are new, in front of what the tab is called.
 *
 * Invariant: what the tab is called stays what others say it is, and nothing is in front of it where
 * nothing is new.
 */
import { useEffect } from 'react';

const COUNT = /^\(\d+\) /;

export function useTitleCount(count: number): void {
  useEffect(() => {
    const say = () => {
      const title = document.title.replace(COUNT, '');
      const counted = count > 0 ? `(${count}) ${title}` : title;
      if (document.title !== counted) document.title = counted;
    };
    say();
    // The page is given another title.
    const titled = new MutationObserver(say);
    titled.observe(document.head, { childList: true, subtree: true, characterData: true });
    return () => {
      titled.disconnect();
      document.title = document.title.replace(COUNT, '');
    };
  }, [count]);
}
