/**
 * Whether there is a way to the server. A browser that knows of no network says so, but the server can run
 * on the same device: so it is asked.
 *
 * Invariant: once such a server answers, everything that waits for `online` hears of it.
 */
const ASK_AGAIN_MS = 15_000;

let hasAnswered = false;
let nextAsk: ReturnType<typeof setTimeout> | undefined;

/** Whether the device has no network, and no server of its own has answered. */
export function isOffline(): boolean {
  return globalThis.navigator?.onLine === false && !hasAnswered;
}

/** From now on asks the server whenever the browser says that there is no network. */
export function askWithoutNetwork(): void {
  addEventListener('offline', () => void ask());
  addEventListener('online', () => {
    // The next time without a network it is asked again.
    if (navigator.onLine) hasAnswered = false;
  });
  void ask();
}

async function ask(): Promise<void> {
  if (!isOffline()) return;
  // Without any server it fails at once.
  const answer = await fetch('/healthz', { cache: 'no-store' }).catch(() => null);
  if (!isOffline()) return;
  hasAnswered = answer?.ok === true;
  if (hasAnswered) dispatchEvent(new Event('online'));
  else {
    // One at a time, however often the network comes and goes.
    clearTimeout(nextAsk);
    nextAsk = setTimeout(() => void ask(), ASK_AGAIN_MS);
  }
}
