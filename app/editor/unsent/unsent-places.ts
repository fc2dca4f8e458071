/**
 * Marks in the text what only this device has, once it is clear that the others will not get it.
 * Loaded when there is such a thing.
 */
import type { Node } from 'prosemirror-model';
import { Decoration, type EditorView } from 'prosemirror-view';
import type { Body } from '../../../shared/document/body.ts';
import type { ClockRanges } from '../../../shared/document/clock-ranges.ts';
import { positionAt } from '../../../shared/document/position.ts';
import type { Binding } from '../binding/binding.ts';
import { type DrawnBy, drawPlaces } from '../draw-places.ts';

/** Marks these from now on; null for nothing. */
export function drawUnsent(view: EditorView, binding: Binding, ranges: ClockRanges | null): void {
  drawPlaces(view, 'unsent', (spec) =>
    ranges === null ? [] : decorationsOf(binding, view.state.doc, ranges, spec),
  );
}

function decorationsOf(
  binding: Binding,
  doc: Node,
  ranges: ClockRanges,
  spec: DrawnBy,
): Decoration[] {
  const decorations: Decoration[] = [];
  for (const [start, end] of stretchesOf(binding.body, ranges)) {
    const from = placeOf(binding, doc, start);
    const to = placeOf(binding, doc, end);
    if (from === null || to === null || from >= to) continue;
    // What screen readers call it, too.
    decorations.push(Decoration.inline(from, to, { nodeName: 'ins', class: 'unsent' }, spec));
  }
  return decorations;
}

/** The stretches of the Y.Text with these clocks, by index; what is deleted has no place. */
export function stretchesOf({ text }: Body, ranges: ClockRanges): [number, number][] {
  const stretches: [number, number][] = [];
  let index = 0;
  for (let item = text._start; item !== null; item = item.right) {
    if (item.deleted || !item.countable) continue;
    const { client, clock } = item.id;
    for (const [first, size] of ranges.get(client) ?? []) {
      const from = Math.max(first, clock);
      const to = Math.min(first + size, clock + item.length);
      if (from >= to) continue;
      const start = index + from - clock;
      const end = index + to - clock;
      const last = stretches.at(-1);
      if (last && last[1] === start) last[1] = end;
      else stretches.push([start, end]);
    }
    index += item.length;
  }
  return stretches;
}

function placeOf(binding: Binding, doc: Node, index: number): number | null {
  const place = positionAt(binding.body, index);
  return place && binding.documentPosition(doc, place);
}
