/**
 * How many things are new, in front of what the tab is called.
 *
 * Invariant: what the tab is called stays what others say it is, and nothing is in front of it where
 * nothing is new; and another program that has its own idea of the title, such as one that translates it
 * or counts tabs, holds up nothing.
 */
import { useEffect } from 'react';

const COUNT = /^\(\d+\)\s*/;
/** Two who answer each other at once would never let anybody else have a turn. */
const AGAIN_AFTER_MS = 100;

export function useTitleCount(count: number): void {
  useEffect(() => {
    const say = () => {
      const title = document.title.replace(COUNT, '');
      const counted = count > 0 ? `(${count}) ${title}`.trim() : title;
      if (document.title !== counted) document.title = counted;
    };
    say();
    let timer: ReturnType<typeof setTimeout> | undefined;
    // The page is given another title.
    const titled = new MutationObserver(() => {
      timer ??= setTimeout(() => {
        timer = undefined;
        say();
      }, AGAIN_AFTER_MS);
    });
    titled.observe(document.head, { childList: true, subtree: true, characterData: true });
    return () => {
      titled.disconnect();
      clearTimeout(timer);
      document.title = document.title.replace(COUNT, '');
    };
  }, [count]);
}
