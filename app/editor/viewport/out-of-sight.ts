/** A caret is not seen well behind the bar at the top, nor at the very edge of the window, px. */
export const OUT_OF_SIGHT = { top: 64, bottom: 16, left: 0, right: 0 };
