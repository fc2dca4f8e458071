// @vitest-environment jsdom
/** A keyboard on glass that takes back what stands before the caret: as a key does, or more at once. */
import { undoInputRule } from 'prosemirror-inputrules';
import { keymap } from 'prosemirror-keymap';
import { EditorState, TextSelection } from 'prosemirror-state';
import { EditorView } from 'prosemirror-view';
import { expect, test } from 'vitest';
import { documentOf, sketch } from '../../../shared/document/testing/sketch.ts';
import { Binding } from '../binding/binding.ts';
import { firstOf, joinBackward } from '../commands/commands.ts';
import { schema } from '../schema.ts';
import { beforeinputKeys } from './beforeinput-keys.ts';
import { deleteCharacter } from './characters.ts';
import { markdownRules } from './input-rules.ts';
import { quotesOf } from './typography.ts';

/** A line after it was typed and a keyboard took back the last `units` of it; null where it left that to the browser. */
function afterTaking(typed: string, units: number): string | null {
  const doc = documentOf(['']);
  const binding = new Binding(doc);
  const view = new EditorView(document.body.appendChild(document.createElement('div')), {
    state: EditorState.create({
      schema,
      doc: binding.read(),
      plugins: [
        binding.plugin(),
        markdownRules(() => quotesOf('en')),
        keymap({ Backspace: firstOf(undoInputRule, joinBackward, deleteCharacter) }),
        beforeinputKeys(),
      ],
    }),
    handleScrollToSelection: () => true,
  });
  view.dispatch(view.state.tr.setSelection(TextSelection.atEnd(view.state.doc)));
  for (const sign of typed) {
    const { from, to } = view.state.selection;
    const insert = () => view.state.tr.insertText(sign);
    if (!view.someProp('handleTextInput', (handle) => handle(view, from, to, sign, insert)))
      view.dispatch(insert());
  }
  const { head } = view.state.selection;
  const [start, end] = [view.domAtPos(head - units, 1), view.domAtPos(head, -1)];
  const event = new InputEvent('beforeinput', {
    inputType: 'deleteContentBackward',
    bubbles: true,
    cancelable: true,
  });
  const range = new StaticRange({
    startContainer: start.node,
    startOffset: start.offset,
    endContainer: end.node,
    endOffset: end.offset,
  });
  event.getTargetRanges = () => [range];
  const isTaken = !view.dom.dispatchEvent(event);
  view.destroy();
  return isTaken ? sketch(doc).join('↵') : null;
}

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
  ['words that end with an emoji', 'so good 👍🏽', 9],
  ['two flags', '🇩🇪🇫🇷', 8],
  ['a word that ends with an accent', 'so cafe\u0301', 5],
  ['a word behind which a rule has made a quote', 'say "yes"', 4],
  ['a word that a rule has formatted', 'so **fat**', 3],
])('%s, taken back at once, go whole by the browser', (_, typed, units) => {
  expect(afterTaking(typed, units)).toBeNull();
});
