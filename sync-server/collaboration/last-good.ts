/**
 * Looks for what a damaged document was when it was last whole, in a thread of its own: what made
 * the server give up on it may never end, or take all memory, there too.
 *
 * Invariant: nobody else waits for it, and it ends.
 */
import { Worker } from 'node:worker_threads';
import type { HistoryRow, StoredLog } from '../storage/storage.ts';

const MAX_HEAP_MB = 1_024;

interface LastGood {
  readonly state: Uint8Array;
  /** The last row that is part of it. */
  readonly upTo: number;
}

/** What the thread is given. */
export interface ToLookAt {
  readonly history: readonly HistoryRow[];
  readonly checkpoint: StoredLog['checkpoint'];
}

/** What it says: that it begins, then less and then more of what it found. */
export type Found = 'begin' | LastGood | null;

/**
 * The most that was found within so many milliseconds, or null if nothing was. Rejects with what the
 * thread throws, if it found nothing before.
 */
export function findLastGood(
  history: readonly HistoryRow[],
  checkpoint: StoredLog['checkpoint'],
  limitMs: number,
): Promise<LastGood | null> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./last-good-thread.ts', import.meta.url), {
      workerData: { history, checkpoint } satisfies ToLookAt,
      resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
    });
    let found: LastGood | null = null;
    let timer: NodeJS.Timeout | undefined;
    let thrown: Error | null = null;
    worker.on('message', (said: Found) => {
      if (said === 'begin') timer = setTimeout(() => worker.terminate(), limitMs);
      else found = said ?? found;
    });
    worker.on('error', (error: Error) => {
      thrown = error;
    });
    worker.on('exit', () => {
      clearTimeout(timer);
      if (thrown === null || found !== null) resolve(found);
      else reject(thrown);
    });
  });
}
