/** What is taken back after it has met the work of others. */
import { type Act, type Family, START } from './case.ts';

const type: Act = (hand) => hand.type('Bravo', 'four', ' XXX');
const heading: Act = (hand) => hand.turn('Bravo', { type: 'heading', level: 1 });
const splitBravo: Act = (hand) => hand.split('Bravo', 'Bravo');
const joinBravo: Act = (hand) => hand.join('Bravo');
const removeBravo: Act = (hand) => hand.remove('Bravo');
const moveDown: Act = (hand) => hand.move('Bravo', 'Charlie');
const TYPED = 'Bravo four XXX five six';
const [alpha, bravo, charlie] = START as [string, string, string];

export const undoing: Family = {
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
};
