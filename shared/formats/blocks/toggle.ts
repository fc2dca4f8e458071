/** Toggles: `<details>`, in Markdown too (toggle.ts). */
import { TOGGLE_CLOSING, toggleOpening } from '../toggle.ts';
import type { BlockFormat } from './format.ts';

export const toggle: BlockFormat = {
  toMarkdown: ({ block, children }, write) => [
    { type: 'verbatim', toggle: 'opens', value: toggleOpening(block.content) },
    ...write.flow(children),
    { type: 'verbatim', toggle: 'closes', value: TOGGLE_CLOSING },
  ],
  toHtml: (_block, { content, inside }) =>
    ['<details>', `<summary>${content}</summary>`, ...inside, '</details>'].join('\n'),
};
