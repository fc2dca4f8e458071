/**
 * Suggestions that are written in others: what one of them brings stands in what another one does.
 *
 * Invariant: that is told by their ids alone. Whatever is accepted comes behind what it is written in;
 * where that was refused or withdrawn it waits, and is there when that is open again.
 */
import type * as Y from 'yjs';
import type { Suggestion } from './decisions.ts';
import { clientsBehind, isTaken } from './sealed.ts';

/** These with all that they are written in, among all, and so on; each behind that, else in their order. */
export function withBases<S extends Suggestion>(these: readonly S[], all: readonly S[]): S[] {
  const byClient = new Map<number, S>();
  for (const each of all) for (const client of each.clients) byClient.set(client, each);
  const found = new Set<S>();
  const begun = new Set<S>();
  const add = (suggestion: S): void => {
    if (begun.has(suggestion)) return;
    begun.add(suggestion);
    for (const client of clientsBehind(suggestion)) {
      const base = byClient.get(client);
      if (base && base.id !== suggestion.id) add(base);
    }
    found.add(suggestion);
  };
  for (const each of these) add(each);
  return [...found];
}

/** Whether it is written in something that is neither in the document nor among these. */
export function isStranded(
  doc: Y.Doc,
  suggestion: Suggestion,
  all: readonly Suggestion[],
): boolean {
  const has = new Set(all.flatMap(({ clients }) => clients));
  for (const client of clientsBehind(suggestion)) {
    if (has.has(client) || suggestion.clients.includes(client)) continue;
    if (!isTaken(doc, client)) return true;
  }
  return false;
}
