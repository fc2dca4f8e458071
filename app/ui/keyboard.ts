/**
 * What is known of a keyboard before any text is there.
 *
 * Invariant: it needs no texts: the first keys are looked at before those are loaded.
 */

export const isApple =
  typeof navigator !== 'undefined' && /Mac|iP(hone|ad|od)/.test(navigator.platform);

/**
 * Whether a key is an input method's, which puts a word together of several. Safari has ended what was
 * being put together before it tells of the key that ended it.
 */
export function isOfInputMethod({ isComposing, keyCode }: KeyboardEvent): boolean {
  return isComposing || keyCode === 229;
}
