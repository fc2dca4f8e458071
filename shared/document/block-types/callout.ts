/** A text in a box of its own, and the blocks in it. */
import { type BlockDefinition, oneOf, text } from './definition.ts';

/** What a callout is about, and so how it looks: the five kinds of alert that Markdown knows. */
export const TONES = ['note', 'tip', 'important', 'warning', 'caution'] as const;
export type Tone = (typeof TONES)[number];

export const callout = {
  attributes: {
    tone: oneOf(TONES),
    /** What stands in its corner, an emoji. */
    icon: text(16),
  },
  holdsBlocks: true,
} as const satisfies BlockDefinition;
