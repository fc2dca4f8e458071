/**
 * Takes out of React's own build what only pages need that a server has drawn: the app is drawn in the
 * browser alone, by `createRoot`, so nothing is ever hydrated, and no name of a minified function helps
 * whoever reads an error.
 *
 * Invariant: what is taken out cannot run where `hydrateRoot` is never called; a React that is written
 * otherwise ends the build rather than being changed by half.
 */

/** Where React says that nothing is being hydrated yet; before it the same word names parameters. */
const DECLARED = /\bisHydrating = !1,/;

/**
 * @param {string} code of `react-dom-client.production.js`
 * @returns {string} the same without hydration
 */
export function clientOnly(code) {
  const declared = DECLARED.exec(code);
  if (!declared) throw new Error('React says otherwise that it hydrates.');
  const start = declared.index + declared[0].length;
  let rest = code.slice(start);
  const replace = (what, by) => {
    if (rest.search(what) < 0) throw new Error(`React has no ${what} any more.`);
    rest = rest.replace(what, by);
  };
  // Nothing begins it, so nothing is in it.
  replace(/\bisHydrating = !?[\w$]+/g, 'void 0');
  replace(/\bisHydrating\b(?!\$)/g, '!1');
  replace(/[\w$.]+\.isDehydrated\b/g, '!1');
  replace(/null !== [\w$.]+\.dehydrated\b/g, '!1');
  replace(/null === [\w$.]+\.dehydrated\b/g, '!0');
  replace(/(?<== )prevState\.dehydrated\b/g, 'null');
  const head = code.slice(0, start);
  const frames = /^function describeNativeComponentFrame\(fn, construct\) \{\n[\s\S]*?^\}\n/m;
  if (!frames.test(head)) throw new Error('React describes its components otherwise.');
  return head.replace(frames, "function describeNativeComponentFrame() { return ''; }\n") + rest;
}
