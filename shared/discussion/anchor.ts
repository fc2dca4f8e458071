/**
 * What a thread hangs on: words, a block, a cell, or the document.
 *
 * Invariant: an anchor names characters and blocks by the ids they have for ever, never by how many
 * stand before them. So a copy of the text is something else, and moved text is the same.
 */
import { array, boolean, int, Misshapen, object, oneOf, optional, Shape, text } from '../shape.ts';

/** Characters of one client, as `[client, clock, length]`. */
export type Span = readonly [client: number, clock: number, length: number];

/** Words, or an object in a line: the characters as they were then. */
export interface TextAnchor {
  kind: 'text';
  spans: readonly Span[];
  /** The block or cell it began in, for as long as its characters have not arrived. */
  block: string;
  /** It began on several blocks, and stands at the first that is left; else at most of it. */
  isWide?: boolean;
}

/** A whole block: a picture, a formula, a table, a paragraph. */
export interface BlockAnchor {
  kind: 'block';
  block: string;
  /** Its characters as they were then, the first of them where they are many. */
  spans: readonly Span[];
  /** What opens the block: its place where it is not there any more. */
  marker: Span;
}

/** A cell of a table; one that nobody wrote in has no characters. */
export interface CellAnchor {
  kind: 'cell';
  /** Row's and column's id, as `cellId` joins them. */
  block: string;
  spans: readonly Span[];
  /** What opens its row. */
  marker: Span;
}

export interface DocumentAnchor {
  kind: 'document';
}

export type ThreadAnchor = TextAnchor | BlockAnchor | CellAnchor | DocumentAnchor;

/** Spans of an anchor: text that many people wrote in consists of many. */
export const MAX_SPANS = 200;

const BlockName = text({ pattern: /^[0-9A-Za-z_\-/~]{0,90}$/ });
const SpanShape: Shape<Span> = new Shape((value) => {
  if (!Array.isArray(value) || value.length !== 3) throw new Misshapen('It is no span.');
  const [client, clock, length] = value.map((part) => int(0).parse(part));
  return [client!, clock!, Math.max(1, Math.min(length!, MAX_SPAN_LENGTH))];
});
/** Characters of one span: a text in one piece is no longer. */
const MAX_SPAN_LENGTH = 10_000_000;
const Spans = new Shape((value) => array(SpanShape).parse(value).slice(0, MAX_SPANS));
const Text = object({
  kind: oneOf(['text']),
  block: BlockName,
  spans: Spans,
  isWide: optional(boolean),
});
const Placed = object({
  kind: oneOf(['block', 'cell']),
  block: BlockName,
  spans: Spans,
  marker: SpanShape,
});
const Whole = object({ kind: oneOf(['document']) });

export const ThreadAnchor: Shape<ThreadAnchor> = new Shape((value): ThreadAnchor => {
  for (const shape of [Whole, Text]) {
    const parsed = shape.safeParse(value);
    if (parsed.success) return parsed.data;
  }
  return Placed.parse(value);
});
