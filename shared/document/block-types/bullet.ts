/** An item of a list without numbers. */
import { start } from './common.ts';
import type { BlockDefinition } from './definition.ts';

export const bullet = {
  attributes: { start },
  list: 'unordered',
  typed: { pattern: /^[-*+]\s$/ },
} as const satisfies BlockDefinition;
