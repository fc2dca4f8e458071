/**
 * Has what suggestions change looked up: in the page, or in a worker where there is much of it.
 *
 * Invariant: what is told is that of the document as it was asked about; a question that is asked while
 * another one is being answered waits for that. The worker is told what it does not know yet.
 */
import type * as Y from 'yjs';
import { bodyText } from '../../shared/document/body.ts';
import type { Suggestion } from '../../shared/suggesting/decisions.ts';
import { ownScript } from '../ui/trusted-types.ts';
import { type Compared, type ComparedQuestion, comparedIn, Telling } from './compared.ts';
import type { ComparedAnswer } from './suggesting-worker.ts';
import workerAddress from './suggesting-worker.ts?worker&url';

/** So much is looked up in the page itself, where the answer is there at once. */
const MOST_SUGGESTIONS = 20;
const MOST_CHARACTERS = 20_000;

export class Comparing {
  #worker: Worker | null = null;
  #asked: Promise<unknown> = Promise.resolve();
  #document: Telling | null = null;
  #fork: Telling | null = null;
  /** What the worker has, by its name. */
  readonly #told = new Map<string, Suggestion>();

  of(
    document: Y.Doc,
    suggestions: readonly Suggestion[],
    fork: Y.Doc | null,
    within: readonly Suggestion[] = [],
  ): Compared | Promise<Compared> {
    const isSmall =
      suggestions.length <= MOST_SUGGESTIONS && bodyText(document).length <= MOST_CHARACTERS;
    if (isSmall || typeof Worker === 'undefined')
      return comparedIn(document, suggestions, fork, within);
    const question = this.#question(document, suggestions, fork, within);
    const answer = this.#asked
      .then(() => this.#ask(question))
      .catch((error: unknown) => {
        // It takes the page a moment, and is seen all the same.
        console.warn('What is suggested is looked up in the page.', error);
        this.end();
        return comparedIn(document, suggestions, fork, within);
      });
    this.#asked = answer.catch(() => undefined);
    return answer;
  }

  end(): void {
    this.#worker?.terminate();
    this.#worker = null;
    for (const telling of [this.#document, this.#fork]) telling?.end();
    this.#document = null;
    this.#fork = null;
    this.#told.clear();
  }

  #question(
    document: Y.Doc,
    suggestions: readonly Suggestion[],
    fork: Y.Doc | null,
    within: readonly Suggestion[],
  ): ComparedQuestion {
    this.#document = tellingOf(this.#document, document);
    if (fork) this.#fork = tellingOf(this.#fork, fork);
    const news = [...suggestions, ...within].filter((each) => this.#told.get(each.id) !== each);
    for (const each of news) this.#told.set(each.id, each);
    return {
      document: this.#document.tell(),
      open: suggestions.map(({ id }) => id),
      suggestions: news,
      fork: fork && this.#fork ? this.#fork.tell() : null,
      within: within.map(({ id }) => id),
    };
  }

  #ask(question: ComparedQuestion): Promise<Compared> {
    return new Promise((resolve, reject) => {
      this.#worker ??= new Worker(ownScript(workerAddress), { type: 'module' });
      const worker = this.#worker;
      worker.onmessage = ({ data }: MessageEvent<ComparedAnswer>) => {
        if ('problem' in data) reject(new Error(data.problem));
        else resolve(data);
      };
      worker.onerror = ({ message }) => {
        this.end();
        reject(new Error(message));
      };
      worker.postMessage(question);
    });
  }
}

function tellingOf(before: Telling | null, doc: Y.Doc): Telling {
  if (before?.doc === doc) return before;
  before?.end();
  return new Telling(doc);
}
