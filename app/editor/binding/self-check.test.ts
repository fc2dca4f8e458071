/** The second look finds what the view shows wrongly, and the view gives way. */
import { expect, test } from 'vitest';
import { copyOf, documentOf, mergeAll, sketch } from '../../../shared/document/testing/sketch.ts';
import { Headless } from '../testing/headless.ts';
import { selfCheckPart } from './binding.ts';

await selfCheckPart.load();

const LINES = Array.from({ length: 450 }, (_, index) => `Line ${index}`);

/** An editor, another one of the same document, and a hand on the quiet moments of the first. */
function setUp() {
  const quiet: (() => void)[] = [];
  let repairs = 0;
  const doc = copyOf(documentOf(LINES), 2);
  const editor = new Headless(doc, {
    onRepair: () => repairs++,
    whenIdle: (work) => {
      quiet.push(work);
      return () => quiet.splice(quiet.indexOf(work), 1);
    },
  });
  const other = new Headless(copyOf(doc, 3));
  const moment = () => quiet.shift()?.();
  const moments = () => {
    let count = 0;
    for (; quiet.length > 0; count++) moment();
    return count;
  };
  const hearOther = (text: string) => {
    other.select(0, 0).type(text);
    mergeAll([editor.doc, other.doc]);
  };
  /** A fault that is not known yet: the view holds something the document does not. */
  const spoil = (at: number) =>
    Object.assign(editor, {
      state: editor.state.apply(editor.state.tr.insertText('wrong', at).setMeta('from-body', true)),
    });
  return { editor, moment, moments, hearOther, spoil, repairs: () => repairs };
}

test('looks at everything in slices after others changed something, and changes nothing', () => {
  const { editor, moments, hearOther, repairs } = setUp();
  expect(moments()).toBe(0);
  hearOther('A');
  expect(moments()).toBe(4);
  expect(repairs()).toBe(0);
  expect(editor.isTrue()).toBe(true);
});

test.each([1, 4_000])('a difference at %i is found and mended', (at) => {
  const { editor, moments, hearOther, spoil, repairs } = setUp();
  hearOther('A');
  spoil(at);
  expect(editor.isTrue()).toBe(false);
  moments();
  expect(repairs()).toBe(1);
  expect(editor.isTrue()).toBe(true);
  expect(sketch(editor.doc)[0]).toBe('ALine 0');
});

test('begins anew where the document changes meanwhile', () => {
  const { editor, moment, moments, hearOther, repairs } = setUp();
  hearOther('A');
  moment();
  moment();
  editor.find('Line 449').type('!');
  expect(moments()).toBeGreaterThanOrEqual(4);
  hearOther('B');
  moments();
  expect(repairs()).toBe(0);
  expect(editor.isTrue()).toBe(true);
});
