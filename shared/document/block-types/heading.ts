/** A heading. */
import { type BlockDefinition, within } from './definition.ts';

export const heading = {
  attributes: {
    /** 1 to 6. */
    level: { ...within(1, 6, 1), isAlways: true },
  },
  isSingle: true,
  typed: { pattern: /^(#{1,3})\s$/, says: ([, signs = '']) => ({ level: signs.length }) },
} as const satisfies BlockDefinition;
