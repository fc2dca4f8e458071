/**
 * Rows, columns and cells: whatever two people do, there is a rectangle, and no text is left out.
 */
import type { TableChange } from '../table-words.ts';
import { type Act, either, type Family, type Lines } from './case.ts';

/** Two lines around a table of two rows and two columns. */
const START: Lines = ['Above', '⊞ a ¦ b ⁄ c ¦ d', 'Below'];

const row =
  (at: number): Act =>
  (driver) =>
    driver.table({ do: 'add row', at });
const table =
  (change: TableChange): Act =>
  (driver) =>
    driver.table(change);
const write =
  (row: number, column: number): Act =>
  (driver, word) =>
    driver.table({ do: 'type', row, column, text: word });

const ACTS = {
  'write in a': write(0, 0),
  'write in d': write(1, 1),
  'add a first row': row(0),
  'add a row between': row(1),
  'add a last row': row(2),
  'add a last row and write': (driver, word) =>
    driver
      .table({ do: 'add row', at: 2 })
      .table({ do: 'type', row: 2, column: 0, text: `${word}1` })
      .table({ do: 'add row', at: 3 })
      .table({ do: 'type', row: 3, column: 0, text: `${word}2` }),
  'add a first column': table({ do: 'add column', at: 0 }),
  'add a column between': table({ do: 'add column', at: 1 }),
  'delete the first row': table({ do: 'delete row', at: 0 }),
  'delete the last row': table({ do: 'delete row', at: 1 }),
  'delete the first column': table({ do: 'delete column', at: 0 }),
  'move the first row down': table({ do: 'move row', from: 0, to: 1 }),
  'move the first column behind': table({ do: 'move column', from: 0, to: 1 }),
  'give it a heading row': table({ do: 'turn the heading row on or off' }),
  'delete the table': table({ do: 'delete the table' }),
  'move the table up': (driver) => driver.move('a', ''),
  'move the table down': (driver) => driver.move('a', 'Below'),
  'write above': (driver, word) => driver.type('Above', 'Above', ` ${word}`),
  'delete the line above': (driver) => driver.remove('Above'),
} satisfies Record<string, Act>;

const around = (...tables: string[]): Lines => ['Above', ...tables, 'Below'];
const one = (rows: string): Lines => around(`⊞ ${rows}`);

const OUTCOMES: Readonly<Record<string, Lines | readonly Lines[]>> = {
  'write in a | write in d': one('aXXX ¦ b ⁄ c ¦ dYYY'),
  'write in a | write in a': either(one('aXXXYYY ¦ b ⁄ c ¦ d'), one('aYYYXXX ¦ b ⁄ c ¦ d')),
  'write in a | add a first row': one('¦ ⁄ aXXX ¦ b ⁄ c ¦ d'),
  'write in a | add a row between': one('aXXX ¦ b ⁄ ¦ ⁄ c ¦ d'),
  'write in d | add a last row': one('a ¦ b ⁄ c ¦ dXXX ⁄ ¦'),
  'write in a | add a first column': one('¦ aXXX ¦ b ⁄ ¦ c ¦ d'),
  'write in a | add a column between': one('aXXX ¦ ¦ b ⁄ c ¦ ¦ d'),
  'write in a | delete the first row': one('XXX ¦ ⁄ c ¦ d'),
  'write in a | delete the last row': one('aXXX ¦ b'),
  'write in a | delete the first column': one('XXX ¦ b ⁄ ¦ d'),
  'write in d | delete the first column': one('b ⁄ dXXX'),
  'write in a | move the first row down': one('c ¦ d ⁄ aXXX ¦ b'),
  'write in a | move the first column behind': one('b ¦ aXXX ⁄ d ¦ c'),
  'write in a | give it a heading row': around('⊞# aXXX ¦ b ⁄ c ¦ d'),
  'write in a | delete the table': one('XXX ¦'),
  'write in a | move the table up': ['⊞ aXXX ¦ b ⁄ c ¦ d', 'Above', 'Below'],
  'write in a | write above': ['Above YYY', '⊞ aXXX ¦ b ⁄ c ¦ d', 'Below'],
  'write in a | delete the line above': ['⊞ aXXX ¦ b ⁄ c ¦ d', 'Below'],

  'add a first row | add a first column': one('¦ ¦ ⁄ ¦ a ¦ b ⁄ ¦ c ¦ d'),
  'add a row between | add a row between': one('a ¦ b ⁄ ¦ ⁄ ¦ ⁄ c ¦ d'),
  'add a row between | add a column between': one('a ¦ ¦ b ⁄ ¦ ¦ ⁄ c ¦ ¦ d'),
  'add a last row and write | add a last row and write': either(
    one('a ¦ b ⁄ c ¦ d ⁄ XXX1 ¦ ⁄ XXX2 ¦ ⁄ YYY1 ¦ ⁄ YYY2 ¦'),
    one('a ¦ b ⁄ c ¦ d ⁄ YYY1 ¦ ⁄ YYY2 ¦ ⁄ XXX1 ¦ ⁄ XXX2 ¦'),
  ),
  'add a last row and write | add a column between': one('a ¦ ¦ b ⁄ c ¦ ¦ d ⁄ XXX1 ¦ ¦ ⁄ XXX2 ¦ ¦'),
  'add a last row and write | delete the last row': one('a ¦ b ⁄ XXX1 ¦ ⁄ XXX2 ¦'),
  'add a last row and write | delete the first column': one('a ¦ b ⁄ ¦ d ⁄ XXX1 ¦ ⁄ XXX2 ¦').map(
    (line) => line.replace('⊞ a ', '⊞ '),
  ),
  'add a last row and write | delete the table': one('XXX1 ¦ ⁄ XXX2 ¦'),
  'add a row between | delete the first row': one('¦ ⁄ c ¦ d'),
  'add a row between | move the first row down': one('c ¦ d ⁄ a ¦ b ⁄ ¦'),
  'add a row between | delete the table': ['Above', 'Below'],
  'add a row between | move the table down': ['Above', 'Below', '⊞ a ¦ b ⁄ ¦ ⁄ c ¦ d'],
  'add a column between | delete the first column': one('¦ b ⁄ ¦ d'),
  'add a column between | move the first column behind': one('b ¦ a ¦ ⁄ d ¦ c ¦'),
  'add a column between | delete the first row': one('c ¦ ¦ d'),
  'add a column between | give it a heading row': around('⊞# a ¦ ¦ b ⁄ c ¦ ¦ d'),

  'delete the first row | delete the first row': one('c ¦ d'),
  'delete the first row | delete the last row': ['Above', 'Below'],
  'delete the first row | delete the first column': one('d'),
  'delete the first row | move the first row down': one('c ¦ d'),
  'delete the first row | move the first column behind': one('d ¦ c'),
  'delete the first row | delete the table': ['Above', 'Below'],
  'delete the first row | give it a heading row': around('⊞# c ¦ d'),
  'delete the first row | move the table up': ['⊞ c ¦ d', 'Above', 'Below'],

  'move the first row down | move the first row down': one('c ¦ d ⁄ a ¦ b'),
  'move the first row down | move the first column behind': one('d ¦ c ⁄ b ¦ a'),
  'move the first row down | give it a heading row': around('⊞# c ¦ d ⁄ a ¦ b'),
  'move the first row down | move the table up': ['⊞ c ¦ d ⁄ a ¦ b', 'Above', 'Below'],
  'move the first column behind | move the first column behind': one('b ¦ a ⁄ d ¦ c'),
  'move the first column behind | delete the first column': one('b ⁄ d'),

  'delete the table | delete the table': ['Above', 'Below'],
  'delete the table | move the table up': ['Above', 'Below'],
  'delete the table | write above': ['Above YYY', 'Below'],
  'move the table up | move the table down': either(
    ['⊞ a ¦ b ⁄ c ¦ d', 'Above', 'Below'],
    ['Above', 'Below', '⊞ a ¦ b ⁄ c ¦ d'],
  ),
  'move the table down | delete the line above': ['Below', '⊞ a ¦ b ⁄ c ¦ d'],
};

/** What A did is taken back after both have met; what B did stays. */
const UNDONE: Readonly<Record<string, Lines>> = {
  'add a row between | write in d': one('a ¦ b ⁄ c ¦ dYYY'),
  'add a column between | add a row between': one('a ¦ b ⁄ ¦ ⁄ c ¦ d'),
  'delete the first row | write in d': one('a ¦ b ⁄ c ¦ dYYY'),
  'delete the first row | write in a': one('aYYY ¦ b ⁄ c ¦ d'),
  'delete the first column | add a last row': one('a ¦ b ⁄ c ¦ d ⁄ ¦'),
  'delete the table | write in a': one('aYYY ¦ b ⁄ c ¦ d'),
  'delete the table | add a row between': one('a ¦ b ⁄ ¦ ⁄ c ¦ d'),
  'move the first row down | write in a': one('aYYY ¦ b ⁄ c ¦ d'),
  'move the first column behind | delete the last row': one('a ¦ b'),
  'give it a heading row | write in a': one('aYYY ¦ b ⁄ c ¦ d'),
  'move the table up | write in a': one('aYYY ¦ b ⁄ c ¦ d'),
};

function cases(suffix: string, outcomes: typeof OUTCOMES, afterwards?: Act): Family {
  return Object.fromEntries(
    Object.entries(outcomes).map(([pair, expect]) => {
      const [a, b] = pair.split(' | ').map((name) => ACTS[name as keyof typeof ACTS]) as [Act, Act];
      const outcomes = typeof expect[0] === 'string' ? [expect as Lines] : (expect as Lines[]);
      const after = afterwards ? { afterwards } : {};
      return [pair + suffix, { start: START, a, b, expect: outcomes, ...after }];
    }),
  );
}

export const tables: Family = {
  ...cases('', OUTCOMES),
  ...cases(', A undoes', UNDONE, (driver) => driver.undo()),
  'write in an empty cell | the same': {
    start: ['⊞ a ¦ ⁄ c ¦ d'],
    a: write(0, 1),
    b: write(0, 1),
    expect: either(['⊞ a ¦ XXXYYY ⁄ c ¦ d'], ['⊞ a ¦ YYYXXX ⁄ c ¦ d']),
  },
  'write in an empty cell | delete its row': {
    start: ['⊞ a ¦ ⁄ c ¦ d'],
    a: write(0, 1),
    b: table({ do: 'delete row', at: 0 }),
    expect: [['⊞ ¦ XXX ⁄ c ¦ d']],
  },
  'move a row up | move it down': {
    start: ['⊞ a ⁄ b ⁄ c'],
    a: table({ do: 'move row', from: 1, to: 0 }),
    b: table({ do: 'move row', from: 1, to: 2 }),
    expect: either(['⊞ b ⁄ a ⁄ c'], ['⊞ a ⁄ c ⁄ b']),
  },
  'move a row | move its neighbour': {
    start: ['⊞ a ⁄ b ⁄ c ⁄ d'],
    a: table({ do: 'move row', from: 0, to: 3 }),
    b: table({ do: 'move row', from: 1, to: 3 }),
    expect: either(['⊞ c ⁄ d ⁄ a ⁄ b'], ['⊞ c ⁄ d ⁄ b ⁄ a']),
  },
  // What was a line does not go on in a cell.
  'join the line below | put a table between': {
    start: ['Above', 'Below'],
    a: (driver) => driver.join('Below'),
    b: (driver) => driver.paste('Above', ['⊞ a ¦ b']),
    expect: [['Above', '⊞ a ¦ b', 'Below']],
  },
  'join the line below | put a table between, enlarge and fill it': {
    start: ['Above', 'Below'],
    a: (driver) => driver.join('Below'),
    b: (driver) =>
      driver
        .paste('Above', ['⊞ a ¦ b'])
        .table({ do: 'add row', at: 1 })
        .table({ do: 'add column', at: 2 })
        .table({ do: 'type', row: 1, column: 2, text: 'd' }),
    expect: [['Above', '⊞ a ¦ b ¦ ⁄ ¦ ¦ d', 'Below']],
  },
};
