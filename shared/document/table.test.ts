/** Tables apart and merged: always a rectangle, and nothing anybody wrote is left out. */
import { describe, expect, test } from 'vitest';
import * as Y from 'yjs';
import { Body } from './body.ts';
import { type EditedBlock, rewrite } from './rewrite.ts';
import { type Inline, inlineText, type TableContent } from './schema.ts';
import { copyOf, documentOf, mergeAll, sketch } from './testing/sketch.ts';

const START = ['Above', '⊞ a ¦ b ⁄ c ¦ d', 'Below'];

/** Edits the one table of a document the way the editor does: what it was and what it has become. */
class TableHand {
  readonly doc: Y.Doc;
  readonly undoManager: Y.UndoManager;

  constructor(doc: Y.Doc) {
    this.doc = doc;
    this.undoManager = new Y.UndoManager([doc.getText('body'), doc.getMap('fields')], {
      trackedOrigins: new Set([this]),
      captureTimeout: 0,
    });
  }

  edit(change: (table: TableContent) => void, moved?: ReadonlySet<string>): this {
    this.doc.transact(() => {
      const body = new Body(this.doc);
      const index = body.shown.findIndex((shown) => shown.type === 'table');
      const { id, type, content, table, ...rest } = body.read(body.shown[index]!);
      const before: EditedBlock = { id, shape: { type, ...rest }, content, table: table! };
      const now = {
        columns: table!.columns.map((column) => ({ ...column })),
        rows: table!.rows.map((row) => ({ ...row, cells: [...row.cells] })),
      };
      change(now);
      rewrite(body, index, [before], [{ ...before, table: now }], moved ? { moved } : {});
      const read = new Body(this.doc);
      const after = read.shown.find((shown) => shown.id === id);
      expect(after ? withoutMarks(read.read(after).table!) : null).toEqual(
        now.rows.length > 0 && now.columns.length > 0 ? withoutMarks(now) : null,
      );
    }, this);
    return this;
  }

  type(row: number, column: number, text: string): this {
    return this.edit(({ rows }) => {
      const cell = rows[row]!.cells[column]!;
      rows[row]!.cells[column] = [...cell, { text }];
    });
  }

  addRow(at: number, id: string, ...texts: string[]): this {
    return this.edit(({ rows, columns }) => {
      const cells = columns.map((_, index): Inline[] =>
        texts[index] ? [{ text: texts[index] }] : [],
      );
      rows.splice(at, 0, { id, cells });
    });
  }

  addColumn(at: number, id: string): this {
    return this.edit(({ rows, columns }) => {
      columns.splice(at, 0, { id });
      for (const row of rows) row.cells.splice(at, 0, []);
    });
  }

  deleteRow(at: number): this {
    return this.edit(({ rows }) => rows.splice(at, 1));
  }

  deleteColumn(at: number): this {
    return this.edit(({ rows, columns }) => {
      columns.splice(at, 1);
      for (const row of rows) row.cells.splice(at, 1);
    });
  }

  moveRow(from: number, to: number): this {
    const moved = new Set<string>();
    const table = new Body(this.doc).shown.find((shown) => shown.table)!.table!;
    moved.add(table.rows[from]!.id);
    return this.edit(({ rows }) => rows.splice(to, 0, ...rows.splice(from, 1)), moved);
  }

  moveColumn(from: number, to: number): this {
    const table = new Body(this.doc).shown.find((shown) => shown.table)!.table!;
    return this.edit(
      ({ rows, columns }) => {
        columns.splice(to, 0, ...columns.splice(from, 1));
        for (const row of rows) row.cells.splice(to, 0, ...row.cells.splice(from, 1));
      },
      new Set([table.columns[from]!.id]),
    );
  }

  undo(): this {
    this.undoManager.undo();
    return this;
  }

  deleteTable(): this {
    this.doc.transact(() => {
      const body = new Body(this.doc);
      const index = body.shown.findIndex((shown) => shown.type === 'table');
      const { id, type, content, table } = body.read(body.shown[index]!);
      rewrite(body, index, [{ id, shape: { type }, content, table: table! }], []);
    }, this);
    return this;
  }

  moveTable(to: number): this {
    this.doc.transact(() => {
      const body = new Body(this.doc);
      const blocks = body.shown.map((shown): EditedBlock => {
        const { id, type, content, table } = body.read(shown);
        return { id, shape: { type }, content, ...(table ? { table } : {}) };
      });
      const from = blocks.findIndex((block) => block.table);
      const after = [...blocks];
      after.splice(to, 0, ...after.splice(from, 1));
      rewrite(body, 0, blocks, after, { moved: new Set([blocks[from]!.id]) });
    }, this);
    return this;
  }
}

function withoutMarks({ columns, rows }: TableContent) {
  return {
    columns: columns.map((column) => column.id),
    rows: rows.map((row) => [row.id, ...row.cells.map(inlineText)]),
  };
}

type Act = (hand: TableHand) => void;
interface Case {
  start?: readonly string[];
  a: Act;
  b: Act;
  expect: readonly (readonly string[])[];
  afterwards?: Act;
}
const typeInA: Act = (hand) => hand.type(0, 0, 'X');

const CASES: Record<string, Case> = {
  'add a row | add a column': {
    a: (hand) => hand.addRow(1, 'R9', 'x', 'y'),
    b: (hand) => hand.addColumn(1, 'C9'),
    expect: [['Above', '⊞ a ¦ ¦ b ⁄ x ¦ ¦ y ⁄ c ¦ ¦ d', 'Below']],
  },
  'add rows at the end | the same': {
    a: (hand) => hand.addRow(2, 'R8', 'x').addRow(3, 'R81', 'x2'),
    b: (hand) => hand.addRow(2, 'R9', 'y').addRow(3, 'R91', 'y2'),
    expect: [
      ['Above', '⊞ a ¦ b ⁄ c ¦ d ⁄ x ¦ ⁄ x2 ¦ ⁄ y ¦ ⁄ y2 ¦', 'Below'],
      ['Above', '⊞ a ¦ b ⁄ c ¦ d ⁄ y ¦ ⁄ y2 ¦ ⁄ x ¦ ⁄ x2 ¦', 'Below'],
    ],
  },
  'add a row first | type': {
    a: (hand) => hand.addRow(0, 'R9', 'x'),
    b: typeInA,
    expect: [['Above', '⊞ x ¦ ⁄ aX ¦ b ⁄ c ¦ d', 'Below']],
  },
  'delete a row | type in it': {
    a: (hand) => hand.deleteRow(0),
    b: typeInA,
    expect: [['Above', '⊞ X ¦ ⁄ c ¦ d', 'Below']],
  },
  'delete a row | type in another': {
    a: (hand) => hand.deleteRow(1),
    b: typeInA,
    expect: [['Above', '⊞ aX ¦ b', 'Below']],
  },
  'delete a row | add one behind it': {
    a: (hand) => hand.deleteRow(0),
    b: (hand) => hand.addRow(1, 'R9', 'x'),
    expect: [['Above', '⊞ x ¦ ⁄ c ¦ d', 'Below']],
  },
  'delete a row | delete the other': {
    a: (hand) => hand.deleteRow(0),
    b: (hand) => hand.deleteRow(1),
    expect: [['Above', 'Below']],
  },
  'delete a row | delete a column': {
    a: (hand) => hand.deleteRow(0),
    b: (hand) => hand.deleteColumn(0),
    expect: [['Above', '⊞ d', 'Below']],
  },
  'delete a column | type in it': {
    a: (hand) => hand.deleteColumn(0),
    b: typeInA,
    expect: [['Above', '⊞ X ¦ b ⁄ ¦ d', 'Below']],
  },
  'delete a column | add a row': {
    a: (hand) => hand.deleteColumn(1),
    b: (hand) => hand.addRow(2, 'R9', 'x'),
    expect: [['Above', '⊞ a ⁄ c ⁄ x', 'Below']],
  },
  'move a row | type in it': {
    a: (hand) => hand.moveRow(0, 1),
    b: typeInA,
    expect: [['Above', '⊞ c ¦ d ⁄ aX ¦ b', 'Below']],
  },
  'move a row | move it elsewhere': {
    start: ['⊞ a ⁄ b ⁄ c'],
    a: (hand) => hand.moveRow(1, 0),
    b: (hand) => hand.moveRow(1, 2),
    expect: [['⊞ b ⁄ a ⁄ c'], ['⊞ a ⁄ c ⁄ b']],
  },
  'move a row | move a column': {
    a: (hand) => hand.moveRow(0, 1),
    b: (hand) => hand.moveColumn(0, 1),
    expect: [['Above', '⊞ d ¦ c ⁄ b ¦ a', 'Below']],
  },
  'move a row | add one behind it': {
    start: ['⊞ a ⁄ b ⁄ c'],
    a: (hand) => hand.moveRow(0, 2),
    b: (hand) => hand.addRow(1, 'R9', 'x'),
    expect: [['⊞ b ⁄ c ⁄ a ⁄ x']],
  },
  'write in an empty cell | the same': {
    start: ['⊞ a ¦ ⁄ c ¦ d'],
    a: (hand) => hand.type(0, 1, 'x'),
    b: (hand) => hand.type(0, 1, 'y'),
    expect: [['⊞ a ¦ xy ⁄ c ¦ d'], ['⊞ a ¦ yx ⁄ c ¦ d']],
  },
  'write in an empty cell | delete its row': {
    start: ['⊞ a ¦ ⁄ c ¦ d'],
    a: (hand) => hand.type(0, 1, 'x'),
    b: (hand) => hand.deleteRow(0),
    expect: [['⊞ ¦ x ⁄ c ¦ d']],
  },
  'delete the table | type in a cell': {
    a: (hand) => hand.deleteTable(),
    b: typeInA,
    expect: [['Above', '⊞ X ¦', 'Below']],
  },
  'delete the table | add a row': {
    a: (hand) => hand.deleteTable(),
    b: (hand) => hand.addRow(1, 'R9'),
    expect: [['Above', 'Below']],
  },
  'delete the table | add a row and write in it': {
    a: (hand) => hand.deleteTable(),
    b: (hand) => hand.addRow(1, 'R9', 'x'),
    expect: [['Above', '⊞ x ¦', 'Below']],
  },
  'move the table | type in a cell': {
    a: (hand) => hand.moveTable(0),
    b: typeInA,
    expect: [['⊞ aX ¦ b ⁄ c ¦ d', 'Above', 'Below']],
  },
  'move the table | add a row': {
    a: (hand) => hand.moveTable(2),
    b: (hand) => hand.addRow(1, 'R9', 'x'),
    expect: [['Above', 'Below', '⊞ a ¦ b ⁄ x ¦ ⁄ c ¦ d']],
  },
  'add a row, seen and written in by the other; undo': {
    a: (hand) => hand.addRow(1, 'R9'),
    b: () => {},
    afterwards: (hand) => hand.undo(),
    expect: [START],
  },
  'delete a row | type in another; undo': {
    a: (hand) => hand.deleteRow(1),
    b: typeInA,
    afterwards: (hand) => hand.undo(),
    expect: [['Above', '⊞ aX ¦ b ⁄ c ¦ d', 'Below']],
  },
  'delete the table | type in a cell; undo': {
    a: (hand) => hand.deleteTable(),
    b: typeInA,
    afterwards: (hand) => hand.undo(),
    expect: [['Above', '⊞ aX ¦ b ⁄ c ¦ d', 'Below']],
  },
  'move a column | write in the cells; undo': {
    a: (hand) => hand.moveColumn(1, 0),
    b: (hand) => hand.type(0, 0, 'X').type(1, 1, 'Y'),
    afterwards: (hand) => hand.undo(),
    expect: [['Above', '⊞ aX ¦ b ⁄ c ¦ dY', 'Below']],
  },
};

describe.each([
  [2, 3],
  [3, 2],
])('clients %i and %i', (first, second) => {
  test.each(Object.entries(CASES))(
    '%s',
    (_name, { start = START, a, b, expect: right, afterwards }) => {
      const base = documentOf(start);
      const [left, other] = [copyOf(base, first), copyOf(base, second)];
      const hand = new TableHand(left);
      a(hand);
      b(new TableHand(other));
      mergeAll([left, other]);
      afterwards?.(hand);
      mergeAll([left, other]);
      expect(sketch(other)).toEqual(sketch(left));
      expect(right).toContainEqual(sketch(left));
    },
  );
});

test('a row somebody wrote in is there although whoever added it took it back', () => {
  const left = copyOf(documentOf(START), 2);
  const a = new TableHand(left).addRow(1, 'R9');
  const other = copyOf(left, 3);
  new TableHand(other).type(1, 0, 'X');
  a.undo();
  mergeAll([left, other]);
  expect(sketch(left)).toEqual(['Above', '⊞ a ¦ b ⁄ X ¦ ⁄ c ¦ d', 'Below']);
  expect(sketch(other)).toEqual(sketch(left));
  a.type(1, 1, 'Y');
  new TableHand(other).type(1, 1, 'Z');
  mergeAll([left, other]);
  expect(['⊞ a ¦ b ⁄ X ¦ YZ ⁄ c ¦ d', '⊞ a ¦ b ⁄ X ¦ ZY ⁄ c ¦ d']).toContain(sketch(left)[1]);
  expect(sketch(other)).toEqual(sketch(left));
});

test('what a table that is gone held is there as paragraphs', () => {
  const base = documentOf(['Above', 'Below']);
  const left = copyOf(base, 2);
  const undo = new Y.UndoManager([left.getText('body'), left.getMap('fields')], {
    trackedOrigins: new Set(['a']),
  });
  left.transact(() => {
    const body = new Body(left);
    const cells = [[{ text: 'a' }], []];
    const table = { columns: [{ id: 'C1' }, { id: 'C2' }], rows: [{ id: 'R1', cells }] };
    const after: EditedBlock = { id: 'T1', shape: { type: 'table' }, content: [], table };
    rewrite(body, 1, [], [after]);
  }, 'a');
  expect(sketch(left)).toEqual(['Above', '⊞ a ¦', 'Below']);
  const other = copyOf(left, 3);
  new TableHand(other).type(0, 1, 'X');
  undo.undo();
  mergeAll([left, other]);
  expect(sketch(left)).toEqual(['Above', 'X', 'Below']);
});
