/** A paragraph of a quote. */
import { start } from './common.ts';
import type { BlockDefinition } from './definition.ts';

export const quote = {
  attributes: { start },
  list: 'quote',
  typed: { pattern: /^>\s$/ },
} as const satisfies BlockDefinition;
