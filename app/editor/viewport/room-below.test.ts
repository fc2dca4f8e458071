// @vitest-environment jsdom
/** When the lowest third of the window is kept free. */
import { EditorState, TextSelection } from 'prosemirror-state';
import { EditorView } from 'prosemirror-view';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { schema } from '../schema.ts';
import { isAtEnd, keepRoomBelow } from './room-below.ts';

/** How far down the caret stands, px. */
let bottom = 0;

/** jsdom draws nothing: the page says where the caret is, and takes down how it is scrolled. */
class PlacedView extends EditorView {
  override coordsAtPos() {
    return { left: 0, right: 0, top: bottom - 20, bottom };
  }
}

let view: EditorView;
const scrolled = vi.fn();

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  vi.stubGlobal('scrollBy', scrolled);
  vi.stubGlobal('innerHeight', 900);
  vi.stubGlobal('visualViewport', null);
  const doc = schema.node('doc', null, [
    schema.node('paragraph', null, schema.text('first')),
    schema.node('paragraph', null, schema.text('last')),
  ]);
  view = new PlacedView(document.body, { state: EditorState.create({ schema, doc }) });
  view.dom.tabIndex = 0;
  view.focus();
  keepRoomBelow(view);
  bottom = 880;
});

afterEach(() => {
  view.destroy();
  scrolled.mockClear();
  vi.unstubAllGlobals();
});

function goTo(position: number): void {
  const { tr, doc } = view.state;
  view.dispatch(tr.setSelection(TextSelection.create(doc, position)).scrollIntoView());
}

const end = () => view.state.doc.content.size - 1;
const thirds = () => scrolled.mock.calls.filter(([options]) => typeof options === 'object');

test('what is written at the end keeps the lowest third free', () => {
  goTo(end());
  view.dispatch(view.state.tr.insertText('!').scrollIntoView());
  expect(thirds()).toEqual([[{ top: 280, behavior: 'instant' }]]);
  bottom = 600;
  view.dispatch(view.state.tr.insertText('!').scrollIntoView());
  expect(thirds()).toHaveLength(1);
});

test('a caret that is only put there, and what is written elsewhere, moves nothing', () => {
  goTo(end());
  view.dispatch(view.state.tr.insertText('?', 3).scrollIntoView());
  scrolled.mockClear();
  goTo(3);
  view.dispatch(view.state.tr.insertText('!').scrollIntoView());
  goTo(end());
  goTo(end() - 1);
  expect(thirds()).toEqual([]);
});

test('above a keyboard on the screen it is a third of what is seen', () => {
  vi.stubGlobal('visualViewport', { height: 450, offsetTop: 0 });
  bottom = 440;
  goTo(end());
  view.dispatch(view.state.tr.insertText('!').scrollIntoView());
  expect(thirds()).toEqual([[{ top: 140, behavior: 'instant' }]]);
});

test('the end is behind the last letter of the last block, in a table as well', () => {
  const cell = () => schema.node('tableCell', null, []);
  const table = schema.node('table', null, [schema.node('tableRow', null, [cell(), cell()])]);
  const doc = schema.node('doc', null, [table]);
  const at = (position: number) =>
    isAtEnd(EditorState.create({ schema, doc, selection: TextSelection.create(doc, position) }));
  expect(at(5)).toBe(true);
  expect(at(3)).toBe(false);
});
