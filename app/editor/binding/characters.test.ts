/** Characters that are two units long in JavaScript: Yjs ruins both halves where one is cut off. */
import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { copyOf, documentOf, mergeAll, sketch } from '../../../shared/document/testing/sketch.ts';
import { Headless } from '../testing/headless.ts';

/** Replaces the text of the first block, as autocorrect and the emoji picker do. */
function becomes(editor: Headless, text: string): void {
  const { tr, doc } = editor.state;
  editor.dispatch(tr.insertText(text, 1, 1 + doc.child(0).content.size));
}

test.each([
  ['another of the same half', 'a😀b', 'a😁b'],
  ['one more before it', '😁', '😀😁'],
  ['one more behind it', '😀', '😀😁'],
  ['one with the same ending', 'x😀y', 'x🠀y'],
  ['a skin tone', '👍🏻 ok', '👍🏿 ok'],
  ['some of several', '😀😁 some 😂 text 😃😄', '😁😀 same 😃 text 😄'],
])('becomes %s', (_, before, after) => {
  const editor = new Headless(documentOf([before]));
  becomes(editor, after);
  expect(sketch(editor.doc)).toEqual([after]);
  const read = new Y.Doc();
  Y.applyUpdate(read, Y.encodeStateAsUpdate(editor.doc));
  expect(sketch(read)).toEqual([after]);
  expect(editor.isTrue()).toBe(true);
});

test('is composed into another while someone else writes in the same line', () => {
  const original = documentOf(['left ']);
  const ana = new Headless(copyOf(original, 10));
  const ben = new Headless(copyOf(original, 20));
  ana.find('left ');
  ana.composing = true;
  ana.type('😀');
  ben.find('left').type(' ben');
  mergeAll([ana.doc, ben.doc]);
  const { head } = ana.state.selection;
  ana.dispatch(ana.state.tr.insertText('😁', head - 2, head));
  ana.composing = false;
  mergeAll([ana.doc, ben.doc]);
  expect(sketch(ana.doc)).toEqual(['left ben 😁']);
  expect(sketch(ben.doc)).toEqual(['left ben 😁']);
});
