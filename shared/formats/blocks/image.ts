/** Pictures: a paragraph with an image (media.ts), a figure. */

import { formatImage } from '../inline-html.ts';
import { mediaContent } from '../media.ts';
import { treeFromInline } from '../tree-from-inline.ts';
import { figure } from './elements.ts';
import type { BlockFormat } from './format.ts';

export const image: BlockFormat = {
  toMarkdown: ({ block }) => [{ type: 'paragraph', children: treeFromInline(mediaContent(block)) }],
  toHtml: (block, { content }) => figure('image', formatImage({ ...block }), content),
};
