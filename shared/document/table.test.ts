/**
 * What is left of a table whose mark, or that of a row, was taken back. Pairs are in the merge
 * table.
 */
import { expect, test } from 'vitest';
import { Body } from './body.ts';
import { rewrite } from './rewrite.ts';
import { ModelDriver } from './testing/model-driver.ts';
import { copyOf, documentOf, mergeAll, sketch } from './testing/sketch.ts';
import { UndoHistory } from './undo-history.ts';

const write = (row: number, column: number, text: string) =>
  ({ do: 'type', row, column, text }) as const;

test('a row somebody wrote in is there although whoever added it took it back', () => {
  const one = copyOf(documentOf(['⊞ a ¦ b ⁄ c ¦ d']), 2);
  const a = new ModelDriver(one).table({ do: 'add row', at: 1 });
  const other = copyOf(one, 3);
  const b = new ModelDriver(other).table(write(1, 0, 'X'));
  a.undo();
  mergeAll([one, other]);
  expect(a.read()).toEqual(['⊞ a ¦ b ⁄ X ¦ ⁄ c ¦ d']);
  expect(b.read()).toEqual(a.read());
  // Both go on in it, and it is one row all the same.
  a.table(write(1, 1, 'Y'));
  b.table(write(1, 1, 'Z'));
  mergeAll([one, other]);
  expect(['⊞ a ¦ b ⁄ X ¦ YZ ⁄ c ¦ d', '⊞ a ¦ b ⁄ X ¦ ZY ⁄ c ¦ d']).toContain(a.read()[0]);
  expect(b.read()).toEqual(a.read());
});

test('a column whose mark was taken back can be aligned, moved and deleted', () => {
  const one = copyOf(documentOf(['⊞ a ⁄ c']), 2);
  const a = new ModelDriver(one).table({ do: 'add column', at: 1 });
  const other = copyOf(one, 3);
  const b = new ModelDriver(other).table(write(0, 1, 'X'));
  a.undo();
  mergeAll([one, other]);
  expect(a.read()).toEqual(['⊞ a ¦ X ⁄ c ¦']);
  a.table({ do: 'move column', from: 1, to: 0 });
  mergeAll([one, other]);
  expect(b.read()).toEqual(['⊞ X ¦ a ⁄ ¦ c']);
  b.table({ do: 'delete column', at: 0 });
  mergeAll([one, other]);
  expect(a.read()).toEqual(['⊞ a ⁄ c']);
});

test('what a table that is gone held is there as paragraphs', () => {
  const one = copyOf(documentOf(['Above', 'Below']), 2);
  const history = new UndoHistory(one, { origin: 'a' });
  one.transact(() => {
    const body = new Body(one);
    const rows = [{ id: 'R1', cells: [[{ text: 'a' }], []] }];
    const table = { columns: [{ id: 'C1' }, { id: 'C2' }], rows };
    rewrite(body, 1, [], [{ id: 'T1', shape: { type: 'table' }, content: [], table }]);
  }, 'a');
  expect(sketch(one)).toEqual(['Above', '⊞ a ¦', 'Below']);
  const other = copyOf(one, 3);
  new ModelDriver(other).table(write(0, 1, 'X'));
  history.undo();
  mergeAll([one, other]);
  expect(sketch(one)).toEqual(['Above', 'X', 'Below']);
});

test('a row whose mark was taken back stays when what was written in it goes with a column', () => {
  const one = copyOf(documentOf(['⊞ a ¦ b']), 2);
  const a = new ModelDriver(one).table({ do: 'add row', at: 1 });
  const other = copyOf(one, 3);
  const b = new ModelDriver(other).table(write(1, 1, 'X'));
  a.undo();
  mergeAll([one, other]);
  b.table({ do: 'delete column', at: 1 });
  mergeAll([one, other]);
  expect(a.read()).toEqual(['⊞ a ⁄']);
});

test.each([
  [10, 20],
  [20, 10],
])('what is written in a cell stays in it whatever stood behind it', (idOfAna, idOfBen) => {
  const ana = copyOf(documentOf(['Above', 'Below']), idOfAna);
  const a = new ModelDriver(ana).split('Above', 'Above');
  const ben = copyOf(ana, idOfBen);
  const b = new ModelDriver(ben).paste('Above', ['⊞ ¦']);
  mergeAll([ana, ben]);
  const cid = copyOf(ana, 15);
  new ModelDriver(cid).table(write(0, 0, 'c'));
  mergeAll([ana, cid]);
  a.undo().table(write(0, 0, 'a'));
  b.table(write(0, 1, 'b'));
  mergeAll([ana, ben]);
  expect(a.read()).toEqual(['Above', '⊞ ca ¦ b', 'Below']);
});
