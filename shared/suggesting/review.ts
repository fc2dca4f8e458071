/**
 * Accepting suggestions, refusing them, and taking that back.
 *
 * Invariant: an acceptance merges what was suggested as if its author had written it in the document
 * at the time, under the author's ids; taking it back takes out just that (`taking-back.ts`), and the
 * suggestion is open again and can be accepted again, by anybody, once, however many do so apart.
 */
import * as Y from 'yjs';
import { bodyText } from '../document/body.ts';
import type { Restored } from '../document/restored.ts';
import { forgetMarkers, itemsIn } from '../document/taking-back.ts';
import { type Step, UndoHistory } from '../document/undo-history.ts';
import { decide, decidedOf, firstStepOf, keepStep, type Suggestion, stepOf } from './decisions.ts';
import { SuggestionFork } from './fork.ts';
import { noteFormatted } from './formatted.ts';
import {
  deletionsOf,
  faultIn,
  isMarked,
  isUnder,
  isWhole,
  type SuggestionFault,
} from './sealed.ts';
import { originalsOf, resolved, settled } from './settled.ts';
import { withBases } from './within.ts';

/** What was accepted at once, to be taken back. */
export interface Acceptance {
  readonly accepted: readonly { suggestion: Suggestion; step: Step | null }[];
  /** Those that could not be, and why. They stay as they are. */
  readonly faults: readonly { suggestion: Suggestion; fault: SuggestionFault }[];
}

/**
 * Accepts these, one after the other, each behind what it is written in of them. Those that are
 * accepted or refused already are left out.
 *
 * @param origin of the transactions; an undo history of one's own must not have the same
 */
export function accept(doc: Y.Doc, suggestions: readonly Suggestion[], origin: object): Acceptance {
  const accepted: Acceptance['accepted'][number][] = [];
  const faults: Acceptance['faults'][number][] = [];
  recording(doc, origin, (record, redoing, restored) => {
    for (const suggestion of withBases(suggestions, suggestions)) {
      const { state, n, wasTakenBack } = decidedOf(doc, suggestion);
      if (state !== 'open') continue;
      // A draft brings what it was by itself: see `bringBack`.
      const isAgain = wasTakenBack && !suggestion.isDraft;
      const again = isAgain ? stepOf(doc, suggestion) : undefined;
      const isNew = !wasTakenBack || !isWhole(doc, suggestion);
      const fault = isNew ? faultIn(doc, suggestion, suggestion.author) : null;
      if (fault) {
        faults.push({ suggestion, fault });
        continue;
      }
      const history = isAgain ? redoing() : null;
      const step = record(isNew ? suggestion : null, (transaction) => {
        if (history) redo(history, again);
        if (isNew) {
          Y.applyUpdate(doc, suggestion.update, origin);
          deleteAgain(transaction, restored, suggestion);
        }
        // Yjs takes it for somebody else's now, and would have this device write under another id.
        transaction.local = true;
        decide(doc, suggestion, n + 1, 'accepted');
      });
      accepted.push({ suggestion, step });
    }
  });
  return { accepted, faults };
}

/** So many are accepted as one change: each by itself would be drawn by itself. */
const MANY = 10;

/** `accept` for any number: many come in as one change. */
export function acceptMany(
  doc: Y.Doc,
  suggestions: readonly Suggestion[],
  origin: object,
): Acceptance {
  if (suggestions.length < MANY) return accept(doc, suggestions, origin);
  return asOne(doc, origin, (there) => accept(there, suggestions, origin));
}

/** `takeBackAcceptance` as one change: nobody ever has the text without how it comes back. */
export function takeBackAtOnce(doc: Y.Doc, acceptance: Acceptance, origin: object): void {
  asOne(doc, origin, (there) => takeBackAcceptance(there, acceptance, origin));
}

/**
 * Does it in a copy, whose changes come into the document as one: all of them, or none.
 *
 * @param isMeant whether they come, now that it is done
 */
export function asOne<T>(
  doc: Y.Doc,
  origin: object,
  work: (there: Y.Doc) => T,
  isMeant: (done: T) => boolean = () => true,
): T {
  const copy = copyOf(doc);
  // What is written there is written here next, under the same ids.
  copy.clientID = doc.clientID;
  const updates: Uint8Array[] = [];
  copy.on('update', (update: Uint8Array) => updates.push(update));
  const done = work(copy);
  copy.destroy();
  if (updates.length === 0 || !isMeant(done)) return done;
  doc.transact((transaction) => {
    Y.applyUpdate(doc, Y.mergeUpdates(updates), origin);
    transaction.local = true;
  }, origin);
  return done;
}

/** Takes acceptances back: what was accepted is suggested again. */
export function takeBackAcceptance(doc: Y.Doc, { accepted }: Acceptance, origin: object): void {
  recording(doc, origin, (record, redoing) => {
    for (const { suggestion, step } of [...accepted].reverse()) {
      const { state, n } = decidedOf(doc, suggestion);
      if (state !== 'accepted') continue;
      const history = redoing();
      const reverse = record(null, () => {
        if (step) redo(history, stored(resolved(doc, history.restored, step)));
        decide(doc, suggestion, n + 1, 'open');
      });
      doc.transact(() => keepStep(doc, suggestion, n + 1, reverse && stored(reverse)), origin);
    }
  });
}

/**
 * Takes out of the document what somebody did there, the oldest first, as if it had been accepted as
 * this suggestion and that taken back: so it can be done again. False where nothing is left of it.
 */
export function takeOut(
  doc: Y.Doc,
  suggestion: Suggestion,
  steps: readonly Step[],
  origin: object,
): boolean {
  // Step by step, elsewhere: here it is one.
  const fork = new SuggestionFork(doc, { id: suggestion.id });
  const history = new UndoHistory(fork.doc, { origin: {} });
  history.load({ undo: steps.map(stored), redo: [] }, () => null);
  while (history.undo());
  history.destroy();
  const sealed = fork.seal();
  fork.destroy();
  if (!sealed) return false;
  const { n } = decidedOf(doc, suggestion);
  recording(doc, origin, (record) => {
    const step = record(null, (transaction) => {
      Y.applyUpdate(doc, sealed.update, origin);
      transaction.local = true;
      decide(doc, suggestion, n + 1, 'open');
    });
    doc.transact(() => keepStep(doc, suggestion, n + 1, step && stored(step)), origin);
  });
  return true;
}

/** Refuses what is open: it stays what it was, and stands nowhere in the text. */
export function reject(doc: Y.Doc, suggestions: readonly Suggestion[], origin: object): void {
  turn(doc, suggestions, 'open', 'rejected', origin);
}

/** Has what was refused be open again. */
export function reopen(doc: Y.Doc, suggestions: readonly Suggestion[], origin: object): void {
  turn(doc, suggestions, 'rejected', 'open', origin);
}

function turn(
  doc: Y.Doc,
  suggestions: readonly Suggestion[],
  from: 'open' | 'rejected',
  to: 'open' | 'rejected',
  origin: object,
): void {
  doc.transact(() => {
    for (const suggestion of suggestions) {
      const { state, n } = decidedOf(doc, suggestion);
      if (state === from) decide(doc, suggestion, n + 1, to);
    }
  }, origin);
}

/**
 * The document as it would be with these accepted, as another one: `compare` tells what they change.
 * Those that cannot be accepted change nothing.
 */
export function asSuggested(doc: Y.Doc, suggestions: readonly Suggestion[]): Y.Doc {
  const copy = copyOf(doc);
  accept(copy, suggestions, {});
  return copy;
}

export function copyOf(doc: Y.Doc): Y.Doc {
  const copy = new Y.Doc();
  // Before anything is in it: Yjs must not tidy its formatting.
  bodyText(copy);
  Y.applyUpdate(copy, Y.encodeStateAsUpdate(doc));
  return copy;
}

/** @param suggestion whose update it is that is applied; null where something is taken back */
type Record = (
  suggestion: Suggestion | null,
  change: (transaction: Y.Transaction) => void,
) => Step | null;

/** Tells of each change what it did to the text. */
function recording(
  doc: Y.Doc,
  origin: object,
  work: (record: Record, redoing: () => UndoHistory, restored: Restored) => void,
): void {
  const text = bodyText(doc);
  const note = (transaction: Y.Transaction) => {
    if (transaction.origin === origin) noteFormatted(transaction, text);
  };
  doc.on('afterTransaction', note);
  const history = new UndoHistory(doc, { origin });
  // One for all of them: to make one takes as long as the text is.
  let redoing: UndoHistory | undefined;
  const record: Record = (suggestion, change) => {
    const before = history.undoSteps.at(-1);
    doc.transact(change, origin);
    const last = history.undoSteps.at(-1);
    if (!last || last === before) return null;
    if (!suggestion) return last;
    const { restored } = history;
    const taken = firstStepOf(doc, suggestion) as Pick<Step, 'deleted'> | null | undefined;
    const moved = taken ? originalsOf(restored, taken.deleted) : undefined;
    return settled(doc, restored, last, suggestion.clients, moved);
  };
  try {
    const another = () => {
      redoing ??= new UndoHistory(doc, { origin: {} });
      return redoing;
    };
    work(record, another, history.restored);
  } finally {
    redoing?.destroy();
    history.destroy();
    doc.off('afterTransaction', note);
  }
}

/**
 * Of another suggestion's text that it takes away, what was taken back and accepted again since it was
 * written stands there as copies: those go, too. Not so with a draft, into which the copies flowed: it
 * shows what becomes of them, and its update names all that was ever deleted in the document.
 */
function deleteAgain(
  transaction: Y.Transaction,
  restored: Restored,
  { clients, update, isDraft }: Suggestion,
): void {
  if (isDraft) return;
  const { doc } = transaction;
  const text = bodyText(doc);
  for (const [client, clock, length] of deletionsOf(update)) {
    if (isUnder(clients, client) || !isMarked(doc, client)) continue;
    for (const span of restored.instances({ client, clock, length }))
      for (const item of itemsIn(transaction, span, text))
        if (!item.deleted && item.countable) item.delete(transaction);
    forgetMarkers(text);
  }
}

/** Takes a stored step back, inside the transaction that is open. */
export function redo(history: UndoHistory, step: unknown): void {
  if (step === null || step === undefined) return;
  history.load({ undo: [step], redo: [] }, () => null);
  history.undo();
}

/** As JSON can hold it: see `UndoHistory.store`. */
export function stored(step: Step): unknown {
  const { registers, title } = step;
  // Letters of the title that are brought back have other ids, and nobody says so to other devices.
  const read = title && { was: title.was, is: title.is };
  return JSON.parse(
    JSON.stringify({ ...step, registers: [...registers], title: read, note: null }),
  );
}
