// @vitest-environment jsdom
/** The view that a document is written in. */
import { EditorState, TextSelection } from 'prosemirror-state';
import { Decoration, DecorationSet } from 'prosemirror-view';
import { afterEach, expect, test } from 'vitest';
import { schema } from '../schema.ts';
import { DocumentView } from './document-view.ts';

let view: DocumentView | null = null;
afterEach(() => {
  view?.destroy();
  view = null;
});

function open(...lines: string[]): DocumentView {
  const mount = document.body.appendChild(document.createElement('div'));
  mount.tabIndex = 0;
  const doc = schema.node(
    'doc',
    null,
    lines.map((line) => schema.node('paragraph', null, schema.text(line))),
  );
  let isMarked = false;
  const state = EditorState.create({ schema, doc });
  const opened = new DocumentView(
    { mount },
    {
      state,
      decorations: ({ doc }) => {
        isMarked = !isMarked;
        const marked = Decoration.inline(1, 4, { class: 'marked' });
        return DecorationSet.create(doc, isMarked ? [marked] : []);
      },
      handleScrollToSelection: () => true,
    },
  );
  view = opened;
  opened.dispatch(state.tr.setSelection(TextSelection.create(doc, 3)));
  opened.focus();
  expect(opened.hasFocus()).toBe(true);
  return opened;
}

const caretInPage = () => {
  const { anchorNode, anchorOffset } = document.getSelection()!;
  return [anchorNode?.textContent, anchorOffset];
};

test('where only what is drawn changes right behind a click, the caret stays where one clicked', () => {
  const opened = open('one two', 'three four');
  document.getSelection()!.collapse(opened.dom.children[1]!.firstChild!, 5);
  opened.dispatch(opened.state.tr.setMeta('anything', true));
  expect(caretInPage()).toEqual(['three four', 5]);
  const { $head } = opened.state.selection;
  expect([$head.parent.textContent, $head.parentOffset]).toEqual(['three four', 5]);
});

test('a selection that somebody sets counts for more than one the page has not told of', () => {
  const opened = open('one two', 'three four');
  document.getSelection()!.collapse(opened.dom.children[1]!.firstChild!, 5);
  const { tr, doc } = opened.state;
  opened.dispatch(tr.setSelection(TextSelection.create(doc, 6)));
  expect(opened.state.selection.head).toBe(6);
});
