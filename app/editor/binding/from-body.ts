/**
 * From what changed in the document to the smallest change of the editor.
 *
 * Invariant: nodes of blocks that did not change stay the same objects, so their DOM, decorations
 * and positions stay, too; and the view is never scrolled.
 */
import type { Node } from 'prosemirror-model';
import type { Transaction } from 'prosemirror-state';
import type { Body, BodyChange } from '../../../shared/document/body.ts';
import { longestCommonOrder } from '../../../shared/document/operations.ts';
import { shownNode } from './nodes.ts';

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
  tr: Transaction,
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

  const starts = childStarts(doc);
  touched.sort((a, b) => b.index - a.index);
  // From the end, so that positions of what comes before stay true.
  for (const { index, node } of touched)
    if (index >= oldEnd) updateBlock(tr, doc.child(index), node, starts[index]!);
  updateStretch(tr, body, change, { start, oldEnd, newEnd }, starts, doc, keep);
  for (const { index, node } of touched)
    if (index < start) updateBlock(tr, doc.child(index), node, starts[index]!);
}

function updateStretch(
  tr: Transaction,
  body: Body,
  change: BodyChange,
  { start, oldEnd, newEnd }: { start: number; oldEnd: number; newEnd: number },
  starts: readonly number[],
  doc: Node,
  keep: string | null,
): void {
  if (start === oldEnd && start === newEnd) return;
  const oldIds: string[] = [];
  for (let index = start; index < oldEnd; index++) oldIds.push(doc.child(index).attrs.id);
  const newIds = body.shown.slice(start, newEnd).map((shown) => shown.id);
  const staying = longestCommonOrder(oldIds, newIds, new Set());
  const nodesById = new Map(oldIds.map((id, index) => [id, doc.child(start + index)]));
  let index = oldEnd - 1;
  let newIndex = newEnd - 1;
  while (index >= start || newIndex >= start) {
    const oldId = index >= start ? oldIds[index - start]! : null;
    const newId = newIndex >= start ? newIds[newIndex - start]! : null;
    if (newId !== null && !staying.has(newId)) {
      const known = change.blocks.has(newId) ? undefined : nodesById.get(newId);
      const node = known ?? shownNode(body, body.shown[newIndex]!);
      tr.insert(starts[index + 1]!, node);
      newIndex--;
    } else if (oldId !== null && !staying.has(oldId)) {
      tr.delete(starts[index]!, starts[index + 1]!);
      index--;
    } else {
      if (oldId !== null && change.blocks.has(oldId) && oldId !== keep)
        updateBlock(tr, doc.child(index), shownNode(body, body.shown[newIndex]!), starts[index]!);
      index--;
      newIndex--;
    }
  }
}

/** Where each block begins, and where the last one ends. */
function childStarts(doc: Node): number[] {
  const starts = new Array<number>(doc.childCount + 1);
  let at = 0;
  for (let index = 0; index < doc.childCount; index++) {
    starts[index] = at;
    at += doc.child(index).nodeSize;
  }
  starts[doc.childCount] = at;
  return starts;
}

function updateBlock(tr: Transaction, old: Node, now: Node, at: number): void {
  if (old.eq(now)) return;
  const sameKind = old.type === now.type;
  if (!sameKind || !sameAttributes(old, now)) {
    // Code, objects and tables hold other content, so the block is drawn anew.
    const isPlain = (node: Node) => node.type.spec.code || !node.isTextblock;
    if (!sameKind && (isPlain(old) || isPlain(now))) {
      tr.replaceWith(at, at + old.nodeSize, now);
      return;
    }
    tr.setNodeMarkup(at, now.type, now.attrs);
  }
  if (now.isLeaf) return;
  if (!now.isTextblock) updateChildren(tr, old, now, at);
  else updateText(tr, old, now, at);
}

/** Rows of a table, or cells of a row: those that are still there are kept and looked into. */
function updateChildren(tr: Transaction, old: Node, now: Node, at: number): void {
  const starts = childStarts(old).map((start) => at + 1 + start);
  const ids = (node: Node) => node.children.map((child) => child.attrs.id as string);
  const [oldIds, newIds] = [ids(old), ids(now)];
  const staying = longestCommonOrder(oldIds, newIds, new Set());
  let index = oldIds.length - 1;
  let newIndex = newIds.length - 1;
  // From the end, and what comes in before what goes, since there has to be one at every moment.
  while (index >= 0 || newIndex >= 0) {
    if (newIndex >= 0 && !staying.has(newIds[newIndex]!)) {
      tr.insert(starts[index + 1]!, now.child(newIndex));
      newIndex--;
    } else if (index >= 0 && !staying.has(oldIds[index]!)) {
      tr.delete(starts[index]!, starts[index + 1]!);
      index--;
    } else {
      updateBlock(tr, old.child(index), now.child(newIndex), starts[index]!);
      index--;
      newIndex--;
    }
  }
}

/** Replaces the part of a block's text that differs. */
function updateText(tr: Transaction, old: Node, now: Node, at: number): void {
  const from = old.content.findDiffStart(now.content, at + 1);
  const to = old.content.findDiffEnd(
    now.content,
    at + 1 + old.content.size,
    at + 1 + now.content.size,
  );
  if (from === null || to === null) return;
  let { a: oldTo, b: newTo } = to;
  // Where the same text stands on both sides of the change, the two searches overlap.
  const overlap = from - Math.min(oldTo, newTo);
  if (overlap > 0) {
    oldTo += overlap;
    newTo += overlap;
  }
  tr.replace(from, oldTo, now.slice(from - at - 1, newTo - at - 1));
}

function sameAttributes(a: Node, b: Node): boolean {
  return Object.keys(a.attrs).every(
    (name) =>
      a.attrs[name] === b.attrs[name] ||
      JSON.stringify(a.attrs[name]) === JSON.stringify(b.attrs[name]),
  );
}
