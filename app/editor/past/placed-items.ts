/**
 * Where characters stand that are known by their ids.
 *
 * Invariant: the text is gone through once, however many are asked for.
 */
import type { Node } from 'prosemirror-model';
import type * as Y from 'yjs';
import { positionAt } from '../../../shared/document/position.ts';
import type { Span } from '../../../shared/document/restored.ts';
import type { Binding } from '../binding/binding.ts';

export type Stretch = [from: number, to: number];

/** Of each list what of it is in the text, as indexes of that, neighbours as one. */
export function stretchesOf(text: Y.Text, lists: readonly (readonly Span[])[]): Stretch[][] {
  const wanted = new Map<number, Wanted[]>();
  lists.forEach((spans, index) => {
    for (const { client, clock, length } of spans) {
      const list = wanted.get(client) ?? [];
      list.push({ clock, end: clock + length, furthest: 0, index });
      wanted.set(client, list);
    }
  });
  for (const list of wanted.values()) {
    list.sort((a, b) => a.clock - b.clock);
    let furthest = 0;
    for (const each of list) {
      furthest = Math.max(furthest, each.end);
      each.furthest = furthest;
    }
  }
  const found = lists.map((): Stretch[] => []);
  let offset = 0;
  for (let item = text._start; item !== null; item = item.right) {
    if (item.deleted || !item.countable) continue;
    const { client, clock } = item.id;
    const list = wanted.get(client) ?? [];
    // Of one client much may be wanted, and it may have written nearly all of the text.
    for (let at = firstBehind(list, clock); at < list.length; at++) {
      const each = list[at]!;
      if (each.clock >= clock + item.length) break;
      const from = Math.max(each.clock, clock);
      const to = Math.min(each.end, clock + item.length);
      if (from >= to) continue;
      const stretch: Stretch = [offset + from - clock, offset + to - clock];
      const stretches = found[each.index]!;
      const last = stretches.at(-1);
      if (last && last[1] === stretch[0]) last[1] = stretch[1];
      else stretches.push(stretch);
    }
    offset += item.length;
  }
  return found;
}

/** Characters of one client, and up to where those go that begin before them or with them. */
interface Wanted {
  clock: number;
  end: number;
  furthest: number;
  index: number;
}

/** The first of them with which something is wanted behind this clock. */
function firstBehind(list: readonly Wanted[], clock: number): number {
  let from = 0;
  let to = list.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    if (list[middle]!.furthest > clock) to = middle;
    else from = middle + 1;
  }
  return from;
}

/** From the Y.Text to the editor's document, if it is to be seen there. */
export function placeStretch(binding: Binding, doc: Node, [start, end]: Stretch): Stretch | null {
  const [from, to] = [start, end].map((index) => {
    const place = positionAt(binding.body, index);
    return place && binding.documentPosition(doc, place);
  });
  return from != null && to != null && from < to ? [from, to] : null;
}
