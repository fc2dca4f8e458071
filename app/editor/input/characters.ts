/**
 * Backspace behind what is one character to whoever sees it, and several to the computer.
 *
 * Invariant: an emoji, a flag, or a letter with its accents goes at once, however it was put
 * together. In scripts whose marks are letters that one types, such as Arabic, Hebrew or Devanagari,
 * the last of them goes by itself, which is the browser's own way.
 */
import type { ResolvedPos } from 'prosemirror-model';
import { type Command, TextSelection } from 'prosemirror-state';

/** Farther back no character begins. */
const LONGEST = 64;
const AT_ONCE =
  /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20e3|^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]\p{M}+$/u;

let segmenter: Intl.Segmenter | null = null;

/** The character that ends a text, if it goes as one and is more than one unit long. */
export function characterAtEnd(text: string): string | null {
  // Nearly always: a character that nothing can be joined to.
  if (text.length < 2 || text.charCodeAt(text.length - 1) < 0x300) return null;
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  let last = '';
  for (const { segment } of segmenter.segment(text)) last = segment;
  return last.length > 1 && AT_ONCE.test(last) ? last : null;
}

/** The same of a text of the document, up to a place in it. */
export function characterBefore({ parent, parentOffset }: ResolvedPos): string | null {
  const from = Math.max(0, parentOffset - LONGEST);
  return characterAtEnd(parent.textBetween(from, parentOffset, undefined, '\ufffc'));
}

export const deleteCharacter: Command = ({ selection, tr }, dispatch) => {
  if (!(selection instanceof TextSelection) || !selection.empty) return false;
  const { $head, head } = selection;
  const character = characterBefore($head);
  if (character === null) return false;
  dispatch?.(tr.delete(head - character.length, head).scrollIntoView());
  return true;
};
