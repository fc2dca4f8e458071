/** Headings. */
import type { Heading } from 'mdast';
import type { Inline } from '../../document/schema.ts';
import { treeFromInline } from '../tree-from-inline.ts';
import type { BlockFormat } from './format.ts';

/** A heading with this content. */
export function headingOf(content: readonly Inline[], level: number | undefined): Heading {
  const depth = ([1, 2, 3, 4, 5, 6] as const)[Math.round(level ?? 1) - 1] ?? (level! > 6 ? 6 : 1);
  const children = treeFromInline(content, true);
  if (depth > 2) {
    // Only the two highest levels have a form with several lines.
    for (const child of children) {
      if (child.type === 'html') child.value = child.value.replace(/\s*\n\s*/g, ' ');
    }
  }
  return { type: 'heading', depth, children };
}

export const heading: BlockFormat = {
  toMarkdown: ({ block }) => [headingOf(block.content, block.level)],
  toHtml: (block, { content }) => {
    const level = Math.min(Math.max(Math.round(block.level ?? 1), 1), 6);
    return `<h${level}>${content}</h${level}>`;
  },
};
