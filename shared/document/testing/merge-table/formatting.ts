/** Bold, italic, links, and what someone else does meanwhile. */
import { either, type Family, pairs } from './case.ts';
import { COLOURED, FORMATTED, HEADING, ITEM, PARAGRAPHS } from './starts.ts';

const [A, B, C, D] = PARAGRAPHS;
const [HOME, LA, , IN, LC, LD] = ITEM;
const [, FB] = FORMATTED;

export const formatting: Family = {
  ...pairs('', PARAGRAPHS, {
    'bold | bold': [A, 'Bravo *four five* six', C, D],
    'bold | italic': [A, 'Bravo *four _five_*_ six_', C, D],
    'bold | link': [A, '<Bravo *four*>* five* six', C, D],
    'bold | paste': [A, 'Bravo *four five* six', 'YYY 1', '- YYY 2', 'YYY 3', C, D],
    'italic | italic': [A, 'Bravo four _five six_', C, D],
    'italic | link': [A, '<Bravo four> _five six_', C, D],
    'italic | paste': [A, 'Bravo four _five six_', 'YYY 1', '- YYY 2', 'YYY 3', C, D],
    'link | link': [A, '<Bravo four> five six', C, D],
    'link | paste': [A, '<Bravo four> five six', 'YYY 1', '- YYY 2', 'YYY 3', C, D],
  }),
  ...pairs(' (a heading)', HEADING, {
    'bold | bold': [A, '## Bravo *four five* six', C, D],
    'bold | paste': [A, '## Bravo *four five* six', 'YYY 1', '- YYY 2', 'YYY 3', C, D],
  }),
  ...pairs(' (a list item)', ITEM, {
    'bold | bold': [HOME, LA, '  - Bravo *four five* six', IN, LC, LD],
    'bold | paste items': [
      HOME,
      LA,
      '  - Bravo *four five* six',
      '  - YYY 1',
      '  - YYY 2',
      '  - YYY 3',
      IN,
      LC,
      LD,
    ],
  }),
  'bold | bold, overlapping': {
    a: (driver) => driver.mark('Bravo', 'Bravo four', { bold: true }),
    b: (driver) => driver.mark('Bravo', 'four five', { bold: true }),
    expect: [[A, '*Bravo four five* six', C, D]],
  },
  'bold | bold, side by side': {
    a: (driver) => driver.mark('Bravo', 'Bravo ', { bold: true }),
    b: (driver) => driver.mark('Bravo', 'four', { bold: true }),
    expect: [[A, '*Bravo four* five six', C, D]],
  },
  'bold | italic, the same': {
    a: (driver) => driver.mark('Bravo', 'four', { bold: true }),
    b: (driver) => driver.mark('Bravo', 'four', { italic: true }),
    expect: [[A, 'Bravo *_four_* five six', C, D]],
  },
  'highlight | strike, overlapping': {
    a: (driver) => driver.mark('Bravo', 'Bravo four', { highlight: 'yellow' }),
    b: (driver) => driver.mark('Bravo', 'four five', { strike: true }),
    expect: [[A, '=Bravo ~four~=~ five~ six', C, D]],
  },
  'link | link, overlapping: the later one': {
    a: (driver) => driver.mark('Bravo', 'Bravo four', { link: 'https://a.example/' }),
    b: (driver) => driver.mark('Bravo', 'four five', { link: 'https://b.example/' }),
    expect: [[A, '<Bravo four five> six', C, D]],
  },
  'colour | colour, overlapping: the later one': {
    a: (driver) => driver.mark('Bravo', 'Bravo four', { color: 'red' }),
    b: (driver) => driver.mark('Bravo', 'four five', { color: 'blue' }),
    // At the same millisecond the key decides.
    expect: either([A, '†Bravo †‡four five‡ six', C, D], [A, '†Bravo four†‡ five‡ six', C, D]),
  },
  'colour | colour, overlapping; undo': {
    a: (driver) => driver.mark('Bravo', 'Bravo four', { color: 'red' }),
    b: (driver) => driver.mark('Bravo', 'four five', { color: 'blue' }),
    afterwards: (driver) => driver.undo(),
    expect: [[A, 'Bravo ‡four five‡ six', C, D]],
  },
  'colour | colour something coloured before': {
    start: COLOURED,
    a: (driver) => driver.mark('Bravo', 'Bravo four', { color: 'blue' }),
    b: (driver) => driver.mark('Bravo', 'five six', { color: 'blue' }),
    expect: [[A, '‡Bravo four‡† †‡five six‡', C, D]],
  },
  'colour | highlight, overlapping': {
    a: (driver) => driver.mark('Bravo', 'Bravo four', { color: 'red' }),
    b: (driver) => driver.mark('Bravo', 'four five', { highlight: 'green' }),
    expect: [[A, '†Bravo ≈four≈†≈ five≈ six', C, D]],
  },
  'colour | bold, overlapping': {
    a: (driver) => driver.mark('Bravo', 'Bravo four', { color: 'red' }),
    b: (driver) => driver.mark('Bravo', 'four five', { bold: true }),
    expect: [[A, '†Bravo *four*†* five* six', C, D]],
  },
  'colour | heading': {
    a: (driver) => driver.mark('Bravo', 'four five', { color: 'red' }),
    b: (driver) => driver.turn('Bravo', { type: 'heading', level: 1 }),
    expect: [[A, '# Bravo †four five† six', C, D]],
  },
  'highlight | highlight in another colour, overlapping: the later one': {
    a: (driver) => driver.mark('Bravo', 'Bravo four', { highlight: 'yellow' }),
    b: (driver) => driver.mark('Bravo', 'four five', { highlight: 'green' }),
    expect: either([A, '=Bravo =≈four five≈ six', C, D], [A, '=Bravo four=≈ five≈ six', C, D]),
  },
  'take colours away | colour something that overlaps': {
    start: COLOURED,
    a: (driver) => driver.clear('Bravo', 'four five'),
    b: (driver) => driver.mark('Bravo', 'five six', { color: 'blue' }),
    expect: [[A, 'Bravo four ‡five six‡', C, D]],
  },
  'take bold away | bold something that overlaps': {
    start: FORMATTED,
    a: (driver) => driver.clear('Bravo', 'four five'),
    b: (driver) => driver.mark('Bravo', 'five six', { bold: true }),
    expect: [
      [A, 'Bravo four *five six*', C, D],
      // 'five' was bold already, so the second person changed only ' six'.
      [A, 'Bravo four five* six*', C, D],
    ],
  },
  ...pairs(' (bold before)', FORMATTED, {
    'type | clear': either(
      [A, 'Bravo four* YYY *five six', C, D],
      [A, 'Bravo four XXX five six', C, D],
    ),
    'clear | clear': [A, B, C, D],
    'clear | split': [A, 'Bravo four', ' five six', C, D],
    'clear | split at the end': [A, B, '', C, D],
    'clear | join': [`${A}${B}`, C, D],
    'clear | join the next': [A, `${B}${C}`, D],
    'clear | erase': [A, 'Bravo six', C, D],
    'clear | erase overlapping': [A, 'five six', C, D],
    'clear | remove': [A, C, D],
    'clear | remove across': ['Alpha one nine', D],
    'clear | heading': [A, '# Bravo four five six', C, D],
    'clear | bullet': [A, '- Bravo four five six', C, D],
    'clear | code': [A, '| Bravo four five six', C, D],
    'clear | move down': [A, C, B, D],
    'clear | move up': [B, A, C, D],
    'clear | italic': either(
      [A, 'Bravo four _five six_', C, D],
      [A, 'Bravo four five_ six_', C, D],
    ),
    'clear | link': either([A, '<Bravo four> five six', C, D], [A, '<Bravo >four five six', C, D]),
    'clear | paste': [A, B, 'YYY 1', '- YYY 2', 'YYY 3', C, D],
    'split | split elsewhere': [A, 'Bravo *four*', '* five*', ' six', C, D],
    'join | split': [`${A}Bravo *four*`, '* five* six', C, D],
    'remove | type': either([A, '* YYY*', C, D], [A, ' YYY', C, D]),
    'type | heading': [A, '# Bravo *four XXX five* six', C, D],
    'type | move far': [A, C, D, 'Bravo *four XXX five* six'],
    'join | move far': either([`${A}Bravo *four five* six`, C, D], [A, C, D, FB]),
    'paste | split': [A, 'Bravo *four*', '* five* six', 'XXX 1', '- XXX 2', 'XXX 3', C, D],
  }),
};
