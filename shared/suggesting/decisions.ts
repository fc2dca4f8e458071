/**
 * What was decided about suggestions: accepted, refused, or taken back. It stands in the document,
 * written together with the text it is about, so that text and word can never come apart, and only
 * who may write in the document can write it.
 *
 * Registers of the Y.Map `suggestions`: `<suggestion>/<n>` says what was decided the n-th time,
 * `<suggestion>/<n>/step` how it is accepted again where an acceptance was taken back, and
 * `<suggestion>/<n>/seen` which version of it was refused.
 *
 * Invariant: the word with the highest number counts; but what stands in the text, and nobody took
 * out of it, is accepted, whoever refused it meanwhile. What its author added since is open.
 */
import type * as Y from 'yjs';
import { ROOT } from '../document/schema.ts';
import { isKnown, isWhole, type Sealed } from './sealed.ts';

export type SuggestionState = 'open' | 'accepted' | 'rejected';
const STATES: readonly unknown[] = ['open', 'accepted', 'rejected'] satisfies SuggestionState[];

/** A suggestion that can be decided about. */
export interface Suggestion extends Sealed {
  /** Whose it is: a person's id. */
  readonly author?: string;
  /** Grows with each time its author writes on; 0 where it is left out. */
  readonly version?: number;
}

export interface Decided {
  state: SuggestionState;
  /** How often something was decided about it. */
  n: number;
  /** Whether it was taken out of the text again since it was accepted last, or ever. */
  wasTakenBack: boolean;
}

export function decidedOf(doc: Y.Doc, suggestion: Suggestion): Decided {
  const decisions = decisionsMap(doc);
  let n = 0;
  let wasTakenBack = false;
  // Numbers follow one another: each is one more than those that its author knew.
  for (; STATES.includes(decisions.get(`${suggestion.id}/${n + 1}`)); n++)
    if (decisions.has(`${suggestion.id}/${n + 1}/step`)) wasTakenBack = true;
  const last = decisions.get(`${suggestion.id}/${n}`) as SuggestionState | undefined;
  const isThere = isKnown(doc, suggestion) && !wasTakenBack;
  let state = isThere ? 'accepted' : (last ?? 'open');
  if (state === 'accepted' && !isWhole(doc, suggestion)) state = 'open';
  if (state === 'rejected') {
    const seen = decisions.get(`${suggestion.id}/${n}/seen`);
    if (typeof seen === 'number' && (suggestion.version ?? 0) > seen) state = 'open';
  }
  return { state, n, wasTakenBack };
}

/** Call inside the transaction in which it happens. */
export function decide(
  doc: Y.Doc,
  suggestion: Suggestion,
  n: number,
  state: SuggestionState,
): void {
  const decisions = decisionsMap(doc);
  decisions.set(`${suggestion.id}/${n}`, state);
  if (state === 'rejected') decisions.set(`${suggestion.id}/${n}/seen`, suggestion.version ?? 0);
}

/** How the n-th decision, which took an acceptance back, is taken back itself. */
export function keepStep(doc: Y.Doc, { id }: Suggestion, n: number, step: unknown): void {
  decisionsMap(doc).set(`${id}/${n}/step`, step);
}

/** That of the latest decision that has one. */
export function stepOf(doc: Y.Doc, suggestion: Suggestion): unknown {
  return lastTakenBack(doc, suggestion)?.step;
}

/** Which decision took an acceptance back last, and how it is accepted again; null for none. */
export function lastTakenBack(
  doc: Y.Doc,
  suggestion: Suggestion,
): { n: number; step: unknown } | null {
  for (let { n } = decidedOf(doc, suggestion); n > 0; n--) {
    const step = decisionsMap(doc).get(`${suggestion.id}/${n}/step`);
    if (step !== undefined) return { n, step };
  }
  return null;
}

function decisionsMap(doc: Y.Doc): Y.Map<unknown> {
  return doc.getMap(ROOT.suggestions);
}
