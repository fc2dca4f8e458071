/**
 * Changes of others drawn in the text that one writes in: what came, what went beside where it stood,
 * and blocks that became something else.
 *
 * Invariant: all of it is found by ids, so it stands where its text stands now; and what is drawn is
 * no part of the text.
 */
import type { Node } from 'prosemirror-model';
import { Decoration, type EditorView } from 'prosemirror-view';
import { anchorFromJson, resolveAnchor } from '../../../shared/document/position.ts';
import type { Span } from '../../../shared/document/restored.ts';
import type { Change } from '../../../shared/document/review/changes.ts';
import type { Block } from '../../../shared/document/schema.ts';
import type { PersonColor } from '../../../shared/protocol/presence.ts';
import type { Binding } from '../binding/binding.ts';
import { drawPlaces } from '../draw-places.ts';
import { reveal } from '../selection/reveal.ts';
import { blocksOf, styleOf, textOfBlock, wordsOf } from './drawn-changes.ts';
import { drawnWord } from './drawn-word.ts';
import { placeStretch, type Stretch, stretchesOf } from './placed-items.ts';
import './live-changes.css';

export interface LiveChange {
  change: Change;
  /** What happened, and by whom: shown where one points at it, and beside a block that became another. */
  says: string;
  /** Of whoever did it, as the tokens call it (`teal`), or null. */
  color: PersonColor | null;
  /** It is the one that is looked at. */
  isCurrent: boolean;
}

const BY = 'changes';

/** Draws just these under this name from now on, where they stand now. */
export function drawLiveChanges(
  view: EditorView,
  binding: Binding,
  changes: readonly LiveChange[],
  by = BY,
): void {
  drawPlaces(view, by, (spec) => {
    if (changes.length === 0) return [];
    const places = new Places(view.state.doc, binding, changes);
    return changes.flatMap((each, index) => places.decorationsOf(each, index, spec));
  });
}

/** Brings a change into view. */
export function revealChange(view: EditorView, binding: Binding, change: Change): void {
  const drawn = new Places(view.state.doc, binding, [{ change }]);
  const position = drawn.positionOf(change, 0);
  if (position !== null) reveal(view, position);
}

class Places {
  readonly #doc: Node;
  readonly #binding: Binding;
  /** Of each change, what came with it, and what was formatted: positions of the editor's document. */
  readonly #came: Stretch[][];
  readonly #formatted: Stretch[][];
  readonly #blocks = new Map<string, { from: number; node: Node }>();

  constructor(doc: Node, binding: Binding, changes: readonly { change: Change }[]) {
    this.#doc = doc;
    this.#binding = binding;
    doc.forEach((node, from) => {
      if (typeof node.attrs.id === 'string') this.#blocks.set(node.attrs.id, { from, node });
    });
    this.#came = changes.map(() => []);
    this.#formatted = changes.map(() => []);
    this.#find(changes);
  }

  /** Where one looks for it; null where nothing is left of where it stood. */
  positionOf(change: Change, index: number): number | null {
    const first = this.#came[index]?.[0] ?? this.#formatted[index]?.[0];
    if (first) return first[0];
    for (const id of blocksOf(change)) {
      const place = this.#blocks.get(id);
      if (place) return place.from + 1;
    }
    return this.#anchor(change);
  }

  decorationsOf(each: LiveChange, index: number, spec: { drawnBy: string }): Decoration[] {
    const { change, says, color, isCurrent } = each;
    const decorations: Decoration[] = [];
    const classes = (kind: string) => `change ${kind}${isCurrent ? ' current-change' : ''}`;
    const attributes = { title: says, ...(color ? { style: styleOf(color) } : {}) };
    const inline = (stretches: readonly Stretch[], nodeName: string, kind: string) => {
      for (const [from, to] of stretches)
        decorations.push(
          Decoration.inline(from, to, { ...attributes, nodeName, class: classes(kind) }, spec),
        );
    };
    inline(this.#came[index]!, 'ins', 'came');
    inline(this.#formatted[index]!, 'span', 'changed');
    const widget = (at: number, name: 'del' | 'span', text: string, kind: string) => {
      const word = { name, text, className: classes(kind), says, color };
      const key = `${index} ${kind} ${text} ${color} ${isCurrent}`;
      decorations.push(drawnWord(at, word, { ...spec, side: -1, key }));
    };
    const at = this.#anchor(change);
    for (const { content } of change.gone) {
      const text = content.map(wordsOf).join('');
      if (at !== null && text !== '') widget(at, 'del', text, 'went');
    }
    if (change.kind === 'joined' && at !== null) widget(at, 'del', '¶', 'went');
    if (change.kind === 'removed' || change.kind.endsWith(' across')) {
      const blocks = 'blocks' in change ? (change.blocks as { is: Block }[]) : [];
      const end = at === null ? null : this.#endOfBlock(at);
      for (const { is } of blocks)
        if (end !== null) widget(end, 'del', textOfBlock(is), 'went went-block');
      return decorations;
    }
    const kind = change.kind === 'added' ? 'came-block' : 'changed-block';
    for (const id of blocksOf(change)) {
      const place = this.#blocks.get(id);
      if (!place) continue;
      const { from, node } = place;
      decorations.push(
        Decoration.node(from, from + node.nodeSize, { ...attributes, class: classes(kind) }, spec),
      );
      if (kind === 'changed-block' && node.isTextblock && isCurrent)
        widget(from + 1, 'span', says, 'says');
    }
    return decorations;
  }

  #endOfBlock(position: number): number {
    const place = this.#doc.resolve(position);
    return place.depth > 0 ? place.after(1) : position + (place.nodeAfter?.nodeSize ?? 0);
  }

  #anchor({ where }: Change): number | null {
    if (!where) return null;
    try {
      const place = resolveAnchor(this.#binding.body, anchorFromJson(where.start));
      return place && this.#binding.documentPosition(this.#doc, place);
    } catch (error) {
      console.warn('A change says nothing of where it is.', error);
      return null;
    }
  }

  #find(changes: readonly { change: Change }[]): void {
    const { body } = this.#binding;
    const ends: Span[][] = [];
    const formatted: number[] = [];
    changes.forEach(({ change }, index) => {
      if (change.kind !== 'formatted' && change.kind !== 'unformatted') return;
      for (const { from, to } of change.made.formatted) {
        formatted.push(index);
        ends.push([{ ...from, length: 1 }], [{ ...to, length: 1 }]);
      }
    });
    const found = stretchesOf(body.text, [
      ...changes.map(({ change }) => change.made.inserted),
      ...ends,
    ]);
    changes.forEach((_, index) => {
      for (const stretch of found[index]!) this.#place(stretch, this.#came[index]!);
    });
    formatted.forEach((index, at) => {
      const [from, to] = [0, 1].map((end) => found[changes.length + 2 * at + end]![0]);
      if (from && to) this.#place([from[0], to[1]], this.#formatted[index]!);
    });
  }

  #place(stretch: Stretch, into: Stretch[]): void {
    const placed = placeStretch(this.#binding, this.#doc, stretch);
    if (placed) into.push(placed);
  }
}
