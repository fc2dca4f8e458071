/**
 * Drafts: a larger change that several people write together, for as long as they like, while the
 * document goes on. A draft is a Y.Doc of its own: the document, which flows in, and what was written
 * there. As a whole it is one suggestion, so it is merged, taken back and discarded as one.
 *
 * Invariant: nothing flows from a draft into the document until it is merged; and once all of the
 * document has flowed in, the draft shows what merging it gives.
 */
import * as Y from 'yjs';
import { bodyText } from '../document/body.ts';
import { ROOT } from '../document/schema.ts';
import { takeNewClientId } from '../document/written-again.ts';
import { isTaken, type Sealed } from './sealed.ts';

/** Origin of what comes from the document. */
const DOCUMENT = 'the document';

/** Has the document flow into a draft, and what is written there known as the draft's. */
export class DraftFlow {
  readonly #draft: Y.Doc;
  readonly #document: Y.Doc;
  readonly #id: string;

  /**
   * @param draft a replica of it, which may have nothing yet; it takes a client id that the document
   *   does not have
   * @param id the draft's name, the same on all devices
   */
  constructor(draft: Y.Doc, document: Y.Doc, id: string) {
    this.#draft = draft;
    this.#document = document;
    this.#id = id;
    // Before anything is in it: Yjs must not tidy its formatting.
    bodyText(draft);
    while (draft.clientID === document.clientID || isTaken(document, draft.clientID))
      takeNewClientId(draft);
    this.#takeIn(Y.encodeStateAsUpdate(document, Y.encodeStateVector(draft)));
    document.on('update', this.#takeIn);
    draft.on('afterTransaction', this.#mark);
  }

  destroy(): void {
    this.#document.off('update', this.#takeIn);
    this.#draft.off('afterTransaction', this.#mark);
  }

  #takeIn = (update: Uint8Array): void => {
    Y.applyUpdate(this.#draft, update, DOCUMENT);
  };

  /** What is written under an id that bears no mark is nobody's, and could not be merged. */
  #mark = ({ beforeState, afterState }: Y.Transaction): void => {
    const { clientID } = this.#draft;
    const hasWritten = [0, 1, 2].some((rank) => {
      const client = clientID + rank * 2 ** 32;
      return (afterState.get(client) ?? 0) > (beforeState.get(client) ?? 0);
    });
    const marks = this.#draft.getMap(ROOT.suggestions);
    if (hasWritten && !marks.has(String(clientID))) marks.set(String(clientID), this.#id);
  };
}

/**
 * All that a draft would change in the document, as one suggestion: `accept` merges it, as one step
 * that `takeBackAcceptance` takes back, and `reject` discards it. Null where nobody wrote in it.
 */
export function sealDraft(draft: Y.Doc, document: Y.Doc, id: string): Sealed | null {
  const clients: number[] = [];
  for (const [key, name] of draft.getMap(ROOT.suggestions).entries())
    if (name === id && /^[1-9]\d{0,9}$/.test(key)) clients.push(Number(key));
  if (clients.length === 0) return null;
  const update = Y.encodeStateAsUpdate(draft, Y.encodeStateVector(document));
  return { id, clients: clients.sort((a, b) => a - b), update, isDraft: true };
}
