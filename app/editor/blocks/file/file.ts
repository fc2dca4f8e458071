/** A file with its caption: how it is chosen, drawn, and said as lines. */
import { Fragment } from 'prosemirror-model';
import { FigureView } from '../../figures/figure-view.ts';
import { schema } from '../../schema.ts';
import type { BlockPart } from '../block-part.ts';

export const file: BlockPart = {
  kinds: [
    {
      id: 'file',
      icon: 'file',
      choose: { accept: '' },
      also: 'attachment upload document pdf',
    },
  ],
  inView: ({ attachmentSource }) => ({
    nodeView: (node, view, position) => new FigureView(node, view, position, attachmentSource),
  }),
  lines: ({ attrs, content }) => {
    const marks = attrs.src ? [schema.marks.link!.create({ href: attrs.src })] : [];
    return [Fragment.from(schema.text(attrs.name || 'File', marks)), content];
  },
};
