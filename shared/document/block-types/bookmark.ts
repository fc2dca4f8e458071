/** A page of the web; its text is the title one gives it. */
import { type BlockDefinition, text, webAddress } from './definition.ts';
import { src } from './image.ts';

export const bookmark = {
  attributes: {
    /** The page it is about. */
    href: webAddress(),
    /** What the page says of itself, where somebody asked for it, and its picture. */
    description: text(400),
    src,
  },
  isFigure: true,
} as const satisfies BlockDefinition;
