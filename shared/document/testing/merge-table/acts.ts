/**
 * What people do in the merge table, by name; nearly all of it to the block that begins with Bravo.
 *
 * Invariant: in the documents of `starts.ts` each of these does something.
 */
import type { Act } from './case.ts';

const ACTS = {
  'type at the start': (hand, word) => hand.type('Bravo', '', `${word} `),
  type: (hand, word) => hand.type('Bravo', 'four', ` ${word}`),
  'type at the end': (hand, word) => hand.type('Bravo', 'six', ` ${word}`),
  'split at the start': (hand) => hand.split('Bravo', ''),
  split: (hand) => hand.split('Bravo', 'Bravo four'),
  'split elsewhere': (hand) => hand.split('Bravo', 'five'),
  'split at the end': (hand) => hand.split('Bravo', 'six'),
  join: (hand) => hand.join('Bravo'),
  'join the next': (hand) => hand.join('Charlie'),
  'join the child': (hand) => hand.join('Inner'),
  erase: (hand) => hand.erase('Bravo', 'four five '),
  'erase overlapping': (hand) => hand.erase('Bravo', 'Bravo four '),
  remove: (hand) => hand.remove('Bravo'),
  'remove the one above': (hand) => hand.remove('Alpha'),
  'remove across': (hand) => hand.removeAcross('Alpha', 'one', 'Charlie', ' nine'),
  heading: (hand) => hand.turn('Bravo', { type: 'heading', level: 1 }),
  paragraph: (hand) => hand.turn('Bravo', { type: 'paragraph' }),
  bullet: (hand) => hand.turn('Bravo', { type: 'bullet' }),
  ordered: (hand) => hand.turn('Bravo', { type: 'ordered' }),
  code: (hand) => hand.turn('Bravo', { type: 'code' }),
  check: (hand) => hand.check('Bravo'),
  indent: (hand) => hand.indent('Bravo'),
  outdent: (hand) => hand.outdent('Bravo'),
  'move up': (hand) => hand.move('Bravo', ''),
  'move first': (hand) => hand.move('Bravo', 'Home'),
  'move down': (hand) => hand.move('Bravo', 'Charlie'),
  'move far': (hand) => hand.move('Bravo', 'Delta'),
  'move the one above': (hand) => hand.move('Alpha', 'Charlie'),
  'move another behind': (hand) => hand.move('Delta', 'Bravo'),
  'move another above': (hand) => hand.move('Delta', 'Alpha'),
  bold: (hand) => hand.mark('Bravo', 'four five', { bold: true }),
  italic: (hand) => hand.mark('Bravo', 'five six', { italic: true }),
  link: (hand) => hand.mark('Bravo', 'Bravo four', { link: 'https://example.org/' }),
  clear: (hand) => hand.clear('Bravo', 'four five'),
  'paste items': (hand, word) =>
    hand.paste('Bravo', [`  - ${word} 1`, `  - ${word} 2`, `  - ${word} 3`]),
  paste: (hand, word) => hand.paste('Bravo', [`${word} 1`, `- ${word} 2`, `${word} 3`]),
} satisfies Record<string, Act>;

export function act(name: string): Act {
  if (!(name in ACTS)) throw new Error(`Nobody knows how to "${name}".`);
  return ACTS[name as keyof typeof ACTS];
}
