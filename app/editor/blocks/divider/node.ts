/** A line across the page, which has no text. */
import type { DOMOutputSpec, NodeSpec } from 'prosemirror-model';
import { attributesIn, attrsOf, blockAttributes } from '../node-forms.ts';

export const dividerNode: NodeSpec = {
  group: 'block',
  attrs: attrsOf('divider'),
  atom: true,
  selectable: true,
  parseDOM: [{ tag: 'hr', getAttrs: attributesIn('divider') }],
  toDOM: (node): DOMOutputSpec => [
    'div',
    blockAttributes(node.attrs, { class: 'divider', role: 'separator' }),
    ['hr', { role: 'presentation' }],
  ],
};
