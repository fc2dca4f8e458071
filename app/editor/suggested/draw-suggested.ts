/**
 * Suggestions drawn in the text that they would change: what would come, what would go, and blocks
 * that would become something else.
 *
 * Invariant: nothing of a suggestion is in the text; what would go is found by its ids, and what would
 * come is drawn at its place, and neither is written by anything that is written there.
 */
import type { Node } from 'prosemirror-model';
import { Decoration, type EditorView } from 'prosemirror-view';
import type { ItemId } from '../../../shared/document/clock-ranges.ts';
import {
  anchorFromJson,
  type BlockPosition,
  positionAt,
  resolveAnchor,
} from '../../../shared/document/position.ts';
import type { Span } from '../../../shared/document/restored.ts';
import type { Change } from '../../../shared/document/review/changes.ts';
import type { PersonColor } from '../../../shared/protocol/presence.ts';
import type { SuggestedChange } from '../../../shared/suggesting/shown.ts';
import type { Binding } from '../binding/binding.ts';
import { drawPlaces } from '../draw-places.ts';
import { blocksOf, styleOf, textOfBlock, wordsOf } from '../past/drawn-changes.ts';
import { drawnWord } from '../past/drawn-word.ts';
import { type Stretch, stretchesOf } from '../past/placed-items.ts';
import { reveal } from '../selection/reveal.ts';
import './suggested.css';

export interface DrawnSuggestion extends Pick<SuggestedChange, 'change' | 'at'> {
  /** The name of the suggestion. */
  id: string;
  /** What is suggested, and by whom. */
  says: string;
  /** Of whoever suggests it, or null. */
  color: PersonColor | null;
  /** It is the one that is looked at. */
  isCurrent: boolean;
}

/** What is suggested, and where. */
type Suggested = Pick<DrawnSuggestion, 'change' | 'at'>;

const BY = 'suggested';
/** More than these are drawn only where they are near what one sees. */
const MOST_AT_ONCE = 100;
/** Screens above and below the one that is seen. */
const AROUND = 1;
const BREAK = '¶';

/**
 * Draws just these from now on, where they stand now.
 *
 * @returns whether there are so many that they are to be drawn again where one sees something else
 */
export function drawSuggested(
  view: EditorView,
  binding: Binding,
  drawn: readonly DrawnSuggestion[],
): boolean {
  const areMany = drawn.length > MOST_AT_ONCE;
  drawPlaces(view, BY, (spec) => {
    if (drawn.length === 0) return [];
    const places = placesIn(view, binding, drawn);
    const near = areMany ? nearView(view) : null;
    return drawn.flatMap((each, index) =>
      near && !places.isWithin(each, index, near) ? [] : places.decorationsOf(each, index, spec),
    );
  });
  return areMany;
}

const placesOf = new WeakMap<readonly Suggested[], Places>();

/** Looked up once for a text, however often one scrolls in it. */
function placesIn(view: EditorView, binding: Binding, drawn: readonly Suggested[]): Places {
  const before = placesOf.get(drawn);
  if (before?.doc === view.state.doc) return before;
  const places = new Places(view.state.doc, binding, drawn);
  placesOf.set(drawn, places);
  return places;
}

/** What is seen of the text, with some above and below. */
function nearView(view: EditorView): Stretch {
  const room = innerHeight * AROUND;
  const { doc } = view.state;
  let [from, to] = [doc.content.size, 0];
  for (const element of view.dom.children) {
    const { top, bottom } = element.getBoundingClientRect();
    if (bottom < -room || top > innerHeight + room) continue;
    const place = doc.resolve(view.posAtDOM(element, 0));
    const [begins, ends] =
      place.depth > 0
        ? [place.before(1), place.after(1)]
        : [place.pos, place.pos + (place.nodeAfter?.nodeSize ?? 0)];
    from = Math.min(from, begins);
    to = Math.max(to, ends);
  }
  return [from, to];
}

/** Brings what is suggested into view; false where nothing of it is in the text. */
export function revealSuggested(view: EditorView, binding: Binding, suggested: Suggested): boolean {
  const position = new Places(view.state.doc, binding, [suggested]).positionOf(suggested, 0);
  if (position === null) return false;
  reveal(view, position);
  return true;
}

/** What of these is to be seen in a stretch of the text, or changes it: their indexes. */
export function suggestedWithin(
  view: EditorView,
  binding: Binding,
  suggested: readonly Suggested[],
  stretch: Stretch,
): number[] {
  const places = placesIn(view, binding, suggested);
  return suggested.flatMap((each, index) => (places.isWithin(each, index, stretch) ? index : []));
}

/** The suggestion that is drawn where somebody points. */
export function suggestionAt(target: EventTarget | null): string | null {
  if (!(target instanceof Element)) return null;
  return target.closest<HTMLElement>('[data-suggestion]')?.dataset.suggestion ?? null;
}

class Places {
  readonly doc: Node;
  readonly #binding: Binding;
  /** Of each, what would go, and what would be formatted otherwise. */
  readonly #went: Stretch[][];
  readonly #formatted: Stretch[][];
  /** Of each, behind what in the text it comes, as an index of that; null where that is gone. */
  readonly #behind: (number | null)[];
  readonly #blocks = new Map<string, { from: number; node: Node }>();

  constructor(doc: Node, binding: Binding, drawn: readonly Suggested[]) {
    this.doc = doc;
    this.#binding = binding;
    doc.forEach((node, from) => {
      if (typeof node.attrs.id === 'string') this.#blocks.set(node.attrs.id, { from, node });
    });
    const ends = drawn.map(({ change }) => endsOf(change));
    const found = stretchesOf(binding.body.text, [
      ...drawn.map(({ change }) => change.made.deleted),
      ...drawn.map(({ at }) => behindWhat(at)),
      ...ends.flat(),
    ]);
    this.#went = drawn.map((_, index) => this.#placed(found[index]!));
    this.#behind = drawn.map((_, index) => found[drawn.length + index]![0]?.[1] ?? null);
    let at = 2 * drawn.length;
    this.#formatted = ends.map(({ length }) => {
      const ranges: Stretch[] = [];
      for (let left = length; left > 0; left -= 2, at += 2) {
        const [from, to] = [found[at]![0], found[at + 1]![0]];
        if (from && to) ranges.push([from[0], to[1]]);
      }
      return this.#placed(ranges);
    });
  }

  #placed(stretches: readonly Stretch[]): Stretch[] {
    return stretches.flatMap((stretch) => {
      const [from, to] = stretch.map((index) => this.#positionAt(index));
      return from != null && to != null && from < to ? [[from, to] as Stretch] : [];
    });
  }

  #positionAt(index: number): number | null {
    const place = positionAt(this.#binding.body, index);
    return place && this.#positionIn(place);
  }

  /** In a block at once; to look for a cell takes longer. */
  #positionIn(place: BlockPosition): number | null {
    const block = this.#blocks.get(place.id);
    if (block?.node.isTextblock)
      return block.from + 1 + Math.min(place.offset, block.node.content.size);
    return this.#binding.documentPosition(this.doc, place);
  }

  positionOf({ change, at }: Suggested, index: number): number | null {
    const first = this.#went[index]?.[0] ?? this.#formatted[index]?.[0];
    if (first) return first[0];
    if (change.kind === 'title') return null;
    const came = this.#anchor(at, index);
    if (came !== null) return came;
    for (const id of blocksOf(change)) {
      const place = this.#blocks.get(id);
      if (place) return place.from + 1;
    }
    return null;
  }

  /** Whether anything of it is to be seen there: what comes at an end of it is. */
  isWithin({ change, at }: Suggested, index: number, [from, to]: Stretch): boolean {
    const overlaps = ([start, end]: Stretch) => start < to && end > from;
    if (this.#went[index]!.some(overlaps) || this.#formatted[index]!.some(overlaps)) return true;
    const came = comesOf(change) ? this.#anchor(at, index) : null;
    if (came !== null && came >= from && came <= to) return true;
    const joined = change.kind === 'joined' ? [change.block.id] : [];
    return [...blocksOf(change), ...joined].some((id) => {
      const place = this.#blocks.get(id);
      return place !== undefined && overlaps([place.from, place.from + place.node.nodeSize]);
    });
  }

  decorationsOf(each: DrawnSuggestion, index: number, spec: { drawnBy: string }): Decoration[] {
    const { change, says, color, isCurrent, id, at } = each;
    const decorations: Decoration[] = [];
    const classes = (kind: string) => `change ${kind}${isCurrent ? ' current-change' : ''}`;
    const attributes = {
      title: says,
      'data-suggestion': id,
      ...(color ? { style: styleOf(color) } : {}),
    };
    const inline = (stretches: readonly Stretch[], nodeName: string, kind: string) => {
      for (const [from, to] of stretches)
        decorations.push(
          Decoration.inline(from, to, { ...attributes, nodeName, class: classes(kind) }, spec),
        );
    };
    inline(this.#went[index]!, 'del', 'would-go');
    inline(this.#formatted[index]!, 'span', 'changed');
    const widget = (position: number, name: 'ins' | 'span', text: string, kind: string) => {
      const word = { name, text, className: classes(kind), says, color, data: { suggestion: id } };
      const key = `${id} ${index} ${kind} ${text} ${color} ${isCurrent}`;
      // Behind what would go, as the text would read.
      decorations.push(drawnWord(position, word, { ...spec, side: 1, key }));
    };
    const position = change.kind === 'title' ? null : this.#behindGone(at, index);
    const come = change.come.map(({ content }) => content.map(wordsOf).join('')).join('');
    if (position !== null)
      if (change.kind === 'added') {
        const text = change.blocks.map(({ is }) => textOfBlock(is)).join('\n');
        widget(this.#endOfBlock(position), 'ins', text, 'would-come would-come-block');
      } else if (change.kind === 'split') widget(position, 'ins', BREAK, 'would-come');
      else if (come !== '') widget(position, 'ins', come, 'would-come');
    if (change.kind === 'joined') {
      const place = this.#blocks.get(change.block.id);
      if (place?.node.isTextblock) widget(place.from + 1, 'span', BREAK, 'would-go');
    }
    if (change.kind === 'added' || change.kind === 'split') return decorations;
    for (const block of blocksOf(change)) {
      const place = this.#blocks.get(block);
      if (!place) continue;
      const { from, node } = place;
      decorations.push(
        Decoration.node(
          from,
          from + node.nodeSize,
          { ...attributes, class: classes('changed-block') },
          spec,
        ),
      );
      if (node.isTextblock) widget(from + 1, 'span', says, 'says');
    }
    return decorations;
  }

  /** Where it comes: behind what would go there, as everywhere changes are drawn. */
  #behindGone(at: unknown, index: number): number | null {
    let position = this.#anchor(at, index);
    for (const [from, to] of this.#went[index]!) if (from === position) position = to;
    return position;
  }

  #endOfBlock(position: number): number {
    const place = this.doc.resolve(position);
    return place.depth > 0 ? place.after(1) : position + (place.nodeAfter?.nodeSize ?? 0);
  }

  #anchor(at: unknown, index: number): number | null {
    const behind = this.#behind[index];
    const { column } = at as { column?: unknown };
    if (behind != null && column === undefined) return this.#positionAt(behind);
    const place = resolveAnchor(this.#binding.body, anchorFromJson(at));
    return place && this.#positionIn(place);
  }
}

/** Whether something of it is drawn that is not in the text. */
function comesOf({ kind, come }: Change): boolean {
  return kind === 'added' || kind === 'split' || (kind !== 'title' && come.length > 0);
}

/** The character that something comes behind. */
function behindWhat(at: unknown): Span[] {
  const { item } = at as { item?: ItemId };
  return item ? [{ ...item, length: 1 }] : [];
}

/** Both ends of each range that would be formatted otherwise. */
function endsOf(change: Change): Span[][] {
  if (change.kind !== 'formatted' && change.kind !== 'unformatted') return [];
  return change.made.formatted.flatMap(({ from, to }) => [
    [{ ...from, length: 1 }],
    [{ ...to, length: 1 }],
  ]);
}
