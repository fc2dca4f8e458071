/** A line of text with a bar that says how much of it is done. */
import { type BlockDefinition, integer } from './definition.ts';

export const progress = {
  attributes: {
    /** Per cent. */
    done: integer(1, 100, 0),
  },
  isSingle: true,
  typed: {
    pattern: /^\[(100|\d?\d)%\]\s$/,
    says: ([, done]) => ({ done: Number(done) }),
  },
} as const satisfies BlockDefinition;
