/**
 * What holds for every address that a person pastes or opens, whatever it leads to.
 *
 * Invariant: nothing of the address itself is cut off, only what messages put around it.
 */

/** What is longer than any browser's address is not looked at. */
export const LONGEST_ADDRESS = 8000;

/**
 * Without the marks and blanks that messages put behind a link. A secret may end with `-` or `_`.
 */
export function withoutMarks(text: string): string {
  return text.replace(/(?:(?![\w-])[\s\p{P}\p{S}])+$/u, '');
}
