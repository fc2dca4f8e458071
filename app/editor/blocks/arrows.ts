/**
 * The ways of the caret where a browser's own is none: from cell to cell of a table, past an end of
 * the document that is no line of text, and up to the title.
 *
 * Invariant: up and down stay in the column and where they are in the line. Nothing changes but that
 * a block at an end, beside which nobody could write, gets a line there.
 */
import type { Node, ResolvedPos } from 'prosemirror-model';
import { NodeSelection, Selection, TextSelection, type Transaction } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { blockStart, isFigure, lineBehind } from '../commands/commands.ts';
import { behindFold, seenBlock } from '../folding/folding.ts';
import { schema } from '../schema.ts';
import { pendingSelection } from '../selection/pending-dom-selection.ts';
import { firstCell } from './table/node.ts';

const { table: TABLE, tableCell } = schema.nodes;

type Way = 'up' | 'down' | 'left' | 'right';
const WAYS: Readonly<Record<string, Way>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
};

export function walkBetweenBlocks(view: EditorView, event: KeyboardEvent): boolean {
  const { key, shiftKey, ctrlKey, metaKey, altKey } = event;
  if (event.isComposing || altKey || metaKey) return false;
  const way = WAYS[key];
  // Of a key just before this one the view may not have heard yet.
  const pending = way ? pendingSelection(view) : null;
  if (pending) view.dispatch(view.state.tr.setSelection(pending));
  let tr: Transaction | null = null;
  if (ctrlKey && (key === 'Home' || key === 'End')) tr = toEnd(view, key === 'End', shiftKey);
  else if (way && !ctrlKey) tr = shiftKey ? extend(view, way) : step(view, way);
  if (!tr) return way === 'up' && !shiftKey && !ctrlKey && toTitle(view);
  view.dispatch(tr.scrollIntoView());
  return true;
}

/** From the first line to the title, from whose end one comes down again. */
function toTitle(view: EditorView): boolean {
  const { selection } = view.state;
  if (!(selection instanceof TextSelection) || !selection.empty || !view.endOfTextblock('up'))
    return false;
  const { $head } = selection;
  const title = document.querySelector<HTMLTextAreaElement>('textarea.title');
  if ($head.depth !== 1 || !title || beyond(view, $head.index(0), false)) return false;
  title.focus();
  title.setSelectionRange(title.value.length, title.value.length);
  return true;
}

/** To an end of a document that has a table there: browsers take the first of its cells for it. */
function toEnd({ state }: EditorView, isLast: boolean, extend: boolean): Transaction | null {
  const { doc, tr, selection } = state;
  if ((isLast ? doc.lastChild : doc.firstChild)?.type !== TABLE) return null;
  const head = (isLast ? Selection.atEnd(doc) : Selection.atStart(doc)).$head;
  return tr.setSelection(TextSelection.between(extend ? selection.$anchor : head, head));
}

/** With Shift, from the edge of a line into the table beside it, where browsers go no further. */
function extend(view: EditorView, way: Way): Transaction | null {
  const { selection, doc, tr } = view.state;
  const { $anchor, $head } = selection;
  if (isUpright(way) || !(selection instanceof TextSelection) || $head.depth !== 1) return null;
  const forward = isForward(view, way);
  if ($head.parentOffset !== (forward ? $head.parent.content.size : 0)) return null;
  const next = beyond(view, $head.index(0), forward);
  if (!next || next.node.type !== TABLE) return null;
  const edge = doc.resolve(forward ? next.at : next.at + next.node.nodeSize);
  const head = Selection.near(edge, forward ? 1 : -1).$head;
  return tr.setSelection(TextSelection.between($anchor, head));
}

function isUpright(way: Way): boolean {
  return way === 'up' || way === 'down';
}

function isForward(view: EditorView, way: Way): boolean {
  return way === 'down' || (way !== 'up' && (way === 'right') === isLeftToRight(view));
}

function step(view: EditorView, way: Way): Transaction | null {
  const { selection, doc, tr } = view.state;
  const forward = isForward(view, way);
  const { $head } = selection;
  if (selection instanceof NodeSelection) {
    if (selection.node.isInline || beyond(view, selection.$from.index(0), forward)) return null;
    return isUpright(way) ? lineBeyond(view, forward) : null;
  }
  if (!(selection instanceof TextSelection) || !selection.empty || !view.endOfTextblock(way))
    return null;
  const isInCell = $head.parent.type === tableCell;
  if (isInCell && isUpright(way)) {
    const row = $head.index(1) + (forward ? $head.parent.attrs.down : -1);
    const within = $head.node(1).maybeChild(row)?.maybeChild($head.index(2));
    if (within) {
      const [down, across] = firstCell($head.node(1), row, $head.index(2));
      return atColumn(view, cellStart(doc, $head.before(1), down, across), forward);
    }
  } else if (isInCell && !isAtEdgeCell($head, forward)) return null;
  const next = beyond(view, $head.index(0), forward);
  if (!next && isUpright(way)) return isLine($head.node(1)) ? null : lineBeyond(view, forward);
  // A browser would go around to the other end of the table.
  if (!next) return isInCell ? tr : null;
  if (!isInCell && next.node.type !== TABLE) return null;
  if (!isUpright(way) || !next.node.isTextblock) {
    if (next.node.type === TABLE && isUpright(way)) return intoTable(view, next, forward);
    const edge = forward ? next.at : next.at + next.node.nodeSize;
    return tr.setSelection(Selection.near(doc.resolve(edge), forward ? 1 : -1));
  }
  return atColumn(view, next.at + 1, forward);
}

function isLeftToRight(view: EditorView): boolean {
  const { $head } = view.state.selection;
  const element = $head.depth > 0 ? view.nodeDOM($head.before()) : null;
  return !(element instanceof Element) || getComputedStyle(element).direction !== 'rtl';
}

interface BlockAt {
  node: Node;
  at: number;
}

/** The next block that is shown; null at an end of the document. */
function beyond({ state }: EditorView, index: number, forward: boolean): BlockAt | null {
  const to = forward ? behindFold(state, index + 1) : seenBlock(state, index - 1);
  const node = to < 0 ? null : state.doc.maybeChild(to);
  return node && { node, at: blockStart(state.doc, to) };
}

/** A block beside which one can write, as Enter makes a line there. */
function isLine(node: Node): boolean {
  return node.isTextblock && !node.type.spec.code && !isFigure(node);
}

function lineBeyond(view: EditorView, forward: boolean): Transaction | null {
  const { tr, doc } = view.state;
  return view.editable ? lineBehind(tr, forward ? doc.content.size : 0) : null;
}

function isAtEdgeCell(place: ResolvedPos, forward: boolean): boolean {
  const { down, across } = place.parent.attrs;
  const isEdge = (depth: number, reach: number) =>
    forward ? place.index(depth) + reach >= place.node(depth).childCount : place.index(depth) === 0;
  return isEdge(1, down) && isEdge(2, across);
}

function cellStart(doc: Node, at: number, row: number, column: number): number {
  const table = doc.nodeAt(at)!;
  let position = at + 2;
  for (let index = 0; index < row; index++) position += table.child(index).nodeSize;
  for (let index = 0; index < column; index++) position += table.child(row).child(index).nodeSize;
  return position + 1;
}

/** The cell of the nearest row that is the nearest to the caret. */
function intoTable(view: EditorView, { node, at }: BlockAt, forward: boolean): Transaction {
  const { doc, selection } = view.state;
  const row = forward ? 0 : node.childCount - 1;
  const { left } = view.coordsAtPos(selection.head);
  let nearest = { start: 0, distance: Number.POSITIVE_INFINITY };
  for (let column = 0; column < node.child(row).childCount; column++) {
    const start = cellStart(doc, at, row, column);
    const element = view.nodeDOM(start - 1);
    if (!(element instanceof Element)) continue;
    const box = element.getBoundingClientRect();
    const distance = Math.max(box.left - left, left - box.right, 0);
    if (distance < nearest.distance) nearest = { start, distance };
  }
  return atColumn(view, nearest.start || cellStart(doc, at, row, 0), forward);
}

/** Into the text that begins at `start`, in its nearest line, below or above the caret. */
function atColumn(view: EditorView, start: number, forward: boolean): Transaction {
  const { doc, tr, selection } = view.state;
  const end = start + doc.resolve(start).parent.content.size;
  const { left } = view.coordsAtPos(selection.head);
  const line = view.coordsAtPos(forward ? start : end);
  const found = view.posAtCoords({ left, top: (line.top + line.bottom) / 2 });
  const isInside = found && found.pos >= start && found.pos <= end;
  const to = isInside ? found.pos : forward ? start : end;
  return tr.setSelection(TextSelection.create(doc, to));
}
