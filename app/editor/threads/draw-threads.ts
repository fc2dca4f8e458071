/**
 * Marks in the text what is talked about, and says where each thread stands in it now.
 *
 * Invariant: between two looks at the document the marks go along with what is written, as all
 * decorations do; so nothing has to be looked up at a key.
 */

import { Selection } from 'prosemirror-state';
import { Decoration, type EditorView } from 'prosemirror-view';
import type { ThreadPlace } from '../../../shared/discussion/place.ts';
import { CELL_SEPARATOR } from '../../../shared/document/schema.ts';
import { topBarBottom } from '../../ui/top-bar.ts';
import type { Binding } from '../binding/binding.ts';
import { type DrawnBy, drawPlaces } from '../draw-places.ts';
import { drawn } from '../drawn-places.ts';
import { reveal } from '../selection/reveal.ts';
import './threads.css';

const BY = 'threads';

export interface DrawnThread {
  id: string;
  place: ThreadPlace;
  /** What somebody hears who reads the words it is about. */
  says: string;
  isActive: boolean;
}

interface ThreadSpec extends DrawnBy {
  thread: string;
}

/** Marks these from now on. */
export function drawThreads(
  view: EditorView,
  binding: Binding,
  threads: readonly DrawnThread[],
): void {
  drawPlaces(view, BY, (spec) => {
    const positions = new Positions(view, binding);
    return threads.flatMap((thread) => decorationsOf(positions, thread, { ...spec }));
  });
}

function decorationsOf(
  positions: Positions,
  { id, place, says, isActive }: DrawnThread,
  by: DrawnBy,
): Decoration[] {
  const spec: ThreadSpec = { ...by, thread: id };
  const attributes = {
    'data-thread': id,
    ...(isActive ? { 'data-active': '' } : {}),
    'aria-description': says,
  };
  if (!place.at) return [];
  const marked = place.ranges.flatMap(({ block, from, to }) => {
    const start = positions.of(block, from);
    const end = positions.of(block, to);
    if (start === null || end === null || start >= end) return [];
    return [Decoration.inline(start, end, { ...attributes, class: 'talked', role: 'mark' }, spec)];
  });
  if (marked.length > 0) return marked;
  const block = positions.node(place.at.id);
  if (!block) return [];
  const shown = place.isWhole ? { ...attributes, class: 'talked' } : {};
  return [Decoration.node(block.from, block.to, shown, spec)];
}

/** Where a thread stands in the text, or null where that is nowhere. */
export function threadPositions(view: EditorView): Map<string, number> {
  const found = new Map<string, number>();
  const set = drawn.getState(view.state);
  for (const { from, spec } of set?.find(undefined, undefined, isThread) ?? []) {
    const { thread } = spec as ThreadSpec;
    found.set(thread, Math.min(from, found.get(thread) ?? from));
  }
  return found;
}

function isThread({ drawnBy }: DrawnBy): boolean {
  return drawnBy === BY;
}

/** The positions between which the text is in the window. */
export function positionSeen(view: EditorView): { from: number; to: number } {
  const box = view.dom.getBoundingClientRect();
  const bar = topBarBottom();
  const at = (top: number) => view.posAtCoords({ left: box.left + 1, top })?.pos;
  const { size } = view.state.doc.content;
  return {
    from: box.top >= bar ? 0 : (at(bar + 1) ?? 0),
    to: box.bottom <= innerHeight ? size : (at(innerHeight - 1) ?? size),
  };
}

/** The thread of what somebody pressed; the innermost, where there are several. */
export function threadAt(target: EventTarget | null): string | null {
  const marked = target instanceof Element ? target.closest<HTMLElement>('[data-thread]') : null;
  return marked?.dataset.thread ?? null;
}

/** Brings the words of a thread into view. */
export function showThread(view: EditorView, id: string): void {
  const position = threadPositions(view).get(id);
  if (position !== undefined) reveal(view, position + 1);
}

/** Puts the caret where the words of a thread begin. */
export function selectThread(view: EditorView, id: string): void {
  const position = threadPositions(view).get(id);
  if (position === undefined) return;
  const { doc, tr } = view.state;
  view.dispatch(tr.setSelection(Selection.near(doc.resolve(position), 1)));
}

/** Blocks' positions, told in one walk over the document. */
class Positions {
  readonly #view: EditorView;
  readonly #binding: Binding;
  readonly #starts: number[] = [];

  constructor(view: EditorView, binding: Binding) {
    this.#view = view;
    this.#binding = binding;
    let start = 0;
    view.state.doc.forEach((node) => {
      this.#starts.push(start);
      start += node.nodeSize;
    });
  }

  of(id: string, offset: number): number | null {
    const { doc } = this.#view.state;
    if (id.includes(CELL_SEPARATOR)) return this.#binding.documentPosition(doc, { id, offset });
    const index = this.#indexOf(id);
    if (index === null) return null;
    const node = doc.child(index);
    const start = this.#starts[index]!;
    return node.isTextblock ? start + 1 + Math.min(offset, node.content.size) : start;
  }

  node(id: string): { from: number; to: number } | null {
    const { doc } = this.#view.state;
    if (id.includes(CELL_SEPARATOR)) {
      const inside = this.#binding.documentPosition(doc, { id, offset: 0 });
      if (inside === null) return null;
      const place = doc.resolve(inside);
      return { from: place.before(), to: place.after() };
    }
    const index = this.#indexOf(id);
    if (index === null) return null;
    const from = this.#starts[index]!;
    return { from, to: from + doc.child(index).nodeSize };
  }

  #indexOf(id: string): number | null {
    const { doc } = this.#view.state;
    const index = this.#binding.body.shownIndex(id);
    return index >= 0 && index < doc.childCount && doc.child(index).attrs.id === id ? index : null;
  }
}
