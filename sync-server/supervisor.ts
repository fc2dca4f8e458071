/**
 * Keeps a server running in a thread of its own, and ends it where it hangs or takes all memory.
 *
 * What nobody foresaw, such as an endless loop in a library, holds up every document that shares a
 * thread. So the server has a thread, and this one does nothing but watch it: one that has computed
 * for too long without taking a turn is ended, and one that took all the memory it may have ends by
 * itself. Another is started at once, on the same port, and told which document was worked on: that
 * one it sets apart (`set-apart.ts`), and all others are open again as soon as their people are back.
 *
 * Invariant: nothing is lost by it that a sudden death of the whole process would not lose, which is
 * nothing that was confirmed; and no document is set apart for what others took of the memory.
 */
import { getHeapStatistics } from 'node:v8';
import { Worker } from 'node:worker_threads';
import { documentOf, newWatched, turnsOf, type Watched } from './current-document.ts';

const LOOK_EVERY_MS = 250;
/** With less than this of the heap in use when the work began, it took the rest by itself. */
const FREE_HEAP_SHARE = 0.7;
/** Longer than a stop takes by its own account. */
const END_AFTER_STOP_MS = 5_000;
const OUT_OF_MEMORY = 'ERR_WORKER_OUT_OF_MEMORY';

/** Why a server was ended, and what it worked on. */
export interface Ended {
  readonly why: 'time' | 'memory';
  readonly document: string | null;
}

/** What the thread is started with. */
export interface Start {
  readonly memory: SharedArrayBuffer;
  /** Where the one before it listened. */
  readonly port: number | null;
  readonly ended: Ended | null;
}

/** What the thread says. */
export type Said =
  | { kind: 'listening'; port: number; hangLimitMs: number; stopTimeoutMs: number }
  | { kind: 'failed'; sentence: string }
  | { kind: 'stopped'; code: number };

/** What it is told. */
export const STOP = 'stop';

/** Runs the program in `file` until it is told to stop; resolves with the exit code. */
export function supervise(file: URL): Promise<number> {
  return new Promise((resolve, reject) => {
    let port: number | null = null;
    let stop: (() => void) | null = null;

    const start = (ended: Ended | null): void => {
      const watched = newWatched();
      const memory = watched.numbers.buffer as SharedArrayBuffer;
      const limit = getHeapStatistics().heap_size_limit;
      const worker = new Worker(file, {
        workerData: { memory, port, ended } satisfies Start,
        resourceLimits: { maxOldGenerationSizeMb: Math.round(limit / 1024 ** 2) },
      });
      let watch: Watch | null = null;
      let result: number | null = null;
      let thrown: unknown = null;
      let endedNow: Ended | null = null;
      let stopTimeoutMs = 0;
      stop = () => {
        worker.postMessage(STOP);
        // One that hangs does not hear it.
        setTimeout(() => worker.terminate(), stopTimeoutMs + END_AFTER_STOP_MS).unref();
      };
      worker.on('message', (said: Said) => {
        if (said.kind === 'failed') {
          process.stderr.write(`${said.sentence}\n`);
          result = 1;
          void worker.terminate();
        } else if (said.kind === 'stopped') {
          result = said.code;
          void worker.terminate();
        } else {
          port = said.port;
          stopTimeoutMs = said.stopTimeoutMs;
          watch = new Watch(worker, watched, said.hangLimitMs, () => {
            endedNow = { why: 'time', document: documentOf(watched) };
            void worker.terminate();
          });
        }
      });
      worker.on('error', (error: NodeJS.ErrnoException) => {
        if (error.code !== OUT_OF_MEMORY) thrown = error;
        else {
          const isOwn = turnsOf(watched).heapBytes < FREE_HEAP_SHARE * limit;
          endedNow = { why: 'memory', document: isOwn ? documentOf(watched) : null };
        }
      });
      worker.on('exit', () => {
        watch?.end();
        if (result !== null) resolve(result);
        else if (isStopping) resolve(1);
        else if (endedNow !== null && port !== null) start(endedNow);
        else reject(thrown ?? new Error('The server ended without a word.'));
      });
    };

    let isStopping = false;
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      process.on(signal, () => {
        isStopping = true;
        stop?.();
      });
    }
    start(null);
  });
}

/** Tells when a thread has computed for too long without taking a turn. */
class Watch {
  readonly #timer: NodeJS.Timeout;
  #isOver = false;

  constructor(worker: Worker, watched: Watched, limitMs: number, onHanging: () => void) {
    let count: number | null = null;
    let since = 0;
    let isAsked = false;
    const look = async () => {
      if (isAsked) return;
      isAsked = true;
      const worked = await processorMs(worker);
      isAsked = false;
      if (worked === null || this.#isOver) return;
      const now = turnsOf(watched).count;
      if (now !== count) {
        count = now;
        since = worked;
        // By the processor's time: a machine that sleeps, or has much else to do, is no reason.
      } else if (worked - since > limitMs) {
        this.end();
        onHanging();
      }
    };
    this.#timer = setInterval(() => void look(), LOOK_EVERY_MS);
  }

  end(): void {
    this.#isOver = true;
    clearInterval(this.#timer);
  }
}

/**
 * Milliseconds that a thread has had the processor, whatever others of the process do meanwhile; null
 * where it is ending. Told late by one that is in something other than JavaScript, out of which it could
 * not be ended either.
 */
async function processorMs(worker: Worker): Promise<number | null> {
  try {
    // Node knows it of a thread since 24.6.
    const used = 'cpuUsage' in worker ? await worker.cpuUsage() : process.cpuUsage();
    return (used.user + used.system) / 1000;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ERR_WORKER_NOT_RUNNING' || code === 'ERR_WORKER_OPERATION_FAILED') return null;
    throw error;
  }
}
