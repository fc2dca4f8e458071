/**
 * Which addresses a link of a document may have.
 *
 * Invariant: an address that passes never executes anything when it is followed.
 */
const SAFE_LINK = /^(?:https?:|mailto:|tel:|[/#?.]|[^:/?#]*(?:[/?#]|$))/i;

/** Only http, https, mailto, tel and relative addresses may be links. */
export function isSafeLink(address: string): boolean {
  // Browsers drop control characters and spaces inside a scheme; so does this check.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it is about
  return address !== '' && SAFE_LINK.test(address.replace(/[\u0000-\u0020\u007f]/g, ''));
}

/** Only http and https, and nothing a browser would leave out of the address as it reads it. */
export function isWebAddress(address: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it is about
  return /^https?:\/\/[^\s/?#\u0000-\u001f\u007f][^\s\u0000-\u001f\u007f]*$/i.test(address);
}
