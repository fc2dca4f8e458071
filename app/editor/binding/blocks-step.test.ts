/** The step that changes many blocks at once: positions, and the way back. */
import type { Node } from 'prosemirror-model';
import { EditorState, TextSelection } from 'prosemirror-state';
import { expect, test } from 'vitest';
import { schema } from '../schema.ts';
import { BlocksStep } from './blocks-step.ts';

function paragraph(id: string, text: string): Node {
  return schema.node('paragraph', { id }, text === '' ? [] : [schema.text(text)]);
}

const [one, two, three, four] = ['one', 'two', 'three', 'four'].map((text) =>
  paragraph(text, text),
) as [Node, Node, Node, Node];
const before = schema.node('doc', null, [one, two, three]);
// "two" became "twenty", and "four" came behind "three".
const after = [one, paragraph('two', 'twenty'), three, four];
const step = BlocksStep.to(before, after, [8, 1, 4, 17, 0, four.nodeSize]);

test('other blocks stay the same objects, and positions in them stay with their text', () => {
  const state = EditorState.create({ doc: before });
  const tr = state.tr.setSelection(TextSelection.create(before, 13)).step(step);
  expect(tr.doc.children.map((node) => node.textContent)).toEqual([
    'one',
    'twenty',
    'three',
    'four',
  ]);
  expect(tr.doc.child(0)).toBe(one);
  expect(tr.doc.child(2)).toBe(three);
  expect(before.textBetween(11, 13)).toBe('th');
  expect(tr.selection.head).toBe(16);
  expect(tr.doc.textBetween(tr.selection.head - 2, tr.selection.head)).toBe('th');
});

test('it can be taken back, and holds for its own document only', () => {
  const { tr } = EditorState.create({ doc: before });
  tr.step(step);
  tr.step(step.invert());
  expect(tr.doc.eq(before)).toBe(true);
  expect(tr.mapping.map(13)).toBe(13);
  const other = EditorState.create({ doc: schema.node('doc', null, [one]) });
  expect(() => other.tr.step(step)).toThrow('another document');
});
