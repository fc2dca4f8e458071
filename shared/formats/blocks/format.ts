/**
 * What is said of each block type where blocks are written as Markdown and HTML, and read from it.
 *
 * Invariant: every character of a block is in what it is written as.
 */
import type { BlockContent as AnyBlock, FootnoteDefinition, Paragraph } from 'mdast';
import type { BlockContent } from '../../document/schema.ts';
import type { ReadContext } from '../inline-from-tree.ts';
import type { NestedBlock } from '../nesting.ts';

export type FlowContent = AnyBlock | FootnoteDefinition;

/** What blocks need of whoever writes Markdown. */
export interface MarkdownWriter {
  /** What these blocks are, for those that hold some. */
  flow(nodes: readonly NestedBlock[]): FlowContent[];
  /** The text of a block as a paragraph; nothing where it has none. */
  paragraph(block: BlockContent): FlowContent[];
  /** The text of a block as it is written, objects as their Markdown. */
  source(block: BlockContent): string;
}

/** What blocks need of whoever writes HTML. */
interface HtmlWriter {
  /** The block's text, formatted. */
  content: string;
  /** What it holds, if that is anything. */
  inside: readonly string[];
  /** The block's text without formatting. */
  source(): string;
  /** The rows of a table. */
  table(): string;
}

export interface BlockFormat {
  toMarkdown(node: NestedBlock, write: MarkdownWriter): FlowContent[];
  toHtml(block: BlockContent, write: HtmlWriter): string;
  /** The block that a paragraph is, where it is written as one; null where it is not. */
  fromParagraph?(paragraph: Paragraph, context: ReadContext): BlockContent | null;
}
