/**
 * The document as it would be if all that is suggested were accepted, to be read.
 *
 * Invariant: it is what accepting all of it gives, by the same function, and nothing of it comes into
 * the document. It hears of the document, and of what is suggested, as long as it is shown.
 */
import * as Y from 'yjs';
import { applyUpdate } from '../document/cutting.ts';
import { ROOT } from '../document/schema.ts';
import { decidedOf, type Suggestion } from './decisions.ts';
import { accept, copyOf } from './review.ts';
import { isUnder } from './sealed.ts';

export class Preview {
  readonly #document: Y.Doc;
  readonly #onAnother: () => void;
  readonly #origin = {};
  #doc!: Y.Doc;
  /** The device wrote in the document itself: what it writes next would be under the same ids. */
  #isBehind = false;
  /** Some had been accepted before: how they come again depends on what is there, and on their order. */
  #doesAgain = false;
  #accepted = new Map<string, Suggestion>();

  /** @param onAnother something was taken back or decided: `doc` is another one since */
  constructor(document: Y.Doc, suggestions: readonly Suggestion[], onAnother: () => void) {
    this.#document = document;
    this.#onAnother = onAnother;
    this.#begin(suggestions);
    document.on('update', this.#takeIn);
  }

  /** What is shown; nobody writes in it. */
  get doc(): Y.Doc {
    return this.#doc;
  }

  end(): void {
    this.#document.off('update', this.#takeIn);
  }

  /** These are open now. */
  show(suggestions: readonly Suggestion[]): void {
    const open = new Set(suggestions.map(({ id }) => id));
    const isSame = [...this.#accepted.keys()].every((id) => open.has(id) && !this.#isDecided(id));
    const news = suggestions.filter((each) => this.#accepted.get(each.id) !== each);
    if (isSame && !this.#isBehind && (news.length === 0 || !this.#wereTakenBack(suggestions))) {
      this.#accept(news);
      return;
    }
    // What was accepted here cannot be taken out again without a trace.
    this.#begin(suggestions);
    this.#onAnother();
  }

  #begin(suggestions: readonly Suggestion[]): void {
    this.#doc = copyOf(this.#document);
    // As if this device accepted it: of two registers the one counts that has the higher id.
    this.#doc.clientID = this.#document.clientID;
    this.#isBehind = false;
    this.#accepted = new Map();
    this.#doesAgain = this.#wereTakenBack(suggestions);
    this.#accept(suggestions);
  }

  #wereTakenBack(suggestions: readonly Suggestion[]): boolean {
    return suggestions.some((each) => decidedOf(this.#document, each).wasTakenBack);
  }

  #accept(suggestions: readonly Suggestion[]): void {
    const { accepted } = accept(this.#doc, suggestions, this.#origin);
    for (const { suggestion } of accepted) this.#accepted.set(suggestion.id, suggestion);
  }

  /** Whether something was decided in the document since it was accepted here. */
  #isDecided(id: string): boolean {
    const there = this.#document.getMap(ROOT.suggestions);
    const here = this.#doc.getMap(ROOT.suggestions);
    let n = 1;
    while (here.has(`${id}/${n}`)) n++;
    // The last one is of this copy alone.
    return there.has(`${id}/${n - 1}`);
  }

  #takeIn = (update: Uint8Array): void => {
    const own = [...Y.parseUpdateMeta(update).from.keys()];
    if (this.#doesAgain || own.some((client) => isUnder([this.#doc.clientID], client)))
      this.#isBehind = true;
    if (!this.#isBehind) applyUpdate(this.#doc, update, this.#document);
  };
}
