/** What suggestions change, in the page or off it. */
import * as Y from 'yjs';
import { bodyText } from '../../shared/document/body.ts';
import type { Change } from '../../shared/document/review/changes.ts';
import { compare } from '../../shared/document/review/compare.ts';
import type { Suggestion } from '../../shared/suggesting/decisions.ts';
import { asSuggested } from '../../shared/suggesting/review.ts';
import { type SuggestedChange, suggestedIn } from '../../shared/suggesting/shown.ts';

export interface Compared {
  /** What would become of the document with all of them accepted. */
  changes: SuggestedChange[];
  /** What differs in the fork that is being written. */
  own: Change[];
}

/** What has come to a document since it was asked about last; all of it the first time. */
interface Told {
  update: Uint8Array;
  isAll: boolean;
}

export interface ComparedQuestion {
  document: Told;
  /** Names of those that are open, in their order, and what of them was not told before. */
  open: readonly string[];
  suggestions: readonly Suggestion[];
  fork: Told | null;
  /** Names of those that one writes in. */
  within: readonly string[];
}

export function comparedIn(
  document: Y.Doc,
  suggestions: readonly Suggestion[],
  fork: Y.Doc | null,
  within: readonly Suggestion[] = [],
): Compared {
  // What one writes in is not one's own.
  const before = within.length > 0 ? asSuggested(document, within) : document;
  return {
    changes: suggestedIn(document, suggestions),
    own: fork ? compare(before, fork).changes : [],
  };
}

/** What the worker knows of one document: so that a key in it costs the page no more than that key. */
export class Mirror {
  #document = new Y.Doc();
  #fork = new Y.Doc();
  readonly #suggestions = new Map<string, Suggestion>();

  answerTo({ document, open, suggestions, fork, within }: ComparedQuestion): Compared {
    this.#document = heard(this.#document, document);
    if (fork) this.#fork = heard(this.#fork, fork);
    for (const each of suggestions) this.#suggestions.set(each.id, each);
    const named = (ids: readonly string[]) => ids.flatMap((id) => this.#suggestions.get(id) ?? []);
    return comparedIn(this.#document, named(open), fork && this.#fork, named(within));
  }
}

function heard(before: Y.Doc, { update, isAll }: Told): Y.Doc {
  let doc = before;
  if (isAll) {
    before.destroy();
    doc = new Y.Doc();
    // Before anything is in it: Yjs must not tidy its formatting.
    bodyText(doc);
  }
  Y.applyUpdate(doc, update);
  return doc;
}

/** Changes that are kept to be told. */
const MOST_KEPT = 5_000;

/** Tells of a document what has come to it since it was told last. */
export class Telling {
  readonly doc: Y.Doc;
  #isTold = false;
  #come: Uint8Array[] = [];

  constructor(doc: Y.Doc) {
    this.doc = doc;
    doc.on('update', this.#note);
  }

  end(): void {
    this.doc.off('update', this.#note);
  }

  tell(): Told {
    const isAll = !this.#isTold;
    this.#isTold = true;
    const come = this.#come;
    this.#come = [];
    return { isAll, update: isAll ? Y.encodeStateAsUpdate(this.doc) : Y.mergeUpdates(come) };
  }

  #note = (update: Uint8Array): void => {
    if (!this.#isTold) return;
    this.#come.push(update);
    if (this.#come.length <= MOST_KEPT) return;
    // Nobody has asked for long: then all of it is told.
    this.#come = [];
    this.#isTold = false;
  };
}
