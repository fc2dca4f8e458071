/**
 * Colours of code, for the blocks that are drawn.
 *
 * Invariant: typing waits for nothing. Colours move along with the text at once, and are put right
 * when a worker has read the block as it is now.
 */
import type { Node } from 'prosemirror-model';
import { ownScript } from '../../../ui/trusted-types.ts';
import { Colours } from './colours.ts';
import type { CodeRead, CodeToRead } from './highlight-worker.ts';
import workerAddress from './highlight-worker.ts?worker&url';
import { DIAGRAM_LANGUAGE, languageOf } from './languages.ts';
import { unpackTokens } from './tokens.ts';

/** Longer code is shown without colours. */
const LONGEST = 100_000;
/** A grammar that needs longer has lost its way in this text. */
const LIMIT_MS = 5000;

/** A code block as the view draws it. */
export interface DrawnCode {
  readonly node: Node;
  /** Holds its text. */
  readonly contentDOM: HTMLElement;
}

export class Highlighter {
  readonly #colours = new Map<DrawnCode, Colours>();
  /** Blocks to be read, each once, in the order they were asked for. */
  readonly #waiting = new Set<DrawnCode>();
  #worker: Worker | null = null;
  #isBusy = false;

  /** Moves the colours along with the text, after each update of the view. */
  follow(): void {
    for (const [code, colours] of this.#colours) colours.follow(sourceOf(code.node));
  }

  destroy(): void {
    this.#endWorker();
  }

  /** Has a block read that came into the page or is different now. */
  read(code: DrawnCode): void {
    this.#waiting.add(code);
    // The text stands in the page once the view is done with its update.
    queueMicrotask(() => this.#next());
  }

  forget(code: DrawnCode): void {
    this.#waiting.delete(code);
    this.#colours.get(code)?.clear();
    this.#colours.delete(code);
  }

  #endWorker(): void {
    this.#worker?.terminate();
    this.#worker = null;
  }

  #next(): void {
    if (this.#isBusy) return;
    for (const code of this.#waiting) {
      this.#waiting.delete(code);
      const source = sourceOf(code.node);
      const language = languageOf(String(code.node.attrs.language))?.id;
      if (!language || language === DIAGRAM_LANGUAGE || source.length > LONGEST) {
        this.#colours.get(code)?.clear();
        continue;
      }
      this.#isBusy = true;
      void this.#ask({ language, source }).then((tokens) => {
        this.#isBusy = false;
        // Changed meanwhile, it waits again; the answer is about another text.
        if (code.contentDOM.isConnected && sourceOf(code.node) === source) {
          let colours = this.#colours.get(code);
          if (!colours) {
            colours = new Colours(code.contentDOM);
            this.#colours.set(code, colours);
          }
          colours.show(source, tokens ? unpackTokens(tokens) : []);
        }
        this.#next();
      });
      return;
    }
  }

  #ask(question: CodeToRead): Promise<CodeRead> {
    this.#worker ??= new Worker(ownScript(workerAddress), { type: 'module' });
    const worker = this.#worker;
    return new Promise((resolve) => {
      const end = (tokens: CodeRead) => {
        clearTimeout(timer);
        resolve(tokens);
      };
      // Without colours, code can be read and written all the same.
      const give = () => {
        this.#endWorker();
        end(null);
      };
      const timer = setTimeout(give, LIMIT_MS);
      worker.onerror = give;
      worker.onmessage = ({ data }: MessageEvent<CodeRead>) => end(data);
      worker.postMessage(question);
    });
  }
}

/** One character for each position, so that places mean the same in both. */
export function sourceOf(code: Node): string {
  return code.textBetween(0, code.content.size, undefined, '\uFFFC');
}
