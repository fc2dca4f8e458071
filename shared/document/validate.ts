/**
 * What a document says of its blocks, checked before anything is made of it: anybody may have
 * written it.
 *
 * Invariant: what comes out has the form that its type says; what has none says nothing.
 */
import * as Y from 'yjs';
import { ATTRIBUTES } from './block-types/index.ts';
import type { Place } from './order.ts';
import type { AttributeName, BlockAttributes, InlineObject } from './schema.ts';

const BLOCK_ID = /^[0-9A-Za-z_-]{1,40}$/;

/** What a block was born as: the embedded object that opens it. Constant. */
export interface BlockMarker extends BlockAttributes {
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

/** The far corner of cells that were made one, and when; null if it is none. */
export function parseMerged(value: unknown): { row: string; column: string; at: number } | null {
  if (typeof value !== 'object' || value === null) return null;
  const { row, column, at } = value as Partial<Record<string, unknown>>;
  if (typeof row !== 'string' || typeof column !== 'string') return null;
  return { row, column, at: typeof at === 'number' && Number.isFinite(at) ? at : 0 };
}

/** What a marker says of other blocks; what is no id there, is left out. */
const REFERENCES = ['from', 'table', 'row', 'column'] as const;

/** The block marker an item is, or null if it is something else. */
export function markerOf({ content }: Pick<Y.Item, 'content'>): BlockMarker | null {
  if (!(content instanceof Y.ContentEmbed)) return null;
  const embed: unknown = content.embed;
  if (typeof embed !== 'object' || embed === null) return null;
  const { id, type } = embed as Partial<BlockMarker>;
  if (typeof id !== 'string' || !BLOCK_ID.test(id) || typeof type !== 'string') return null;
  const marker = embed as BlockMarker;
  for (const name of REFERENCES) if (!isSoundReference(marker, name)) return sanitizeMarker(marker);
  return marker;
}

function isSoundReference(marker: BlockMarker, name: (typeof REFERENCES)[number]): boolean {
  const value: unknown = marker[name];
  if (value === undefined) return true;
  return typeof value === 'string' && (name === 'from' || BLOCK_ID.test(value));
}

function sanitizeMarker(marker: BlockMarker): BlockMarker {
  const sound = { ...marker };
  for (const name of REFERENCES) if (!isSoundReference(marker, name)) delete sound[name];
  return sound;
}

/**
 * The object an item is, or null if it is something else. One that says nothing sound is unknown.
 */
export function objectOf(content: Y.Item['content']): InlineObject | null {
  if (!(content instanceof Y.ContentEmbed)) return null;
  const embed: unknown = content.embed;
  if (typeof embed === 'object' && embed !== null && 'object' in embed)
    if (typeof embed.object === 'string') return embed as InlineObject;
  return { object: 'unknown' };
}

/** What an attribute says, however it was written; undefined where it says nothing. */
export function checkAttribute(name: AttributeName, value: unknown): unknown {
  return ATTRIBUTES[name].read(value);
}
