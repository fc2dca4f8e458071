/** What is deleted, and what someone else does there meanwhile. */
import { type Act, type Family, START } from './case.ts';

const type: Act = (hand) => hand.type('Bravo', 'four', ' XXX');
const heading: Act = (hand) => hand.turn('Bravo', { type: 'heading', level: 1 });
const removeBravo: Act = (hand) => hand.remove('Bravo');
const moveDown: Act = (hand) => hand.move('Bravo', 'Charlie');
const [alpha, , charlie] = START as [string, string, string];

export const deleting: Family = {
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
};
