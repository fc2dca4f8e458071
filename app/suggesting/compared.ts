/** What suggestions change, in the page or off it. */
import * as Y from 'yjs';
import { bodyText } from '../../shared/document/body.ts';
import type { Change } from '../../shared/document/review/changes.ts';
import { compare } from '../../shared/document/review/compare.ts';
import type { Suggestion } from '../../shared/suggesting/decisions.ts';
import { type SuggestedChange, suggestedIn } from '../../shared/suggesting/shown.ts';

export interface Compared {
  /** What would become of the document with all of them accepted. */
  changes: SuggestedChange[];
  /** What differs in the fork that is being written. */
  own: Change[];
}

export interface ComparedQuestion {
  document: Uint8Array;
  suggestions: readonly Suggestion[];
  fork: Uint8Array | null;
}

export function comparedIn(
  document: Y.Doc,
  suggestions: readonly Suggestion[],
  fork: Y.Doc | null,
): Compared {
  return {
    changes: suggestedIn(document, suggestions),
    own: fork ? compare(document, fork).changes : [],
  };
}

/** For the worker. */
export function answerTo({ document, suggestions, fork }: ComparedQuestion): Compared {
  return comparedIn(docOf(document), suggestions, fork && docOf(fork));
}

function docOf(state: Uint8Array): Y.Doc {
  const doc = new Y.Doc();
  // Before anything is in it: Yjs must not tidy its formatting.
  bodyText(doc);
  Y.applyUpdate(doc, state);
  return doc;
}
