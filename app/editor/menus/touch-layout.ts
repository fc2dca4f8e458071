/** Screens whose menus are for thumbs: the toolbar is at the bottom, above the keyboard. */
export const TOUCH_LAYOUT = '(pointer: coarse) and (max-width: 64rem)';
