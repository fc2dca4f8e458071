/**
 * What suggestions change in a document, to be shown in it: said as what people did, with whose
 * suggestion it is and where in the document it comes.
 *
 * Invariant: plain data, every place in which is one of the document as it is, without any suggestion.
 */
import * as Y from 'yjs';
import type { ItemId } from '../document/clock-ranges.ts';
import type { Change } from '../document/review/changes.ts';
import { compare } from '../document/review/compare.ts';
import { ROOT } from '../document/schema.ts';
import type { Suggestion } from './decisions.ts';
import { asSuggested } from './review.ts';
import { extentOf } from './sealed.ts';

export interface SuggestedChange {
  change: Change;
  /** Names of the suggestions that make it: what two suggest at one place may be one change. */
  by: string[];
  /** Where what is new comes, as `anchorToJson` gives it: behind what the document has. */
  at: unknown;
}

/** What becomes of the document with all of these accepted, in its order. */
export function suggestedIn(doc: Y.Doc, suggestions: readonly Suggestion[]): SuggestedChange[] {
  if (suggestions.length === 0) return [];
  const suggested = asSuggested(doc, suggestions);
  const makers = new Makers(suggestions);
  const changes = compare(doc, suggested).changes.map((change) => ({
    change,
    by: makers.of(change),
    at: placeIn(doc, suggested, change),
  }));
  suggested.destroy();
  return changes;
}

interface Range {
  from: number;
  to: number;
  id: string;
}

class Makers {
  readonly #writers = new Map<number, string>();
  readonly #deleters = new Map<number, Range[]>();

  constructor(suggestions: readonly Suggestion[]) {
    for (const { id, clients, update } of suggestions) {
      for (const client of clients) this.#writers.set(client, id);
      for (const [client, clock, length] of extentOf(update).deleted) {
        const ranges = this.#deleters.get(client) ?? [];
        ranges.push({ from: clock, to: clock + length, id });
        this.#deleters.set(client, ranges);
      }
    }
  }

  of({ clients, made }: Change): string[] {
    const ids = new Set<string>();
    for (const client of clients) {
      const id = this.#writers.get(client);
      if (id !== undefined) ids.add(id);
    }
    for (const { client, clock, length } of made.deleted)
      for (const { from, to, id } of this.#deleters.get(client) ?? [])
        if (from < clock + length && clock < to) ids.add(id);
    return [...ids];
  }
}

/** Behind the nearest before it that the document has, deleted or not. */
function placeIn(doc: Y.Doc, suggested: Y.Doc, { made, where }: Change): unknown {
  const start = where?.start as { item?: Y.ID; column?: string } | undefined;
  const { column } = start ?? {};
  const [inserted] = made.inserted;
  const id = inserted ? knownBefore(doc, suggested, inserted) : (start?.item ?? null);
  return {
    tname: ROOT.body,
    ...(id ? { item: id } : {}),
    assoc: -1,
    ...(column === undefined ? {} : { column }),
  };
}

function knownBefore(doc: Y.Doc, { store }: Y.Doc, { client, clock }: ItemId): ItemId | null {
  const structs = store.clients.get(client) ?? [];
  const struct = structs[Y.findIndexSS(structs, clock)];
  for (let item = struct instanceof Y.Item ? struct : null; item !== null; item = item.left) {
    const known = Y.getState(doc.store, item.id.client) - item.id.clock;
    const length = Math.min(item.length, known);
    if (length > 0) return { client: item.id.client, clock: item.id.clock + length - 1 };
  }
  return null;
}
