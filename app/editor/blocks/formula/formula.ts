/** A formula that is a block: how it is made, drawn, and said as a line. */
import type { BlockPart } from '../block-part.ts';
import { objectLine } from '../lines.ts';
import { FormulaView } from './formula-view.ts';

export const formula: BlockPart = {
  kinds: [{ id: 'formula', icon: 'formula', also: 'math tex equation' }],
  inView: () => ({
    nodeView: (node, view, position) => new FormulaView(node, view, position),
  }),
  lines: ({ textContent }) => [objectLine({ object: 'formula', source: textContent })],
};
