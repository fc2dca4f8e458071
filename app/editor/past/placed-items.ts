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
  const wanted = new Map<number, { clock: number; end: number; index: number }[]>();
  lists.forEach((spans, index) => {
    for (const { client, clock, length } of spans) {
      const list = wanted.get(client) ?? [];
      list.push({ clock, end: clock + length, index });
      wanted.set(client, list);
    }
  });
  for (const list of wanted.values()) list.sort((a, b) => a.clock - b.clock);
  const found = lists.map((): Stretch[] => []);
  let offset = 0;
  for (let item = text._start; item !== null; item = item.right) {
    if (item.deleted || !item.countable) continue;
    const { client, clock } = item.id;
    for (const each of wanted.get(client) ?? []) {
      if (each.clock >= clock + item.length) break;
      const from = Math.max(each.clock, clock);
      const to = Math.min(each.end, clock + item.length);
      if (from >= to) continue;
      const stretch: Stretch = [offset + from - clock, offset + to - clock];
      const list = found[each.index]!;
      const last = list.at(-1);
      if (last && last[1] === stretch[0]) last[1] = stretch[1];
      else list.push(stretch);
    }
    offset += item.length;
  }
  return found;
}

/** From the Y.Text to the editor's document, if it is to be seen there. */
export function placeStretch(binding: Binding, doc: Node, [start, end]: Stretch): Stretch | null {
  const [from, to] = [start, end].map((index) => {
    const place = positionAt(binding.body, index);
    return place && binding.documentPosition(doc, place);
  });
  return from != null && to != null && from < to ? [from, to] : null;
}
