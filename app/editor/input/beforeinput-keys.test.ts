// @vitest-environment jsdom
/** A keyboard on glass that takes back what stands before the caret: as a key does, or more at once. */
import { undoInputRule } from 'prosemirror-inputrules';
import { keymap } from 'prosemirror-keymap';
import { afterEach, expect, test, vi } from 'vitest';
import { sketch } from '../../../shared/document/testing/sketch.ts';
import { firstOf, joinBackward } from '../commands/commands.ts';
import { openLine, takeBack, typeSigns } from '../testing/glass-keyboard.ts';
import { beforeinputKeys } from './beforeinput-keys.ts';
import { deleteCharacter } from './characters.ts';
import { markdownRules } from './input-rules.ts';
import { quotesOf } from './typography.ts';

/** A line that was typed and of which `units` were taken back; null where that is left to the browser. */
function afterTaking(typed: string, units: number): string | null {
  const { view, doc } = openLine([
    markdownRules(() => quotesOf('en')),
    keymap({ Backspace: firstOf(undoInputRule, joinBackward, deleteCharacter) }),
    beforeinputKeys(),
  ]);
  typeSigns(view, typed);
  const isTaken = takeBack(view, units);
  view.destroy();
  return isTaken ? sketch(doc).join('↵') : null;
}

const beOnAndroid = () =>
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (Linux; Android 14)');

afterEach(() => {
  vi.restoreAllMocks();
});

test.each([
  ['an emoji', 'so 👍🏽', 4, 'so '],
  ['a part of one, as an old keyboard sees it', 'so 👍🏽', 2, 'so '],
  ['a letter with an accent', 'cafe\u0301', 2, 'caf'],
  ['what a rule has made of a sign', 'say "', 1, 'say "'],
  ['the end of what a rule has formatted', '**fat**', 1, '**fat**'],
])('%s goes as by Backspace', (_, typed, units, line) => {
  expect(afterTaking(typed, units)).toBe(line);
});

test.each([
  ['words that end with an emoji', 'so good 👍🏽', 9, 'so '],
  ['two flags', '🇩🇪🇫🇷', 8, ''],
  ['a word that ends with an accent', 'so cafe\u0301', 5, 'so '],
  ['a word behind which a rule has made a quote', 'say "yes"', 4, 'say “'],
  ['a word that a rule has formatted', 'so **fat**', 3, 'so '],
])('%s, taken back at once, go whole', (_, typed, units, line) => {
  expect(afterTaking(typed, units)).toBeNull();
  beOnAndroid();
  expect(afterTaking(typed, units)).toBe(line);
});

test('a letter goes at once on Android, before others could write', () => {
  expect(afterTaking('word', 1)).toBeNull();
  beOnAndroid();
  expect(afterTaking('word', 1)).toBe('wor');
});
