// @vitest-environment jsdom
/** A keyboard that takes a blank back, behind what the blank made of the word before. */
import { undoInputRule } from 'prosemirror-inputrules';
import { keymap } from 'prosemirror-keymap';
import { afterEach, expect, test } from 'vitest';
import { sketch } from '../../../shared/document/testing/sketch.ts';
import { openLine, takeBack, typeSigns } from '../testing/glass-keyboard.ts';
import { beforeinputKeys } from './beforeinput-keys.ts';
import { markdownRules } from './input-rules.ts';
import { listenForBlanks } from './taken-back.ts';

const opened: (() => void)[] = [];
afterEach(() => {
  for (const close of opened.splice(0)) close();
});

/** A document after a line was typed in it and a keyboard took back the last `units` of it. */
function afterTaking(typed: string, units: number): { lines: string[]; prevented: boolean } {
  const { view, doc } = openLine([
    markdownRules(),
    keymap({ Backspace: undoInputRule }),
    beforeinputKeys(),
  ]);
  const stop = listenForBlanks(view);
  opened.push(() => {
    stop();
    view.destroy();
  });
  typeSigns(view, typed);
  const prevented = takeBack(view, units);
  return { lines: sketch(doc), prevented };
}

test('the blank goes, and the link that it made stays', () => {
  expect(afterTaking('see www.example.org ', 1)).toEqual({
    lines: ['see <www.example.org>'],
    prevented: true,
  });
});

test('more than a blank is the browser’s, and a key’s', () => {
  expect(afterTaking('one two', 3)).toEqual({ lines: ['one two'], prevented: false });
});
