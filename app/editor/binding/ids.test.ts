/** Names for new blocks: what a large paste costs, and that selections stay where they are. */
import type { Node } from 'prosemirror-model';
import { EditorState, TextSelection } from 'prosemirror-state';
import { expect, test } from 'vitest';
import { columnsOf } from '../blocks/table/node.ts';
import { schema } from '../schema.ts';
import { withIds } from './ids.ts';

function paragraph(id: string | null, text: string): Node {
  return schema.node('paragraph', { id }, [schema.text(text)]);
}

function table(...rows: string[][]): Node {
  const cell = (text: string) => schema.node('tableCell', null, [schema.text(text)]);
  return schema.node(
    'table',
    null,
    rows.map((cells) => schema.node('tableRow', null, cells.map(cell))),
  );
}

/** What a paste between `first` and `last` leads to, with a selection in `last`. */
function pasted(...blocks: Node[]) {
  const first = paragraph('first', 'Alpha');
  const last = paragraph('last', 'Omega');
  const doc = schema.node('doc', null, [first, ...blocks, last]);
  const selection = TextSelection.create(doc, doc.content.size - 4, doc.content.size - 2);
  const state = EditorState.create({ doc, selection });
  const tr = withIds(schema.node('doc', null, [first, last]), state)!;
  const { from, to } = tr.selection;
  const ids = tr.doc.children.map((node) => node.attrs.id as string | null);
  return { tr, ids, first, last, selected: tr.doc.textBetween(from, to) };
}

test('however many blocks and tables are new, all of them get their names in one step', () => {
  const lines = Array.from({ length: 500 }, (_, index) => paragraph('first', `Line ${index}`));
  const tables = Array.from({ length: 20 }, () => table(['a', 'b'], ['c', 'd']));
  const { tr, ids, first, last, selected } = pasted(...lines, ...tables);
  expect(tr.steps.length).toBe(1);
  expect(new Set(ids).size).toBe(522);
  expect(tr.doc.firstChild).toBe(first);
  expect(tr.doc.lastChild).toBe(last);
  expect(selected).toBe('eg');
  const named = tr.doc.child(520);
  expect(columnsOf(named).map(({ id }) => typeof id)).toEqual(['string', 'string']);
  expect(named.child(1).child(1).attrs.id).toBe(
    `${named.child(1).attrs.id}/${columnsOf(named)[1]!.id}`,
  );
});

test('tables that are no rectangles become some, each in its place', () => {
  const { tr, selected } = pasted(
    table(['a', 'b'], ['c']),
    paragraph(null, 'Between'),
    table(['d'], ['e', 'f', 'g']),
  );
  const cells = (node: Node) =>
    node.children.map((row) => row.children.map(({ textContent }) => textContent).join('|'));
  expect(tr.doc.children.slice(1, -1).map((node) => node.textContent)).toEqual([
    'abc',
    'Between',
    'defg',
  ]);
  expect(cells(tr.doc.child(1))).toEqual(['a|b', 'c|']);
  expect(cells(tr.doc.child(3))).toEqual(['d||', 'e|f|g']);
  expect(selected).toBe('eg');
});
