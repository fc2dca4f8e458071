/**
 * Looks for something in many texts without holding up whoever types.
 *
 * Invariant: the page is never busy longer than a slice; a regular expression runs in a worker, and
 * one that does not come to an end is stopped.
 */
import { ownScript } from '../../ui/trusted-types.ts';
import type { Answer, Question } from './expression-worker.ts';
import workerAddress from './expression-worker.ts?worker&url';
import { compile, type Match, matchesIn, type Wanted } from './search-text.ts';

/** The page is given back after so long. */
const SLICE_MS = 8;
/** Texts that are sent to the worker at once. */
const BATCH = 500;
/** An expression that needs longer for one batch is stopped. */
const LIMIT_MS = 2000;

export class TooSlow extends Error {
  override readonly name = 'TooSlow';
}

export class Searcher {
  #worker: Worker | null = null;

  /** The matches in each text. Rejects with TooSlow, or with the signal's reason once it is aborted. */
  async search(
    texts: readonly string[],
    wanted: Wanted,
    signal: AbortSignal,
    replacement?: string,
  ): Promise<Match[][]> {
    const pattern = compile(wanted);
    const found: Match[][] = [];
    if (wanted.isExpression) {
      for (let at = 0; at < texts.length; at += BATCH) {
        signal.throwIfAborted();
        const batch = texts.slice(at, at + BATCH);
        found.push(...(await this.#ask({ wanted, replacement, texts: batch }, signal)));
      }
      return found;
    }
    let until = performance.now() + SLICE_MS;
    for (const text of texts) {
      found.push(matchesIn(text, pattern, wanted, replacement));
      if (performance.now() < until) continue;
      await pause();
      signal.throwIfAborted();
      until = performance.now() + SLICE_MS;
    }
    return found;
  }

  #ask(question: Question, signal: AbortSignal): Promise<Answer> {
    this.#worker ??= new Worker(ownScript(workerAddress), { type: 'module' });
    const worker = this.#worker;
    return new Promise((resolve, reject) => {
      const end = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', stop);
        worker.onmessage = null;
        worker.onerror = null;
      };
      const fail = (error: unknown) => {
        end();
        // Whatever it is still busy with, nobody waits for it any more.
        this.close();
        reject(error);
      };
      const stop = () => fail(signal.reason);
      const timer = setTimeout(() => fail(new TooSlow('The expression takes too long.')), LIMIT_MS);
      signal.addEventListener('abort', stop);
      worker.onerror = (event) => fail(new Error(event.message || 'The search could not start.'));
      worker.onmessage = ({ data }: MessageEvent<Answer>) => {
        end();
        resolve(data);
      };
      worker.postMessage(question);
    });
  }

  close(): void {
    this.#worker?.terminate();
    this.#worker = null;
  }
}

/** Lets the browser draw and take keys. */
function pause(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}
