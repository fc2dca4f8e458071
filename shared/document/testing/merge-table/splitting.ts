/** Enter, and what someone else does meanwhile. */
import { type Act, type Family, START } from './case.ts';

const type: Act = (hand) => hand.type('Bravo', 'four', ' XXX');
const splitBravo: Act = (hand) => hand.split('Bravo', 'Bravo');
const [alpha, , charlie] = START as [string, string, string];

export const splitting: Family = {
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
};
