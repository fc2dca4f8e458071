/**
 * The bar at the top of the window, which lies over whatever scrolls beneath it.
 *
 * Invariant: where no screen has a bar, nothing is hidden.
 */

/** How far down the window it hides what is below it, px. */
export function topBarBottom(): number {
  return document.querySelector('header')?.getBoundingClientRect().bottom ?? 0;
}
