/** Attributes that blocks of several types have. */
import { flag, integer, within } from './definition.ts';

export const MAX_DEPTH = 8;
/** Widths somebody may give a picture or a column, in CSS pixels. */
export const MIN_WIDTH = 32;
export const MAX_WIDTH = 4_000;

/** Nesting, 0 to MAX_DEPTH. A deeper block belongs to the nearest shallower one before it. */
export const depth = integer(1, MAX_DEPTH, 0);
/**
 * Ordered item: the number the list starts (again) with. Bullet, task and quote: 1 where a list or
 * quote begins that directly follows another one.
 */
export const start = integer(0);
export const checked = flag();
/** In CSS pixels. */
export const width = within(MIN_WIDTH, MAX_WIDTH);
