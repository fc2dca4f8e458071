/**
 * The merge table: what two people who work apart on one document must end up with, by what the
 * first one does. Where two outcomes are equally right, both are named.
 */
import { Hand } from './hand.ts';
import { copyOf, documentOf, mergeAll, sketch } from './sketch.ts';

export const START = ['Alpha one two three', 'Bravo four five six', 'Charlie seven eight nine'];

export interface MergeCase {
  start?: readonly string[];
  a: (hand: Hand) => void;
  b: (hand: Hand) => void;
  /** Every outcome that is right. */
  expect: readonly (readonly string[])[];
  /** Done by A after both have merged, e.g. an undo. */
  afterwards?: (hand: Hand) => void;
}

const type = (hand: Hand) => hand.type('Bravo', 'four', ' XXX');
const heading = (hand: Hand) => hand.turn('Bravo', { type: 'heading', level: 1 });
const bullet = (hand: Hand) => hand.turn('Bravo', { type: 'bullet' });
const splitBravo = (hand: Hand) => hand.split('Bravo', 'Bravo');
const joinBravo = (hand: Hand) => hand.join('Bravo');
const removeBravo = (hand: Hand) => hand.remove('Bravo');
const moveDown = (hand: Hand) => hand.move('Bravo', 'Charlie');
const moveUp = (hand: Hand) => hand.move('Bravo', '');
const [alpha, bravo, charlie] = START as [string, string, string];
const TYPED = 'Bravo four XXX five six';

export const MERGE_TABLE: Record<string, Record<string, MergeCase>> = {
  writing: {
    'paste three blocks | type': {
      a: (hand) => hand.paste('Bravo', ['x', '- y', 'z']),
      b: type,
      expect: [[alpha, TYPED, 'x', '- y', 'z', charlie]],
    },
    'type | type at the same spot': {
      a: (hand) => hand.type('Bravo', 'four', ' AAA'),
      b: (hand) => hand.type('Bravo', 'four', ' BBB'),
      expect: [
        [alpha, 'Bravo four AAA BBB five six', charlie],
        [alpha, 'Bravo four BBB AAA five six', charlie],
      ],
    },
  },
  splitting: {
    'split | type in the tail': {
      a: splitBravo,
      b: type,
      expect: [[alpha, 'Bravo', ' four XXX five six', charlie]],
    },
    'split | split elsewhere': {
      a: splitBravo,
      b: (hand) => hand.split('Bravo', 'five'),
      expect: [[alpha, 'Bravo', ' four five', ' six', charlie]],
    },
    'split | split at the same spot': {
      a: splitBravo,
      b: splitBravo,
      expect: [[alpha, 'Bravo', '', ' four five six', charlie]],
    },
  },
  joining: {
    'join | type': {
      a: joinBravo,
      b: type,
      expect: [[`${alpha}${TYPED}`, charlie]],
    },
    'join | join': { a: joinBravo, b: joinBravo, expect: [[`${alpha}${bravo}`, charlie]] },
    'join | split': {
      a: joinBravo,
      b: splitBravo,
      expect: [[`${alpha}Bravo`, ' four five six', charlie]],
    },
    'join | heading': {
      a: joinBravo,
      b: heading,
      expect: [[`${alpha}${bravo}`, charlie]],
    },
    'join | delete the block': {
      a: joinBravo,
      b: removeBravo,
      expect: [[alpha, charlie]],
    },
    'join a moved block | type in it': {
      a: (hand) => hand.move('Alpha', 'Charlie').join('Alpha'),
      b: (hand) => hand.type('Alpha', 'one', ' XXX'),
      expect: [[bravo, `${charlie}Alpha one XXX two three`]],
    },
    'join a moved block | type behind what it was joined to': {
      a: (hand) => hand.move('Alpha', 'Charlie').join('Alpha'),
      b: (hand) => hand.type('Charlie', 'nine', ' XXX'),
      expect: [[bravo, `${charlie} XXX${alpha}`]],
    },
    'join a moved block | split what it was joined to': {
      a: (hand) => hand.move('Alpha', 'Charlie').join('Alpha'),
      b: (hand) => hand.split('Charlie', 'seven'),
      expect: [[bravo, 'Charlie seven', ` eight nine${alpha}`]],
    },
    'join a moved block | delete what it was joined to': {
      a: (hand) => hand.move('Alpha', 'Charlie').join('Alpha'),
      b: (hand) => hand.remove('Charlie'),
      expect: [[bravo, alpha]],
    },
    'join a moved block | the same': {
      start: [bravo, charlie, alpha, 'Delta'],
      a: (hand) => hand.move('Bravo', 'Delta').join('Bravo'),
      b: (hand) => hand.move('Bravo', 'Delta').join('Bravo'),
      expect: [[charlie, alpha, `Delta${bravo}`]],
    },
  },
  turning: {
    'heading | type': { a: heading, b: type, expect: [[alpha, `# ${TYPED}`, charlie]] },
    'heading | heading': { a: heading, b: heading, expect: [[alpha, `# ${bravo}`, charlie]] },
    'heading | list item': {
      a: heading,
      b: bullet,
      expect: [
        [alpha, `# ${bravo}`, charlie],
        [alpha, `- ${bravo}`, charlie],
      ],
    },
    'list item | type': { a: bullet, b: type, expect: [[alpha, `- ${TYPED}`, charlie]] },
    'code | type': {
      a: (hand) => hand.turn('Bravo', { type: 'code' }),
      b: type,
      expect: [[alpha, `| ${TYPED}`, charlie]],
    },
    'heading | split': {
      a: heading,
      b: splitBravo,
      expect: [[alpha, '# Bravo', ' four five six', charlie]],
    },
    'indent | type': {
      start: ['- Alpha one', '- Bravo four five six', '- Charlie'],
      a: (hand) => hand.turn('Bravo', { type: 'bullet', depth: 1 }),
      b: type,
      expect: [['- Alpha one', `  - ${TYPED}`, '- Charlie']],
    },
    'check | type': {
      start: ['[ ] Bravo four five six'],
      a: (hand) => hand.turn('Bravo', { type: 'task', checked: true }),
      b: type,
      expect: [[`[x] ${TYPED}`]],
    },
    'divider | type in what becomes it': {
      a: (hand) => hand.erase('Bravo', bravo).turn('', { type: 'divider' }),
      b: type,
      expect: [[alpha, '---', ' XXX', charlie]],
    },
  },
  deleting: {
    'delete | type': { a: removeBravo, b: type, expect: [[alpha, ' XXX', charlie]] },
    'delete | delete': { a: removeBravo, b: removeBravo, expect: [[alpha, charlie]] },
    'delete | split at the end and stay empty': {
      a: removeBravo,
      b: (hand) => hand.split('Bravo', 'six'),
      expect: [[alpha, charlie]],
    },
    'delete | split at the end and write there': {
      a: removeBravo,
      b: (hand) => hand.split('Bravo', 'six').type('', '', 'New'),
      expect: [[alpha, 'New', charlie]],
    },
    'delete | heading': { a: removeBravo, b: heading, expect: [[alpha, charlie]] },
    'delete | move': { a: removeBravo, b: moveDown, expect: [[alpha, charlie]] },
    'delete across blocks | type in the middle one': {
      a: (hand) => hand.removeAcross('Alpha', 'one', 'Charlie', ' nine'),
      b: type,
      expect: [['Alpha one XXX nine']],
    },
    'delete inside | type inside': {
      a: (hand) => hand.erase('Bravo', 'four five '),
      b: type,
      expect: [[alpha, 'Bravo  XXXsix', charlie]],
    },
  },
  moving: {
    'move down | type': { a: moveDown, b: type, expect: [[alpha, charlie, TYPED]] },
    'move up | type': { a: moveUp, b: type, expect: [[TYPED, alpha, charlie]] },
    'move | move elsewhere': {
      a: moveDown,
      b: moveUp,
      expect: [
        [alpha, charlie, bravo],
        [bravo, alpha, charlie],
      ],
    },
    'move | move the same way': { a: moveDown, b: moveDown, expect: [[alpha, charlie, bravo]] },
    'move Bravo | move Alpha': {
      a: moveDown,
      b: (hand) => hand.move('Alpha', 'Charlie'),
      expect: [
        [charlie, bravo, alpha],
        [charlie, alpha, bravo],
      ],
    },
    'move | split (the part split off goes along)': {
      a: moveDown,
      b: splitBravo,
      expect: [[alpha, charlie, 'Bravo', ' four five six']],
    },
    'move behind a block | that block is split': {
      a: (hand) => hand.move('Alpha', 'Bravo'),
      b: splitBravo,
      expect: [['Bravo', ' four five six', alpha, charlie]],
    },
    'moves in a circle': {
      a: (hand) => hand.move('Alpha', 'Charlie'),
      b: (hand) => hand.move('Charlie', 'Alpha'),
      expect: [
        [bravo, charlie, alpha],
        [alpha, charlie, bravo],
      ],
    },
    'move | join into the one above': {
      a: moveDown,
      b: joinBravo,
      expect: [[`${alpha}${bravo}`, charlie]],
    },
    'move | heading': { a: moveDown, b: heading, expect: [[alpha, charlie, `# ${bravo}`]] },
    'bold | bold, overlapping': {
      a: (hand) => hand.mark('Bravo', 'Bravo four', { bold: true }),
      b: (hand) => hand.mark('Bravo', 'four five', { bold: true }),
      expect: [[alpha, '*Bravo four five* six', charlie]],
    },
  },
  formatting: {
    'bold | bold, the same': {
      a: (hand) => hand.mark('Bravo', 'four', { bold: true }),
      b: (hand) => hand.mark('Bravo', 'four', { bold: true }),
      expect: [[alpha, 'Bravo *four* five six', charlie]],
    },
    'bold | italic, overlapping': {
      a: (hand) => hand.mark('Bravo', 'four', { bold: true }),
      b: (hand) => hand.mark('Bravo', 'four', { italic: true }),
      expect: [[alpha, 'Bravo *_four_* five six', charlie]],
    },
    'bold | split inside it': {
      a: (hand) => hand.mark('Bravo', 'four five', { bold: true }),
      b: (hand) => hand.split('Bravo', 'four'),
      expect: [[alpha, 'Bravo *four*', '* five* six', charlie]],
    },
    'bold | type inside it': {
      a: (hand) => hand.mark('Bravo', 'four five', { bold: true }),
      b: type,
      expect: [[alpha, 'Bravo *four XXX five* six', charlie]],
    },
    'un-bold | bold something that overlaps': {
      start: [alpha, 'Bravo *four five* six', charlie],
      a: (hand) => hand.mark('Bravo', 'four five', {}),
      b: (hand) => hand.mark('Bravo', 'five six', { bold: true }),
      expect: [
        [alpha, 'Bravo four *five six*', charlie],
        // 'five' was bold already, so the second person changed only ' six'.
        [alpha, 'Bravo four five* six*', charlie],
      ],
    },
    'link | link, overlapping: the later one': {
      a: (hand) => hand.mark('Bravo', 'Bravo four', { link: 'https://a.example/' }),
      b: (hand) => hand.mark('Bravo', 'four five', { link: 'https://b.example/' }),
      expect: [[alpha, '<Bravo four five> six', charlie]],
    },
  },
  undoing: {
    'join a moved block, undone | type in it': {
      a: (hand) => hand.move('Alpha', 'Charlie').join('Alpha'),
      b: (hand) => hand.type('Alpha', 'one', ' XXX'),
      afterwards: (hand) => hand.undo(),
      expect: [[bravo, charlie, 'Alpha one XXX two three']],
    },
    'heading, undone | type': {
      a: heading,
      b: type,
      afterwards: (hand) => hand.undo(),
      expect: [[alpha, TYPED, charlie]],
    },
    'split, undone | type in the tail': {
      a: splitBravo,
      b: type,
      afterwards: (hand) => hand.undo(),
      expect: [[alpha, TYPED, charlie]],
    },
    'join, undone | type': {
      a: joinBravo,
      b: type,
      afterwards: (hand) => hand.undo(),
      expect: [[alpha, TYPED, charlie]],
    },
    'delete, undone | type': {
      a: removeBravo,
      b: type,
      afterwards: (hand) => hand.undo(),
      expect: [[alpha, TYPED, charlie]],
    },
    'move, undone | type': {
      a: moveDown,
      b: type,
      afterwards: (hand) => hand.undo(),
      expect: [[alpha, TYPED, charlie]],
    },
    'bold, undone | bold': {
      a: (hand) => hand.mark('Bravo', 'Bravo four', { bold: true }),
      b: (hand) => hand.mark('Bravo', 'four five', { bold: true }),
      afterwards: (hand) => hand.undo(),
      expect: [[alpha, 'Bravo *four five* six', charlie]],
    },
  },
};

/** Both ways to hand out the two client ids, which decide ties in Yjs. */
export const ID_ORDERS = [
  ['A has the lower id', 10, 20],
  ['B has the lower id', 20, 10],
] as const;

/** What A and B read in the end. */
export function play(
  { start = START, a, b, afterwards }: MergeCase,
  idOfA: number,
  idOfB: number,
): { a: string[]; b: string[] } {
  const original = documentOf(start);
  const docA = copyOf(original, idOfA);
  const docB = copyOf(original, idOfB);
  const handA = new Hand(docA);
  a(handA);
  b(new Hand(docB));
  mergeAll([docA, docB]);
  if (afterwards) {
    afterwards(handA);
    mergeAll([docA, docB]);
  }
  return { a: sketch(docA), b: sketch(docB) };
}
