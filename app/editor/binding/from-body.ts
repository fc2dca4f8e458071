/**
 * From what changed in the document to the smallest change of the editor.
 *
 * Invariant: nodes of blocks that did not change stay the same objects, so their DOM, decorations
 * and positions stay, too; and the view is never scrolled.
 */
import type { Node } from 'prosemirror-model';
import type { Transform } from 'prosemirror-transform';
import type { Body, BodyChange } from '../../../shared/document/body.ts';
import { longestCommonOrder } from '../../../shared/document/common-order.ts';
import { BlocksStep, type ChangedRanges } from './blocks-step.ts';
import { shownNode } from './nodes.ts';
import type { ChangedBlocks } from './to-body.ts';

/** The whole document as the editor shows it. */
export function readDocument(body: Body, docType: Node['type']): Node {
  return docType.create(
    null,
    body.shown.map((shown) => shownNode(body, shown)),
  );
}

/**
 * Adds to `tr` what brings its document to what the body shows. `keep` is a block that must not be
 * touched now (someone is composing in it).
 */
export function updateFromBody(
  tr: Transform,
  body: Body,
  change: BodyChange,
  keep: string | null = null,
): void {
  const { doc } = tr;
  const { shown } = body;
  const idAt = (index: number) => doc.child(index).attrs.id as string;
  let start = 0;
  let oldEnd = doc.childCount;
  let newEnd = shown.length;
  if (change.order || oldEnd !== newEnd) {
    while (start < oldEnd && start < newEnd && idAt(start) === shown[start]!.id) start++;
    while (oldEnd > start && newEnd > start && idAt(oldEnd - 1) === shown[newEnd - 1]!.id) {
      oldEnd--;
      newEnd--;
    }
  } else start = oldEnd;

  const touched: { index: number; node: Node }[] = [];
  for (const id of change.blocks) {
    if (id === keep) continue;
    const newIndex = body.shownIndex(id);
    if (newIndex < 0 || (newIndex >= start && newIndex < newEnd)) continue;
    const index = newIndex < start ? newIndex : newIndex - newEnd + oldEnd;
    // What one wrote oneself is shown already.
    const node = shownNode(body, shown[newIndex]!);
    if (!doc.child(index).eq(node)) touched.push({ index, node });
  }
  if (touched.length === 0 && start === oldEnd && start === newEnd) return;

  const next = new NextDocument(doc);
  const updates = new Map(touched.map(({ index, node }) => [index, node]));
  for (let index = 0; index < start; index++) next.become(updates.get(index) ?? doc.child(index));
  updateStretch(next, body, change, { start, oldEnd, newEnd }, keep);
  for (let index = oldEnd; index < doc.childCount; index++)
    next.become(updates.get(index) ?? doc.child(index));
  const step = next.step();
  if (step) tr.step(step);
}

/** Goes on where blocks came, went or changed places. */
function updateStretch(
  next: NextDocument,
  body: Body,
  change: BodyChange,
  { start, oldEnd, newEnd }: ChangedBlocks,
  keep: string | null,
): void {
  if (start === oldEnd && start === newEnd) return;
  const nodes = next.before.children.slice(start, oldEnd);
  const nodesById = new Map(nodes.map((node) => [node.attrs.id as string, node]));
  const oldIds = [...nodesById.keys()];
  const newIds = body.shown.slice(start, newEnd).map((shown) => shown.id);
  const staying = longestCommonOrder(oldIds, newIds, new Set());
  const nodeAt = (newIndex: number): Node => {
    const shown = body.shown[newIndex]!;
    const known = nodesById.get(shown.id);
    if (!known) return shownNode(body, shown);
    if (shown.id === keep || !change.blocks.has(shown.id)) return known;
    const node = shownNode(body, shown);
    return known.eq(node) ? known : node;
  };
  let newIndex = start;
  for (let index = start; index <= oldEnd; index++) {
    let going = 0;
    while (index < oldEnd && !staying.has(oldIds[index - start]!)) {
      going++;
      index++;
    }
    const coming: Node[] = [];
    while (newIndex < newEnd && !staying.has(newIds[newIndex - start]!))
      coming.push(nodeAt(newIndex++));
    next.replace(going, coming);
    // What stays has one order on both sides, so both have come to the same block.
    if (index < oldEnd) next.become(nodeAt(newIndex++));
  }
}

/** The editor's next document, put together from the first block to the last. */
class NextDocument {
  readonly before: Node;
  readonly #blocks: Node[] = [];
  readonly #ranges: number[] = [];
  /** The next block of the document before, and where it begins. */
  #index = 0;
  #position = 0;

  constructor(before: Node) {
    this.before = before;
  }

  /** The next block stays; this is what it is now. */
  become(node: Node): void {
    const old = this.before.child(this.#index++);
    this.#blocks.push(node);
    if (old !== node) this.#ranges.push(...changedInBlock(old, node, this.#position));
    this.#position += old.nodeSize;
  }

  /** In place of the next `going` blocks come others. */
  replace(going: number, coming: readonly Node[]): void {
    if (going === 0 && coming.length === 0) return;
    const start = this.#position;
    for (let count = 0; count < going; count++)
      this.#position += this.before.child(this.#index++).nodeSize;
    const size = coming.reduce((sum, node) => sum + node.nodeSize, 0);
    this.#ranges.push(start, this.#position - start, size);
    for (const node of coming) this.#blocks.push(node);
  }

  /** What leads there; null if nothing is different. */
  step(): BlocksStep | null {
    if (this.#ranges.length === 0) return null;
    return BlocksStep.to(this.before, this.#blocks, this.#ranges);
  }
}

/** What is different between two states of a block that begins at `at`. */
function changedInBlock(old: Node, now: Node, at: number): ChangedRanges {
  if (old === now || old.eq(now)) return [];
  const isSameKind = old.type === now.type;
  // Code, objects and tables hold other content, so the block is another one.
  const isPlain = (node: Node) => node.type.spec.code || !node.isTextblock;
  if (now.isLeaf || (!isSameKind && (isPlain(old) || isPlain(now))))
    return [at, old.nodeSize, now.nodeSize];
  const inside = now.isTextblock
    ? changedInText(old, now, at + 1)
    : changedInParts(old, now, at + 1);
  if (isSameKind && sameAttributes(old, now)) return inside;
  return [at, 1, 1, ...inside, at + old.nodeSize - 1, 1, 1];
}

/** Rows of a table, or cells of a row: those that are still there are kept and looked into. */
function changedInParts(old: Node, now: Node, start: number): ChangedRanges {
  const ids = (node: Node) => node.children.map((child) => child.attrs.id as string);
  const staying = longestCommonOrder(ids(old), ids(now), new Set());
  const isStaying = (node: Node) => staying.has(node.attrs.id);
  const ranges: number[] = [];
  let position = start;
  let newIndex = 0;
  for (let index = 0; index <= old.childCount; index++) {
    const from = position;
    while (index < old.childCount && !isStaying(old.child(index)))
      position += old.child(index++).nodeSize;
    let came = 0;
    while (newIndex < now.childCount && !isStaying(now.child(newIndex)))
      came += now.child(newIndex++).nodeSize;
    if (position > from || came > 0) ranges.push(from, position - from, came);
    if (index === old.childCount) break;
    ranges.push(...changedInBlock(old.child(index), now.child(newIndex++), position));
    position += old.child(index).nodeSize;
  }
  return ranges;
}

/** The part of a block's text that differs. */
function changedInText(old: Node, now: Node, start: number): ChangedRanges {
  const from = old.content.findDiffStart(now.content, start);
  const to = old.content.findDiffEnd(
    now.content,
    start + old.content.size,
    start + now.content.size,
  );
  if (from === null || to === null) return [];
  // Where the same text stands on both sides of the change, the two searches overlap.
  const overlap = Math.max(0, from - Math.min(to.a, to.b));
  return [from, to.a + overlap - from, to.b + overlap - from];
}

function sameAttributes(a: Node, b: Node): boolean {
  return Object.keys(a.attrs).every(
    (name) =>
      a.attrs[name] === b.attrs[name] ||
      JSON.stringify(a.attrs[name]) === JSON.stringify(b.attrs[name]),
  );
}
