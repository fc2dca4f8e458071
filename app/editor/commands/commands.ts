/**
 * What the keys of plain writing do to blocks: Enter, Backspace, Delete, and what is selected.
 *
 * Invariant: a block that goes on keeps its id, and text that stays is never typed anew, so that the
 * binding can tell a split, a join or a move from a deletion.
 */
import { type Attrs, Fragment, type Node, type NodeType } from 'prosemirror-model';
import {
  type Command,
  type EditorState,
  NodeSelection,
  Selection,
  TextSelection,
  type Transaction,
} from 'prosemirror-state';
import { definitionOf } from '../../../shared/document/block-types/index.ts';
import { MAX_DEPTH } from '../../../shared/document/schema.ts';
import { behindFold, unfoldAt, withFolded } from '../folding/folding.ts';
import { linkBefore } from '../links/autolink.ts';
import { schema } from '../schema.ts';
import { BlockSelection } from '../selection/block-selection.ts';

export function isListType({ name }: NodeType): boolean {
  const { list } = definitionOf(name);
  return list !== undefined && list !== 'quote';
}

export interface BlockRange {
  /** Indexes of the first block and behind the last one. */
  from: number;
  to: number;
}

/** The blocks the selection touches. */
export function selectedBlocks(state: EditorState): BlockRange {
  const { $from, $to } = state.selection;
  const from = $from.index(0);
  const to = $to.depth === 0 && $to.nodeBefore ? $to.index(0) : $to.index(0) + 1;
  return { from, to: Math.max(to, from + 1) };
}

/** Which blocks a command is about. */
export type BlockPick = (state: EditorState) => BlockRange;

/** Position at which a block begins. */
export function blockStart(doc: Node, index: number): number {
  let at = 0;
  for (let child = 0; child < index; child++) at += doc.child(child).nodeSize;
  return at;
}

/** The caret's text block, if the selection is a caret in one. */
function caretBlock(
  state: EditorState,
): { node: Node; index: number; offset: number; start: number } | null {
  const { selection } = state;
  if (!(selection instanceof TextSelection) || !selection.empty) return null;
  const { $head } = selection;
  if ($head.depth !== 1) return null;
  return {
    node: $head.parent,
    index: $head.index(0),
    offset: $head.parentOffset,
    start: $head.before(1),
  };
}

/** The same text as content of another kind of block: code has line feeds, others line breaks. */
export function contentFor(type: NodeType, content: Fragment): Fragment {
  const nodes: Node[] = [];
  content.forEach((node) => {
    if (type.spec.code) {
      if (node.type === schema.nodes.break) nodes.push(schema.text('\n'));
      else nodes.push(node.mark([]));
    } else if (node.isText && node.text?.includes('\n')) {
      node.text.split('\n').forEach((line, index) => {
        if (index > 0) nodes.push(schema.nodes.break!.create(null, null, node.marks));
        if (line !== '') nodes.push(schema.text(line, node.marks));
      });
    } else nodes.push(node);
  });
  return Fragment.from(nodes.length > 0 ? Fragment.fromArray(mergeTexts(nodes)) : null);
}

function mergeTexts(nodes: readonly Node[]): Node[] {
  const merged: Node[] = [];
  for (const node of nodes) {
    const last = merged[merged.length - 1];
    if (last?.isText && node.isText && last.sameMarkup(node))
      merged[merged.length - 1] = schema.text((last.text ?? '') + (node.text ?? ''), node.marks);
    else merged.push(node);
  }
  return merged;
}

/** A block of another type and attributes; its id, depth and text stay. */
export function retyped(
  { attrs: { id, depth }, content }: Node,
  type: NodeType,
  attrs: Attrs,
): Node {
  return type.create({ id, depth, ...attrs }, type.isAtom ? null : contentFor(type, content));
}

/** Gives a block another type and attributes; its id, depth and text stay. */
export function retypeBlock(
  tr: Transaction,
  index: number,
  type: NodeType,
  attrs: Attrs = {},
): void {
  const node = tr.doc.child(index);
  const start = blockStart(tr.doc, index);
  const wanted = { id: node.attrs.id, depth: node.attrs.depth, ...attrs };
  if (
    node.type === type ||
    (!node.type.spec.code && !type.spec.code && node.isTextblock && type.isTextblock)
  ) {
    tr.setNodeMarkup(start, type, wanted);
    return;
  }
  const offset = tr.selection.$head.depth === 1 ? tr.selection.$head.parentOffset : 0;
  const inside = tr.selection.$head.index(0) === index && tr.selection.empty;
  tr.replaceWith(start, start + node.nodeSize, retyped(node, type, attrs));
  if (inside && type.isTextblock) tr.setSelection(TextSelection.create(tr.doc, start + 1 + offset));
}

/** Puts an empty line somewhere between blocks, with the caret in it. */
export function lineBehind(tr: Transaction, at: number, depth = 0): Transaction {
  tr.insert(at, schema.nodes.paragraph!.create({ depth }));
  return tr.setSelection(TextSelection.create(tr.doc, at + 1)).scrollIntoView();
}

/** Whether a block is the last one in what holds it. */
function isLastInside(doc: Node, index: number): boolean {
  const { depth } = doc.child(index).attrs;
  const next = doc.maybeChild(index + 1);
  return depth > 0 && (!next || next.attrs.depth < depth);
}

/** What leads from a selected object to an empty line behind it; null where none is selected. */
export function writeBehind(state: EditorState): Transaction | null {
  const { selection, doc, tr } = state;
  if (!(selection instanceof NodeSelection) || selection.node.isInline) return null;
  const { to, node } = selection;
  const next = doc.resolve(to).nodeAfter;
  const { depth } = node.attrs;
  const isLine = next?.type === schema.nodes.paragraph && next?.content.size === 0;
  if (isLine && next?.attrs.depth === depth)
    return tr.setSelection(TextSelection.create(doc, to + 1));
  return lineBehind(tr, to, depth);
}

/** Enter. */
export const splitBlock: Command = (state, dispatch) => {
  const { tr, selection } = state;
  if (reachesOverEdge(selection)) clearRange(tr, selection.from, selection.to);
  else if (!selection.empty && selection instanceof TextSelection) tr.deleteSelection();
  const { $from } = tr.selection;
  if (isCell($from.parent)) return insertBreak(state, dispatch);
  if ($from.depth !== 1) {
    dispatch?.(lineBehind(tr, tr.selection.to, $from.nodeAfter?.attrs.depth ?? 0));
    return true;
  }
  // The folds of the state say nothing of a document in which something was just deleted.
  const isCut = tr.docChanged;
  linkBefore(tr, $from.pos);
  const block = tr.doc.resolve($from.pos).parent;
  const start = $from.before(1);
  const index = $from.index(0);
  const isEmpty = block.content.size === 0;
  if (block.type.spec.code) return enterInCode(tr, dispatch);
  const fence =
    $from.parentOffset === block.content.size &&
    /^(?:```([\w+#.-]*)|\$\$|\*\*\*|___)$/.exec(block.textContent);
  if (fence && block.type === schema.nodes.paragraph) {
    const [text, language] = fence;
    tr.delete(start + 1, $from.pos);
    if (/[*_]/.test(text))
      tr.insert(start, schema.nodes.divider!.create({ depth: block.attrs.depth }));
    else if (text === '$$') retypeBlock(tr, index, schema.nodes.formula!);
    else retypeBlock(tr, index, schema.nodes.codeBlock!, { language });
    dispatch?.(tr.scrollIntoView());
    return true;
  }
  if (isEmpty && (block.type !== schema.nodes.paragraph || isLastInside(tr.doc, index))) {
    const goesOut = isListType(block.type) || block.type === schema.nodes.paragraph;
    if (isFigure(block)) lineBehind(tr, start + block.nodeSize, block.attrs.depth);
    else if (goesOut && block.attrs.depth > 0)
      tr.setNodeAttribute(start, 'depth', block.attrs.depth - 1);
    else retypeBlock(tr, index, schema.nodes.paragraph!);
    dispatch?.(tr.scrollIntoView());
    return true;
  }
  const isAtEnd = $from.parentOffset === block.content.size;
  const behind = isCut ? index + 1 : behindFold(state, index + 1);
  if (behind > index + 1 && !isEmpty && isAtEnd) {
    // What is folded stays so: the next of its kind follows it.
    const at = blockStart(tr.doc, behind);
    tr.insert(at, block.type.create({ ...block.attrs, id: null }));
    dispatch?.(tr.setSelection(TextSelection.create(tr.doc, at + 1)).scrollIntoView());
    return true;
  }
  const next = blockBehind(block);
  if ($from.parentOffset === 0 && !isEmpty && !holdsBlocks(block)) {
    // The new line is where the numbering begins now.
    const number = next.type === schema.nodes.ordered ? { start: block.attrs.start } : {};
    const line = next.type.create({ ...next.attrs, ...number });
    tr.insert(start, line);
    if (number.start) tr.setNodeAttribute(start + line.nodeSize, 'start', null);
  } else {
    const isHalf = block.type === schema.nodes.heading && !isAtEnd;
    tr.split($from.pos, 1, [
      isHalf ? { type: block.type, attrs: { ...block.attrs, id: null } } : next,
    ]);
  }
  const marks = state.storedMarks ?? $from.marks();
  // Code in a line ends with it, as a link does.
  tr.ensureMarks(marks.filter(({ type: { spec } }) => spec.inclusive !== false && !spec.code));
  dispatch?.(tr.scrollIntoView());
  return true;
};

/** A callout or toggle: what is written next in it is inside it. */
export function holdsBlocks({ type }: Node): boolean {
  return definitionOf(type.name).holdsBlocks === true;
}

/** What is written next, behind a block; behind a caption it is outside. */
export function blockBehind(block: Node): { type: NodeType; attrs: Attrs } {
  const { id: _, start: __, ...attrs } = block.attrs;
  const { isSingle } = definitionOf(block.type.name);
  const isLine = isSingle || isFigure(block) || holdsBlocks(block);
  const type = isLine ? schema.nodes.paragraph! : block.type;
  const depth = holdsBlocks(block) ? Math.min(MAX_DEPTH, attrs.depth + 1) : attrs.depth;
  const checked = type === schema.nodes.task ? { checked: false } : {};
  return { type, attrs: { ...pick(type, attrs), id: null, depth, ...checked } };
}

function pick(type: NodeType, attrs: Attrs): Attrs {
  const names = Object.keys(type.spec.attrs ?? {});
  return Object.fromEntries(Object.entries(attrs).filter(([name]) => names.includes(name)));
}

function enterInCode(tr: Transaction, dispatch?: (tr: Transaction) => void): boolean {
  const { $from } = tr.selection;
  const { content } = $from.parent;
  const text = $from.parent.textBetween(0, content.size, undefined, '\uFFFC');
  const emptyLast = $from.parentOffset === content.size && /\n[ \t]*$/.exec(text);
  // A second Enter on an empty last line leaves the code.
  if (emptyLast) {
    tr.delete($from.pos - emptyLast[0].length, $from.pos);
    lineBehind(tr, tr.selection.$from.after(1), $from.parent.attrs.depth);
  } else tr.insertText(`\n${indentationAt(text, $from.parentOffset)}`);
  dispatch?.(tr.scrollIntoView());
  return true;
}

/** The white space the line at `offset` begins with, as far as that place. */
function indentationAt(source: string, offset: number): string {
  const start = source.lastIndexOf('\n', offset - 1) + 1;
  return /^[ \t]*/.exec(source.slice(start, offset))![0];
}

/** Leaves a code block downwards. */
export const exitCode: Command = (state, dispatch) => {
  const block = caretBlock(state);
  if (!block?.node.type.spec.code) return false;
  dispatch?.(lineBehind(state.tr, block.start + block.node.nodeSize, block.node.attrs.depth));
  return true;
};

export const insertBreak: Command = (state, dispatch) => {
  const { selection, tr } = state;
  if (!(selection instanceof TextSelection)) return false;
  if (reachesOverEdge(selection)) clearRange(tr, selection.from, selection.to);
  else tr.deleteSelection();
  linkBefore(tr, tr.selection.from);
  const { parent } = tr.selection.$from;
  if (parent.type.spec.code) tr.insertText('\n');
  else tr.replaceSelectionWith(schema.nodes.break!.create());
  dispatch?.(tr.scrollIntoView());
  return true;
};

/** Backspace at the beginning of a block. */
export const joinBackward: Command = (state, dispatch) => {
  // Cells are never joined.
  if (state.selection.empty && isCell(state.selection.$head.parent))
    return state.selection.$head.parentOffset === 0;
  const block = caretBlock(state);
  if (!block || block.offset > 0) return false;
  const { tr } = state;
  if (isFigure(block.node)) {
    dispatch?.(tr.setSelection(NodeSelection.create(tr.doc, block.start)).scrollIntoView());
    return true;
  }
  if (block.node.type !== schema.nodes.paragraph) {
    retypeBlock(tr, block.index, schema.nodes.paragraph!);
    dispatch?.(tr.scrollIntoView());
    return true;
  }
  if (block.node.attrs.depth > 0) {
    dispatch?.(
      tr.setNodeAttribute(block.start, 'depth', block.node.attrs.depth - 1).scrollIntoView(),
    );
    return true;
  }
  if (block.index === 0) return true;
  return joinWithNext(state, block.index - 1, dispatch);
};

/** Delete at the end of a block. */
export const joinForward: Command = (state, dispatch) => {
  const { $head, empty } = state.selection;
  if (empty && isCell($head.parent)) return $head.parentOffset === $head.parent.content.size;
  const block = caretBlock(state);
  if (!block || block.offset < block.node.content.size) return false;
  if (block.index === state.doc.childCount - 1) return true;
  const next = state.doc.child(block.index + 1);
  if (isFigure(block.node) && next.isTextblock && !isFigure(next)) {
    if (next.content.size > 0) return true;
    const end = block.start + block.node.nodeSize;
    dispatch?.(state.tr.delete(end, end + next.nodeSize));
    return true;
  }
  return joinWithNext(state, block.index, dispatch);
};

/** A picture, a file or a bookmark: its text is a caption, which is joined to nothing. */
export function isFigure({ type }: Node): boolean {
  return definitionOf(type.name).isFigure === true;
}

function isCell(node: Node): boolean {
  return node.type === schema.nodes.tableCell;
}

/** Joins the block at `index` with the one behind it; an object in the way is selected instead. */
function joinWithNext(
  state: EditorState,
  index: number,
  dispatch?: (tr: Transaction) => void,
): boolean {
  const { tr } = state;
  const first = tr.doc.child(index);
  const second = tr.doc.child(index + 1);
  const start = blockStart(tr.doc, index);
  const middle = start + first.nodeSize;
  // Nothing is joined unseen: what is folded of the two shows first.
  const unfolded = unfoldAt(state, start) ?? unfoldAt(state, middle);
  if (unfolded) {
    dispatch?.(unfolded);
    return true;
  }
  const isObject = (node: Node) => !node.isTextblock || isFigure(node);
  const object = isObject(first) ? start : isObject(second) ? middle : null;
  if (object !== null) {
    const other = isObject(first) ? second : first;
    // An empty line beside an object goes, so that the object can be reached and removed next.
    if (!isObject(other) && other.content.size === 0) {
      const at = other === first ? start : middle;
      tr.delete(at, at + other.nodeSize);
      tr.setSelection(NodeSelection.create(tr.doc, other === first ? start : object));
    } else tr.setSelection(NodeSelection.create(tr.doc, object));
    dispatch?.(tr.scrollIntoView());
    return true;
  }
  if (first.content.size === 0 && second.content.size > 0) {
    tr.delete(start, middle);
    tr.setSelection(TextSelection.create(tr.doc, start + 1));
  } else {
    const content = first.content.append(contentFor(first.type, second.content));
    const caret = middle - 1;
    tr.replaceWith(start, middle + second.nodeSize, first.copy(content));
    tr.setSelection(TextSelection.create(tr.doc, caret));
  }
  dispatch?.(tr.scrollIntoView());
  return true;
}

/**
 * Deletes whole blocks, without what is nested in the last one unless that is picked, too, or folded.
 */
export function deleteBlocks(pick: BlockPick = selectedBlocks): Command {
  return (state, dispatch) => {
    const { doc, tr, selection } = state;
    const { from, to } = withFolded(state, pick(state));
    const start = blockStart(doc, from);
    const end = blockStart(doc, to);
    if (to - from === doc.childCount) tr.replaceWith(start, end, schema.nodes.paragraph!.create());
    else tr.delete(start, end);
    // The caret goes to the end of what stands before, unless it was somewhere else all along.
    if (selection.to >= start && selection.from <= end)
      tr.setSelection(Selection.near(tr.doc.resolve(start), from === 0 ? 1 : -1));
    dispatch?.(tr.scrollIntoView());
    return true;
  };
}

/** Does the first of these that can be done. */
export function firstOf(...commands: readonly Command[]): Command {
  return (state, dispatch, view) => commands.some((command) => command(state, dispatch, view));
}

/** Whether a selection begins or ends in a cell or a caption and reaches over its edge. */
export function reachesOverEdge(selection: Selection): boolean {
  const { $from, $to } = selection;
  const isApart = (node: Node) => isCell(node) || isFigure(node);
  return !$from.sameParent($to) && (isApart($from.parent) || isApart($to.parent));
}

/**
 * Deletes the text of a range and the blocks that lie whole in it, and joins nothing; tables it cuts
 * keep their form, and pictures it does not begin above stay.
 */
export function clearRange(tr: Transaction, from: number, to: number): Transaction {
  const ranges: { from: number; to: number }[] = [];
  tr.doc.nodesBetween(from, to, (node, position) => {
    const end = position + node.nodeSize;
    // From outside to the far end of its text a table is selected whole, and from above a picture.
    const isTable = node.type === schema.nodes.table;
    const before = isTable && to > end ? 3 : 0;
    const behind = from >= position ? 0 : isTable ? 3 : isFigure(node) ? 1 : 0;
    const isWhole = position + before >= from && end - behind <= to;
    if (isWhole && (node.type.isInGroup('block') || node.isInline)) {
      ranges.push({ from: position, to: end });
      return false;
    }
    if (!node.isTextblock) return true;
    const [start, stop] = [Math.max(from, position + 1), Math.min(to, end - 1)];
    if (start < stop) ranges.push({ from: start, to: stop });
    return false;
  });
  const done = tr.steps.length;
  for (const range of ranges.reverse()) tr.delete(range.from, range.to);
  // A table that went whole began before the selection did.
  const caret = tr.mapping.slice(done).map(from, -1);
  return tr.setSelection(Selection.near(tr.doc.resolve(caret)));
}

/** Deletes what is selected; whole blocks go whole. */
export const removeSelection: Command = (state, dispatch) => {
  if (state.selection.empty) return false;
  const { from, to } = state.selection;
  if (state.selection instanceof BlockSelection) return deleteBlocks()(state, dispatch);
  if (reachesOverEdge(state.selection)) {
    dispatch?.(clearRange(state.tr, from, to).scrollIntoView());
    return true;
  }
  if (state.selection instanceof NodeSelection && state.doc.childCount === 1) {
    const tr = state.tr.replaceWith(from, to, schema.nodes.paragraph!.create());
    dispatch?.(tr.setSelection(Selection.atStart(tr.doc)));
    return true;
  }
  dispatch?.(state.tr.deleteSelection().scrollIntoView());
  return true;
};
