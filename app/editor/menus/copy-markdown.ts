/**
 * Blocks as Markdown on the clipboard, for whoever asks for it: what a plain copy puts there as text
 * is made to be read.
 */
import type { Fragment } from 'prosemirror-model';
import type { BlockContent } from '../../../shared/document/schema.ts';
import { formatMarkdown } from '../../../shared/formats/markdown.ts';
import { tLazy } from '../../i18n/lazy.ts';
import { announce } from '../../ui/announce.ts';
import { copyText } from '../../ui/clipboard.ts';
import { editedBlock } from '../binding/nodes.ts';

export function markdownOf(content: Fragment): string {
  const blocks = content.content.map((node): BlockContent => {
    const { shape, content: inline, table } = editedBlock(node);
    return { ...shape, content: inline, ...(table ? { table } : {}) };
  });
  const least = blocks.reduce((least, { depth = 0 }) => Math.min(least, depth), Infinity);
  return formatMarkdown({
    title: '',
    blocks: blocks.map((block) => ({ ...block, depth: (block.depth ?? 0) - least })),
  }).trim();
}

export async function copyMarkdown(content: Fragment): Promise<void> {
  const copied = await copyText(markdownOf(content));
  announce(copied ? tLazy().menus.copiedMarkdown : tLazy().menus.markdownNotCopied);
}
