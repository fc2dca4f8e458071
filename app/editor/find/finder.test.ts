// @vitest-environment jsdom
/** What is found while somebody does something else. */
import { EditorState, TextSelection } from 'prosemirror-state';
import { EditorView } from 'prosemirror-view';
import { expect, test, vi } from 'vitest';
import { schema } from '../schema.ts';
import { Finder } from './finder.ts';

const WANTED = { text: 'two 🍎', matchCase: false, wholeWord: false, isExpression: false };

function open() {
  const paragraph = (text: string) => schema.node('paragraph', { id: text }, schema.text(text));
  const doc = schema.node('doc', null, [paragraph('one'), paragraph('two 🍎 three')]);
  const view = new EditorView(document.body.appendChild(document.createElement('div')), {
    state: EditorState.create({ doc }),
  });
  // A test page has no layout.
  view.coordsAtPos = () => ({ left: 0, right: 0, top: 0, bottom: 0 });
  view.posAtCoords = () => null;
  return { view, finder: new Finder(view, () => 0) };
}

test('what is found is selected, and not where somebody has begun to write by then', async () => {
  for (const writes of [false, true]) {
    const { view, finder } = open();
    finder.look(WANTED);
    if (writes) {
      view.focus();
      view.dispatch(view.state.tr.setSelection(TextSelection.create(view.state.doc, 4)));
    }
    await vi.waitFor(() => expect(finder.findings.matches).toHaveLength(1));
    const { from, to } = finder.findings.matches[0]!;
    expect(view.state.doc.textBetween(from, to)).toBe('two 🍎');
    expect(view.state.selection.from).toBe(writes ? 4 : from);
    expect(finder.findings.current).toBe(writes ? -1 : 0);
    // From there it goes on by a button of the panel.
    finder.next();
    expect(view.state.selection.from).toBe(from);
    finder.close();
    view.destroy();
  }
});

test('one after the other is replaced, though what is put in holds what one looks for', async () => {
  const { view, finder } = open();
  finder.look({ ...WANTED, text: 'e' });
  await vi.waitFor(() => expect(finder.findings.matches).toHaveLength(3));
  for (let press = 0; press < 3; press++) await finder.replace('<e>');
  expect(view.state.doc.textContent).toBe('on<e>two 🍎 thr<e><e>');
  finder.close();
  view.destroy();
});
