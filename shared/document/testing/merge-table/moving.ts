/** Blocks that move, and what someone else does meanwhile. */
import { type Act, type Family, START } from './case.ts';

const type: Act = (hand) => hand.type('Bravo', 'four', ' XXX');
const heading: Act = (hand) => hand.turn('Bravo', { type: 'heading', level: 1 });
const splitBravo: Act = (hand) => hand.split('Bravo', 'Bravo');
const joinBravo: Act = (hand) => hand.join('Bravo');
const moveDown: Act = (hand) => hand.move('Bravo', 'Charlie');
const moveUp: Act = (hand) => hand.move('Bravo', '');
const TYPED = 'Bravo four XXX five six';
const [alpha, bravo, charlie] = START as [string, string, string];

export const moving: Family = {
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
};
