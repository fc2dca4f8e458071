/** A formula in TeX. */
import type { BlockDefinition } from './definition.ts';

export const formula = {
  isPlain: true,
  typed: { pattern: /^\$\$\s$/ },
} as const satisfies BlockDefinition;
