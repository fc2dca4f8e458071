/**
 * What a document says of its blocks, checked before anything is made of it: anybody may have written it.
 *
 * Invariant: what comes out has the form that its type says; what has none says nothing.
 */
import * as Y from 'yjs';
import { isSafeLink, isWebAddress } from './marks.ts';
import type { Place } from './order.ts';
import {
  ALIGNMENTS,
  type AttributeName,
  type BlockAttributes,
  type InlineObject,
  MAX_DEPTH,
  TONES,
} from './schema.ts';

const BLOCK_ID = /^[0-9A-Za-z_-]{1,40}$/;
/** Widths somebody may give a picture or a column, in CSS pixels. */
export const MIN_WIDTH = 32;
export const MAX_WIDTH = 4_000;
/** No picture that a browser shows is larger on a side. */
const MAX_PIXELS = 65_535;

/** What a block was born as: the embedded object that opens it. Constant. */
export interface BlockMark extends BlockAttributes {
  id: string;
  type: string;
  /** The block it was split off, or made behind or above. */
  from?: string;
  /** Row, column, cell: the table it belongs to. */
  table?: string;
  /** Cell. */
  row?: string;
  /** Cell. */
  column?: string;
}

/** A place as stored, or null if it is none. */
export function parsePlace(value: unknown): Place | null {
  if (typeof value !== 'object' || value === null) return null;
  const { after, before, at, joined } = value as Partial<Place>;
  if (typeof after !== 'string' && after !== null) return null;
  return {
    after,
    before: typeof before === 'string' ? before : null,
    at: typeof at === 'number' && Number.isFinite(at) ? at : 0,
    ...(joined === true && after !== null ? { joined } : {}),
  };
}

/** What a mark says of other blocks; what is no id there, is left out. */
const REFERENCES = ['from', 'table', 'row', 'column'] as const;

/** The block mark an item is, or null if it is something else. */
export function markOf(item: Y.Item): BlockMark | null {
  if (!(item.content instanceof Y.ContentEmbed)) return null;
  const embed: unknown = item.content.embed;
  if (typeof embed !== 'object' || embed === null) return null;
  const { id, type } = embed as Partial<BlockMark>;
  if (typeof id !== 'string' || !BLOCK_ID.test(id) || typeof type !== 'string') return null;
  const mark = embed as BlockMark;
  for (const name of REFERENCES) if (!isSoundReference(mark, name)) return soundMark(mark);
  return mark;
}

function isSoundReference(mark: BlockMark, name: (typeof REFERENCES)[number]): boolean {
  const value: unknown = mark[name];
  if (value === undefined) return true;
  return typeof value === 'string' && (name === 'from' || BLOCK_ID.test(value));
}

function soundMark(mark: BlockMark): BlockMark {
  const sound = { ...mark };
  for (const name of REFERENCES) if (!isSoundReference(mark, name)) delete sound[name];
  return sound;
}

/** The object an item is, or null if it is something else. One that says nothing sound is unknown. */
export function objectOf(content: Y.Item['content']): InlineObject | null {
  if (!(content instanceof Y.ContentEmbed)) return null;
  const embed: unknown = content.embed;
  if (typeof embed === 'object' && embed !== null && 'object' in embed)
    if (typeof embed.object === 'string') return embed as InlineObject;
  return { object: 'unknown' };
}

/** What an attribute says, however it was written; undefined where it says nothing. */
export function checkAttribute(name: AttributeName, value: unknown): unknown {
  switch (name) {
    case 'depth':
      return Number.isInteger(value) && (value as number) > 0
        ? Math.min(value as number, MAX_DEPTH)
        : undefined;
    case 'level':
      return Number.isInteger(value) ? Math.min(Math.max(value as number, 1), 6) : undefined;
    case 'start':
      return Number.isInteger(value) && (value as number) >= 0 ? value : undefined;
    case 'language':
    case 'mime':
      return checkText(value, 200);
    case 'icon':
      return checkText(value, 16);
    case 'name':
      return checkText(value, 400);
    case 'alt':
      return checkText(value, 4_000);
    case 'src':
      return typeof value === 'string' && isSafeLink(value) ? value : undefined;
    case 'href':
      return typeof value === 'string' && isWebAddress(value) ? value : undefined;
    case 'width':
      return Number.isInteger(value)
        ? Math.min(Math.max(value as number, MIN_WIDTH), MAX_WIDTH)
        : undefined;
    case 'pixelWidth':
    case 'pixelHeight':
      return Number.isInteger(value) && (value as number) > 0
        ? Math.min(value as number, MAX_PIXELS)
        : undefined;
    case 'size':
      return Number.isSafeInteger(value) && (value as number) >= 0 ? value : undefined;
    case 'tone':
      return (TONES as readonly unknown[]).includes(value) ? value : undefined;
    case 'align':
      return (ALIGNMENTS as readonly unknown[]).includes(value) ? value : undefined;
    case 'checked':
    case 'raw':
    case 'header':
      return value === true ? true : undefined;
  }
}

function checkText(value: unknown, most: number): string | undefined {
  return typeof value === 'string' && value !== '' ? value.slice(0, most) : undefined;
}
