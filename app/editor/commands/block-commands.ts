/**
 * What named commands do to blocks and to what is selected in them.
 *
 * Invariant: a block that goes on keeps its id, and text that stays is never typed anew, so that the
 * binding can tell a move from a deletion.
 */
import type { Attrs, Node, NodeType } from 'prosemirror-model';
import {
  AllSelection,
  type Command,
  type EditorState,
  NodeSelection,
  TextSelection,
  type Transaction,
} from 'prosemirror-state';
import { MAX_DEPTH } from '../../../shared/document/schema.ts';
import { MOVED } from '../binding/binding.ts';
import { indentCode } from '../blocks/code/indent.ts';
import { seenBlock, withFolded } from '../folding/folding.ts';
import { sectionGaps } from '../folding/section-gaps.ts';
import { copyOf } from '../objects/put-object.ts';
import { schema } from '../schema.ts';
import { BlockSelection } from '../selection/block-selection.ts';
import {
  type BlockPick,
  type BlockRange,
  blockStart,
  isFigure,
  retypeBlock,
  retyped,
  selectedBlocks,
} from './commands.ts';
import { addMark, areManyBlocks, changeBlocks, removeMark, setAttributes } from './many-blocks.ts';

/** Whether the blocks are all of a type, with these attributes. */
export function areOfType(
  doc: Node,
  { from, to }: BlockRange,
  type: NodeType,
  attrs: Attrs = {},
): boolean {
  for (let index = from; index < to; index++) {
    const node = doc.child(index);
    if (node.type !== type) return false;
    if (!Object.keys(attrs).every((name) => node.attrs[name] === attrs[name])) return false;
  }
  return true;
}

/** Whether a block is its text: a picture turned into a heading would be gone. */
export function mayTurn(block: Node): boolean {
  return block.isTextblock && !isFigure(block) && block.type !== schema.nodes.unknown;
}

/** Turns blocks into a type; if all are of it already, into paragraphs. */
export function setBlockType(
  type: NodeType,
  attrs: Attrs = {},
  pick: BlockPick = selectedBlocks,
): Command {
  return (state, dispatch) => {
    const { from, to } = pick(state);
    const { tr } = state;
    const back = type !== schema.nodes.paragraph && areOfType(state.doc, { from, to }, type, attrs);
    const [wanted, given] = back ? [schema.nodes.paragraph!, {}] : [type, attrs];
    if (areManyBlocks({ from, to }))
      changeBlocks(tr, { from, to }, (block) =>
        mayTurn(block) ? retyped(block, wanted, given) : block,
      );
    else
      for (let index = from; index < to; index++)
        if (mayTurn(state.doc.child(index))) retypeBlock(tr, index, wanted, given);
    if (!tr.docChanged) return false;
    dispatch?.(tr.scrollIntoView());
    return true;
  };
}

/** Blocks with everything nested below the last one. */
export function withChildren(doc: Node, { from, to }: BlockRange): BlockRange {
  let end = to;
  const depth = doc.child(to - 1).attrs.depth as number;
  while (end < doc.childCount && (doc.child(end).attrs.depth as number) > depth) end++;
  return { from, to: end };
}

/** Blocks as things to take hold of: with what is nested in the last one, or folded behind it. */
export function wholeBlocks(state: EditorState, range: BlockRange): BlockRange {
  return withFolded(state, withChildren(state.doc, range));
}

/** Moves the selected blocks and what is nested in them deeper (1) or out (-1). */
export function changeDepth(by: 1 | -1): Command {
  return (state, dispatch) => {
    const range = wholeBlocks(state, selectedBlocks(state));
    const first = state.doc.child(range.from);
    const indented = indentCode(state, by);
    if (indented) {
      dispatch?.(indented.scrollIntoView());
      return true;
    }
    const above = range.from > 0 ? (state.doc.child(range.from - 1).attrs.depth as number) : -1;
    const depth = first.attrs.depth as number;
    // Nothing can be nested deeper than one step below what stands above it.
    if ((by === 1 && depth > above) || (by === -1 && depth === 0)) return true;
    const wanted = (block: Node) => Math.max(0, (block.attrs.depth as number) + by);
    // What stayed behind would stand beside what it is nested in.
    for (let index = range.from; index < range.to; index++)
      if (wanted(state.doc.child(index)) > MAX_DEPTH) return true;
    const tr = setAttributes(state.tr, range, (block) => ({ depth: wanted(block) }));
    dispatch?.(tr.scrollIntoView());
    return true;
  };
}

/** Moves blocks, with what is nested in them or folded, past their neighbour. */
export function moveBlocks(direction: -1 | 1, pick: BlockPick = selectedBlocks): Command {
  return (state, dispatch) => {
    const { doc } = state;
    const range = wholeBlocks(state, pick(state));
    const mayGo = sectionGaps(state, range);
    let target: number;
    if (mayGo) {
      target = direction === 1 ? range.to + 1 : range.from - 1;
      while (target >= 0 && target <= doc.childCount && !mayGo(target)) target += direction;
      if (target < 0 || target > doc.childCount) return true;
    } else if (direction === -1) {
      if (range.from === 0) return true;
      const depth = doc.child(range.from).attrs.depth as number;
      target = seenBlock(state, range.from - 1);
      while (target > 0 && (doc.child(target).attrs.depth as number) > depth)
        target = seenBlock(state, target - 1);
    } else {
      if (range.to === doc.childCount) return true;
      target = wholeBlocks(state, { from: range.to, to: range.to + 1 }).to;
    }
    dispatch?.(moveRange(state, range, target).scrollIntoView());
    return true;
  };
}

/**
 * A transaction that puts blocks [from, to) before the block at `target` (an index of now), `deeper`
 * by so many steps. The selection goes along if it is in them, and stays where it is if not.
 */
export function moveRange(
  state: EditorState,
  { from, to }: BlockRange,
  target: number,
  deeper = 0,
): Transaction {
  const { doc, tr, selection } = state;
  const nodes: Node[] = [];
  for (let index = from; index < to; index++) nodes.push(doc.child(index));
  const start = blockStart(doc, from);
  const end = nodes.reduce((sum, node) => sum + node.nodeSize, start);
  const at = blockStart(doc, target);
  const landing = target > from ? at - (end - start) : at;
  if (landing !== start) {
    tr.delete(start, end);
    tr.insert(landing, nodes);
    tr.setMeta(MOVED, new Set(nodes.map((node) => node.attrs.id as string)));
  }
  if (deeper !== 0) {
    const first = target > from ? target - nodes.length : target;
    setAttributes(tr, { from: first, to: first + nodes.length }, ({ attrs }) => ({
      depth: Math.min(Math.max((attrs.depth as number) + deeper, 0), MAX_DEPTH),
    }));
  }
  if (landing === start || selection.from < start || selection.to > end) return tr;
  const shift = landing - start;
  const anchor = selection.anchor + shift;
  const head = selection.head + shift;
  if (selection instanceof BlockSelection)
    return tr.setSelection(BlockSelection.between(tr.doc, anchor, head));
  if (selection instanceof NodeSelection)
    return tr.setSelection(NodeSelection.create(tr.doc, anchor));
  return tr.setSelection(TextSelection.between(tr.doc.resolve(anchor), tr.doc.resolve(head)));
}

/** Puts a copy of blocks, with what is nested in them or folded, right behind them. */
export function duplicateBlocks(pick: BlockPick = selectedBlocks): Command {
  return (state, dispatch) => {
    const { doc, tr, selection } = state;
    const range = wholeBlocks(state, pick(state));
    const copies: Node[] = [];
    for (let index = range.from; index < range.to; index++) {
      const node = doc.child(index);
      copies.push(node.type.create({ ...node.attrs, id: null }, copyOf(node.content), node.marks));
    }
    const behind = blockStart(doc, range.to);
    tr.insert(behind, copies);
    if (selection instanceof BlockSelection)
      tr.setSelection(
        BlockSelection.between(tr.doc, behind, behind + tr.doc.content.size - doc.content.size - 1),
      );
    dispatch?.(tr.scrollIntoView());
    return true;
  };
}

/** A block to put into the text: its type, or a node made for where it goes. */
interface NewBlock {
  type: NodeType;
  attrs?: Attrs;
  make?: (depth: number) => Node;
}

/**
 * Makes the empty block at the caret one of a type, or puts one behind the block and what is nested
 * in it. What is no line of text is put before the empty block, which goes on as a line to write in.
 */
export function putBlock(tr: Transaction, { type, attrs = {}, make }: NewBlock): Transaction {
  const { $head, $from } = tr.selection;
  // Of a block that is selected whole, the head is behind it.
  const index = ($head.depth > 0 ? $head : $from).index(0);
  const block = tr.doc.child(index);
  const depth = block.attrs.depth as number;
  const isEmpty = block.isTextblock && block.content.size === 0 && !isFigure(block);
  const put = make ? make(depth) : type.create({ ...attrs, depth });
  if (isEmpty && type.isTextblock) {
    if (isFigure(put)) return replaceBlock(tr, index, put);
    retypeBlock(tr, index, type, attrs);
    return tr;
  }
  const range = withChildren(tr.doc, { from: index, to: index + 1 });
  const at = blockStart(tr.doc, isEmpty ? index : range.to);
  const goesOn = isEmpty || type.isTextblock;
  tr.insert(at, goesOn ? put : [put, schema.nodes.paragraph!.create({ depth })]);
  // An object cannot be written in: the caret goes behind it.
  return tr.setSelection(TextSelection.near(tr.doc.resolve(at + (put.isAtom ? put.nodeSize : 1))));
}

/**
 * Puts a block in the place of one, which goes with its text, and the caret at its beginning. What it
 * shows stays where others take the line away meanwhile that it stands in the place of.
 */
export function replaceBlock(tr: Transaction, index: number, block: Node): Transaction {
  const at = blockStart(tr.doc, index);
  tr.replaceWith(at, at + tr.doc.child(index).nodeSize, block);
  return tr.setSelection(TextSelection.create(tr.doc, at + 1));
}

/** Checks or unchecks the selected tasks. */
export const toggleChecked: Command = (state, dispatch) => {
  const range = selectedBlocks(state);
  const isTask = (block: Node) => block.type === schema.nodes.task;
  const tasks = state.doc.children.slice(range.from, range.to).filter(isTask);
  if (tasks.length === 0) return false;
  const checked = tasks.some(({ attrs }) => !attrs.checked);
  dispatch?.(setAttributes(state.tr, range, (block) => (isTask(block) ? { checked } : null)));
  return true;
};

/** Formats what is selected; takes the format away only where all of it has it already. */
export function toggle(name: string): Command {
  const type = schema.marks[name]!;
  return (state, dispatch) => {
    const { doc, selection, storedMarks, tr } = state;
    const $cursor = selection instanceof TextSelection ? selection.$cursor : null;
    if (selection.empty && !$cursor) return false;
    const ranges = selection.ranges.map(({ $from, $to }) => ({ from: $from.pos, to: $to.pos }));
    let applies = false;
    let isWhole = true;
    for (const { from, to } of ranges)
      doc.nodesBetween(from, to, (node, position, parent) => {
        applies ||= node.inlineContent && node.type.allowsMarkType(type);
        if (!parent?.type.allowsMarkType(type) || type.isInSet(node.marks)) return;
        const start = Math.max(from - position, 0);
        // Space that has it not is nothing that anybody sees.
        const isSpace = node.isText && /^\s*$/.test(node.text!.slice(start, to - position));
        if (!isSpace) isWhole = false;
      });
    if (!applies) return false;
    if ($cursor) {
      const isOn = type.isInSet(storedMarks ?? $cursor.marks());
      dispatch?.(isOn ? tr.removeStoredMark(type) : tr.addStoredMark(type.create()));
      return true;
    }
    for (const { from, to } of ranges) {
      if (isWhole) removeMark(tr, from, to, type);
      else addMark(tr, from, to, type.create());
    }
    dispatch?.(tr.scrollIntoView());
    return true;
  };
}

/** Selects the block's text first, then everything. */
export const selectAll: Command = (state, dispatch) => {
  const { $from, $to } = state.selection;
  if ($from.sameParent($to) && $from.depth === 1 && $from.parent.content.size > 0) {
    const from = $from.start(1);
    const to = $from.end(1);
    const isWhole = state.selection.from === from && state.selection.to === to;
    if (!isWhole && $from.parent.type.spec.code) {
      dispatch?.(state.tr.setSelection(TextSelection.create(state.doc, from, to)));
      return true;
    }
  }
  dispatch?.(state.tr.setSelection(new AllSelection(state.doc)));
  return true;
};
