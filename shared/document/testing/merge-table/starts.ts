/** The documents people start from in the merge table. */
import type { Lines } from './case.ts';

type Four = readonly [string, string, string, string];

export const PARAGRAPHS: Four = [
  'Alpha one two three',
  'Bravo four five six',
  'Charlie seven eight nine',
  'Delta ten eleven twelve',
];

/** Bravo is a heading. */
export const HEADING: Four = [
  PARAGRAPHS[0],
  '## Bravo four five six',
  PARAGRAPHS[2],
  PARAGRAPHS[3],
];

/** Bravo is an item inside a list, and holds one itself. */
export const ITEM = [
  '- Home',
  '  - Alpha one two three',
  '  - Bravo four five six',
  '    - Inner zero',
  '  - Charlie seven eight nine',
  '- Delta ten eleven twelve',
] as const satisfies Lines;

/** "four five" is bold. */
export const FORMATTED: Four = [
  PARAGRAPHS[0],
  'Bravo *four five* six',
  PARAGRAPHS[2],
  PARAGRAPHS[3],
];

/** "four five" is red. */
export const COLOURED: Four = [
  PARAGRAPHS[0],
  'Bravo †four five† six',
  PARAGRAPHS[2],
  PARAGRAPHS[3],
];

/** A list of tasks; the last one is done. */
export const TASKS = [
  '[ ] Alpha one',
  '[ ] Bravo four five six',
  '[x] Charlie seven',
] as const satisfies Lines;
