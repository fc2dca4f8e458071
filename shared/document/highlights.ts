/**
 * The colours of highlights, for whoever offers them.
 *
 * Invariant: the first one is what a highlight has where nobody chose one.
 */
import { DEFAULT_HIGHLIGHT } from './schema.ts';

/** The colours a highlight can be given; one that is not among them is shown as the first. */
export const HIGHLIGHTS = [
  DEFAULT_HIGHLIGHT,
  'orange',
  'red',
  'pink',
  'violet',
  'blue',
  'green',
  'gray',
] as const;
