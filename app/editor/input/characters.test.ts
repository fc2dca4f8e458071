/** What Backspace takes for one character. */
import { expect, test } from 'vitest';
import { characterAtEnd } from './characters.ts';

test.each([
  ['an emoji', 'a😀', '😀'],
  ['a family', 'a👨‍👩‍👧‍👦', '👨‍👩‍👧‍👦'],
  ['a skin tone', 'a👍🏽', '👍🏽'],
  ['the last of two flags', '🇩🇪🇫🇷', '🇫🇷'],
  ['a keycap', 'a1️⃣', '1️⃣'],
  ['a heart with a selector', 'a❤️', '❤️'],
  ['a letter with an accent', 'cafe\u0301', 'e\u0301'],
  ['a letter with two accents', 'xo\u0302\u0301', 'o\u0302\u0301'],
])('%s', (_, text, character) => {
  expect(characterAtEnd(text)).toBe(character);
});

test.each([
  ['a plain letter', 'ab'],
  ['an accented letter of one piece', 'café'],
  ['a Hebrew letter with a vowel', 'ש\u05b8'],
  ['a Devanagari syllable', 'कि'],
  ['an object', 'a\ufffc'],
  ['nothing', ''],
])('leaves %s to the browser', (_, text) => {
  expect(characterAtEnd(text)).toBeNull();
});
