/** Tables through the editor's own commands, on two devices apart and together. */
import { Selection, TextSelection } from 'prosemirror-state';
import { describe, expect, test } from 'vitest';
import { copyOf, documentOf, mergeAll, sketch } from '../../../shared/document/testing/sketch.ts';
import { coveredCells } from '../blocks/table/covered-cells.ts';
import { schema } from '../schema.ts';
import { Headless } from '../testing/headless.ts';
import { joinBackward, joinForward, removeSelection, splitBlock } from './commands.ts';
import {
  addColumn,
  addRow,
  alignColumn,
  cellAt,
  deleteColumn,
  deleteRow,
  deleteTable,
  goToCell,
  insertTable,
  mergeCells,
  moveColumn,
  moveRow,
  resizeColumn,
  splitCell,
  toggleHeader,
} from './tables.ts';

const START = ['Above', '⊞# a ¦ b ⁄ c ¦ d', 'Below'];

function editorOf(lines: readonly string[], client = 2): Headless {
  return new Headless(copyOf(documentOf(lines), client));
}

/** Puts the caret behind the text of a cell. */
function inCell(editor: Headless, row: number, column: number, offset = Infinity): Headless {
  const { doc } = editor.state;
  let cell = -1;
  doc.descendants((node, position) => {
    if (node.type !== schema.nodes.table) return false;
    const at = position;
    let place = at + 1;
    for (let index = 0; index < row; index++) place += node.child(index).nodeSize;
    place++;
    for (let index = 0; index < column; index++) place += node.child(row).child(index).nodeSize;
    cell = place + 1 + Math.min(offset, node.child(row).child(column).content.size);
    return false;
  });
  editor.dispatch(editor.state.tr.setSelection(TextSelection.create(doc, cell)));
  return editor;
}

/** Selects from one cell, before its text, into another one, behind its text. */
function overCells(
  editor: Headless,
  from: readonly [row: number, column: number],
  to: readonly [row: number, column: number],
): Headless {
  const anchor = inCell(editor, ...from, 0).state.selection.head;
  const { doc, tr, selection } = inCell(editor, ...to).state;
  editor.dispatch(tr.setSelection(TextSelection.create(doc, anchor, selection.head)));
  return editor;
}

function together(...editors: Headless[]): void {
  mergeAll(editors.map((editor) => editor.doc));
  for (const editor of editors) expect(editor.isTrue()).toBe(true);
}

describe('one device', () => {
  const CASES: [string, (editor: Headless) => unknown, string[]][] = [
    ['types', (editor) => inCell(editor, 1, 0).type('X'), ['Above', '⊞# a ¦ b ⁄ cX ¦ d', 'Below']],
    [
      'presses Enter with a part of the table selected',
      (e) => {
        inCell(e, 0, 1);
        const { tr, doc, selection } = e.state;
        e.dispatch(tr.setSelection(TextSelection.create(doc, 4, selection.head)));
        e.run(splitBlock);
        e.type('X');
      },
      ['Abo', 'X', '⊞# ¦ ⁄ c ¦ d', 'Below'],
    ],
    [
      'presses Enter with a part of the table and what is below selected',
      (e) => {
        inCell(e, 1, 0);
        const { tr, doc, selection } = e.state;
        const end = doc.content.size - 3;
        e.dispatch(tr.setSelection(TextSelection.create(doc, selection.head, end)));
        e.run(splitBlock);
        e.type('X');
      },
      ['Above', '⊞# a ¦ b ⁄ c↵X ¦', 'ow'],
    ],
    [
      'adds a row below',
      (e) => inCell(e, 0, 0).run(addRow(1)),
      ['Above', '⊞# a ¦ b ⁄ ¦ ⁄ c ¦ d', 'Below'],
    ],
    [
      'adds a row above',
      (e) => inCell(e, 0, 0).run(addRow(0)),
      ['Above', '⊞# ¦ ⁄ a ¦ b ⁄ c ¦ d', 'Below'],
    ],
    [
      'adds a column',
      (e) => inCell(e, 0, 0).run(addColumn(1)),
      ['Above', '⊞# a ¦ ¦ b ⁄ c ¦ ¦ d', 'Below'],
    ],
    [
      'adds a first column and writes in it',
      (e) => {
        inCell(e, 0, 0).run(addColumn(0));
        e.type('X');
      },
      ['Above', '⊞# X ¦ a ¦ b ⁄ ¦ c ¦ d', 'Below'],
    ],
    ['deletes a row', (e) => inCell(e, 0, 0).run(deleteRow), ['Above', '⊞# c ¦ d', 'Below']],
    ['deletes a column', (e) => inCell(e, 0, 0).run(deleteColumn), ['Above', '⊞# b ⁄ d', 'Below']],
    ['deletes the table', (e) => inCell(e, 0, 0).run(deleteTable), ['Above', 'Below']],
    [
      'deletes the last column',
      (e) => {
        inCell(e, 0, 0).run(deleteColumn);
        inCell(e, 0, 0).run(deleteColumn);
      },
      ['Above', 'Below'],
    ],
    [
      'moves a row',
      (e) => inCell(e, 0, 0).run(moveRow((row) => row + 1)),
      ['Above', '⊞# c ¦ d ⁄ a ¦ b', 'Below'],
    ],
    [
      'moves a column',
      (e) => inCell(e, 0, 1).run(moveColumn((column) => column - 1)),
      ['Above', '⊞# b ¦ a ⁄ d ¦ c', 'Below'],
    ],
    [
      'takes the header away',
      (e) => inCell(e, 0, 1).run(toggleHeader),
      ['Above', '⊞ a ¦ b ⁄ c ¦ d', 'Below'],
    ],
    [
      'goes on from cell to cell and past the last one',
      (e) => {
        inCell(e, 1, 0).run(goToCell(1));
        e.type('X').run(goToCell(1));
        e.type('Y');
      },
      ['Above', '⊞# a ¦ b ⁄ c ¦ dX ⁄ Y ¦', 'Below'],
    ],
    [
      'goes back',
      (e) => {
        inCell(e, 1, 0).run(goToCell(-1));
        e.type('X');
      },
      ['Above', '⊞# a ¦ bX ⁄ c ¦ d', 'Below'],
    ],
    [
      'breaks a line with Enter',
      (e) => {
        inCell(e, 0, 0).run(splitBlock);
        e.type('X');
      },
      ['Above', '⊞# a↵X ¦ b ⁄ c ¦ d', 'Below'],
    ],
    [
      'joins no cells',
      (e) => {
        expect(inCell(e, 0, 1, 0).run(joinBackward)).toBe(true);
        expect(inCell(e, 0, 1).run(joinForward)).toBe(true);
      },
      START,
    ],
    [
      'selects the table with Backspace behind it, and deletes it with the next',
      (e) => {
        e.select(2, 0).run(joinBackward);
        e.run(removeSelection);
      },
      ['Above', 'Below'],
    ],
    [
      'clears what is selected across cells',
      (e) => {
        inCell(e, 0, 1, 0);
        const from = e.state.selection.head;
        inCell(e, 1, 0);
        const to = e.state.selection.head;
        e.dispatch(e.state.tr.setSelection(TextSelection.create(e.state.doc, from, to)));
        e.run(removeSelection);
      },
      ['Above', '⊞# a ¦ ⁄ ¦ d', 'Below'],
    ],
    [
      'clears what is selected from outside into a cell',
      (e) => {
        inCell(e, 0, 0);
        const to = e.state.selection.head;
        e.dispatch(e.state.tr.setSelection(TextSelection.create(e.state.doc, 3, to)));
        e.run(removeSelection);
      },
      ['Ab', '⊞# ¦ b ⁄ c ¦ d', 'Below'],
    ],
    [
      'deletes a table that is selected with what is around it',
      (e) => {
        const end = e.state.doc.content.size - 3;
        e.dispatch(e.state.tr.setSelection(TextSelection.create(e.state.doc, 3, end)));
        e.run(removeSelection);
      },
      ['Abow'],
    ],
    [
      'puts a table in the place of an empty line',
      (e) => {
        e.select(2, 5).run(splitBlock);
        e.run(insertTable(1, 2));
        e.type('X');
      },
      ['Above', '⊞# a ¦ b ⁄ c ¦ d', 'Below', '⊞# X ¦', ''],
    ],
  ];

  test.each(CASES)('%s', (_name, act, expected) => {
    const editor = editorOf(START);
    act(editor);
    expect(sketch(editor.doc)).toEqual(expected);
    expect(editor.isTrue()).toBe(true);
    expect(editor.binding.corrections).toBe(0);
    while (editor.binding.undoStep(editor.view));
    expect(sketch(editor.doc)).toEqual(START);
    expect(editor.isTrue()).toBe(true);
  });

  test('sets width and alignment, and takes them back', () => {
    const editor = inCell(editorOf(START), 0, 1);
    editor.run(resizeColumn(0, 120.4));
    editor.run(alignColumn('end'));
    const { body } = editor.binding;
    const table = () => body.read(body.shown[1]!).table!.columns.map(({ id: _, ...rest }) => rest);
    expect(table()).toEqual([{ width: 120 }, { align: 'end' }]);
    expect(editor.state.doc.child(1).child(1).child(1).attrs.align).toBe('end');
    editor.run(alignColumn(null));
    editor.run(resizeColumn(0, null));
    expect(table()).toEqual([{}, {}]);
    expect(editor.isTrue()).toBe(true);
  });
});

describe('what is selected from outside', () => {
  const range = (editor: Headless, from: number, to: number) => {
    const { doc, tr } = editor.state;
    editor.dispatch(tr.setSelection(TextSelection.create(doc, from, to)));
    editor.run(removeSelection);
    return sketch(editor.doc);
  };

  test('to the far end of a table takes the table, and from within it what it says', () => {
    const end = (editor: Headless) => editor.state.doc.content.size;
    const below = editorOf(START.slice(0, 2));
    expect(range(below, 3, end(below) - 3)).toEqual(['Ab']);
    const above = editorOf(START.slice(1));
    expect(range(above, 3, end(above) - 3)).toEqual(['ow']);
    const inside = editorOf(START.slice(0, 2));
    expect(range(inside, 10, end(inside) - 3)).toEqual(['Above', '⊞# ¦ ⁄ ¦']);
    const two = editorOf(['⊞ a ¦ b', '⊞ c ¦ d']);
    expect(range(two, 3, end(two) - 3)).toEqual(['']);
  });
});

describe('two devices', () => {
  test('one adds a row, the other a column: a rectangle with both', () => {
    const [a, b] = [editorOf(START, 2), editorOf(START, 3)];
    together(a, b);
    const [left, right] = [new Headless(copyOf(a.doc, 4)), new Headless(copyOf(a.doc, 5))];
    inCell(left, 0, 0).run(addRow(1));
    inCell(right, 0, 0).run(addColumn(1));
    together(left, right);
    expect(sketch(left.doc)).toEqual(['Above', '⊞# a ¦ ¦ b ⁄ ¦ ¦ ⁄ c ¦ ¦ d', 'Below']);
    expect(sketch(right.doc)).toEqual(sketch(left.doc));
  });

  test('a caret in an empty cell stays in it while others change the table', () => {
    const a = editorOf(['⊞# a ¦ ⁄ c ¦ d']);
    const b = new Headless(copyOf(a.doc, 9));
    inCell(a, 0, 1);
    inCell(b, 1, 0).run(addRow(0));
    inCell(b, 0, 0).run(addColumn(0));
    inCell(b, 0, 0).type('X');
    together(a, b);
    expect(cellAt(a.state)).toMatchObject({ row: 0, column: 2 });
    a.type('Y');
    together(a, b);
    expect(sketch(b.doc)).toEqual(['⊞# X ¦ a ¦ Y ⁄ ¦ ¦ ⁄ ¦ c ¦ d']);
  });

  test('a row is moved by one while the other writes in it and deletes a column', () => {
    const a = editorOf(START);
    const b = new Headless(copyOf(a.doc, 9));
    inCell(a, 1, 0).run(moveRow((row) => row - 1));
    inCell(b, 1, 1).type('X');
    inCell(b, 0, 0).run(deleteColumn);
    together(a, b);
    expect(sketch(a.doc)).toEqual(['Above', '⊞# dX ⁄ b', 'Below']);
  });

  test('a table copied and pasted is another table', () => {
    const a = editorOf(START);
    const table = a.state.doc.child(1);
    a.dispatch(a.state.tr.insert(a.state.doc.content.size, table));
    expect(a.isTrue()).toBe(true);
    a.dispatch(a.state.tr.setSelection(Selection.atEnd(a.state.doc)));
    a.type('X');
    expect(sketch(a.doc)).toEqual([...START, '⊞# a ¦ b ⁄ c ¦ dX']);
  });
});

test('Enter in a callout or toggle writes inside it, behind a caption below it', () => {
  const editor = editorOf(['!tip Alpha', '▸ Bravo', '▣ Charlie']);
  editor.find('Alpha').run(splitBlock);
  editor.type('one');
  editor.find('Bra').run(splitBlock);
  editor.find('Charlie').run(splitBlock);
  editor.type('two');
  expect(sketch(editor.doc)).toEqual(['!tip Alpha', '  one', '▸ Bra', '  vo', '▣ Charlie', 'two']);
  expect(editor.isTrue()).toBe(true);
});

describe('with several cells selected', () => {
  const GRID = ['⊞ a ¦ b ¦ c ⁄ d ¦ e ¦ f ⁄ g ¦ h ¦ i'];
  const MERGED = ['⊞ a↵d ¦ b ¦ c ⁄ ↖ ¦ e ¦ f ⁄ g ¦ h ¦ i'];

  test.each([
    ['their rows are deleted', deleteRow, [0, 1], [1, 1], ['⊞ g ¦ h ¦ i']],
    ['also where they were selected upwards', deleteRow, [2, 0], [1, 2], ['⊞ a ¦ b ¦ c']],
    ['their columns are deleted', deleteColumn, [1, 0], [1, 1], ['⊞ c ⁄ f ⁄ i']],
    ['also those of a corner', deleteColumn, [0, 2], [2, 1], ['⊞ a ⁄ d ⁄ g']],
    ['all rows deleted are the table', deleteRow, [0, 0], [2, 2], ['']],
    [
      'their rows are moved down',
      moveRow((row) => row + 1),
      [0, 1],
      [1, 1],
      ['⊞ g ¦ h ¦ i ⁄ a ¦ b ¦ c ⁄ d ¦ e ¦ f'],
    ],
    [
      'their columns are moved to the left',
      moveColumn((column) => column - 1),
      [0, 2],
      [0, 1],
      ['⊞ b ¦ c ¦ a ⁄ e ¦ f ¦ d ⁄ h ¦ i ¦ g'],
    ],
    [
      'a row comes above all',
      addRow(0),
      [2, 0],
      [1, 0],
      ['⊞ a ¦ b ¦ c ⁄ ¦ ¦ ⁄ d ¦ e ¦ f ⁄ g ¦ h ¦ i'],
    ],
    [
      'a row comes below all',
      addRow(1),
      [1, 0],
      [0, 0],
      ['⊞ a ¦ b ¦ c ⁄ d ¦ e ¦ f ⁄ ¦ ¦ ⁄ g ¦ h ¦ i'],
    ],
    [
      'a column comes before all',
      addColumn(0),
      [0, 1],
      [0, 2],
      ['⊞ a ¦ ¦ b ¦ c ⁄ d ¦ ¦ e ¦ f ⁄ g ¦ ¦ h ¦ i'],
    ],
    [
      'a column comes behind all',
      addColumn(1),
      [0, 1],
      [0, 0],
      ['⊞ a ¦ b ¦ ¦ c ⁄ d ¦ e ¦ ¦ f ⁄ g ¦ h ¦ ¦ i'],
    ],
  ] as const)('%s', (_, command, from, to, expected) => {
    const editor = overCells(editorOf(GRID), from, to);
    expect(editor.run(command)).toBe(true);
    expect(sketch(editor.doc)).toEqual(expected);
    expect(editor.isTrue()).toBe(true);
    expect(editor.binding.corrections).toBe(0);
    while (editor.binding.undoStep(editor.view));
    expect(sketch(editor.doc)).toEqual(GRID);
  });

  test('their columns are aligned', () => {
    const editor = overCells(editorOf(GRID), [0, 1], [2, 2]);
    editor.run(alignColumn('end'));
    const { children } = editor.state.doc.firstChild!.child(1);
    expect(children.map(({ attrs }) => attrs.align)).toEqual([null, 'end', 'end']);
  });

  test('one of which reaches further takes the rows it reaches over', () => {
    const editor = overCells(editorOf(GRID), [0, 0], [1, 0]);
    expect(editor.run(mergeCells('selected'))).toBe(true);
    expect(sketch(editor.doc)).toEqual(MERGED);
    overCells(editor, [0, 1], [0, 0]).run(deleteRow);
    expect(sketch(editor.doc)).toEqual(['⊞ g ¦ h ¦ i']);
  });
});

describe('cells that are one', () => {
  const GRID = ['⊞ a ¦ b ¦ c ⁄ d ¦ e ¦ f ⁄ g ¦ h ¦ i'];
  /** The first four cells of the grid as one. */
  const merged = (): Headless => {
    const editor = overCells(editorOf(GRID), [0, 0], [1, 1]);
    expect(editor.run(mergeCells('selected'))).toBe(true);
    return editor;
  };
  const tableIn = (editor: Headless) => editor.state.doc.firstChild!;

  test('show all of their texts, and the others there are covered', () => {
    const editor = merged();
    expect(sketch(editor.doc)).toEqual(['⊞ a↵b↵d↵e ¦ ↖ ¦ c ⁄ ↖ ¦ ↖ ¦ f ⁄ g ¦ h ¦ i']);
    expect(editor.isTrue()).toBe(true);
    const [first, second] = tableIn(editor).child(0).children;
    expect(first!.attrs).toMatchObject({ down: 2, across: 2, covered: false });
    expect(second!.attrs.covered).toBe(true);
    expect(cellAt(editor.state)).toMatchObject({ row: 0, column: 0, down: 2, across: 2 });
  });

  test('can be written in, and are single cells again with what was theirs', () => {
    const editor = inCell(merged(), 0, 0).type('X');
    expect(sketch(editor.doc)[0]).toMatch(/^⊞ a↵b↵d↵eX ¦/);
    expect(editor.run(splitCell)).toBe(true);
    expect(sketch(editor.doc)).toEqual(['⊞ a ¦ b ¦ c ⁄ d ¦ eX ¦ f ⁄ g ¦ h ¦ i']);
    expect(editor.isTrue()).toBe(true);
  });

  test('are passed over on the way from cell to cell', () => {
    const editor = inCell(merged(), 0, 0);
    const places = [cellAt(editor.state)!];
    for (let count = 0; count < 3; count++) {
      editor.run(goToCell(1));
      places.push(cellAt(editor.state)!);
    }
    expect(places.map(({ row, column }) => [row, column])).toEqual([
      [0, 0],
      [0, 2],
      [1, 2],
      [2, 0],
    ]);
    editor.run(goToCell(-1));
    editor.run(goToCell(-1));
    editor.run(goToCell(-1));
    expect(cellAt(editor.state)).toMatchObject({ row: 0, column: 0 });
  });

  test('a caret that comes into a covered one is in the one that is shown', () => {
    const editor = new Headless(merged().doc, {}, [coveredCells()]);
    const start = tableIn(editor).child(0).child(0).nodeSize + 3;
    editor.dispatch(editor.state.tr.setSelection(TextSelection.create(editor.state.doc, start)));
    expect(cellAt(editor.state)).toMatchObject({ row: 0, column: 0 });
  });

  test.each([
    ['a row below', addRow(1), ['⊞ a↵b↵d↵e ¦ ↖ ¦ c ⁄ ↖ ¦ ↖ ¦ f ⁄ ¦ ¦ ⁄ g ¦ h ¦ i']],
    ['a row above', addRow(0), ['⊞ ¦ ¦ ⁄ a↵b↵d↵e ¦ ↖ ¦ c ⁄ ↖ ¦ ↖ ¦ f ⁄ g ¦ h ¦ i']],
    ['a column behind', addColumn(1), ['⊞ a↵b↵d↵e ¦ ↖ ¦ ¦ c ⁄ ↖ ¦ ↖ ¦ ¦ f ⁄ g ¦ h ¦ ¦ i']],
    ['their rows deleted', deleteRow, ['⊞ g ¦ h ¦ i']],
    ['their columns deleted', deleteColumn, ['⊞ c ⁄ f ⁄ i']],
  ] as const)('%s', (_, command, expected) => {
    const editor = inCell(merged(), 0, 0);
    expect(editor.run(command)).toBe(true);
    expect(sketch(editor.doc)).toEqual(expected);
    expect(editor.isTrue()).toBe(true);
  });

  test.each([
    ['row', deleteRow, '⊞ a↵b↵d↵e ¦ ↖ ¦ f ⁄ g ¦ h ¦ i'],
    ['column', deleteColumn, '⊞ a↵b↵d↵e ¦ c ⁄ ↖ ¦ f ⁄ g ¦ i'],
  ] as const)('of which one %s goes keep what they say', (kind, command, expected) => {
    const editor = merged();
    // The first row by a cell beside them; the last column by one below.
    if (kind === 'row') inCell(editor, 0, 2);
    else inCell(editor, 2, 1);
    expect(editor.run(command)).toBe(true);
    expect(sketch(editor.doc)).toEqual([expected]);
    expect(editor.isTrue()).toBe(true);
  });

  test('no row or column is moved through them', () => {
    const editor = inCell(merged(), 2, 0);
    expect(editor.run(moveRow((row) => row - 1))).toBe(false);
    inCell(editor, 2, 2);
    expect(editor.run(moveColumn((column) => column - 1))).toBe(false);
  });

  test('what is moved stays selected, goes no further than the end, and is where the other writes', () => {
    const one = editorOf(GRID);
    const other = new Headless(copyOf(one.doc, 3));
    const down = moveRow((row) => row + 1);
    overCells(one, [1, 2], [0, 0]);
    expect(one.run(down)).toBe(true);
    expect(one.run(down)).toBe(false);
    expect(one.state.selection.$anchor.parent.textContent).toBe('f');
    expect(one.state.selection.$head.parent.textContent).toBe('a');
    inCell(other, 1, 0).type('X');
    together(one, other);
    expect(sketch(one.doc)).toEqual(['⊞ g ¦ h ¦ i ⁄ a ¦ b ¦ c ⁄ dX ¦ e ¦ f']);
    expect(one.run(moveRow((row) => row - 1))).toBe(true);
    expect(sketch(one.doc)).toEqual(['⊞ a ¦ b ¦ c ⁄ dX ¦ e ¦ f ⁄ g ¦ h ¦ i']);
    expect(one.isTrue()).toBe(true);
  });

  test('cells that are one go along as one, and are passed as one', () => {
    const editor = merged();
    overCells(editor, [0, 0], [1, 2]);
    expect(editor.run(moveRow((row) => row + 1))).toBe(true);
    expect(sketch(editor.doc)).toEqual(['⊞ g ¦ h ¦ i ⁄ a↵b↵d↵e ¦ ↖ ¦ c ⁄ ↖ ¦ ↖ ¦ f']);
    inCell(editor, 0, 0);
    expect(editor.run(moveRow(() => 2))).toBe(true);
    expect(sketch(editor.doc)).toEqual(['⊞ a↵b↵d↵e ¦ ↖ ¦ c ⁄ ↖ ¦ ↖ ¦ f ⁄ g ¦ h ¦ i']);
    expect(editor.isTrue()).toBe(true);
  });

  test('what the other writes in one of them stands there once', () => {
    const one = editorOf(GRID);
    const other = new Headless(copyOf(one.doc, 3));
    const anna = inCell(one, 0, 0);
    anna.run(mergeCells('next'));
    inCell(other, 0, 1).type('XYZ');
    together(anna, other);
    expect(sketch(one.doc)[0]!.split('XYZ')).toHaveLength(2);
    expect(tableIn(other).child(0).child(1).attrs.covered).toBe(true);
    expect(tableIn(other).child(0).child(1).content.size).toBe(0);
  });
});
