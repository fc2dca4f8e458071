/**
 * Where things that want to be level with something stand, so that none lies over another.
 *
 * Invariant: the fixed one stands where it wants to, and the order stays; each of the others is as
 * near to where it wants to be as those between it and the fixed one allow.
 */
export interface Wanted {
  /** Its top, px. */
  wanted: number;
  height: number;
}

/**
 * Where something wants to stand: level with its line. The head of the panel reaches lower than that of
 * the page: what is beside the first lines stands below it and goes with the page as it scrolls, and
 * the one that one is at is seen as long as its line is.
 *
 * @param line top of the line on the screen, px
 * @param screen tops on the screen of what lies beside the lines, and of what is below the page's bar;
 *   and how far the page is scrolled, px
 * @returns its top within what lies beside the lines, px
 */
export function levelWith(
  line: number,
  screen: { layer: number; belowBar: number; scrolled: number },
  isActive: boolean,
): number {
  const least = isActive ? Math.min(0, line - screen.belowBar) : 0 - screen.scrolled;
  return Math.max(line - screen.layer, least);
}

/**
 * @param things in the order of what they want
 * @param fixed which of them gives way to none; below 0, the first gives way to none
 * @returns their tops, px
 */
export function apart(things: readonly Wanted[], fixed: number, gap: number): number[] {
  const tops = things.map(({ wanted }) => wanted);
  const from = Math.max(0, fixed);
  for (let at = from + 1; at < tops.length; at++)
    tops[at] = Math.max(tops[at]!, tops[at - 1]! + things[at - 1]!.height + gap);
  for (let at = from - 1; at >= 0; at--)
    tops[at] = Math.min(tops[at]!, tops[at + 1]! - things[at]!.height - gap);
  // Above the fixed one they give way upwards, but not to each other more than they need.
  for (let at = 1; at < from; at++)
    tops[at] = Math.max(tops[at]!, tops[at - 1]! + things[at - 1]!.height + gap);
  return tops;
}
