/**
 * What is done to the text and the attributes of any number of blocks at once.
 *
 * Invariant: many blocks are one step. (Each step of ProseMirror goes through all blocks, and the
 * transaction keeps the document before it: that of twenty thousand lines made bold was gigabytes.)
 * A few are its own steps, which can be done again in a document that others changed meanwhile.
 */
import { type Attrs, Fragment, type Mark, type MarkType, type Node } from 'prosemirror-model';
import type { Transaction } from 'prosemirror-state';
import { BlocksStep } from '../binding/blocks-step.ts';
import type { BlockRange } from './commands.ts';

/** So many blocks or cells take steps of their own. */
const FEW = 100;

export function addMark(tr: Transaction, from: number, to: number, mark: Mark): Transaction {
  if (!areMany(tr.doc, from, to)) return tr.addMark(from, to, mark);
  return changeMarks(tr, from, to, ({ isAtom, marks }, parent) =>
    isAtom && parent.type.allowsMarkType(mark.type) ? mark.addToSet(marks) : marks,
  );
}

export function removeMark(tr: Transaction, from: number, to: number, type: MarkType): Transaction {
  if (!areMany(tr.doc, from, to)) return tr.removeMark(from, to, type);
  return changeMarks(tr, from, to, ({ marks }) => type.removeFromSet(marks));
}

/** Whether changes of so many blocks are to be one step. */
export function areManyBlocks({ from, to }: BlockRange): boolean {
  return to - from > FEW;
}

/** Gives blocks [from, to) other attributes; null leaves a block as it is. */
export function setAttributes(
  tr: Transaction,
  range: BlockRange,
  wanted: (block: Node) => Attrs | null,
): Transaction {
  if (areManyBlocks(range))
    return changeBlocks(tr, range, (block) => {
      const attrs = wanted(block);
      if (!attrs) return block;
      return block.type.create({ ...block.attrs, ...attrs }, block.content, block.marks);
    });
  tr.doc.forEach((block, at, index) => {
    if (index < range.from || index >= range.to) return;
    for (const [name, value] of Object.entries(wanted(block) ?? {}))
      tr.setNodeAttribute(at, name, value);
  });
  return tr;
}

/** Blocks [from, to) become others, in one step. */
export function changeBlocks(
  tr: Transaction,
  { from, to }: BlockRange,
  change: (block: Node, at: number) => Node,
): Transaction {
  const ranges: number[] = [];
  const blocks: Node[] = [];
  tr.doc.forEach((block, at, index) => {
    const now = index >= from && index < to ? change(block, at) : block;
    blocks.push(now);
    // Where the text stays, so does each place in it.
    if (now.nodeSize !== block.nodeSize || now.isTextblock !== block.isTextblock)
      ranges.push(at, block.nodeSize, now.nodeSize);
  });
  if (blocks.every((block, index) => block === tr.doc.child(index))) return tr;
  return tr.step(BlocksStep.to(tr.doc, blocks, ranges));
}

function areMany(doc: Node, from: number, to: number): boolean {
  let count = 0;
  doc.nodesBetween(from, to, (node) => {
    if (node.isTextblock) count++;
    return count <= FEW && !node.isTextblock;
  });
  return count > FEW;
}

function changeMarks(
  tr: Transaction,
  from: number,
  to: number,
  change: (inline: Node, parent: Node) => readonly Mark[],
): Transaction {
  const range = { from: tr.doc.resolve(from).index(0), to: tr.doc.resolve(to).index(0) + 1 };
  return changeBlocks(tr, range, (block, at) => remarked(block, from - at - 1, to - at - 1));

  /** What is between two places of what the node holds gets other marks. */
  function remarked(node: Node, from: number, to: number): Node {
    let differs = false;
    const children: Node[] = [];
    node.forEach((child, start) => {
      const end = start + child.nodeSize;
      if (end <= from || start >= to) {
        children.push(child);
        return;
      }
      if (!child.isInline) {
        const now = remarked(child, from - start - 1, to - start - 1);
        differs ||= now !== child;
        children.push(now);
        return;
      }
      const marks = change(child, node);
      if (marks === child.marks) {
        children.push(child);
        return;
      }
      differs = true;
      if (!child.isText) children.push(child.mark(marks));
      else {
        const [first, last] = [Math.max(0, from - start), Math.min(child.nodeSize, to - start)];
        if (first > 0) children.push(child.cut(0, first));
        children.push(child.cut(first, last).mark(marks));
        if (last < child.nodeSize) children.push(child.cut(last));
      }
    });
    return differs ? node.copy(Fragment.fromArray(children)) : node;
  }
}
