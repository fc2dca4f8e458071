/**
 * Stands for `lib0/environment` in the built app, which always runs in a browser.
 *
 * Invariant: exports what Yjs and its parts use of that module. The module itself reads arguments of
 * Node, the page's address and its storage, which the first load of a document would have to wait for.
 */
export const isBrowser = true;
export const isNode = false;

/** No setting of Yjs is made through the page. */
export function getVariable(): null {
  return null;
}
