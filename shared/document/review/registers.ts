/**
 * Registers that say something else in one state of a document than in another.
 *
 * Invariant: where the same value was set again, or brought back, nothing differs.
 */
import type * as Y from 'yjs';
import { sameValue } from '../marks.ts';
import { ROOT } from '../schema.ts';
import { lastIdOf, lastValueOf, type Register } from '../taking-back.ts';

/** By key, with what each said before. */
export function changedRegisters(before: Y.Doc, after: Y.Doc): Map<string, Register> {
  const [was, is] = [before, after].map((doc) => doc.getMap(ROOT.fields)._map);
  const changed = new Map<string, Register>();
  for (const [key, item] of is!) {
    const old = was!.get(key);
    if (old && old.deleted === item.deleted && isSameItem(old, item)) continue;
    const had = old && !old.deleted ? old : null;
    if (had ? !item.deleted && sameValue(lastValueOf(had), lastValueOf(item)) : item.deleted)
      continue;
    changed.set(key, {
      before: had && { ...lastIdOf(had), value: lastValueOf(had) },
      after: lastIdOf(item),
      isUnset: item.deleted,
    });
  }
  return changed;
}

function isSameItem(a: Y.Item, b: Y.Item): boolean {
  const [one, other] = [lastIdOf(a), lastIdOf(b)];
  return one.client === other.client && one.clock === other.clock;
}
