/**
 * What belongs to a heading or a toggle: the blocks behind it, up to the next one of its rank.
 *
 * Invariant: a section follows from the order, levels and depths of the blocks alone; nothing of it
 * is kept in the document.
 */
import type { Node } from 'prosemirror-model';
import type { ChangedBlocks } from '../binding/to-body.ts';
import { schema } from '../schema.ts';
import type { Range } from '../viewport/ranges.ts';

const { heading, toggle } = schema.nodes;

export function isFoldable(node: Node): boolean {
  return node.type === heading || node.type === toggle;
}

/** What of a block says which blocks are its section. */
export function rankOf(node: Node): string {
  return node.type === heading ? `heading ${node.attrs.level}` : node.type.name;
}

/** Index behind the last block of the section that the block at `index` begins. */
export function sectionEnd(doc: Node, index: number): number {
  const head = doc.child(index);
  let end = index + 1;
  while (end < doc.childCount && !startsAnew(head, doc.child(end))) end++;
  return end;
}

/** Whether a block that stands behind a heading or toggle does not belong to it. */
export function startsAnew(head: Node, { type, attrs }: Node): boolean {
  if (attrs.depth !== head.attrs.depth) return attrs.depth < head.attrs.depth;
  return head.type !== heading || (type === heading && attrs.level <= head.attrs.level);
}

/** The blocks that are not to be seen where those with these ids are folded. */
export function hiddenRanges(doc: Node, folded: ReadonlySet<string>): Range[] {
  const hidden: Range[] = [];
  if (folded.size === 0) return hidden;
  for (let index = 0; index < doc.childCount; index++) {
    const node = doc.child(index);
    if (!isFoldable(node) || !folded.has(node.attrs.id)) continue;
    const to = sectionEnd(doc, index);
    if (to > index + 1) hidden.push({ from: index + 1, to });
    index = to - 1;
  }
  return hidden;
}

/** Whether a change leaves every section what it was: only text differs. */
export function keepsSections(before: Node, after: Node, changed: ChangedBlocks): boolean {
  const { start, oldEnd, newEnd } = changed;
  if (oldEnd !== newEnd) return false;
  for (let index = start; index < newEnd; index++) {
    const [old, now] = [before.child(index), after.child(index)];
    const isSame =
      old.attrs.id === now.attrs.id &&
      old.attrs.depth === now.attrs.depth &&
      rankOf(old) === rankOf(now);
    if (!isSame) return false;
  }
  return true;
}
