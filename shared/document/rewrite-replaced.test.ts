/** Text in whose place blocks come that end with one without a text of its own. */
import { expect, test } from 'vitest';
import { Body } from './body.ts';
import type { BlockShape } from './operations/block-shape.ts';
import { rewrite } from './rewrite.ts';
import { documentOf, sketch } from './testing/sketch.ts';
import type { EditedBlock } from './tokens.ts';

const text = (said: string) => (said === '' ? [] : [{ text: said }]);
const TABLE: EditedBlock = {
  id: 'ABCDEFGH',
  shape: { type: 'table' },
  content: [],
  table: {
    columns: [{ id: 'IJKLMNOP' }],
    rows: [{ id: 'QRSTUVWX', cells: [text('cell')] }],
  },
};
const DIVIDER: EditedBlock = { id: 'ABCDEFGH', shape: { type: 'divider' }, content: [] };

/** The first line of two with another text, and blocks behind it. */
function replaced(first: string, now: string, ...behind: EditedBlock[]): readonly string[] {
  const doc = documentOf([first, 'end']);
  const body = new Body(doc);
  const { id, content, ...shape } = body.read(body.shown[0]!);
  const before: EditedBlock = { id, content, shape: shape as BlockShape };
  doc.transact(() => rewrite(body, 0, [before], [{ ...before, content: text(now) }, ...behind]));
  return sketch(doc);
}

test('goes, and does not stand in the last cell of a table', () => {
  const more: EditedBlock = { id: 'abcdefgh', shape: { type: 'paragraph' }, content: text('y') };
  expect(replaced('one', 'x', TABLE)).toEqual(['x', '⊞ cell', 'end']);
  expect(replaced('one', '', TABLE)).toEqual(['', '⊞ cell', 'end']);
  expect(replaced('one two', 'one x', TABLE)).toEqual(['one x', '⊞ cell', 'end']);
  expect(replaced('one', 'x', more, TABLE)).toEqual(['x', 'y', '⊞ cell', 'end']);
  expect(replaced('one', 'x', more, DIVIDER)).toEqual(['x', 'y', '---', 'end']);
});
