// @vitest-environment jsdom
/** Columns that are dragged or moved by their side, where a table is read from right to left. */
import { EditorState, TextSelection } from 'prosemirror-state';
import { EditorView } from 'prosemirror-view';
import { afterEach, expect, test } from 'vitest';
import { documentOf, sketch } from '../../../shared/document/testing/sketch.ts';
import { Binding } from '../binding/binding.ts';
import { TableView } from '../blocks/table/table-view.ts';
import { moveColumn, moveColumnTo } from '../commands/tables.ts';
import { schema } from '../schema.ts';
import { dragLine } from './table-drag.ts';

const opened: EditorView[] = [];
afterEach(() => {
  for (const view of opened.splice(0)) view.destroy();
});

/** A table of three columns, 100 px each, with the caret in its first cell. */
function open(direction: 'ltr' | 'rtl') {
  const doc = documentOf(['⊞ a ¦ b ¦ c']);
  const binding = new Binding(doc);
  const view = new EditorView(document.body.appendChild(document.createElement('div')), {
    state: EditorState.create({ schema, doc: binding.read(), plugins: [binding.plugin()] }),
    nodeViews: { table: (node) => new TableView(node) },
    handleScrollToSelection: () => true,
  });
  opened.push(view);
  view.dispatch(view.state.tr.setSelection(TextSelection.atStart(view.state.doc)));
  const table = view.dom.querySelector('table')!;
  table.style.direction = direction;
  // A test page has no layout.
  for (const row of table.rows)
    [...row.cells].forEach((cell, index) => {
      const left = (direction === 'rtl' ? 2 - index : index) * 100;
      cell.getBoundingClientRect = () => new DOMRect(left, 0, 100, 20);
    });
  return { view, columns: () => sketch(doc)[0] };
}

/** Takes the first column by its handle, and drops it at a place from the left. */
function drag(view: EditorView, from: number, to: number): void {
  const handle = document.body.appendChild(document.createElement('button'));
  handle.setPointerCapture = () => {};
  const line = document.createElement('div');
  handle.addEventListener('pointerdown', (press) =>
    dragLine(view, 'column', press, line, {
      onClick: () => {},
      onDrop: (index, target) => moveColumn(() => target, index)(view.state, view.dispatch, view),
    }),
  );
  handle.dispatchEvent(new PointerEvent('pointerdown', { clientX: from }));
  handle.dispatchEvent(new PointerEvent('pointermove', { clientX: to }));
  handle.dispatchEvent(new PointerEvent('pointerup', { clientX: to }));
  handle.remove();
}

test.each(['ltr', 'rtl'] as const)('%s: a column goes to where it is dropped', (direction) => {
  const at = (x: number) => (direction === 'rtl' ? 300 - x : x);
  for (const [x, columns] of [
    [70, '⊞ a ¦ b ¦ c'],
    [180, '⊞ b ¦ a ¦ c'],
    [290, '⊞ b ¦ c ¦ a'],
  ] as const) {
    const page = open(direction);
    drag(page.view, at(50), at(x));
    expect(page.columns(), `${x}`).toBe(columns);
  }
});

test('to the left is where one sees it', () => {
  const moved = (direction: 'ltr' | 'rtl', to: 'left' | 'right') => {
    const { view, columns } = open(direction);
    moveColumnTo(to)(view.state, view.dispatch, view);
    return columns();
  };
  expect(moved('ltr', 'right')).toBe('⊞ b ¦ a ¦ c');
  expect(moved('rtl', 'left')).toBe('⊞ b ¦ a ¦ c');
  expect(moved('ltr', 'left')).toBe('⊞ a ¦ b ¦ c');
  expect(moved('rtl', 'right')).toBe('⊞ a ¦ b ¦ c');
});
