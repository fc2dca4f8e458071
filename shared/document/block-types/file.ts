/** A file that belongs to the document; its text is the caption. */
import { type BlockDefinition, integer, text } from './definition.ts';
import { src } from './image.ts';

export const file = {
  attributes: {
    src,
    name: text(400),
    /** Bytes. */
    size: {
      ...integer(0),
      read: (value: unknown) =>
        Number.isSafeInteger(value) && (value as number) >= 0 ? (value as number) : undefined,
    },
    /** Its media type. */
    mime: text(200),
  },
  isFigure: true,
} as const satisfies BlockDefinition;
