// @vitest-environment jsdom
/** A keyboard that takes a blank back, behind what the blank made of the word before. */
import { undoInputRule } from 'prosemirror-inputrules';
import { keymap } from 'prosemirror-keymap';
import { EditorState, TextSelection } from 'prosemirror-state';
import { EditorView } from 'prosemirror-view';
import { afterEach, expect, test } from 'vitest';
import { documentOf, sketch } from '../../../shared/document/testing/sketch.ts';
import { Binding } from '../binding/binding.ts';
import { schema } from '../schema.ts';
import { beforeinputKeys } from './beforeinput-keys.ts';
import { markdownRules } from './input-rules.ts';
import { listenForBlanks } from './taken-back.ts';

const opened: (() => void)[] = [];
afterEach(() => {
  for (const close of opened.splice(0)) close();
});

/** A document after a line was typed in it and a keyboard took back the last `units` of it. */
function afterTaking(typed: string, units: number): { lines: string[]; prevented: boolean } {
  const doc = documentOf(['']);
  const binding = new Binding(doc);
  const view = new EditorView(document.body.appendChild(document.createElement('div')), {
    state: EditorState.create({
      schema,
      doc: binding.read(),
      plugins: [
        binding.plugin(),
        markdownRules(),
        keymap({ Backspace: undoInputRule }),
        beforeinputKeys(),
      ],
    }),
    handleScrollToSelection: () => true,
  });
  const stop = listenForBlanks(view);
  opened.push(() => {
    stop();
    view.destroy();
  });
  view.dispatch(view.state.tr.setSelection(TextSelection.atEnd(view.state.doc)));
  for (const sign of typed) {
    const { from, to } = view.state.selection;
    const insert = () => view.state.tr.insertText(sign);
    if (!view.someProp('handleTextInput', (handle) => handle(view, from, to, sign, insert)))
      view.dispatch(insert());
  }
  const { node, offset } = view.domAtPos(view.state.selection.head, -1);
  const event = new InputEvent('beforeinput', {
    inputType: 'deleteContentBackward',
    bubbles: true,
    cancelable: true,
  });
  const range = new StaticRange({
    startContainer: node,
    startOffset: offset - units,
    endContainer: node,
    endOffset: offset,
  });
  event.getTargetRanges = () => [range];
  const prevented = !view.dom.dispatchEvent(event);
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
