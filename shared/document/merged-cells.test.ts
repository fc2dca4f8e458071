/**
 * Cells that are one: what they show, what becomes of them when rows and columns come, go and move,
 * and that no text is lost, doubled or hidden by it, whatever two people do.
 */
import { describe, expect, test } from 'vitest';
import * as Y from 'yjs';
import { Body } from './body.ts';
import { cellId, ROOT } from './schema.ts';
import { ModelDriver } from './testing/model-driver.ts';
import { copyOf, documentOf, mergeAll } from './testing/sketch.ts';
import type { TableChange } from './testing/table-words.ts';

const START = ['⊞ a ¦ b ¦ c ⁄ d ¦ e ¦ f ⁄ g ¦ h ¦ i'];

const at = (row: number, column: number): [number, number] => [row, column];
const merge = (from: [number, number], to: [number, number]): TableChange => ({
  do: 'merge cells',
  from,
  to,
});
const write = (row: number, column: number, text: string): TableChange => ({
  do: 'type',
  row,
  column,
  text,
});

function started(
  lines: readonly string[] = START,
): [ModelDriver, ModelDriver, () => readonly string[]] {
  const one = copyOf(documentOf(lines), 2);
  const other = copyOf(one, 3);
  const [a, b] = [new ModelDriver(one), new ModelDriver(other)];
  return [
    a,
    b,
    () => {
      mergeAll([one, other]);
      expect(b.read()).toEqual(a.read());
      return a.read();
    },
  ];
}

describe('one person', () => {
  test('cells that are made one show all of their texts, each in a line', () => {
    const [a] = started();
    a.table(merge(at(0, 0), at(1, 1)));
    expect(a.read()).toEqual(['⊞ a↵b↵d↵e ¦ ↖ ¦ c ⁄ ↖ ¦ ↖ ¦ f ⁄ g ¦ h ¦ i']);
  });

  test('made single again, each has the text that it had', () => {
    const [a] = started();
    a.table(merge(at(0, 0), at(1, 1))).table({ do: 'split cells', row: 0, column: 0 });
    expect(a.read()).toEqual(START);
  });

  test('undo takes it back in one step, and redo does it again', () => {
    const [a] = started();
    a.table(merge(at(0, 1), at(1, 1)));
    const merged = a.read();
    a.undo();
    expect(a.read()).toEqual(START);
    a.redo();
    expect(a.read()).toEqual(merged);
  });

  test('what is written in them is written once, wherever in them', () => {
    const [a] = started();
    a.table(merge(at(0, 0), at(0, 2))).table(write(0, 0, '🍎 مرحبا'));
    expect(a.read()[0]).toBe('⊞ a↵b↵c🍎 مرحبا ¦ ↖ ¦ ↖ ⁄ d ¦ e ¦ f ⁄ g ¦ h ¦ i');
  });

  test('empty cells are one with text of nobody', () => {
    const [a] = started(['⊞ ¦ ⁄ ¦']);
    a.table(merge(at(0, 0), at(1, 1))).table(write(0, 0, 'x'));
    expect(a.read()).toEqual(['⊞ x ¦ ↖ ⁄ ↖ ¦ ↖']);
  });

  test('a rectangle that cuts others takes them in', () => {
    const [a] = started();
    a.table(merge(at(0, 0), at(0, 1))).table(merge(at(0, 1), at(1, 1)));
    expect(a.read()).toEqual(['⊞ a↵b↵d↵e ¦ ↖ ¦ c ⁄ ↖ ¦ ↖ ¦ f ⁄ g ¦ h ¦ i']);
  });

  test.each([
    ['the first of their rows', { do: 'delete row', at: 0 }, 'a↵b↵d↵e ¦ ↖ ¦ f ⁄ g ¦ h ¦ i'],
    ['the last of their rows', { do: 'delete row', at: 1 }, 'a↵b↵d↵e ¦ ↖ ¦ c ⁄ g ¦ h ¦ i'],
    ['the first of their columns', { do: 'delete column', at: 0 }, 'a↵b↵d↵e ¦ c ⁄ ↖ ¦ f ⁄ h ¦ i'],
    ['the last of their columns', { do: 'delete column', at: 1 }, 'a↵b↵d↵e ¦ c ⁄ ↖ ¦ f ⁄ g ¦ i'],
  ] as const)('%s goes, and nothing of what they say', (_, change, expected) => {
    const [a] = started();
    a.table(merge(at(0, 0), at(1, 1))).table(change);
    expect(a.read()).toEqual([`⊞ ${expected}`]);
    a.undo();
    expect(a.read()).toEqual(['⊞ a↵b↵d↵e ¦ ↖ ¦ c ⁄ ↖ ¦ ↖ ¦ f ⁄ g ¦ h ¦ i']);
  });

  test('where all of their rows go, so does what they say', () => {
    const [a] = started();
    a.table(merge(at(0, 0), at(1, 0)));
    a.table({ do: 'delete row', at: 1 }).table({ do: 'delete row', at: 0 });
    expect(a.read()).toEqual(['⊞ g ¦ h ¦ i']);
  });

  test('a row that comes between theirs is one of them', () => {
    const [a] = started();
    a.table(merge(at(0, 0), at(1, 0))).table({ do: 'add row', at: 1 });
    expect(a.read()).toEqual(['⊞ a↵d ¦ b ¦ c ⁄ ↖ ¦ ¦ ⁄ ↖ ¦ e ¦ f ⁄ g ¦ h ¦ i']);
  });
});

describe('two people apart', () => {
  test('one writes in a cell that the other makes one with its neighbour', () => {
    const [a, b, both] = started();
    a.table(merge(at(0, 0), at(0, 1)));
    b.table(write(0, 1, 'XXX'));
    const [line] = both();
    expect(['⊞ a↵bXXX', '⊞ a↵XXXb']).toContain(line!.split(' ¦ ')[0]);
  });

  test('both make different cells one that cut each other: one counts, and all texts are there', () => {
    const [a, b, both] = started();
    a.table(merge(at(0, 0), at(0, 1)));
    b.table(merge(at(0, 1), at(1, 1)));
    const [line] = both();
    for (const letter of 'abcdefghi') expect(line!.split(letter)).toHaveLength(2);
    expect(line!.split('↖')).toHaveLength(2);
  });

  test('one deletes a row of what the other makes one: what stood there stays', () => {
    const [a, b, both] = started();
    a.table(merge(at(0, 0), at(1, 0)));
    b.table({ do: 'delete row', at: 1 });
    // Whoever deleted the row saw its text as that of a cell of its own.
    expect(both()).toEqual(['⊞ a↵ ¦ b ¦ c ⁄ g ¦ h ¦ i']);
  });

  test('rows that are here for their text alone: one of them goes, and the text goes on', () => {
    const original = documentOf(['⊞ a ¦ b ⁄ c ¦ d']);
    const docs = [2, 3, 4].map((client) => copyOf(original, client));
    const [a, b, c] = docs.map((doc) => new ModelDriver(doc)) as [
      ModelDriver,
      ModelDriver,
      ModelDriver,
    ];
    a.table(merge(at(0, 0), at(1, 1)));
    b.table({ do: 'delete row', at: 0 });
    c.table({ do: 'delete row', at: 1 });
    mergeAll(docs);
    expect(a.read()).toEqual(['⊞ ↵↵↵ ¦ ↖ ⁄ ↖ ¦ ↖']);
    a.table({ do: 'delete row', at: 1 });
    mergeAll(docs);
    for (const driver of [a, b, c]) expect(driver.read()).toEqual(['⊞ ↵↵↵ ¦ ↖']);
  });

  test.each(['row', 'column'] as const)(
    'a %s that one took back is here for what the other wrote: it goes, and the text goes on',
    (kind) => {
      const [a, b, both] = started(['⊞ a ¦ b ⁄ c ¦ d']);
      a.table({ do: `add ${kind}`, at: 2 });
      both();
      a.undo();
      b.table(kind === 'row' ? write(2, 0, 'XXX') : write(0, 2, 'XXX'));
      both();
      a.table(kind === 'row' ? merge(at(1, 0), at(2, 0)) : merge(at(0, 1), at(0, 2)));
      a.table({ do: `delete ${kind}`, at: 2 });
      const expected = kind === 'row' ? '⊞ a ¦ b ⁄ c↵XXX ¦ d' : '⊞ a ¦ b↵XXX ⁄ c ¦ d';
      expect(both()).toEqual([expected]);
      a.undo();
      const before = kind === 'row' ? '⊞ a ¦ b ⁄ c↵XXX ¦ d ⁄ ↖ ¦' : '⊞ a ¦ b↵XXX ¦ ↖ ⁄ c ¦ d ¦';
      expect(both()).toEqual([before]);
    },
  );

  test('one makes them single while the other writes there', () => {
    const [a, b, both] = started();
    a.table(merge(at(0, 0), at(1, 1)));
    both();
    a.table({ do: 'split cells', row: 0, column: 0 });
    b.table(write(0, 0, 'XXX'));
    expect(both()).toEqual(['⊞ a ¦ b ¦ c ⁄ d ¦ eXXX ¦ f ⁄ g ¦ h ¦ i']);
  });

  test('a column and a row come between', () => {
    const [a, b, both] = started();
    a.table(merge(at(0, 0), at(1, 1)));
    b.table({ do: 'add column', at: 1 }).table({ do: 'add row', at: 1 });
    expect(both()).toEqual(['⊞ a↵b↵d↵e ¦ ↖ ¦ ↖ ¦ c ⁄ ↖ ¦ ↖ ¦ ↖ ¦ ⁄ ↖ ¦ ↖ ¦ ↖ ¦ f ⁄ g ¦ ¦ h ¦ i']);
  });
});

describe.each(['row', 'column'] as const)(
  'one deletes a %s of cells that another makes one',
  (kind) => {
    const FOUR = ['⊞ a ¦ b ¦ c ¦ d ⁄ e ¦ f ¦ g ¦ h ⁄ i ¦ j ¦ k ¦ l ⁄ m ¦ n ¦ o ¦ p'];
    /** What each row, or each column, shows. */
    const linesOf = ([table]: readonly string[]) => {
      const rows = table!
        .slice(2)
        .split(' ⁄ ')
        .map((row) => row.split('¦').map((cell) => cell.trim()));
      return kind === 'row' ? rows : rows[0]!.map((_, at) => rows.map((row) => row[at]));
    };
    const corner = (a: number, b: number) => (kind === 'row' ? at(a, b) : at(b, a));

    test.each([
      ['the first', { from: corner(1, 0), to: corner(2, 1), gone: [1] }],
      ['the last', { from: corner(1, 0), to: corner(2, 1), gone: [2] }],
      ['the first two', { from: corner(0, 0), to: corner(2, 1), gone: [1, 0] }],
      ['the first and the last', { from: corner(0, 0), to: corner(2, 1), gone: [2, 0] }],
      ['the first, and one cell is left', { from: corner(1, 0), to: corner(2, 0), gone: [1] }],
      ['the last, and one cell is left', { from: corner(1, 0), to: corner(2, 0), gone: [2] }],
      ['both ends, and one cell is left', { from: corner(0, 0), to: corner(2, 0), gone: [2, 0] }],
    ])('%s: what is left goes where it is put, with its text, and nothing else', (_, cells) => {
      const [a, b, both] = started(FOUR);
      a.table(merge(cells.from, cells.to));
      for (const at of cells.gone) b.table({ do: `delete ${kind}`, at });
      b.table({ do: `add ${kind}`, at: 0 });
      const before = linesOf(both());
      for (const from of before.keys())
        for (const to of before.keys()) {
          if (from === to) continue;
          a.table({ do: `move ${kind}`, from, to });
          const wanted = before.toSpliced(from, 1).toSpliced(to, 0, before[from]!);
          expect(linesOf(a.read())).toEqual(wanted);
          a.undo();
        }
      const empty = before[0]!.map(() => '');
      for (let at = 0; at <= before.length; at++) {
        a.table({ do: `add ${kind}`, at });
        expect(linesOf(a.read())).toEqual(before.toSpliced(at, 0, empty));
        a.undo();
      }
      expect(linesOf(both())).toEqual(before);
    });
  },
);

test('what a hostile document says of cells makes none of them unreadable', () => {
  const doc = documentOf(START);
  const { table } = new Body(doc).shown[0]!;
  const [row, column] = [table!.rows[0]!.id, table!.columns[0]!.id];
  const map = doc.getMap(ROOT.fields);
  const values: unknown[] = [
    null,
    7,
    'x',
    [],
    {},
    { row, column: 7 },
    { row: 'nobody', column, at: 1 },
    { row, column, at: Number.NaN },
    { row: '__proto__', column: 'constructor', at: 1e308 },
  ];
  for (const value of values) {
    for (const id of [cellId(row, column), 'nobody/x', '/', `${row}/`, `/${column}`, row])
      map.set(`${id}:merged`, value as never);
    expect(new ModelDriver(copyOf(doc, 9)).read()).toEqual(START);
  }
});

test('thousands of areas cost no more than a moment, and every text is read', () => {
  const doc = documentOf([
    `⊞ ${Array.from({ length: 60 }, (_, n) => `r${n} ¦ s${n}`).join(' ⁄ ')}`,
  ]);
  const { table } = new Body(doc).shown[0]!;
  const map = doc.getMap(ROOT.fields);
  Y.transact(doc, () => {
    for (const { id } of table!.rows)
      for (const one of table!.columns)
        for (let at = 0; at < 20; at++)
          map.set(`${cellId(id, one.id)}:merged`, {
            row: table!.rows[at]!.id,
            column: table!.columns[1]!.id,
            at,
          });
  });
  const [line] = new ModelDriver(copyOf(doc, 9)).read();
  for (let n = 0; n < 60; n++) expect(line).toMatch(new RegExp(`s${n}(?!\\d)`));
});
