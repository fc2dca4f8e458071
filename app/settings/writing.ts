/**
 * How this device helps with writing: which quotes and dashes come of what is typed.
 *
 * Invariant: what is read back is checked; where nothing can be kept, the choice lasts as long as the
 * page.
 */
import { useSyncExternalStore } from 'react';
import { type Of, oneOf } from '../../shared/shape.ts';

/** As a language writes them, as the browser's language does, or as they are typed. */
export const Typography = oneOf(['auto', 'en', 'de', 'fr', 'off']);
export type Typography = Of<typeof Typography>;

const KEY = 'driftless.typography';
let chosen: Typography | null = null;
const listeners = new Set<() => void>();

export function readTypography(): Typography {
  chosen ??= readKept();
  return chosen;
}

export function chooseTypography(typography: Typography): void {
  chosen = typography;
  try {
    localStorage.setItem(KEY, typography);
  } catch {
    // No storage in this browser: the choice lasts as long as this page.
  }
  tell();
}

export function useTypography(): Typography {
  return useSyncExternalStore(subscribe, readTypography);
}

function readKept(): Typography {
  try {
    const parsed = Typography.safeParse(localStorage.getItem(KEY));
    return parsed.success ? parsed.data : 'auto';
  } catch {
    // No storage in this browser: nothing was chosen.
    return 'auto';
  }
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) addEventListener('storage', readAgain);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) removeEventListener('storage', readAgain);
  };
}

function readAgain(event: StorageEvent): void {
  if (event.key !== KEY) return;
  chosen = readKept();
  tell();
}

function tell(): void {
  for (const listener of listeners) listener();
}
