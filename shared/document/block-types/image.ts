/** A picture; its text is the caption. */
import { width } from './common.ts';
import { type BlockDefinition, integer, link, text } from './definition.ts';

/** No picture that a browser shows is larger on a side. */
const MAX_PIXELS = 65_535;

/**
 * Where the bytes of a picture or file are. Those that belong to the document are at
 * `attachments/<SHA-256>`: see `attachments.ts`.
 */
export const src = link();

export const image = {
  attributes: {
    src,
    /** What it shows, for those who do not see it. */
    alt: text(4_000),
    width,
    /** How large it is by itself, so that its place is kept until it is there. */
    pixelWidth: integer(1, MAX_PIXELS),
    pixelHeight: integer(1, MAX_PIXELS),
  },
  isFigure: true,
} as const satisfies BlockDefinition;
