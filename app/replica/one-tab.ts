/**
 * Work that one tab of this browser does at a time.
 *
 * Invariant: a tab that is closed, killed or put to sleep hands it on; one that is stuck is passed
 * over after a while. Where the browser has no locks each tab does it for itself.
 */

/** After this long without a word the tab that does the work counts as stuck, ms. */
const STUCK_AFTER_MS = 90_000;
const BEAT_EVERY_MS = 20_000;

/** @param work asks `isOver` before each piece, and ends when it is */
export async function inOneTab(
  name: string,
  work: (isOver: () => boolean) => Promise<void>,
): Promise<void> {
  const locks = globalThis.navigator?.locks as LockManager | undefined;
  if (!locks) return work(() => false);
  const key = `${name}.beat`;
  let isStolen = false;
  const held = () => hold(key, work, () => isStolen);
  const waiting = new AbortController();
  let timer: ReturnType<typeof setInterval> | undefined;
  try {
    const stuck = new Promise<'stuck'>((resolve) => {
      timer = setInterval(() => {
        // Also one whose last word is from before the clock was set back.
        if (Math.abs(Date.now() - lastBeat(key)) > STUCK_AFTER_MS) resolve('stuck');
      }, BEAT_EVERY_MS);
    });
    let isHeld = false;
    const asked = locks.request(name, { signal: waiting.signal }, async () => {
      isHeld = true;
      await held();
    });
    const first = await Promise.race([asked.then(() => 'done' as const), stuck]);
    if (first === 'done' || isHeld) return await asked;
    waiting.abort();
    await asked.catch(() => undefined);
    await locks.request(name, { steal: true }, held);
  } catch (error) {
    // Another tab took over.
    if (!(error instanceof DOMException && error.name === 'AbortError')) throw error;
    isStolen = true;
  } finally {
    clearInterval(timer);
  }
}

/** Until it is done, or the browser puts this tab to sleep. */
async function hold(
  key: string,
  work: (isOver: () => boolean) => Promise<void>,
  isStolen: () => boolean,
): Promise<void> {
  let isAsleep = false;
  let sleep: () => void = () => undefined;
  const asleep = new Promise<void>((resolve) => {
    sleep = () => {
      isAsleep = true;
      resolve();
    };
  });
  const beat = () => keepBeat(key);
  beat();
  const timer = setInterval(beat, BEAT_EVERY_MS);
  globalThis.document?.addEventListener('freeze', sleep);
  try {
    await Promise.race([work(() => isAsleep || isStolen()), asleep]);
  } finally {
    clearInterval(timer);
    globalThis.document?.removeEventListener('freeze', sleep);
  }
}

function keepBeat(key: string): void {
  try {
    localStorage.setItem(key, String(Date.now()));
  } catch {
    // Without storage no tab tells another that it lives, and none is passed over.
  }
}

function lastBeat(key: string): number {
  try {
    return Number(localStorage.getItem(key) ?? Date.now());
  } catch {
    return Date.now();
  }
}
