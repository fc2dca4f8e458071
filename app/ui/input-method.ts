/**
 * Keys that are an input method's, which puts a word together of several.
 *
 * Invariant: nothing else is here; who looks at keys before a page can be written in needs no texts.
 */

/**
 * Whether a key is an input method's. Safari has ended what was being put together before it tells of the
 * key that ended it.
 */
export function isOfInputMethod({ isComposing, keyCode }: KeyboardEvent): boolean {
  return isComposing || keyCode === 229;
}
