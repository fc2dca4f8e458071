/**
 * What people do in the merge table, by name; nearly all of it to the block that begins with Bravo.
 *
 * Invariant: in the documents of `starts.ts` each of these does something.
 */
import type { Act } from './case.ts';

const ACTS = {
  'type at the start': (driver, word) => driver.type('Bravo', '', `${word} `),
  type: (driver, word) => driver.type('Bravo', 'four', ` ${word}`),
  'type at the end': (driver, word) => driver.type('Bravo', 'six', ` ${word}`),
  'split at the start': (driver) => driver.split('Bravo', ''),
  split: (driver) => driver.split('Bravo', 'Bravo four'),
  'split elsewhere': (driver) => driver.split('Bravo', 'five'),
  'split at the end': (driver) => driver.split('Bravo', 'six'),
  join: (driver) => driver.join('Bravo'),
  'join the next': (driver) => driver.join('Charlie'),
  'join the child': (driver) => driver.join('Inner'),
  erase: (driver) => driver.erase('Bravo', 'four five '),
  'erase overlapping': (driver) => driver.erase('Bravo', 'Bravo four '),
  remove: (driver) => driver.remove('Bravo'),
  'remove the one above': (driver) => driver.remove('Alpha'),
  'remove across': (driver) => driver.removeAcross('Alpha', 'one', 'Charlie', ' nine'),
  heading: (driver) => driver.turn('Bravo', { type: 'heading', level: 1 }),
  paragraph: (driver) => driver.turn('Bravo', { type: 'paragraph' }),
  bullet: (driver) => driver.turn('Bravo', { type: 'bullet' }),
  ordered: (driver) => driver.turn('Bravo', { type: 'ordered' }),
  code: (driver) => driver.turn('Bravo', { type: 'code' }),
  check: (driver) => driver.check('Bravo'),
  indent: (driver) => driver.indent('Bravo'),
  outdent: (driver) => driver.outdent('Bravo'),
  'move up': (driver) => driver.move('Bravo', ''),
  'move first': (driver) => driver.move('Bravo', 'Home'),
  'move down': (driver) => driver.move('Bravo', 'Charlie'),
  'move far': (driver) => driver.move('Bravo', 'Delta'),
  'move the one above': (driver) => driver.move('Alpha', 'Charlie'),
  'move another behind': (driver) => driver.move('Delta', 'Bravo'),
  'move another above': (driver) => driver.move('Delta', 'Alpha'),
  bold: (driver) => driver.mark('Bravo', 'four five', { bold: true }),
  italic: (driver) => driver.mark('Bravo', 'five six', { italic: true }),
  link: (driver) => driver.mark('Bravo', 'Bravo four', { link: 'https://example.org/' }),
  clear: (driver) => driver.clear('Bravo', 'four five'),
  'paste items': (driver, word) =>
    driver.paste('Bravo', [`  - ${word} 1`, `  - ${word} 2`, `  - ${word} 3`]),
  paste: (driver, word) => driver.paste('Bravo', [`${word} 1`, `- ${word} 2`, `${word} 3`]),
} satisfies Record<string, Act>;

export function act(name: string): Act {
  if (!(name in ACTS)) throw new Error(`Nobody knows how to "${name}".`);
  return ACTS[name as keyof typeof ACTS];
}
