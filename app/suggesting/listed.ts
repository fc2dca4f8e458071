/**
 * The suggestions of a document as a list: what has become of each, and what it changes.
 *
 * Invariant: nothing is said to change what the text has already, and nothing is said of a suggestion
 * as it was before it was decided about last, however long it took to look up.
 */
import type * as Y from 'yjs';
import type { Thread } from '../../shared/discussion/discussion.ts';
import type { ThreadId } from '../../shared/discussion/keys.ts';
import {
  type Decided,
  decidedOf,
  type SuggestionState,
} from '../../shared/suggesting/decisions.ts';
import type { SuggestedChange } from '../../shared/suggesting/shown.ts';
import type { StoredSuggestion } from '../../shared/suggesting/stored.ts';
import { isStranded as hasStranded } from '../../shared/suggesting/within.ts';

/** A suggestion, and what is to be shown of it. */
export interface ShownSuggestion {
  suggestion: StoredSuggestion;
  state: SuggestionState;
  /** How often something was decided about it. */
  decisions: number;
  /** What it changes, while it is open; in the order of the document. */
  changes: readonly SuggestedChange[];
  /** It is written in another one that is not suggested any more, or not here yet. */
  isStranded: boolean;
  /** Whether somebody can write in it: that was never accepted, and has the ids it was sealed with. */
  isFresh: boolean;
  thread: Thread;
}

/** A suggestion, and what had become of it when it was looked up. */
export interface Found {
  suggestion: StoredSuggestion;
  decided: Decided;
}

export class Listed {
  /** What each changed when it was open last. */
  #last: ReadonlyMap<ThreadId, readonly SuggestedChange[]> = new Map();

  /**
   * What was looked up.
   *
   * @param before the list until now
   * @param found as they were when it was asked what they change, which may be a while ago
   * @param compared what they changed then
   */
  lookedUp(
    before: readonly ShownSuggestion[],
    found: readonly Found[],
    compared: readonly SuggestedChange[],
    { doc, threadOf }: { doc: Y.Doc; threadOf: (id: ThreadId) => Thread | null },
  ): ShownSuggestion[] {
    const since = new Set<string>();
    for (const { suggestion, decided } of found)
      if (isOther(decidedOf(doc, suggestion), decided.state, decided.n)) since.add(suggestion.id);
    const changes = without(compared, since);
    const firstOf = new Map<string, number>();
    const changesOf = new Map<string, SuggestedChange[]>();
    changes.forEach((change, index) => {
      for (const id of change.by) {
        if (!firstOf.has(id)) firstOf.set(id, index);
        const made = changesOf.get(id) ?? [];
        made.push(change);
        changesOf.set(id, made);
      }
    });
    const place = ({ decided, suggestion }: Found) =>
      decided.state === 'open'
        ? (firstOf.get(suggestion.id) ?? changes.length)
        : changes.length + 1;
    const open = openOf(found);
    const shownBefore = new Map(before.map((each) => [each.suggestion.id, each]));
    const last = new Map<ThreadId, readonly SuggestedChange[]>();
    const list = [...found]
      .sort((a, b) => place(a) - place(b))
      .flatMap(({ suggestion, decided: { state, n, wasTakenBack } }) => {
        const { id } = suggestion;
        const made = changesOf.get(id) ?? [];
        const isLookedUp = state === 'open' && !since.has(id);
        last.set(id, isLookedUp ? made : (this.#last.get(id) ?? []));
        // That is shown already, as far as it can be told.
        if (since.has(id)) return shownBefore.get(id) ?? [];
        const thread = threadOf(id);
        const isStranded =
          state === 'open' && made.length === 0 && hasStranded(doc, suggestion, open);
        const isFresh = state === 'open' && !isStranded && !wasTakenBack;
        return thread
          ? { suggestion, state, decisions: n, thread, changes: made, isStranded, isFresh }
          : [];
      });
    this.#last = last;
    return list;
  }

  /**
   * What was decided since, before it is looked up what the others change now: what stands in the text
   * is not drawn there, too, and what is open again is drawn as it was. Null where that is nothing.
   */
  decided(before: readonly ShownSuggestion[], doc: Y.Doc): ShownSuggestion[] | null {
    const decided = new Map<ThreadId, Decided>();
    for (const { suggestion, state, decisions } of before) {
      const now = decidedOf(doc, suggestion);
      if (isOther(now, state, decisions)) decided.set(suggestion.id, now);
    }
    if (decided.size === 0) return null;
    return before.map((shown): ShownSuggestion => {
      const { id } = shown.suggestion;
      const now = decided.get(id);
      if (!now) {
        const changes = without(shown.changes, decided);
        return changes.length === shown.changes.length ? shown : { ...shown, changes };
      }
      const { state, n, wasTakenBack } = now;
      // Where it was open before, some of it was accepted, and which is not told.
      const isAgain = state === 'open' && shown.state !== 'open';
      const changes = isAgain ? (this.#last.get(id) ?? []) : [];
      return {
        ...shown,
        state,
        decisions: n,
        // What others have in it, too, is shown as theirs.
        changes: changes.filter(({ by }) => by.length === 1),
        isStranded: false,
        isFresh: state === 'open' && !wasTakenBack,
      };
    });
  }
}

export function openOf(found: readonly Found[]): StoredSuggestion[] {
  return found.flatMap(({ suggestion, decided }) => (decided.state === 'open' ? [suggestion] : []));
}

/** Those that none of these make. */
function without(
  changes: readonly SuggestedChange[],
  these: Pick<ReadonlySet<string>, 'has'>,
): SuggestedChange[] {
  return changes.filter(({ by }) => !by.some((id) => these.has(id)));
}

function isOther(now: Decided, state: SuggestionState, n: number): boolean {
  return now.state !== state || now.n !== n;
}
