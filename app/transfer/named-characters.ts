/**
 * Characters that HTML and Markdown have names for, such as `&nbsp;`, as the browser knows them. The
 * build puts this in the place of a library's file, whose text no page of ours takes for markup.
 *
 * Invariant: nothing but a name is ever read as markup.
 */
import { inertHtml } from '../ui/trusted-types.ts';

const element = document.createElement('i');

/** @returns what a name without `&` and `;` stands for, or false for none, as the library has it */
export function decodeNamedCharacterReference(name: string): string | false {
  if (!/^[\da-z]+$/i.test(name)) return false;
  const reference = `&${name};`;
  element.innerHTML = inertHtml(reference);
  const character = element.textContent;
  // Some names need no semicolon: of `&notit;` a browser reads the first three letters.
  if (character === reference || (character.endsWith(';') && name !== 'semi')) return false;
  return character;
}
