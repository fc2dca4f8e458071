/**
 * A document as it was at some time, drawn to be read, with what changed in it until then.
 *
 * Invariant: nothing here can be changed, and what is gone is drawn beside the text, never in it.
 */
import type { Node } from 'prosemirror-model';
import { EditorState } from 'prosemirror-state';
import { Decoration, DecorationSet, EditorView } from 'prosemirror-view';
import type * as Y from 'yjs';
import { Body } from '../../../shared/document/body.ts';
import type { Change, Passage, Range } from '../../../shared/document/review/changes.ts';
import type { Block, Inline } from '../../../shared/document/schema.ts';
import type { PersonColor } from '../../../shared/protocol/presence.ts';
import { readDocument } from '../binding/from-body.ts';
import { TableView } from '../blocks/table/table-view.ts';
import { ListItemView } from '../lists/list-item-view.ts';
import { schema } from '../schema.ts';
import './past.css';

/** A change as it is drawn. */
export interface DrawnChange {
  change: Change;
  /** What happened, and by whom: shown where one points at it. */
  says: string;
  /** Of whoever did it, as the tokens call it (`teal`), or null. */
  color: PersonColor | null;
}

export interface PastView {
  /** Brings a change into view, by its place among those that were drawn. */
  show: (index: number) => void;
  end: () => void;
}

/** @param label what the text is called by those who hear it */
export function drawPast(
  host: HTMLElement,
  doc: Y.Doc,
  changes: readonly DrawnChange[],
  label: string,
): PastView {
  const content = readDocument(new Body(doc), schema.nodes.doc!);
  const decorations = DecorationSet.create(content, decorationsOf(content, changes));
  const view = new EditorView(
    { mount: host },
    {
      state: EditorState.create({ schema, doc: content }),
      editable: () => false,
      decorations: () => decorations,
      handleDOMEvents: { click: openLink },
      attributes: { class: 'body past', role: 'document', 'aria-label': label, tabindex: '0' },
      nodeViews: {
        table: (node) => new TableView(node),
        bullet: (node) => new ListItemView(node),
        ordered: (node) => new ListItemView(node),
        task: (node) => new ListItemView(node),
      },
    },
  );
  return {
    show: (index) =>
      view.dom
        .querySelector(`[data-change="${index}"]`)
        ?.scrollIntoView({ block: 'center', behavior: 'instant' }),
    end: () => view.destroy(),
  };
}

/** In a tab of its own, which knows nothing of this one: what is shown here is nowhere else. */
function openLink(_view: EditorView, event: MouseEvent): boolean {
  const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
  if (!link) return false;
  event.preventDefault();
  window.open((link as HTMLAnchorElement).href, '_blank', 'noopener,noreferrer');
  return true;
}

function styleOf(color: PersonColor): string {
  return `--change: var(--person-${color}); --change-tint: var(--person-${color}-tint);`;
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
      decorations.push(Decoration.inline(from, to, { ...attributes, nodeName, class: kind }));
    };
    const block = (id: string, kind: string) => {
      const place = places.get(id);
      if (!place) return;
      const { from, node } = place;
      decorations.push(Decoration.node(from, from + node.nodeSize, { ...attributes, class: kind }));
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
      decorations.push(Decoration.widget(at, draw, { side: -1, key: `${index} ${at} ${text}` }));
    };
    for (const passage of change.come) range(passage, 'came');
    const { where } = change;
    const at = where && positionOf(where, where.from);
    for (const passage of change.gone) gone(at ?? 0, textOf(passage), 'went');
    switch (change.kind) {
      case 'added':
        for (const { is } of change.blocks) block(is.id, 'came-block');
        break;
      case 'removed':
      case 'deleted across':
      case 'replaced across': {
        const behind = where && places.get(where.text);
        const end = behind ? endOfBlock(content, behind.from) : 0;
        for (const { is } of change.blocks) gone(end, textOfBlock(is), 'went-block');
        break;
      }
      case 'split':
        block(change.block.is.id, 'changed-block');
        break;
      case 'joined':
        if (at !== null) gone(at, '¶', 'went');
        break;
      case 'moved':
        for (const { is } of change.blocks) block(is, 'changed-block');
        break;
      case 'turned':
      case 'nested':
      case 'checked':
      case 'attribute':
        for (const { block: id } of change.blocks) block(id, 'changed-block');
        break;
      case 'formatted':
      case 'unformatted':
        for (const each of change.ranges) range(each, 'changed');
        break;
      case 'row added':
      case 'row removed':
      case 'row moved':
      case 'column added':
      case 'column removed':
      case 'column moved':
      case 'column changed':
        block(change.table, 'changed-block');
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

function textOfBlock({ content, table }: Block): string {
  if (!table) return content.map(wordsOf).join('') || '¶';
  return table.rows
    .map(({ cells }) => cells.map((cell) => cell.map(wordsOf).join('')).join(' | '))
    .join('\n');
}

/** What stands for an object in a line, of which only the text is told. */
const OBJECT = '▫';

function wordsOf(run: Inline): string {
  return 'text' in run ? run.text : OBJECT;
}
