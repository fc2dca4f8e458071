/** Code, in one block whatever lines it has. */
import { type BlockDefinition, flag, text } from './definition.ts';

export const code = {
  attributes: {
    /** Name of the language, as written after a fence. */
    language: text(200),
    /** Markdown that has no block of its own yet, kept and exported word for word. */
    raw: flag(),
  },
  isPlain: true,
  typed: { pattern: /^```([\w+#-]*)\s$/, says: ([, language = '']) => ({ language }) },
} as const satisfies BlockDefinition;
