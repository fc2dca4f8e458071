/** A line that what it holds can be folded under. */
import type { BlockDefinition } from './definition.ts';

export const toggle = { holdsBlocks: true } as const satisfies BlockDefinition;
