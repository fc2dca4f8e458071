/**
 * Which addresses a document may carry: nothing that a browser would run.
 *
 * Invariant: an address that passes never executes anything when it is followed or loaded.
 */
const LINK_SCHEMES: ReadonlySet<string> = new Set(['http', 'https', 'mailto', 'tel']);
const IMAGE_SCHEMES: ReadonlySet<string> = new Set(['http', 'https']);
const IMAGE_DATA = /^data:image\/(?:png|gif|jpe?g|webp|avif)[;,]/i;

/** Whether a link may point there: http, https, mailto, tel, or relative to the document. */
export function isLinkAddress(address: string): boolean {
  const scheme = schemeOf(address);
  return scheme === null || LINK_SCHEMES.has(scheme);
}

/** Whether an image may be loaded from there: http, https, relative, or a picture as data. */
export function isImageAddress(address: string): boolean {
  const scheme = schemeOf(address);
  return scheme === null || IMAGE_SCHEMES.has(scheme) || IMAGE_DATA.test(visible(address));
}

function schemeOf(address: string): string | null {
  const match = /^([a-z][a-z0-9+.-]*):/i.exec(visible(address));
  return match ? match[1]!.toLowerCase() : null;
}

/** Browsers skip white space and control characters around and inside a scheme. */
function visible(address: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters meant.
  return address.replace(/[\u0000-\u0020\u007f-\u00a0\u2028\u2029\ufeff]/g, '');
}
