/**
 * A part of the app that is loaded after the first paint.
 *
 * Invariant: it is fetched at once, while there surely is a network; where that failed, it is asked
 * for again when it is wanted, and whoever wants it is told if it cannot be had.
 */
import { useEffect, useState } from 'react';
import { announce } from './Announcer.tsx';

export function useLater<Part>(load: () => Promise<Part>, wanted: boolean): Part | null {
  const [part, setPart] = useState<Part | null>(null);
  useEffect(() => {
    if (part !== null) return;
    load().then(
      (loaded) => setPart(() => loaded),
      () => {
        if (wanted) announce('This part of the app could not be loaded. Try again online.');
      },
    );
  }, [load, wanted, part]);
  return part;
}
