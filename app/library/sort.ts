/** The order in which this device lists documents. */
import { useSyncExternalStore } from 'react';
import { SORTS, type Sort } from '../../shared/library/find-entries.ts';
import { oneOf } from '../../shared/shape.ts';

const KEY = 'driftless.sort';
const Chosen = oneOf(SORTS);
let chosen: Sort | null = null;
const listeners = new Set<() => void>();

function readSort(): Sort {
  if (chosen === null) {
    try {
      const parsed = Chosen.safeParse(localStorage.getItem(KEY));
      chosen = parsed.success ? parsed.data : 'used';
    } catch {
      // No storage in this browser: nothing was chosen.
      chosen = 'used';
    }
  }
  return chosen;
}

export function chooseSort(sort: Sort): void {
  chosen = sort;
  try {
    localStorage.setItem(KEY, sort);
  } catch {
    // It then lasts as long as this page.
  }
  for (const listener of [...listeners]) listener();
}

export function useSort(): Sort {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, readSort);
}
