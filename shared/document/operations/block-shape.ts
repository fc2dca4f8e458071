/**
 * A block without its text: its type and attributes, and ids for new ones.
 *
 * Invariant: an attribute at its default is not written, so that two ways to say the same are one.
 */
import { ATTRIBUTES } from '../block-types/index.ts';
import { freshId } from '../ids-and-clock.ts';
import { ATTRIBUTE_NAMES, type AttributeName, type BlockAttributes } from '../schema.ts';

/** Type and attributes of a block, without its text. */
export interface BlockShape extends BlockAttributes {
  type: string;
}

const BLOCK_ID_LENGTH = 8;

export function newBlockId(): string {
  return freshId(BLOCK_ID_LENGTH);
}

/** Whether a value of an attribute says no more than leaving it out. */
export function isDefault(name: AttributeName, value: unknown): boolean {
  if (value === 0) return ATTRIBUTES[name].default === 0;
  return value === undefined || value === null || value === false || value === '';
}

export function withoutDefaults(shape: BlockShape): BlockShape {
  const result: Record<string, unknown> = { type: shape.type };
  for (const name of ATTRIBUTE_NAMES) {
    const value = shape[name];
    if (!isDefault(name, value)) result[name] = value;
  }
  return result as unknown as BlockShape;
}
