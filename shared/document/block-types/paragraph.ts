/** A paragraph: a line of text, and what any block becomes that is no longer what it was. */
import type { BlockDefinition } from './definition.ts';

export const paragraph = {} as const satisfies BlockDefinition;
