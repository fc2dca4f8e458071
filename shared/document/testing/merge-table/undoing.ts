/**
 * What is taken back after it has met the work of others: what the others did must stand as if the
 * first had never done it.
 */
import { act } from './acts.ts';
import { type Family, type Lines, severalOf } from './case.ts';
import { PARAGRAPHS } from './starts.ts';

const [A, B, C, D] = PARAGRAPHS;

/** What the first one does, and takes back once all have merged. */
const TAKEN_BACK = [
  'type',
  'split at the start',
  'split',
  'split at the end',
  'join',
  'join the next',
  'erase',
  'remove',
  'remove the one above',
  'remove across',
  'heading',
  'bullet',
  'code',
  'move up',
  'move down',
  'move far',
  'move the one above',
  'move another behind',
  'bold',
  'italic',
  'link',
  'paste',
];

/** What the first one also takes back before that. */
const TAKEN_BACK_APART = new Set([
  'split at the start',
  'split',
  'join',
  'join the next',
  'erase',
  'remove',
  'remove across',
  'paste',
]);

/** What the second one does, and what comes of that alone. */
const ALONE: Readonly<Record<string, Lines>> = {
  type: [A, 'Bravo four YYY five six', C, D],
  'type at the start': [A, 'YYY Bravo four five six', C, D],
  'type at the end': [A, 'Bravo four five six YYY', C, D],
  split: [A, 'Bravo four', ' five six', C, D],
  'split at the end': [A, B, '', C, D],
  join: ['Alpha one two threeBravo four five six', C, D],
  erase: [A, 'Bravo six', C, D],
  remove: [A, C, D],
  'remove across': ['Alpha one nine', D],
  heading: [A, '# Bravo four five six', C, D],
  'move down': [A, C, B, D],
  'move far': [A, C, D, B],
  bold: [A, 'Bravo *four five* six', C, D],
  paste: [A, B, 'YYY 1', '- YYY 2', 'YYY 3', C, D],
};

/**
 * What is as right where both did the same to the same thing: that it is back, since the one who
 * takes it back means it and the other one's doing so, too, changed nothing more.
 */
const ALSO_RIGHT: Readonly<Record<string, Lines | readonly Lines[]>> = {
  'join | join': [A, B, C, D],
  'join | remove across': ['Alpha one', ' nine', D],
  'join the next | remove across': ['Alpha one', ' nine', D],
  'erase | erase': [A, B, C, D],
  'erase | remove': [A, 'four five ', C, D],
  'erase | remove across': ['Alpha onefour five  nine', D],
  'erase | bold': [A, B, C, D],
  'remove | erase': [A, B, C, D],
  'remove | remove': [A, B, C, D],
  'remove | remove across': ['Alpha oneBravo four five six nine', D],
  'remove | bold': [A, B, C, D],
  'remove the one above | remove across': ['Alpha one two three nine', D],
  'remove across | join': [A, B, C, D],
  'remove across | erase': [A, B, C, D],
  'remove across | remove': [A, B, C, D],
  'remove across | remove across': [A, B, C, D],
  'remove across | bold': [A, B, C, D],
};

function takenBack(): Family {
  const family: Record<string, Family[string]> = {};
  for (const first of TAKEN_BACK)
    for (const [second, alone] of Object.entries(ALONE)) {
      const also = ALSO_RIGHT[`${first} | ${second}`];
      const expect = [alone, ...(also ? severalOf(also) : [])];
      family[`${first}, taken back | ${second}`] = {
        a: act(first),
        b: act(second),
        afterwards: (driver) => driver.undo(),
        expect,
      };
      if (!TAKEN_BACK_APART.has(first)) continue;
      family[`${first}, taken back before they met | ${second}`] = {
        a: (driver, word) => {
          act(first)(driver, word);
          driver.undo();
        },
        b: act(second),
        expect,
      };
    }
  return family;
}

export const undoing: Family = {
  ...takenBack(),
  'taken back and done again | type': {
    a: act('split'),
    b: act('type at the end'),
    afterwards: (driver) => driver.undo().redo(),
    expect: [[A, 'Bravo four', ' five six YYY', C, D]],
  },
  'a move taken back and done again | type': {
    a: act('move far'),
    b: act('type'),
    afterwards: (driver) => driver.undo().redo(),
    expect: [[A, C, D, 'Bravo four YYY five six']],
  },
  'a heading taken back and done again | type': {
    a: act('heading'),
    b: act('type'),
    afterwards: (driver) => driver.undo().redo(),
    expect: [[A, '# Bravo four YYY five six', C, D]],
  },
  'a join taken back and done again | type': {
    a: act('join'),
    b: act('type'),
    afterwards: (driver) => driver.undo().redo(),
    expect: [['Alpha one two threeBravo four YYY five six', C, D]],
  },
  'a moved block joined, the join taken back | type in it': {
    a: (driver) => driver.move('Alpha', 'Charlie').join('Alpha'),
    b: (driver) => driver.type('Alpha', 'one', ' YYY'),
    afterwards: (driver) => driver.undo(),
    expect: [[B, C, 'Alpha one YYY two three', D]],
  },
  'a join, then typing, both taken back | type': {
    a: (driver) => driver.join('Bravo').type('Alpha', 'Bravo', ' XXX'),
    b: act('type'),
    afterwards: (driver) => driver.undo().undo(),
    expect: [[A, 'Bravo four YYY five six', C, D]],
  },
  'bold, taken back | bold something that overlaps': {
    a: (driver) => driver.mark('Bravo', 'Bravo four', { bold: true }),
    b: act('bold'),
    afterwards: (driver) => driver.undo(),
    expect: [[A, 'Bravo *four five* six', C, D]],
  },
  'a join, taken back | move a block behind what was joined': {
    a: act('join the next'),
    b: act('move the one above'),
    afterwards: (driver) => driver.undo(),
    expect: [[B, C, A, D]],
  },
};
