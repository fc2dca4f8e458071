/**
 * Asks for a server on this very device where the browser knows of no network.
 *
 * Invariant: once such a server answers, everything that waits for `online` hears of it.
 */
import { isOffline, noteAnswer } from './offline.ts';

const ASK_AGAIN_MS = 15_000;

let nextAsk: ReturnType<typeof setTimeout> | undefined;

/** From now on asks the server whenever the browser says that there is no network. */
export function askWithoutNetwork(): void {
  addEventListener('offline', () => void ask());
  addEventListener('online', () => {
    // The next time without a network it is asked again.
    if (navigator.onLine) noteAnswer(false);
  });
  void ask();
}

async function ask(): Promise<void> {
  if (!isOffline()) return;
  // Without any server it fails at once.
  const answer = await fetch('/healthz', { cache: 'no-store' }).catch(() => null);
  if (!isOffline()) return;
  noteAnswer(answer?.ok === true);
  if (!isOffline()) dispatchEvent(new Event('online'));
  else {
    // One at a time, however often the network comes and goes.
    clearTimeout(nextAsk);
    nextAsk = setTimeout(() => void ask(), ASK_AGAIN_MS);
  }
}
