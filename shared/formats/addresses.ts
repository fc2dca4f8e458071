/**
 * Where images of a document may be loaded from. (Links: `isSafeLink` in shared/document/addresses.ts.)
 *
 * Invariant: an address that passes never executes anything when it is loaded.
 */
const IMAGE_SCHEMES: ReadonlySet<string> = new Set(['http', 'https']);
const IMAGE_DATA = /^data:image\/(?:png|gif|jpe?g|webp|avif)[;,]/i;

/** Whether the address is itself a picture, of a kind that executes nothing. */
export function isImageData(address: string): boolean {
  return IMAGE_DATA.test(address);
}

/** Whether an image may be loaded from there: http, https, relative, or a picture as data. */
export function isImageAddress(address: string): boolean {
  // Browsers skip white space and control characters around and inside a scheme.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters meant.
  const visible = address.replace(/[\u0000-\u0020\u007f]/g, '');
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(visible)?.[1]?.toLowerCase();
  return scheme === undefined || IMAGE_SCHEMES.has(scheme) || IMAGE_DATA.test(visible);
}
