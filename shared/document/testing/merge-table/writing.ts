/** Typing and pasting, and what someone else does meanwhile. */
import { type Act, type Family, START } from './case.ts';

const type: Act = (hand) => hand.type('Bravo', 'four', ' XXX');
const TYPED = 'Bravo four XXX five six';
const [alpha, , charlie] = START as [string, string, string];

export const writing: Family = {
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
};
