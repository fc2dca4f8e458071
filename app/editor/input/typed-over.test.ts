// @vitest-environment jsdom
/** What an input method finds where more than the text of one block is selected. */
import { AllSelection, EditorState, type Selection, TextSelection } from 'prosemirror-state';
import { EditorView } from 'prosemirror-view';
import { afterEach, expect, test } from 'vitest';
import { documentOf, sketch } from '../../../shared/document/testing/sketch.ts';
import { Binding } from '../binding/binding.ts';
import { blockStart } from '../commands/commands.ts';
import { schema } from '../schema.ts';
import { BlockSelection } from '../selection/block-selection.ts';
import { typedOver } from './typed-over.ts';

const opened: EditorView[] = [];
afterEach(() => {
  for (const view of opened.splice(0)) view.destroy();
});

/** What there is once composing has begun on a selection, with `x` where the caret is. */
function composedOn(
  lines: readonly string[],
  select: (doc: EditorState['doc']) => Selection,
): string[] {
  const doc = documentOf(lines);
  const binding = new Binding(doc);
  const view = new EditorView(document.body.appendChild(document.createElement('div')), {
    state: EditorState.create({
      schema,
      doc: binding.read(),
      plugins: [binding.plugin(), typedOver()],
    }),
    handleScrollToSelection: () => true,
  });
  opened.push(view);
  view.dispatch(view.state.tr.setSelection(select(view.state.doc)));
  view.dom.dispatchEvent(new CompositionEvent('compositionstart', { bubbles: true }));
  expect(view.state.selection.empty).toBe(true);
  view.dispatch(view.state.tr.insertText('x'));
  return sketch(doc);
}

test('all of a document gives way to what is composed', () => {
  expect(composedOn(['# one', '- two'], (doc) => new AllSelection(doc))).toEqual(['x']);
});

test('a selected block is gone on in', () => {
  const block = (doc: EditorState['doc']) => BlockSelection.between(doc, 0);
  expect(composedOn(['one', 'two'], block)).toEqual(['onex', 'two']);
});

test('a table that the selection cuts keeps its form, and the text that was not selected', () => {
  const cut = (doc: EditorState['doc']) =>
    TextSelection.create(doc, 2, blockStart(doc, 1) + 2 + doc.child(1).child(0).nodeSize + 1);
  expect(composedOn(['abcd', '⊞ a ¦ b ⁄ c ¦ d'], cut)).toEqual(['ax', '⊞ ¦ ⁄ c ¦ d']);
});
