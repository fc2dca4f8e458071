/**
 * A copy of a document in which somebody suggests: what others write flows in, what is written here
 * stays here, until it is sealed.
 *
 * Invariant: it holds no other suggestion but those that it is begun in, and writes under ids that
 * nobody has. So what it seals depends on the document, itself and those alone, and neither the document
 * nor any of those is written in.
 */
import * as Y from 'yjs';
import { bodyText } from '../document/body.ts';
import { applyUpdate } from '../document/cutting.ts';
import { ROOT } from '../document/schema.ts';
import { takeNewClientId } from '../document/written-again.ts';
import { isKnown, isTaken, isWhole, type Sealed } from './sealed.ts';

/** Origin of what comes from the document. */
const DOCUMENT = 'the document';

interface ForkOptions {
  /** The suggestion's name: that of `from`, where one goes on with it. */
  id: string;
  /** Under which client to write; one by chance where this is left out. */
  client?: number;
  /** A suggestion of one's own to go on with. */
  from?: Sealed;
  /** What one writes in: each behind those that it is written in itself. */
  within?: readonly Sealed[];
  /** Told of each thing that is written here, and of nothing that comes from the document. */
  onWritten?: () => void;
}

export class SuggestionFork {
  /** What one writes in: an editor, a model, anything that writes in a document. */
  readonly doc = new Y.Doc();
  readonly #document: Y.Doc;
  #id: string;
  #written: Uint8Array[] = [];
  #clients: number[] = [];
  #takesIn = false;
  #isSealing = false;
  readonly #onWritten: (() => void) | undefined;

  constructor(document: Y.Doc, { id, client, from, within = [], onWritten }: ForkOptions) {
    this.#document = document;
    this.#id = id;
    this.#onWritten = onWritten;
    // Before anything is in it: Yjs must not tidy its formatting.
    bodyText(this.doc);
    this.#takeIn(Y.encodeStateAsUpdate(document));
    for (const each of within) this.hear(each);
    if (from) {
      this.#takeIn(from.update);
      this.#written.push(from.update);
      this.#clients.push(...from.clients);
    }
    this.#writeUnder(client);
    document.on('update', this.#takeIn);
    this.doc.on('update', this.#note);
  }

  destroy(): void {
    this.#document.off('update', this.#takeIn);
    this.doc.destroy();
  }

  /** What one writes in was written on by its author. */
  hear({ update }: Pick<Sealed, 'update'>): void {
    this.#takeIn(update);
  }

  /** The name of the suggestion that is being written. */
  get id(): string {
    return this.#id;
  }

  /** All that was suggested here so far; null where that is nothing. */
  seal(): Sealed | null {
    if (this.#written.length === 0) return null;
    // Its mark: of what only takes away nothing else would tell that it was accepted.
    const marks = this.doc.getMap(ROOT.suggestions);
    const mark = String(this.doc.clientID);
    this.#isSealing = true;
    if (!marks.has(mark)) marks.set(mark, this.#id);
    this.#isSealing = false;
    const update = Y.mergeUpdates(this.#written);
    this.#written = [update];
    return { id: this.#id, clients: [...this.#clients], update };
  }

  /** Whether the document has all that was suggested here, and may have something of it. */
  get isAccepted(): boolean {
    const sealed = this.seal();
    return sealed !== null && isKnown(this.#document, sealed) && isWhole(this.#document, sealed);
  }

  /**
   * Begins another suggestion, now that the document has the one that was sealed.
   *
   * @throws Error where it does not have all of it: the other one would depend on the rest.
   */
  beginAnother(id: string, client?: number): void {
    if (this.#written.length > 0 && !this.isAccepted)
      throw new Error('The document does not have what was suggested so far.');
    this.#id = id;
    this.#written = [];
    this.#clients = [];
    this.#writeUnder(client);
  }

  #writeUnder(client: number | undefined): void {
    if (client === undefined) {
      do takeNewClientId(this.doc);
      while (isTaken(this.doc, this.doc.clientID));
    } else this.doc.clientID = client;
    this.#clients.push(this.doc.clientID);
  }

  #takeIn = (update: Uint8Array): void => {
    // What Yjs tidies, or undo, because of what has come is the document's to do, and no suggestion.
    this.#takesIn = true;
    try {
      applyUpdate(this.doc, update, DOCUMENT);
    } finally {
      this.#takesIn = false;
    }
  };

  #note = (update: Uint8Array): void => {
    if (this.#takesIn) return;
    this.#written.push(update);
    if (!this.#isSealing) this.#onWritten?.();
  };
}
