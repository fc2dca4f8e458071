/** Bold, italic, links, and what someone else does meanwhile. */
import { type Act, type Family, START } from './case.ts';

const type: Act = (hand) => hand.type('Bravo', 'four', ' XXX');
const [alpha, , charlie] = START as [string, string, string];

export const formatting: Family = {
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
    a: (hand) => hand.clear('Bravo', 'four five'),
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
};
