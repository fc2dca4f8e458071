/** A block of code: how it is made, drawn, and said as lines. */
import type { BlockPart } from '../block-part.ts';
import { codeLines } from '../lines.ts';
import { CodeView } from './code-view.ts';
import { Highlighter } from './highlighter.ts';

export const code: BlockPart = {
  kinds: [{ id: 'code', icon: 'codeBlock', also: 'program source ``` pre' }],
  inView: ({ menus }) => {
    const highlighter = new Highlighter();
    const options = { highlighter, chooseLanguage: () => menus.open('language') };
    return {
      nodeView: (node, view, position) => new CodeView(node, view, position, options),
      drawn: () => highlighter.follow(),
      destroy: () => highlighter.destroy(),
    };
  },
  lines: codeLines,
};
