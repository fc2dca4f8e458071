/**
 * A document as it was at some time, drawn to be read, with what changed in it until then.
 *
 * Invariant: nothing here can be changed, and what is gone is drawn beside the text, never in it.
 */
import type { Node, ResolvedPos } from 'prosemirror-model';
import { EditorState } from 'prosemirror-state';
import { Decoration, DecorationSet, type EditorView } from 'prosemirror-view';
import * as Y from 'yjs';
import { Body } from '../../../shared/document/body.ts';
import type { Change, Passage, Range } from '../../../shared/document/review/changes.ts';
import type { PersonColor } from '../../../shared/protocol/presence.ts';
import { readDocument, updateFromBody } from '../binding/from-body.ts';
import { TableView } from '../blocks/table/table-view.ts';
import { ListItemView } from '../lists/list-item-view.ts';
import { schema } from '../schema.ts';
import { DocumentView } from '../viewport/document-view.ts';
import { blocksOf, styleOf, textOfBlock, wordsOf } from './drawn-changes.ts';
import './past.css';

/** A change as it is drawn. */
export interface DrawnChange {
  change: Change;
  /** What happened, and by whom: shown where one points at it. */
  says: string;
  /** Of whoever did it, as the tokens call it (`teal`), or null. */
  color: PersonColor | null;
}

/** Something that somebody wrote, as an update, and the colour of whoever did. */
export interface DrawnStep {
  update: Uint8Array;
  color: PersonColor | null;
}

export interface PastViewOptions {
  /**
   * Told which blocks are chosen, by their ids, what stands in the one chosen last, and what of a
   * text is selected where it is less than that.
   */
  onChoose?: (ids: readonly string[], last: string, part: Range | null) => void;
}

/** Blocks that are chosen, by their indexes; `head` is the one that was chosen last. */
interface ChosenBlocks {
  anchor: number;
  head: number;
}

/** By which what came while it plays is known: whose it is. */
interface UnderlinedSpec {
  came: PersonColor | null;
}

/** What a block that is chosen is marked by. */
const CHOSEN = 'chosen-block';

export class PastView {
  readonly #view: DocumentView;
  readonly #options: PastViewOptions;
  #doc: Y.Doc | null = null;
  #body: Body | null = null;
  #drawn: DecorationSet = DecorationSet.empty;
  /** Where each change begins in the text, by its place among those that were drawn. */
  #places: (number | null)[] = [];
  #chosen: ChosenBlocks | null = null;
  #label = '';
  /** What came with the transaction that is drawn. */
  #came: { from: number; to: number }[] = [];
  /** What is drawn when all of the steps that came are in it; null where each is drawn as it comes. */
  #next: EditorState | null = null;

  constructor(host: HTMLElement, options: PastViewOptions = {}) {
    this.#options = options;
    host.ownerDocument.addEventListener('selectionchange', this.#onSelection);
    this.#view = new DocumentView(
      { mount: host },
      {
        state: stateOf(schema.topNodeType.createAndFill()!),
        editable: () => false,
        decorations: () => this.#drawn,
        handleDOMEvents: {
          click: (view, event) => openLink(view, event) || this.#chooseAt(event),
          keydown: (_view, event) => this.#chooseByKey(event),
        },
        attributes: () => ({
          class: 'body past',
          role: 'document',
          'aria-label': this.#label,
          tabindex: '0',
        }),
        nodeViews: {
          table: (node) => new TableView(node),
          bullet: (node) => new ListItemView(node),
          ordered: (node) => new ListItemView(node),
          task: (node) => new ListItemView(node),
        },
      },
    );
  }

  /**
   * Shows a document, with what changed in it. It may be gone on with by `advance`. Where it reads as
   * the one before, the blocks that are chosen stay so: only who wrote it may have another name now.
   *
   * @param label what the text is called by those who hear it
   */
  load(doc: Y.Doc, changes: readonly DrawnChange[], label = this.#label): void {
    this.#leave();
    this.#label = label;
    this.#doc = doc;
    this.#body = new Body(doc);
    const content = readDocument(this.#body, schema.topNodeType);
    const decorations = decorationsOf(content, changes);
    this.#places = changes.map(() => null);
    for (const { from, spec } of decorations) {
      const index = (spec as { change?: number }).change ?? -1;
      const known = this.#places[index];
      if (known === undefined) continue;
      if (known === null || from < known) this.#places[index] = from;
    }
    const kept = content.eq(this.#view.state.doc) ? this.#chosen : null;
    this.#drawn = DecorationSet.create(content, decorations);
    this.#view.updateState(stateOf(content));
    doc.on('afterTransaction', this.#afterTransaction);
    if (kept) this.#mark(kept);
    else this.#choose(null);
  }

  /**
   * Goes on with what came next, and underlines it beside what came before it.
   *
   * @returns where the last of it is, in the window; null where nothing of it is seen
   */
  advance(steps: readonly DrawnStep[]): DOMRect | null {
    const doc = this.#doc;
    if (!doc) return null;
    let last: number | null = null;
    this.#next = this.#view.state;
    try {
      for (let at = 0; at < steps.length; ) {
        const { color } = steps[at]!;
        doc.transact(() => {
          for (; steps[at] && steps[at]!.color === color; at++)
            Y.applyUpdate(doc, steps[at]!.update);
        });
        for (const { from, to } of this.#came) {
          this.#underline(from, to, color);
          last = to;
        }
        this.#came = [];
      }
    } finally {
      const drawn = this.#next;
      this.#next = null;
      this.#view.updateState(drawn);
    }
    return last === null ? null : this.#rectAt(last);
  }

  /** What is written key by key is underlined in one piece. */
  #underline(from: number, to: number, color: PersonColor | null): void {
    const { doc } = this.#next!;
    const spec: UnderlinedSpec = { came: color };
    const isSame = ({ came }: Partial<UnderlinedSpec>) => came === color;
    const before = this.#drawn.find(from, from, isSame).find((each) => each.to === from);
    if (before) this.#drawn = this.#drawn.remove([before]);
    const attributes = { nodeName: 'ins', class: 'came', style: color ? styleOf(color) : '' };
    const underlined = Decoration.inline(before?.from ?? from, to, attributes, spec);
    this.#drawn = this.#drawn.add(doc, [underlined]);
  }

  /** What came until now is underlined no more. */
  forgetChanges(): void {
    this.#drawn = DecorationSet.empty;
    this.#places = [];
  }

  /** Brings a change into view, by its place among those that were drawn. */
  show(index: number): void {
    const place = this.#places[index];
    if (place == null) return;
    this.#drawAt(place);
    const element =
      this.#view.dom.querySelector(`[data-change="${index}"]`) ?? this.#elementAt(place);
    element?.scrollIntoView({ block: 'center', behavior: 'instant' });
  }

  end(): void {
    this.#leave();
    this.#view.dom.ownerDocument.removeEventListener('selectionchange', this.#onSelection);
    this.#view.destroy();
  }

  #afterTransaction = (transaction: Y.Transaction): void => {
    const body = this.#body;
    if (!body) return;
    const change = body.applyTransaction(transaction);
    if (change.blocks.size === 0 && !change.order) return;
    const state = this.#next ?? this.#view.state;
    const { tr } = state;
    updateFromBody(tr, body, change);
    if (!tr.docChanged) return;
    this.#drawn = this.#drawn.map(tr.mapping, tr.doc);
    tr.mapping.maps.forEach((map, index) => {
      const rest = tr.mapping.slice(index + 1);
      map.forEach((_from, _to, from, to) => {
        const [start, end] = [rest.map(from, 1), rest.map(to, -1)];
        if (start < end) this.#came.push({ from: start, to: end });
      });
    });
    const next = state.apply(tr);
    if (this.#next) this.#next = next;
    else this.#view.updateState(next);
  };

  #leave(): void {
    this.#doc?.off('afterTransaction', this.#afterTransaction);
    this.#came = [];
  }

  #elementAt(position: number): Element | null {
    const { doc } = this.#view.state;
    const place = doc.resolve(Math.min(position, doc.content.size));
    const start = place.depth > 0 ? place.before(1) : place.pos;
    const node = this.#view.nodeDOM(start);
    return node instanceof Element ? node : null;
  }

  #drawAt(position: number): void {
    this.#elementAt(position);
  }

  #rectAt(position: number): DOMRect | null {
    return this.#elementAt(position)?.getBoundingClientRect() ?? null;
  }

  /* Blocks that are chosen */

  #chooseAt(event: MouseEvent): boolean {
    if (!(this.#selection()?.isCollapsed ?? true)) return false;
    const at = event.target instanceof globalThis.Node ? this.#blockOf(event.target, 0) : null;
    if (at === null) return false;
    const extended = event.shiftKey && this.#chosen;
    const isSame = this.#chosen?.anchor === at && this.#chosen.head === at;
    this.#choose(isSame ? null : { anchor: extended ? this.#chosen!.anchor : at, head: at });
    return false;
  }

  /** What the browser has selected, by whatever means: a finger tells of no click. */
  #onSelection = (): void => {
    const selection = this.#selection();
    if (!selection || selection.isCollapsed) return;
    const { anchorNode, anchorOffset, focusNode, focusOffset } = selection;
    const [anchor, head] = [
      this.#blockOf(anchorNode, anchorOffset),
      this.#blockOf(focusNode, focusOffset),
    ];
    if (anchor === null || head === null) return;
    const part = this.#partBetween([anchorNode!, anchorOffset], [focusNode!, focusOffset]);
    this.#choose({ anchor, head }, part);
  };

  #selection(): Selection | null {
    return this.#view.dom.ownerDocument.getSelection();
  }

  #blockOf(node: globalThis.Node | null, offset: number): number | null {
    if (!node || node === this.#view.dom || !this.#view.dom.contains(node)) return null;
    const { doc } = this.#view.state;
    return Math.min(doc.resolve(this.#view.posAtDOM(node, offset)).index(0), doc.childCount - 1);
  }

  /** The part of one text that is between two places; null where it is all of it, or of several. */
  #partBetween(...places: [globalThis.Node, number][]): Range | null {
    const { doc } = this.#view.state;
    const [from, to] = places
      .map(([node, offset]) => doc.resolve(this.#view.posAtDOM(node, offset)))
      .sort((a, b) => a.pos - b.pos) as [ResolvedPos, ResolvedPos];
    const { parent, parentOffset } = from;
    if (!parent.isTextblock || !from.sameParent(to) || parentOffset === to.parentOffset)
      return null;
    const isAll = parentOffset === 0 && to.parentOffset === parent.content.size;
    const { id } = parent.attrs;
    if ((isAll && from.depth === 1) || typeof id !== 'string') return null;
    return { text: id, from: parentOffset, to: to.parentOffset };
  }

  #chooseByKey(event: KeyboardEvent): boolean {
    if (event.altKey || event.ctrlKey || event.metaKey) return false;
    if (event.key === 'Escape' && this.#chosen) {
      event.preventDefault();
      event.stopPropagation();
      this.#choose(null);
      return true;
    }
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return false;
    event.preventDefault();
    const { childCount } = this.#view.state.doc;
    const by = event.key === 'ArrowDown' ? 1 : -1;
    const head = Math.max(0, Math.min((this.#chosen?.head ?? -1) + by, childCount - 1));
    const anchor = event.shiftKey ? (this.#chosen?.anchor ?? head) : head;
    this.#choose({ anchor, head });
    this.#elementAt(this.#startOf(head))?.scrollIntoView({ block: 'nearest', behavior: 'instant' });
    return true;
  }

  #startOf(index: number): number {
    const { doc } = this.#view.state;
    let at = 0;
    for (let before = 0; before < index; before++) at += doc.child(before).nodeSize;
    return at;
  }

  #choose(chosen: ChosenBlocks | null, part: Range | null = null): void {
    const ids = this.#mark(chosen);
    const { doc } = this.#view.state;
    this.#options.onChoose?.(ids, chosen ? doc.child(chosen.head).textContent : '', part);
  }

  /** Draws which blocks are chosen, and no others. @returns their ids */
  #mark(chosen: ChosenBlocks | null): string[] {
    const had = this.#drawn.find(undefined, undefined, (spec) => spec.kind === CHOSEN);
    this.#chosen = chosen;
    const { doc } = this.#view.state;
    const decorations: Decoration[] = [];
    const ids: string[] = [];
    if (chosen) {
      const [first, last] = [chosen.anchor, chosen.head].sort((a, b) => a - b) as [number, number];
      let at = this.#startOf(first);
      for (let index = first; index <= last; index++) {
        const node = doc.child(index);
        ids.push(node.attrs.id as string);
        decorations.push(
          Decoration.node(at, at + node.nodeSize, { class: CHOSEN }, { kind: CHOSEN }),
        );
        at += node.nodeSize;
      }
    }
    // While one selects, nothing is drawn anew that is drawn already.
    const isDrawn =
      had.length === decorations.length &&
      had.every(({ from, to }, index) => {
        const other = decorations[index]!;
        return from === other.from && to === other.to;
      });
    if (!isDrawn) {
      this.#drawn = this.#drawn.remove(had).add(doc, decorations);
      this.#view.updateState(this.#view.state);
    }
    return ids;
  }
}

function stateOf(doc: Node): EditorState {
  return EditorState.create({ schema, doc });
}

/** In a tab of its own, which knows nothing of this one: what is shown here is nowhere else. */
function openLink(_view: EditorView, event: MouseEvent): boolean {
  const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
  if (!link) return false;
  event.preventDefault();
  window.open((link as HTMLAnchorElement).href, '_blank', 'noopener,noreferrer');
  return true;
}

/** Where blocks and the texts in them stand in the editor's document, by their ids. */
function placesOf(content: Node): ReadonlyMap<string, { from: number; node: Node }> {
  const places = new Map<string, { from: number; node: Node }>();
  content.descendants((node, from) => {
    const { id } = node.attrs;
    if (node.isBlock && typeof id === 'string') places.set(id, { from, node });
    return !node.isTextblock;
  });
  return places;
}

function decorationsOf(content: Node, changes: readonly DrawnChange[]): Decoration[] {
  const places = placesOf(content);
  const decorations: Decoration[] = [];
  const positionOf = ({ text }: Pick<Range, 'text'>, offset: number): number | null => {
    const place = places.get(text);
    if (!place) return null;
    const { node, from } = place;
    return node.isTextblock ? from + 1 + Math.min(offset, node.content.size) : from;
  };
  changes.forEach(({ change, says, color }, index) => {
    const attributes = {
      'data-change': String(index),
      title: says,
      ...(color ? { style: styleOf(color) } : {}),
    };
    const range = (of: Range, kind: string) => {
      const [from, to] = [positionOf(of, of.from), positionOf(of, of.to)];
      if (from === null || to === null || from >= to) return;
      const nodeName = kind === 'came' ? 'ins' : 'span';
      const drawn = { ...attributes, nodeName, class: kind };
      decorations.push(Decoration.inline(from, to, drawn, { change: index }));
    };
    const block = (id: string, kind: string) => {
      const place = places.get(id);
      if (!place) return;
      const { from, node } = place;
      const drawn = { ...attributes, class: kind };
      decorations.push(Decoration.node(from, from + node.nodeSize, drawn, { change: index }));
    };
    /** Beside the text, at a position; `side` as of a widget. */
    const gone = (at: number, text: string, kind: string) => {
      if (text === '') return;
      const draw = () => {
        const element = document.createElement('del');
        element.textContent = text;
        element.className = kind;
        element.dataset.change = String(index);
        element.title = says;
        // The page's policy allows no style attributes; the style itself may be set.
        if (color) element.style.cssText = styleOf(color);
        return element;
      };
      const key = `${index} ${at} ${text}`;
      decorations.push(Decoration.widget(at, draw, { side: -1, key, change: index }));
    };
    for (const passage of change.come) range(passage, 'came');
    const { where } = change;
    const at = where && positionOf(where, where.from);
    for (const passage of change.gone) gone(at ?? 0, textOf(passage), 'went');
    for (const id of blocksOf(change))
      block(id, change.kind === 'added' ? 'came-block' : 'changed-block');
    switch (change.kind) {
      case 'removed':
      case 'deleted across':
      case 'replaced across': {
        const behind = where && places.get(where.text);
        const end = behind ? endOfBlock(content, behind.from) : 0;
        for (const { is } of change.blocks) gone(end, textOfBlock(is), 'went-block');
        break;
      }
      case 'joined':
        if (at !== null) gone(at, '¶', 'went');
        break;
      case 'formatted':
      case 'unformatted':
        for (const each of change.ranges) range(each, 'changed');
        break;
      case 'carried':
      case 'object changed':
        if (where) range(where, 'changed');
        break;
      default:
        break;
    }
  });
  return decorations;
}

/** Behind the block of the document in which a position is. */
function endOfBlock(content: Node, position: number): number {
  const place = content.resolve(position);
  return place.depth > 0 ? place.after(1) : position + (place.nodeAfter?.nodeSize ?? 0);
}

function textOf({ content }: Passage): string {
  return content.map(wordsOf).join('');
}
