/** Three people at once. */
import { either, type Family, pairs } from './case.ts';
import { ITEM, PARAGRAPHS } from './starts.ts';

const [A, B, C, D] = PARAGRAPHS;
const [HOME, LA, LB, IN, LC, LD] = ITEM;

export const threePeople: Family = {
  ...pairs('', PARAGRAPHS, {
    'type | split | heading': either(
      [A, '# Bravo four XXX', ' five six', C, D],
      [A, '# Bravo four', ' XXX five six', C, D],
      [A, '# Bravo four XXX', '#  five six', C, D],
    ),
    'type | type | type': either(
      [A, 'Bravo four XXX YYY ZZZ five six', C, D],
      [A, 'Bravo four ZZZ YYY XXX five six', C, D],
      [A, 'Bravo four YYY XXX ZZZ five six', C, D],
      [A, 'Bravo four XXX ZZZ YYY five six', C, D],
      [A, 'Bravo four ZZZ XXX YYY five six', C, D],
      [A, 'Bravo four YYY ZZZ XXX five six', C, D],
    ),
    'type | remove | move far': [A, C, D, ' XXX'],
    'type | remove | remove': [A, ' XXX', C, D],
    'type | join | move the one above': [C, 'Alpha one two threeBravo four XXX five six', D],
    'type | join | join the next': [
      'Alpha one two threeBravo four XXX five sixCharlie seven eight nine',
      D,
    ],
    'type at the end | split at the end | paste': either(
      [A, 'Bravo four five six XXX', '', 'ZZZ 1', '- ZZZ 2', 'ZZZ 3', C, D],
      [A, 'Bravo four five six XXX', 'ZZZ 1', '- ZZZ 2', 'ZZZ 3', '', C, D],
    ),
    'type at the end | split at the end | move far': either(
      [A, C, D, 'Bravo four five six XXX', ''],
      [A, '', C, D, 'Bravo four five six XXX'],
    ),
    'split | split elsewhere | join': ['Alpha one two threeBravo four', ' five', ' six', C, D],
    'split | move far | type': either(
      [A, C, D, 'Bravo four ZZZ', ' five six'],
      [A, C, D, 'Bravo four', ' ZZZ five six'],
    ),
    'split | split elsewhere | move up': ['Bravo four', ' five', ' six', A, C, D],
    'split | move far | move another behind': either(
      [A, C, D, 'Bravo four', ' five six'],
      [A, 'Bravo four', ' five six', D, C],
    ),
    'split | remove | type at the end': [A, ' ZZZ', C, D],
    'split | join | move another above': ['Alpha one two threeBravo four', ' five six', D, C],
    'join | join the next | type': [
      'Alpha one two threeBravo four ZZZ five sixCharlie seven eight nine',
      D,
    ],
    'join | join the next | move another behind': [
      'Alpha one two threeBravo four five sixCharlie seven eight nine',
      D,
    ],
    'join | join the next | move the one above': [
      'Alpha one two threeBravo four five sixCharlie seven eight nine',
      D,
    ],
    'join | heading | bold': ['Alpha one two threeBravo *four five* six', C, D],
    'join | move another above | paste': either(
      ['Alpha one two threeBravo four five six', D, 'ZZZ 1', '- ZZZ 2', 'ZZZ 3', C],
      ['Alpha one two threeBravo four five six', 'ZZZ 1', '- ZZZ 2', 'ZZZ 3', D, C],
    ),
    'erase | erase overlapping | type': [A, ' ZZZsix', C, D],
    'remove | move far | split': [A, C, D],
    'remove | move far | paste': either(
      [A, C, D, 'ZZZ 1', '- ZZZ 2', 'ZZZ 3'],
      [A, 'ZZZ 1', '- ZZZ 2', 'ZZZ 3', C, D],
    ),
    'remove across | type | move another behind': ['Alpha one YYY nine', D],
    'remove across | heading | type at the end': ['Alpha one ZZZ nine', D],
    'heading | bullet | code': either(
      [A, '| Bravo four five six', C, D],
      [A, '# Bravo four five six', C, D],
      [A, '- Bravo four five six', C, D],
    ),
    'heading | move far | type': [A, C, D, '# Bravo four ZZZ five six'],
    'heading | bold | split at the end': [A, '# Bravo *four five* six', '', C, D],
    'move up | move down | move far': either([A, C, D, B], [B, A, C, D], [A, C, B, D]),
    'move down | move the one above | type': either(
      [C, A, 'Bravo four ZZZ five six', D],
      [C, 'Bravo four ZZZ five six', A, D],
    ),
    'move far | move another behind | type': either(
      [A, 'Bravo four ZZZ five six', D, C],
      [A, C, D, 'Bravo four ZZZ five six'],
    ),
    'move the one above | move another above | split': either(
      ['Bravo four', ' five six', C, A, D],
      [D, 'Bravo four', ' five six', C, A],
    ),
    'bold | italic | link': [A, '<Bravo *four*>* _five_*_ six_', C, D],
    'bold | split | type at the end': [A, 'Bravo *four*', '* five* six ZZZ', C, D],
    'bold | remove | type': either([A, ' ZZZ', C, D], [A, '* ZZZ*', C, D]),
    'paste | move far | type': either(
      [A, C, D, 'Bravo four ZZZ five six', 'XXX 1', '- XXX 2', 'XXX 3'],
      [A, 'XXX 1', '- XXX 2', 'XXX 3', C, D, 'Bravo four ZZZ five six'],
    ),
    'paste | split at the end | type at the end': either(
      [A, 'Bravo four five six ZZZ', 'XXX 1', '- XXX 2', 'XXX 3', '', C, D],
      [A, 'Bravo four five six ZZZ', '', 'XXX 1', '- XXX 2', 'XXX 3', C, D],
    ),
    'remove the one above | join | type': ['Bravo four ZZZ five six', C, D],
  }),
  ...pairs(' (a list item)', ITEM, {
    'indent | type | move down': [
      HOME,
      LA,
      LC,
      '    - Bravo four YYY five six',
      '      - Inner zero',
      LD,
    ],
    'outdent | ordered | type': [HOME, LA, '1. Bravo four ZZZ five six', '  - Inner zero', LC, LD],
    'join the child | type | move first': [
      HOME,
      '  - Bravo four YYY five sixInner zero',
      LA,
      LC,
      LD,
    ],
    'remove | remove the one above | move down': [HOME, LC, IN, LD],
    'move first | move down | move far': either(
      [HOME, LB, IN, LA, LC, LD],
      [HOME, LA, LC, LB, IN, LD],
      [HOME, LA, LC, LD, LB, IN],
    ),
    'join | type | heading': [HOME, '  - Alpha one two threeBravo four YYY five six', IN, LC, LD],
  }),
  'three write a paragraph at the same place': {
    a: (driver) => driver.split('Delta', 'twelve').type('', '', 'XXX'),
    b: (driver) => driver.split('Delta', 'twelve').type('', '', 'YYY'),
    c: (driver) => driver.type('Delta', 'twelve', ' ZZZ'),
    expect: either([A, B, C, `${D} ZZZ`, 'XXX', 'YYY'], [A, B, C, `${D} ZZZ`, 'YYY', 'XXX']),
  },
};
