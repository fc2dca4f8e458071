/** An item of a checklist, with its box beside the text. */
import type { DOMOutputSpec, NodeSpec } from 'prosemirror-model';
import { t } from '../../../i18n/i18n.ts';
import { blockAttributes, item } from '../node-forms.ts';

export const taskNode: NodeSpec = {
  ...item('task'),
  parseDOM: [{ ...item('task').parseDOM![0], tag: 'div.task', contentElement: '.text' }],
  toDOM: (node): DOMOutputSpec => [
    'div',
    blockAttributes(node.attrs, { class: 'task', 'data-checked': String(node.attrs.checked) }),
    [
      'span',
      {
        class: 'checkbox',
        contenteditable: 'false',
        role: 'checkbox',
        'aria-checked': String(node.attrs.checked),
        'aria-label': t().done,
      },
    ],
    ['div', { class: 'text' }, 0],
  ],
};
