// @vitest-environment jsdom
/** Undo across a reload: what the tab keeps, and what it does not go on with. */
import { beforeEach, expect, test } from 'vitest';
import type * as Y from 'yjs';
import { copyOf, documentOf, sketch } from '../../../shared/document/testing/sketch.ts';
import { removeSelection } from '../commands.ts';
import { Headless } from '../testing/headless.ts';
import { UndoSession } from './undo-session.ts';

const START = ['Alpha one two three', 'Bravo four five six'];

beforeEach(() => sessionStorage.clear());

/** A page on which the document is opened. */
function open(doc: Y.Doc, name = 'document'): Headless & { leave(): void } {
  const session = new UndoSession(name);
  const editor = new Headless(doc, { onChange: () => session.changed() });
  session.start(editor.binding.undo.history);
  return Object.assign(editor, { leave: () => session.stop() });
}

const undo = (editor: Headless) => editor.binding.undoStep(editor.view);
const redo = (editor: Headless) => editor.binding.redoStep(editor.view);

test('a page goes on where the last one was left, with its selection', () => {
  const before = open(copyOf(documentOf(START), 10));
  before.find('four', 'select').run(removeSelection);
  before.leave();
  const after = open(copyOf(before.doc, 20));
  expect(undo(after)).toBe(true);
  expect(sketch(after.doc)).toEqual(START);
  const { from, to } = after.state.selection;
  expect(after.state.doc.textBetween(from, to)).toBe('four');
  after.leave();
  const again = open(copyOf(after.doc, 30));
  expect(redo(again)).toBe(true);
  expect(sketch(again.doc)[1]).toBe('Bravo  five six');
});

test('a page that is hidden keeps what was done', () => {
  const before = open(copyOf(documentOf(START), 10));
  before.find('four').type('!');
  dispatchEvent(new Event('pagehide'));
  const after = open(copyOf(before.doc, 20));
  undo(after);
  expect(sketch(after.doc)).toEqual(START);
});

test('another document has a history of its own', () => {
  const before = open(copyOf(documentOf(START), 10));
  before.find('four').type('!');
  before.leave();
  expect(undo(open(copyOf(before.doc, 20), 'other'))).toBe(false);
});

test('steps that the document knows nothing of are dropped', () => {
  const before = open(copyOf(documentOf(START), 10));
  before.find('four').type('!');
  before.leave();
  const wiped = open(documentOf(['Other']));
  expect([undo(wiped), redo(wiped)]).toEqual([false, false]);
  expect(sketch(wiped.doc)).toEqual(['Other']);
});

test.each(['', '{', 'null', '{"undo":[{}],"redo":[]}', '{"undo":"x","redo":[]}'])(
  'what cannot be read is left alone: %s',
  (kept) => {
    sessionStorage.setItem('driftless.undo.document', kept);
    const editor = open(copyOf(documentOf(START), 10));
    expect(undo(editor)).toBe(false);
    editor.find('four').type('!');
    undo(editor);
    expect(sketch(editor.doc)).toEqual(START);
  },
);

test('a damaged selection costs the selection only', () => {
  const before = open(copyOf(documentOf(START), 10));
  before.find('four').type('!');
  before.leave();
  const key = 'driftless.undo.document';
  const kept = JSON.parse(sessionStorage.getItem(key)!);
  kept.undo[0].note = { anchor: 3 };
  sessionStorage.setItem(key, JSON.stringify(kept));
  const after = open(copyOf(before.doc, 20));
  expect(undo(after)).toBe(true);
  expect(sketch(after.doc)).toEqual(START);
});

test('where there is no room the older history does not stay', () => {
  const before = open(copyOf(documentOf(START), 10));
  before.find('four').type('!');
  dispatchEvent(new Event('pagehide'));
  // Fills the storage as other documents of the tab would.
  for (let size = 4_000_000; size > 0; size >>= 1)
    try {
      sessionStorage.setItem(`fill ${size}`, 'x'.repeat(size));
    } catch {}
  before.find('five').type('yy').find('one', 'select').run(removeSelection);
  before.leave();
  expect(sessionStorage.getItem('driftless.undo.document')).toBeNull();
});
