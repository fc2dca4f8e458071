/** A text in a box of its own, a note for those who hear it. */
import type { DOMOutputSpec, NodeSpec } from 'prosemirror-model';
import { BY_CONTENT, blockAttributes, box, dataOf } from '../node-forms.ts';

export const calloutNode: NodeSpec = {
  ...box('callout'),
  toDOM: (node): DOMOutputSpec => [
    'div',
    blockAttributes(node.attrs, {
      ...BY_CONTENT,
      class: 'callout',
      role: 'note',
      'data-tone': 'note',
      ...dataOf(node),
    }),
    0,
  ],
};
