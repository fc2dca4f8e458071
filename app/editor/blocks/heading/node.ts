/** A heading, an element for each level. */
import type { DOMOutputSpec, NodeSpec } from 'prosemirror-model';
import { attributesIn, blockAttributes, textBlock } from '../node-forms.ts';

export const headingNode: NodeSpec = {
  ...textBlock('heading', 'h1'),
  parseDOM: [1, 2, 3, 4, 5, 6].map((level) => ({
    tag: `h${level}`,
    getAttrs: (element) => ({ ...attributesIn('heading')(element), level }),
  })),
  toDOM: (node): DOMOutputSpec => [`h${node.attrs.level}`, blockAttributes(node.attrs), 0],
};
