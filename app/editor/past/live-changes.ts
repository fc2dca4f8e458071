/**
 * Changes of others drawn in the text that one writes in: what came, what went beside where it stood,
 * and blocks that became something else.
 *
 * Invariant: all of it is found by ids, so it stands where its text stands now; and what is drawn is
 * no part of the text.
 */
import type { Node } from 'prosemirror-model';
import { Decoration, type EditorView } from 'prosemirror-view';
import { anchorFromJson, positionAt, resolveAnchor } from '../../../shared/document/position.ts';
import type { Change } from '../../../shared/document/review/changes.ts';
import type { Block } from '../../../shared/document/schema.ts';
import type { PersonColor } from '../../../shared/protocol/presence.ts';
import type { Binding } from '../binding/binding.ts';
import { drawPlaces } from '../draw-places.ts';
import { reveal } from '../selection/reveal.ts';
import { blocksOf, styleOf, textOfBlock, wordsOf } from './drawn-changes.ts';
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

/** Draws just these from now on, where they stand now. */
export function drawLiveChanges(
  view: EditorView,
  binding: Binding,
  changes: readonly LiveChange[],
): void {
  drawPlaces(view, BY, (spec) => {
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

type Stretch = [from: number, to: number];

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
      const draw = () => {
        const element = document.createElement(name);
        element.textContent = text;
        element.className = classes(kind);
        element.title = says;
        element.contentEditable = 'false';
        // The page's policy allows no style attributes; the style itself may be set.
        if (color) element.style.cssText = styleOf(color);
        return element;
      };
      const key = `${index} ${kind} ${text} ${color} ${isCurrent}`;
      decorations.push(
        Decoration.widget(at, draw, { ...spec, side: -1, key, ignoreSelection: true }),
      );
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

  /** Goes through the text once, for all of them. */
  #find(changes: readonly { change: Change }[]): void {
    const wanted = new Map<number, { clock: number; end: number; index: number }[]>();
    /** Both ends of what was formatted: where in the text, by whose id. */
    const ends = new Map<string, { index: number; formatted: number; isEnd: boolean }[]>();
    const formatted: { from: number | null; to: number | null; index: number }[] = [];
    changes.forEach(({ change }, index) => {
      for (const { client, clock, length } of change.made.inserted) {
        const list = wanted.get(client) ?? [];
        list.push({ clock, end: clock + length, index });
        wanted.set(client, list);
      }
      if (change.kind !== 'formatted' && change.kind !== 'unformatted') return;
      for (const { from, to } of change.made.formatted) {
        const at = formatted.push({ from: null, to: null, index }) - 1;
        for (const [id, isEnd] of [
          [from, false],
          [to, true],
        ] as const) {
          const list = wanted.get(id.client) ?? [];
          list.push({ clock: id.clock, end: id.clock + 1, index: -1 });
          wanted.set(id.client, list);
          const key = `${id.client} ${id.clock}`;
          ends.set(key, [...(ends.get(key) ?? []), { index, formatted: at, isEnd }]);
        }
      }
    });
    for (const list of wanted.values()) list.sort((a, b) => a.clock - b.clock);
    const { text } = this.#binding.body;
    const came = changes.map((): Stretch[] => []);
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
        if (each.index < 0) {
          for (const end of ends.get(`${client} ${from}`) ?? [])
            if (end.isEnd) formatted[end.formatted]!.to = stretch[1];
            else formatted[end.formatted]!.from = stretch[0];
          continue;
        }
        const list = came[each.index]!;
        const last = list.at(-1);
        if (last && last[1] === stretch[0]) last[1] = stretch[1];
        else list.push(stretch);
      }
      offset += item.length;
    }
    came.forEach((list, index) => {
      for (const stretch of list) this.#place(stretch, this.#came[index]!);
    });
    for (const { from, to, index } of formatted)
      if (from !== null && to !== null) this.#place([from, to], this.#formatted[index]!);
  }

  /** From the Y.Text to the editor's document, if it is to be seen there. */
  #place([start, end]: Stretch, into: Stretch[]): void {
    const [from, to] = [start, end].map((index) => {
      const place = positionAt(this.#binding.body, index);
      return place && this.#binding.documentPosition(this.#doc, place);
    });
    if (from != null && to != null && from < to) into.push([from, to]);
  }
}
