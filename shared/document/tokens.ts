/**
 * The text of edited blocks as tokens to compare: a block's marker, a character (one UTF-16 unit,
 * as positions count them), or an object in a line.
 *
 * Invariant: two tokens are the same piece of a document where `sameToken` says so; formatting is
 * no part of that.
 */
import { NO_MARKS } from './marks.ts';
import type { BlockShape } from './operations/block-shape.ts';
import {
  type Inline,
  type InlineObject,
  type Marks,
  type TableContent,
  VOID_TYPES,
} from './schema.ts';

/** A block as an editor holds it. */
export interface EditedBlock {
  id: string;
  shape: BlockShape;
  content: Inline[];
  /** Of a table; rows and columns have their ids. */
  table?: TableContent;
}

/** Positions [from, to) of a block before, which stand in a block now from `offset` on. */
export interface UnchangedRange {
  from: number;
  to: number;
  block: string;
  offset: number;
}

/** Those of a block by its id, first to last. */
export type UnchangedRanges = (blockId: string) => readonly UnchangedRange[];

/** A block marker, a character or an object. */
export type Token =
  | { kind: 'marker'; block: EditedBlock }
  | { kind: 'character'; value: string; marks: Marks }
  | { kind: 'object'; value: InlineObject; marks: Marks };

export function tokensOf(blocks: readonly EditedBlock[], withoutFirstMarker: boolean): Token[] {
  const tokens: Token[] = [];
  blocks.forEach((block, index) => {
    if (index > 0 || !withoutFirstMarker) tokens.push({ kind: 'marker', block });
    if (VOID_TYPES.has(block.shape.type)) return;
    for (const run of block.content) {
      const marks = run.marks ?? NO_MARKS;
      if ('embed' in run) tokens.push({ kind: 'object', value: run.embed, marks });
      else
        for (let at = 0; at < run.text.length; at++)
          tokens.push({ kind: 'character', value: run.text[at]!, marks });
    }
  });
  return tokens;
}

export function sameToken(a: Token, b: Token): boolean {
  if (a.kind === 'marker' || b.kind === 'marker')
    return a.kind === 'marker' && b.kind === 'marker' && a.block.id === b.block.id;
  if (a.kind === 'object' || b.kind === 'object')
    return a.kind === b.kind && sameObject(a.value as InlineObject, b.value as InlineObject);
  return a.value === b.value;
}

/** Whether it is the same object; one with an id is, whatever it says. */
function sameObject(a: InlineObject, b: InlineObject): boolean {
  if (typeof a.id === 'string' || typeof b.id === 'string') return a.id === b.id;
  return JSON.stringify(a) === JSON.stringify(b);
}

/** Tokens that are known to be the same ones: so many from `old` and from `now` on. */
export interface Stayed {
  old: number;
  now: number;
  length: number;
}

/** What steps kept, as far as it stands in the same order. */
export function stayedTokens(
  old: readonly EditedBlock[],
  now: readonly EditedBlock[],
  oldTokens: readonly Token[],
  newTokens: readonly Token[],
  sameHead: boolean,
  kept: UnchangedRanges,
): Stayed[] {
  const stayed: Stayed[] = [];
  const newStarts = textStarts(now, newTokens, sameHead);
  let last: Stayed = { old: 0, now: 0, length: 0 };
  for (const [block, start] of textStarts(old, oldTokens, sameHead))
    for (const { from, to, block: nowBlock, offset } of kept(block)) {
      const newStart = newStarts.get(nowBlock);
      if (newStart === undefined) continue;
      for (let at = from; at < to; at++) {
        const oldAt = start + at;
        const newAt = newStart + offset + at - from;
        const [before, after] = [oldTokens[oldAt], newTokens[newAt]];
        // What the steps are not right about was changed by something else.
        if (!before || !after || before.kind === 'marker' || !sameToken(before, after)) continue;
        if (newAt < last.now + last.length) continue;
        if (last.old + last.length !== oldAt || last.now + last.length !== newAt) {
          last = { old: oldAt, now: newAt, length: 0 };
          stayed.push(last);
        }
        if (stayed.length === 0) stayed.push(last);
        last.length++;
      }
    }
  return stayed;
}

/** With which token the text of each block begins. */
function textStarts(
  blocks: readonly EditedBlock[],
  tokens: readonly Token[],
  withoutFirstMarker: boolean,
): Map<string, number> {
  const starts = new Map<string, number>();
  if (withoutFirstMarker && blocks[0]) starts.set(blocks[0].id, 0);
  tokens.forEach((token, index) => {
    if (token.kind === 'marker') starts.set(token.block.id, index + 1);
  });
  return starts;
}
