/**
 * From what changed in the editor to operations on the document.
 *
 * Invariant: only blocks whose nodes differ are looked at; nodes that are the same object are the
 * same block.
 */
import type { Node } from 'prosemirror-model';
import type { StepMap } from 'prosemirror-transform';
import type { Body } from '../../../shared/document/body.ts';
import { rewrite } from '../../../shared/document/rewrite.ts';
import { editedBlock } from './nodes.ts';
import { unchangedRanges } from './unchanged-ranges.ts';

interface EditorChange {
  before: Node;
  after: Node;
  /** Ids of blocks a person moved. */
  moved?: ReadonlySet<string>;
  /** The caret after the change, as a position in `after`; null where a range is selected. */
  caret: number | null;
  /** What the steps from `before` to `after` did to positions. */
  maps: readonly StepMap[];
}

/** A stretch of blocks: [start, oldEnd) became [start, newEnd). */
export interface ChangedBlocks {
  start: number;
  oldEnd: number;
  newEnd: number;
}

/** The stretch of blocks that differs, or null if none does. */
export function changedBlocks(before: Node, after: Node): ChangedBlocks | null {
  if (before === after) return null;
  const shorter = Math.min(before.childCount, after.childCount);
  let start = 0;
  while (start < shorter && before.child(start) === after.child(start)) start++;
  let oldEnd = before.childCount;
  let newEnd = after.childCount;
  while (oldEnd > start && newEnd > start && before.child(oldEnd - 1) === after.child(newEnd - 1)) {
    oldEnd--;
    newEnd--;
  }
  return start === oldEnd && start === newEnd ? null : { start, oldEnd, newEnd };
}

/** The one text block or cell whose content alone differs, or null if more does. */
export function changedText(before: Node, after: Node): { old: Node; now: Node } | null {
  const changed = changedBlocks(before, after);
  if (!changed || changed.oldEnd !== changed.start + 1 || changed.newEnd !== changed.oldEnd)
    return null;
  const old = before.child(changed.start);
  const now = after.child(changed.start);
  if (!old.sameMarkup(now)) return null;
  return old.isTextblock ? { old, now } : changedText(old, now);
}

/** Writes the change into the document. Call inside a transaction. */
export function writeToBody(body: Body, { before, after, moved, caret, maps }: EditorChange): void {
  const changed = changedBlocks(before, after);
  if (!changed) return;
  const { start, oldEnd, newEnd } = changed;
  const oldBlocks = [];
  const newBlocks = [];
  for (let index = start; index < oldEnd; index++) oldBlocks.push(editedBlock(before.child(index)));
  for (let index = start; index < newEnd; index++) newBlocks.push(editedBlock(after.child(index)));
  const changedAt = changeStart(before, after, changed, caret);
  const above = putInAbove(before, after, changed, caret);
  const kept = unchangedRanges(maps, before, after, changed);
  rewrite(body, start, oldBlocks, newBlocks, {
    ...(kept ? { kept } : {}),
    ...(moved ? { moved } : {}),
    ...(changedAt === null ? {} : { changedAt }),
    ...(above === null ? {} : { above }),
  });
}

/**
 * A new empty block right above the one at whose beginning the caret is: somebody made room there.
 * Its id and that of the block below; null if there is none.
 */
function putInAbove(
  before: Node,
  after: Node,
  { start, oldEnd, newEnd }: { start: number; oldEnd: number; newEnd: number },
  caret: number | null,
): ReadonlyMap<string, string> | null {
  if (caret === null || newEnd - start !== oldEnd - start + 1) return null;
  const place = after.resolve(caret);
  const index = place.index(0);
  if (place.depth !== 1 || place.parentOffset > 0 || index <= start) return null;
  const added = after.child(index - 1);
  if (!added.isTextblock || added.content.size > 0) return null;
  const { id } = added.attrs;
  for (let at = start; at < oldEnd; at++) if (before.child(at).attrs.id === id) return null;
  return new Map([[id as string, after.child(index).attrs.id as string]]);
}

/**
 * Where in the text of the first block that differs the change began, as the caret tells; null if it
 * does not. A caret stands behind what was typed, or where something was deleted.
 */
function changeStart(
  before: Node,
  after: Node,
  { start, oldEnd, newEnd }: ChangedBlocks,
  caret: number | null,
): number | null {
  if (caret === null || start >= newEnd) return null;
  const place = after.resolve(caret);
  if (!place.parent.isTextblock || place.index(0) !== start) return null;
  const oneBlock = oldEnd === start + 1 && newEnd === start + 1;
  const inserted = oneBlock
    ? after.child(start).content.size - before.child(start).content.size
    : after.content.size - before.content.size;
  if (!oneBlock && inserted > 0) return null;
  const at = place.parentOffset - Math.max(0, inserted);
  return at >= 0 ? at : null;
}
