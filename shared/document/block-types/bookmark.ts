/** A page of the web; its text is the title one gives it. */
import { type BlockDefinition, webAddress } from './definition.ts';

export const bookmark = {
  attributes: {
    /** The page it is about. */
    href: webAddress(),
  },
  isFigure: true,
} as const satisfies BlockDefinition;
