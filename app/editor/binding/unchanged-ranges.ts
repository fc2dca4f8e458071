/**
 * What steps left of a document, and where that stands afterwards.
 *
 * Invariant: a character is named only where no step deleted it; one that a step put back in its own
 * place counts as deleted.
 */
import type { Node } from 'prosemirror-model';
import type { StepMap } from 'prosemirror-transform';
import type { UnchangedRange, UnchangedRanges } from '../../../shared/document/tokens.ts';
import type { ChangedBlocks } from './to-body.ts';

/** Positions [from, to) of a document before stand at `now` and what follows. */
interface Range {
  from: number;
  to: number;
  now: number;
}

interface TextBlock {
  id: string;
  /** Where its content begins and ends. */
  start: number;
  end: number;
}

/**
 * What stayed of the text of the blocks that changed; undefined where the steps do not lead from
 * `before` to `after`.
 */
export function unchangedRanges(
  maps: readonly StepMap[],
  before: Node,
  after: Node,
  { start, oldEnd: oldLast, newEnd: newLast }: ChangedBlocks,
): UnchangedRanges | undefined {
  const from = sizeUpTo(before, 0, start);
  const to = from + sizeUpTo(before, start, oldLast);
  const ranges = rangesAfter({ from, to, now: from }, maps);
  let grown = 0;
  for (const map of maps)
    map.forEach((oldStart, oldEnd, newStart, newEnd) => {
      grown += newEnd - newStart - (oldEnd - oldStart);
    });
  if (before.content.size + grown !== after.content.size) return undefined;
  const blocks = textBlocks(before, start, oldLast, from);
  const newBlocks = textBlocks(after, start, newLast, from);
  const byId = new Map(blocks.map((block) => [block.id, block]));
  return (id) => {
    const block = byId.get(id);
    return block ? stretchesOf(block, ranges, newBlocks) : [];
  };
}

function sizeUpTo(doc: Node, from: number, to: number): number {
  let size = 0;
  for (let index = from; index < to; index++) size += doc.child(index).nodeSize;
  return size;
}

function rangesAfter(all: Range, maps: readonly StepMap[]): Range[] {
  let ranges = [all];
  for (const map of maps) {
    const changes: [number, number, number][] = [];
    map.forEach((start, end, newStart, newEnd) => {
      changes.push([start, end, newEnd - newStart - (end - start)]);
    });
    if (changes.length > 0) ranges = rangesBehind(ranges, changes);
  }
  return ranges;
}

/** What is left of ranges (in the order of where they stand now) after the changes of one step. */
function rangesBehind(
  ranges: readonly Range[],
  changes: readonly (readonly [start: number, end: number, grown: number])[],
): Range[] {
  const left: Range[] = [];
  let next = 0;
  let shift = 0;
  for (const { from, to, now } of ranges) {
    const end = now + to - from;
    let at = now;
    while (at < end) {
      const [start, changeEnd, grown] = changes[next] ?? [end, end, 0];
      const until = Math.min(start, end);
      if (until > at) left.push({ from: from + at - now, to: from + until - now, now: at + shift });
      // One that begins behind this range, or reaches beyond it, is met again by the next one.
      if (start >= end || changeEnd > end) break;
      at = Math.max(at, changeEnd);
      shift += grown;
      next++;
    }
  }
  return left;
}

function textBlocks(doc: Node, from: number, to: number, at: number): TextBlock[] {
  const blocks: TextBlock[] = [];
  let position = at;
  for (let index = from; index < to; index++) {
    const block = doc.child(index);
    const add = (node: Node, start: number) => {
      blocks.push({ id: String(node.attrs.id), start, end: start + node.content.size });
    };
    const inside = position + 1;
    if (block.isTextblock) add(block, inside);
    else
      block.descendants((node, offset) => {
        if (node.isTextblock) add(node, inside + offset + 1);
        return !node.isTextblock;
      });
    position += block.nodeSize;
  }
  return blocks;
}

function stretchesOf(
  block: TextBlock,
  ranges: readonly Range[],
  newBlocks: readonly TextBlock[],
): UnchangedRange[] {
  const stretches: UnchangedRange[] = [];
  for (let index = firstBehind(ranges, block.start, ({ to }) => to); ; index++) {
    const range = ranges[index];
    if (!range || range.from >= block.end) return stretches;
    let from = Math.max(range.from, block.start);
    const to = Math.min(range.to, block.end);
    // Of one block several can have become.
    while (from < to) {
      const now = range.now + from - range.from;
      const target = newBlocks[firstBehind(newBlocks, now, ({ end }) => end)];
      if (!target) break;
      const skipped = Math.max(0, target.start - now);
      const length = Math.min(to - from - skipped, target.end - now - skipped);
      if (length > 0) {
        const start = from + skipped - block.start;
        const offset = now + skipped - target.start;
        stretches.push({ from: start, to: start + length, block: target.id, offset });
      }
      from += skipped + Math.max(1, length);
    }
  }
}

/** Index of the first that ends behind a position. */
function firstBehind<T>(sorted: readonly T[], position: number, end: (of: T) => number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (end(sorted[middle]!) > position) high = middle;
    else low = middle + 1;
  }
  return low;
}
