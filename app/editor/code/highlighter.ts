/**
 * Colours of code in the page, for the blocks that are drawn.
 *
 * Invariant: typing waits for nothing. Colours move along with the text at once, and are put right
 * when the worker has read the block as it is now; what is right already is not drawn again.
 */
import type { Node } from 'prosemirror-model';
import { Plugin, PluginKey } from 'prosemirror-state';
import { Decoration, DecorationSet, type EditorView } from 'prosemirror-view';
import type { CodeRead, CodeToRead } from './highlight-worker.ts';
import { DIAGRAM_LANGUAGE, languageOf } from './languages.ts';
import type { Token } from './tokens.ts';

/** Longer code is shown without colours: the page would hold too many pieces to write in it. */
const LONGEST = 50_000;
/** A grammar that needs longer has lost its way in this text. */
const LIMIT_MS = 5000;

/** A code block as the view draws it. */
export interface DrawnCode {
  readonly node: Node;
  /** Where it begins; undefined once it is not drawn any more. */
  position(): number | undefined;
}

const key = new PluginKey<DecorationSet>('highlighting');

export class Highlighter {
  #view: EditorView | null = null;
  #worker: Worker | null = null;
  /** Blocks to be read, each once, in the order they were asked for. */
  readonly #waiting = new Set<DrawnCode>();
  #isBusy = false;

  plugin(): Plugin<DecorationSet> {
    return new Plugin<DecorationSet>({
      key,
      state: {
        init: () => DecorationSet.empty,
        apply: (tr, drawn) =>
          (tr.getMeta(key) as DecorationSet | undefined) ?? drawn.map(tr.mapping, tr.doc),
      },
      props: {
        decorations: (state) => key.getState(state),
        handleDOMEvents: {
          compositionend: () => {
            // The view is done with the composition once the event is over.
            setTimeout(() => this.#next());
            return false;
          },
        },
      },
      view: (view) => {
        this.#view = view;
        return { destroy: () => this.#stop() };
      },
    });
  }

  /** Has a block read that came into the page or is different now. */
  read(code: DrawnCode): void {
    this.#waiting.add(code);
    // The view may be about to draw; its state is the new one only when it is done.
    queueMicrotask(() => this.#next());
  }

  forget(code: DrawnCode): void {
    this.#waiting.delete(code);
  }

  #stop(): void {
    this.#view = null;
    this.#waiting.clear();
    this.#endWorker();
  }

  #endWorker(): void {
    this.#worker?.terminate();
    this.#worker = null;
  }

  #next(): void {
    const view = this.#view;
    // What is drawn anew under a composition ends it.
    if (!view || view.isDestroyed || view.composing || this.#isBusy) return;
    for (const code of this.#waiting) {
      this.#waiting.delete(code);
      const source = sourceOf(code.node);
      const language = languageOf(String(code.node.attrs.language))?.id;
      if (!language || language === DIAGRAM_LANGUAGE || source.length > LONGEST) {
        draw(view, code, []);
        continue;
      }
      this.#isBusy = true;
      void this.#ask({ language, source }).then((tokens) => {
        this.#isBusy = false;
        // Changed meanwhile, it waits again; the answer is about another text.
        const isNow = sourceOf(code.node) === source && !this.#waiting.has(code);
        if (this.#view?.composing) this.#waiting.add(code);
        else if (isNow && this.#view) draw(this.#view, code, tokens ?? []);
        this.#next();
      });
      return;
    }
  }

  #ask(question: CodeToRead): Promise<CodeRead> {
    this.#worker ??= new Worker(new URL('./highlight-worker.ts', import.meta.url), {
      type: 'module',
    });
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

/** Draws the tokens that are not drawn yet, and takes away what is none any more. */
function draw(view: EditorView, code: DrawnCode, tokens: readonly Token[]): void {
  const position = code.position();
  const drawn = key.getState(view.state);
  if (position === undefined || !drawn) return;
  const start = position + 1;
  const wanted = new Map(
    tokens.map(({ from, to, kind }) => [
      nameOf(start + from, start + to, kind),
      { from, to, kind },
    ]),
  );
  const gone = drawn
    .find(start, start + code.node.content.size)
    .filter(({ from, to, spec }) => !wanted.delete(nameOf(from, to, spec.kind)));
  if (gone.length === 0 && wanted.size === 0) return;
  const come = [...wanted.values()].map(({ from, to, kind }) =>
    Decoration.inline(start + from, start + to, { class: `code-${kind}` }, { kind }),
  );
  const { tr, doc } = view.state;
  view.dispatch(tr.setMeta(key, drawn.remove(gone).add(doc, come)));
}

function nameOf(from: number, to: number, kind: string): string {
  return `${from} ${to} ${kind}`;
}
