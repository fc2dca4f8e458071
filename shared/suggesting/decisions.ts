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
import type { Step } from '../document/undo-history.ts';
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

/**
 * The same where others may take something else out apart, under the same number: all of it counts.
 * `<suggestion>/<n>/step/<client>` has it, and `<suggestion>/<n>/parts` says that there are such.
 */
export function keepPartStep(doc: Y.Doc, suggestion: Suggestion, n: number, step: unknown): void {
  keepStep(doc, suggestion, n, step);
  const decisions = decisionsMap(doc);
  decisions.set(`${suggestion.id}/${n}/parts`, true);
  decisions.set(`${suggestion.id}/${n}/step/${doc.clientID}`, step);
}

/** A step as it is stored. */
type Stored = { [Name in keyof Step]?: unknown };

/** Both of these as one step. */
export function joinedSteps(one: unknown, other: unknown): unknown {
  if (!isStored(one)) return other;
  if (!isStored(other)) return one;
  const lists = ['inserted', 'deleted', 'formatted', 'registers'] as const;
  const joined = lists.map((name) => [name, [...listOf(one[name]), ...listOf(other[name])]]);
  return { ...one, ...other, ...Object.fromEntries(joined) };
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function isStored(step: unknown): step is Stored {
  return typeof step === 'object' && step !== null;
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
  const decisions = decisionsMap(doc);
  for (let { n } = decidedOf(doc, suggestion); n > 0; n--) {
    const name = `${suggestion.id}/${n}`;
    const step = decisions.get(`${name}/step`);
    if (step === undefined) continue;
    if (!decisions.has(`${name}/parts`)) return { n, step };
    const parts = [...decisions.keys()].filter((key) => key.startsWith(`${name}/step/`)).sort();
    return { n, step: parts.map((key) => decisions.get(key)).reduce(joinedSteps, step) };
  }
  return null;
}

/** How what was in the document before is done again: see `takeOut`. Undefined where nothing was. */
export function firstStepOf(doc: Y.Doc, { id }: Pick<Suggestion, 'id'>): unknown {
  return decisionsMap(doc).get(`${id}/1/step`);
}

function decisionsMap(doc: Y.Doc): Y.Map<unknown> {
  return doc.getMap(ROOT.suggestions);
}
