/**
 * What suggestions change in a document, to be shown in it: said as what people did, with whose
 * suggestion it is and where in the document it comes.
 *
 * Invariant: plain data, every place in which is one of the document as it is, without any suggestion.
 */
import * as Y from 'yjs';
import { OWN_IDS } from '../document/client-ranks.ts';
import type { ItemId } from '../document/clock-ranges.ts';
import type { Change } from '../document/review/changes.ts';
import { compare } from '../document/review/compare.ts';
import { ROOT } from '../document/schema.ts';
import type { Suggestion } from './decisions.ts';
import { accept, copyOf } from './review.ts';

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
  const suggested = copyOf(doc);
  const makers = new Makers();
  const origin = {};
  const transactions: Y.Transaction[] = [];
  suggested.on('afterTransaction', (transaction: Y.Transaction) => {
    if (transaction.origin === origin) transactions.push(transaction);
  });
  // Each is one transaction.
  const { accepted } = accept(suggested, suggestions, origin);
  accepted.forEach(({ suggestion }, index) => {
    makers.add(suggestion, transactions[index]!);
  });
  const changes = compare(doc, suggested).changes.map((change) => ({
    change,
    by: makers.of(change),
    at: placeIn(doc, suggested, change),
  }));
  suggested.destroy();
  return changes;
}

/** Items that a suggestion puts in, or takes away. */
interface Range {
  from: number;
  to: number;
  id: string;
}

/** Whose each item is: where an acceptance was taken back, it comes under other ids than it was sealed. */
class Makers {
  readonly #writers = new Map<number, Range[]>();
  readonly #deleters = new Map<number, Range[]>();
  readonly #formats: { client: number; key: string; id: string }[] = [];

  add({ id }: Suggestion, transaction: Y.Transaction): void {
    const { beforeState, afterState, deleteSet } = transaction;
    for (const [client, to] of afterState) {
      const from = beforeState.get(client) ?? 0;
      if (from >= to) continue;
      addTo(this.#writers, client, { from, to, id });
      const structs = transaction.doc.store.clients.get(client) ?? [];
      for (let at = Y.findIndexSS(structs, from); at < structs.length; at++) {
        const struct = structs[at]!;
        if (struct.id.clock >= to) break;
        if (struct instanceof Y.Item && struct.content instanceof Y.ContentFormat)
          this.#formats.push({ client, key: struct.content.key, id });
      }
    }
    for (const [client, deleted] of deleteSet.clients)
      for (const { clock, len } of deleted)
        addTo(this.#deleters, client, { from: clock, to: clock + len, id });
  }

  of({ clients, made }: Change): string[] {
    const ids = new Set<string>();
    const note = (ranges: readonly Range[] = [], clock: number, length: number) => {
      for (const { from, to, id } of ranges) if (from < clock + length && clock < to) ids.add(id);
    };
    for (const { client, clock, length } of made.inserted)
      note(this.#writers.get(client), clock, length);
    for (const { client, clock, length } of made.deleted)
      note(this.#deleters.get(client), clock, length);
    for (const [, { after }] of made.registers)
      note(this.#writers.get(after.client), after.clock, 1);
    // Of some formatting only its device and its name are told.
    if (ids.size === 0)
      for (const { client, key, id } of this.#formats)
        if (clients.includes(client % OWN_IDS) && made.formatted.some((each) => each.key === key))
          ids.add(id);
    return [...ids];
  }
}

function addTo(all: Map<number, Range[]>, client: number, range: Range): void {
  const ranges = all.get(client);
  if (ranges) ranges.push(range);
  else all.set(client, [range]);
}

/** Behind the nearest before it that the document has, deleted or not. */
export function placeIn(doc: Y.Doc, suggested: Y.Doc, { made, where }: Change): unknown {
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
