/** A picture with its caption: how it is chosen, drawn, and said as lines. */
import { FigureView } from '../../figures/figure-view.ts';
import type { BlockPart } from '../block-part.ts';
import { objectLine } from '../lines.ts';

export const image: BlockPart = {
  kinds: [
    {
      id: 'picture',
      icon: 'picture',
      choose: { accept: 'image/*' },
      also: 'image photo drawing upload',
    },
  ],
  inView: ({ attachmentSource }) => ({
    nodeView: (node, view, position) => new FigureView(node, view, position, attachmentSource),
  }),
  lines: ({ attrs, content }) => [
    objectLine({ object: 'image', src: attrs.src ?? '', alt: attrs.alt ?? '' }),
    content,
  ],
};
