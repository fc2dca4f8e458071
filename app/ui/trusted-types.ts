/**
 * What may become markup or a script, where the browser asks for more than text (Trusted Types).
 *
 * Invariant: HTML gets this name only to be read in a document that runs and shows nothing, and an
 * address only if it is of a file of this app.
 */
interface Policy {
  createHTML(html: string): unknown;
  createScriptURL(address: string): unknown;
}

interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createHTML(html: string): string; createScriptURL(address: string): string },
  ): Policy;
}

/** The server names it in the page's Content-Security-Policy. */
const NAME = 'driftless';

const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
/** Null in browsers that take any text. */
const policy =
  trustedTypes?.createPolicy(NAME, {
    createHTML: (html) => html,
    createScriptURL: (address) => {
      const { origin, href } = new URL(address, location.href);
      if (origin !== location.origin) throw new TypeError('no script of this app');
      return href;
    },
  }) ?? null;

/** HTML to be read in a document that runs and shows nothing. */
export function inertHtml(html: string): string {
  return policy === null ? html : (policy.createHTML(html) as string);
}

/** The address of a worker of this app. */
export function ownScript(address: string): string {
  return policy === null ? address : (policy.createScriptURL(address) as string);
}
