/** A block of code. Its node is named apart from the mark `code`. */
import type { NodeSpec } from 'prosemirror-model';
import { attributesIn, source } from '../node-forms.ts';

export const codeBlockNode: NodeSpec = source(
  'code',
  {
    tag: 'pre',
    getAttrs: (element) => ({
      ...attributesIn('code')(element),
      language:
        /language-([\w+#.-]+)/.exec(element.querySelector('code')?.className ?? '')?.[1] ??
        element.dataset.language ??
        '',
    }),
  },
  {},
);
