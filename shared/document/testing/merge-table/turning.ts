/** Blocks that become something else, and what someone else does meanwhile. */
import { type Act, type Family, START } from './case.ts';

const type: Act = (hand) => hand.type('Bravo', 'four', ' XXX');
const heading: Act = (hand) => hand.turn('Bravo', { type: 'heading', level: 1 });
const bullet: Act = (hand) => hand.turn('Bravo', { type: 'bullet' });
const splitBravo: Act = (hand) => hand.split('Bravo', 'Bravo');
const TYPED = 'Bravo four XXX five six';
const [alpha, bravo, charlie] = START as [string, string, string];

export const turning: Family = {
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
    a: (hand) => hand.indent('Bravo'),
    b: type,
    expect: [['- Alpha one', `  - ${TYPED}`, '- Charlie']],
  },
  'check | type': {
    start: ['[ ] Bravo four five six'],
    a: (hand) => hand.check('Bravo'),
    b: type,
    expect: [[`[x] ${TYPED}`]],
  },
  'divider | type in what becomes it': {
    a: (hand) => hand.erase('Bravo', bravo).turn('', { type: 'divider' }),
    b: type,
    expect: [[alpha, '---', ' XXX', charlie]],
  },
};
