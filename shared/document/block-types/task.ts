/** An item with a box that is ticked off. */
import { checked, start } from './common.ts';
import type { BlockDefinition } from './definition.ts';

export const task = {
  attributes: { checked, start },
  list: 'unordered',
  typed: {
    pattern: /^\[([ x])?\]\s$/i,
    says: ([, sign = '']) => ({ checked: sign.trim() !== '' }),
  },
} as const satisfies BlockDefinition;
