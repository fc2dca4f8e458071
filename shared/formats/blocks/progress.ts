/**
 * Progress bars: a paragraph that begins with `[40%]`, and one with a `<progress>`.
 *
 * Invariant: a paragraph in which somebody wrote `\\[40%]` stays one.
 */
import type { Paragraph } from 'mdast';
import { canonicalLine } from '../inline.ts';
import { inlineFromTree } from '../inline-from-tree.ts';
import { treeFromInline } from '../tree-from-inline.ts';
import type { BlockFormat } from './format.ts';

const OPENING = /^\[(100|\d?\d)%\](?:[ \t]+|$)/;

export const progress: BlockFormat = {
  toMarkdown: ({ block }) => {
    const children = treeFromInline(canonicalLine(block.content));
    const value = `[${block.done ?? 0}%]${children.length > 0 ? ' ' : ''}`;
    return [{ type: 'paragraph', children: [{ type: 'inlineVerbatim', value }, ...children] }];
  },
  toHtml: ({ done = 0 }, { content }) =>
    `<p class="progress"><progress max="100" value="${done}">${done}%</progress> ${content}</p>`,
  fromParagraph: ({ children: [first, ...behind] }: Paragraph, context) => {
    if (first?.type !== 'text') return null;
    const [opening, said] = OPENING.exec(first.value) ?? [];
    const isEscaped = context.source[first.position?.start.offset ?? 0] !== '[';
    if (opening === undefined || isEscaped) return null;
    const left = first.value.slice(opening.length);
    const text = left ? [{ ...first, value: left }, ...behind] : behind;
    const done = Number(said);
    return {
      type: 'progress',
      ...(done > 0 ? { done } : {}),
      content: canonicalLine(inlineFromTree(text, context)),
    };
  },
};
