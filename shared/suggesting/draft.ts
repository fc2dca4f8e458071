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
import { clientIdsOf } from '../document/client-ranks.ts';
import { applyUpdate } from '../document/cutting.ts';
import { ROOT } from '../document/schema.ts';
import { type Step, UndoHistory } from '../document/undo-history.ts';
import { takeNewClientId } from '../document/written-again.ts';
import { decidedOf, lastTakenBack, type Suggestion } from './decisions.ts';
import { type Acceptance, accept, redo, takeBackAtOnce, takeOut } from './review.ts';
import { clientsOf, isTaken, type Sealed } from './sealed.ts';

/** Origin of what comes from the document. */
const DOCUMENT: unknown = 'the document';
/** Of what only is decided about, whatever is written in it. */
const NOTHING = Y.mergeUpdates([]);

/** Has the document flow into a draft, and what is written there known as the draft's. */
export class DraftFlow {
  readonly #draft: Y.Doc;
  readonly #document: Y.Doc;
  readonly #id: string;
  readonly #origin: unknown;

  /**
   * @param draft a replica of it, which may have nothing yet; it takes a client id that the document
   *   does not have
   * @param id the draft's name, the same on all devices
   * @param origin of what comes from the document
   */
  constructor(draft: Y.Doc, document: Y.Doc, id: string, origin = DOCUMENT) {
    this.#draft = draft;
    this.#document = document;
    this.#id = id;
    this.#origin = origin;
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
    applyUpdate(this.#draft, update, this.#origin);
  };

  /** What is written under an id that bears no mark is nobody's, and could not be merged. */
  #mark = ({ beforeState, afterState }: Y.Transaction): void => {
    const { clientID } = this.#draft;
    const hasWritten = clientIdsOf(clientID).some(
      (client) => (afterState.get(client) ?? 0) > (beforeState.get(client) ?? 0),
    );
    const marks = this.#draft.getMap(ROOT.suggestions);
    if (hasWritten && !marks.has(String(clientID))) marks.set(String(clientID), this.#id);
  };
}

/**
 * All that a draft would change in the document, as one suggestion: `accept` merges it, as one step
 * that `takeBackMerge` takes back, and `reject` discards it. Null where nobody wrote in it.
 */
export function sealDraft(draft: Y.Doc, document: Y.Doc, id: string): Sealed | null {
  const clients = clientsOf(draft, id);
  if (clients.length === 0) return null;
  const update = Y.encodeStateAsUpdate(draft, Y.encodeStateVector(document));
  return { id, clients, update, isDraft: true };
}

/** What a document knows of a draft, without what is written in it. */
export function knownOfDraft(document: Y.Doc, id: string): Suggestion {
  return { id, clients: clientsOf(document, id), update: NOTHING, isDraft: true };
}

/** Whether there is something in it that the document does not have and nobody took out of it. */
export function hasMore(draft: Y.Doc, document: Y.Doc, id: string): boolean {
  const sealed = sealDraft(draft, document, id);
  return sealed !== null && decidedOf(document, sealed).state !== 'accepted';
}

/** Has the document have all of a draft, as one step. Null where nobody wrote in it. */
export function mergeDraft(
  document: Y.Doc,
  draft: Y.Doc,
  id: string,
  origin: object,
): Acceptance | null {
  const sealed = sealDraft(draft, document, id);
  return sealed && accept(document, [sealed], origin);
}

/** Takes a merge back: the document is without the draft again, and the draft as it was. */
export function takeBackMerge(
  document: Y.Doc,
  draft: Y.Doc,
  id: string,
  acceptance: Acceptance,
  origin: object,
): void {
  takeBackAtOnce(document, acceptance, origin);
  bringBack(draft, document, id);
}

/**
 * Has what somebody just did in the document be in a draft instead, in which nobody has written yet:
 * the document is without it, and says how it is done again, so whoever opens the draft first brings it
 * there.
 *
 * @param steps what was done, the oldest first, as an undo history of the document has them
 * @returns false where nothing is left of it
 */
export function moveIntoDraft(
  document: Y.Doc,
  id: string,
  steps: readonly Step[],
  origin: object,
): boolean {
  return takeOut(document, knownOfDraft(document, id), steps, origin);
}

/**
 * Where a merge was taken back, all that went flowed into the draft: brings back what it was, once,
 * however many do so apart. Does nothing where that was done, or nothing was taken back.
 */
export function bringBack(draft: Y.Doc, document: Y.Doc, id: string): void {
  const taken = lastTakenBack(document, knownOfDraft(document, id));
  const marks = draft.getMap(ROOT.suggestions);
  if (taken === null || marks.has(`${id}/${taken.n}/back`)) return;
  const history = new UndoHistory(draft, { origin: {} });
  try {
    draft.transact(() => {
      redo(history, taken.step);
      marks.set(`${id}/${taken.n}/back`, true);
    });
  } finally {
    history.destroy();
  }
}
