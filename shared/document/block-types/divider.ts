/** A line between blocks. */
import type { BlockDefinition } from './definition.ts';

export const divider = { isVoid: true } as const satisfies BlockDefinition;
