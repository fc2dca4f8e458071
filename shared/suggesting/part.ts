/**
 * Accepting a part of a suggestion: those of its changes that somebody picks.
 *
 * Invariant: the rest is open, as the same suggestion. It is accepted and that taken back, so what is
 * kept says all of it; then what was picked is done again. So whoever picks something else apart takes
 * nothing away, and whatever becomes of a part can be accepted again.
 */
import type * as Y from 'yjs';
import { addRange, type ClockRanges, type ItemId } from '../document/clock-ranges.ts';
import { Restored, type Span } from '../document/restored.ts';
import type { Change } from '../document/review/changes.ts';
import { compare } from '../document/review/compare.ts';
import { invert } from '../document/review/invert.ts';
import { type Step, UndoHistory } from '../document/undo-history.ts';
import {
  decide,
  decidedOf,
  joinedSteps,
  keepPartStep,
  type Suggestion,
  stepOf,
} from './decisions.ts';
import {
  type Acceptance,
  accept,
  asOne,
  copyOf,
  redo,
  stored,
  takeBackAcceptance,
} from './review.ts';
import { placeIn, type SuggestedChange } from './shown.ts';

/**
 * What was accepted of a suggestion, to be taken back; its rest is open. All of it is, where nothing was.
 */
export interface PartAcceptance extends Acceptance {
  /** What was done again, where that was not all; null where it was. */
  readonly part: Step | null;
}

/**
 * Accepts of a suggestion what is picked.
 *
 * @param pick told all that it changes, in the order of the document; tells which of that, by index.
 *   With all of it, it is accepted whole
 */
export function acceptPart(
  doc: Y.Doc,
  suggestion: Suggestion,
  pick: (changes: readonly SuggestedChange[]) => readonly number[],
  origin: object,
): PartAcceptance {
  const work = (there: Y.Doc): PartAcceptance => {
    const acceptance = accept(there, [suggestion], origin);
    if (acceptance.accepted.length === 0) return { ...acceptance, part: null };
    const whole = copyOf(there);
    const { changes } = compare(doc, whole);
    const offered = changes.map((change) => ({
      change,
      by: [suggestion.id],
      at: placeIn(doc, whole, change),
    }));
    const picked = pick(offered).flatMap((index) => changes[index] ?? []);
    if (picked.length === changes.length) return { ...acceptance, part: null };
    // What was picked before stands in the text by now, since somebody else suggested it, too.
    if (picked.length === 0) return { accepted: [], faults: [], part: null };
    takeBackAcceptance(there, acceptance, origin);
    const { n } = decidedOf(there, suggestion);
    there.transact(() => keepPartStep(there, suggestion, n, stepOf(there, suggestion)), origin);
    const restored = new Restored(there);
    const wanted = new Atoms(restored, picked);
    // What took it back, without what was picked.
    const mirrored = compare(whole, there).changes.filter((change) => wanted.meet(change));
    whole.destroy();
    const history = new UndoHistory(there, { origin });
    invert(there, mirrored, origin);
    const part = history.undoSteps.at(-1) ?? null;
    history.destroy();
    return { ...acceptance, part };
  };
  return asOne(doc, origin, work, ({ accepted }) => accepted.length > 0);
}

/** Takes a part out again: all of the suggestion is open. Does nothing where it was decided since. */
export function takeBackPart(doc: Y.Doc, acceptance: PartAcceptance, origin: object): void {
  const { part } = acceptance;
  const [one] = acceptance.accepted;
  if (part === null || !one) {
    takeBackAcceptance(doc, acceptance, origin);
    return;
  }
  const { suggestion } = one;
  const { state, n } = decidedOf(doc, suggestion);
  if (state !== 'open') return;
  const history = new UndoHistory(doc, { origin });
  const taking = new UndoHistory(doc, { origin: {} });
  try {
    doc.transact(() => redo(taking, stored(part)), origin);
    const reverse = history.undoSteps.at(-1);
    if (!reverse) return;
    // What was picked has other ids since it was done again.
    const step = joinedSteps(stepOf(doc, suggestion), stored(reverse));
    doc.transact(() => {
      // Under a number at which nobody who accepts it meanwhile says so: then that would count.
      decide(doc, suggestion, n + 1, 'accepted');
      decide(doc, suggestion, n + 2, 'open');
      keepPartStep(doc, suggestion, n + 2, step);
    }, origin);
  } finally {
    history.destroy();
    taking.destroy();
  }
}

/** What changes are about, whichever way they go: text by its first ids, registers, and formatting. */
class Atoms {
  readonly #restored: Restored;
  readonly #text: ClockRanges = new Map();
  readonly #names = new Set<string>();

  constructor(restored: Restored, changes: readonly Change[]) {
    this.#restored = restored;
    for (const change of changes) {
      for (const { client, clock, length } of this.#originals(change))
        addRange(this.#text, client, clock, length);
      for (const name of this.#namesOf(change)) this.#names.add(name);
    }
  }

  meet(change: Change): boolean {
    const isText = this.#originals(change).some(({ client, clock, length }) =>
      this.#text
        .get(client)
        ?.some(([first, size]) => first < clock + length && clock < first + size),
    );
    return isText || this.#namesOf(change).some((name) => this.#names.has(name));
  }

  #originals({ made }: Change): Span[] {
    return [...made.inserted, ...made.deleted].flatMap((span) => this.#restored.originals(span));
  }

  #namesOf({ kind, made }: Change): string[] {
    const idOf = (id: ItemId) => {
      const { client, clock } = this.#restored.original(id);
      return `${client}.${clock}`;
    };
    return [
      ...(kind === 'title' ? ['title'] : []),
      ...made.registers.map(([key]) => `register ${key}`),
      ...made.formatted.flatMap(({ key, from, to }) => [
        `from ${key} ${idOf(from)}`,
        `to ${key} ${idOf(to)}`,
      ]),
    ];
  }
}
