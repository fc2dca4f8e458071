/** Backspace at the beginning of a block, and what someone else does meanwhile. */
import { type Act, type Family, START } from './case.ts';

const type: Act = (hand) => hand.type('Bravo', 'four', ' XXX');
const heading: Act = (hand) => hand.turn('Bravo', { type: 'heading', level: 1 });
const splitBravo: Act = (hand) => hand.split('Bravo', 'Bravo');
const joinBravo: Act = (hand) => hand.join('Bravo');
const removeBravo: Act = (hand) => hand.remove('Bravo');
const TYPED = 'Bravo four XXX five six';
const [alpha, bravo, charlie] = START as [string, string, string];

export const joining: Family = {
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
};
