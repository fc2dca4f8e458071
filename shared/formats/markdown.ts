/**
 * Markdown files ⇄ documents: a title and flat blocks.
 *
 * Invariants: no text is lost in either direction (tree-from-blocks.ts says what Markdown has no
 * words for); writing what was read from something written gives the same text again.
 */
import { textOf } from '../document/plain-text.ts';
import type { BlockContent } from '../document/schema.ts';
import { clip } from '../document/text.ts';
import { MAX_TITLE_LENGTH } from '../protocol/limits.ts';
import { headingOf } from './blocks/heading.ts';
import { blocksFromTree } from './blocks-from-tree.ts';
import { wellFormed } from './inline.ts';
import { boundNesting, readTree, writeTree } from './markdown-tree.ts';
import { treeFromBlocks } from './tree-from-blocks.ts';

/** A YAML header as GitHub and site builders read it: at the very start, nothing above its keys. */
const FRONT_MATTER = /^---[ \t]*\n(?=[^\n]*\S)(?!---[ \t]*\n)(?:.*\n)*?---[ \t]*(?=\n|$)/;

/**
 * Reads a Markdown file.
 *
 * The title is the file's first heading, if it is of level 1 and stands before everything but a
 * YAML header. It is taken out of the blocks when it is plain text in one line; formatted or overlong,
 * the heading stays and the title is (the beginning of) its text.
 *
 * A file without one has the title that its YAML header says.
 *
 * @param options.isUntitled whether it is known to have none: then its first heading is one as any other.
 * @param options.keepsLines whether a line that ends is one that was meant, as in a mere text.
 * @returns title null when the file has none. Never throws for any text.
 */
export function parseMarkdown(
  source: string,
  { isUntitled = false, keepsLines = false }: { isUntitled?: boolean; keepsLines?: boolean } = {},
): { title: string | null; blocks: BlockContent[] } {
  const text = wellFormed(source).replace(/^\uFEFF/, '');
  const header = FRONT_MATTER.exec(text)?.[0] ?? '';
  const body = boundNesting(text.slice(header.length));
  const blocks = blocksFromTree(readTree(body), body, keepsLines);
  const { title, taken } = titleOf(isUntitled ? undefined : blocks[0]);
  if (taken) blocks.shift();
  if (header) {
    blocks.unshift({ type: 'code', raw: true, language: 'markdown', content: [{ text: header }] });
  }
  return { title: title ?? (isUntitled ? null : titleOfHeader(header)), blocks };
}

/** What a YAML header says is the title, where it says so in one line. */
function titleOfHeader(header: string): string | null {
  const said = /^title:[ \t]+([^\n]+)$/m.exec(header)?.[1]?.trim() ?? '';
  const quoted = /^"((?:[^"\\]|\\.)*)"|^'((?:[^']|'')*)'/.exec(said);
  const plain = /^[|>&*!{[]/.test(said) ? '' : said.replace(/\s+#.*$/, '');
  const text = quoted
    ? (quoted[1]?.replace(/\\(["\\/])/g, '$1') ?? quoted[2]?.replaceAll("''", "'") ?? '')
    : plain;
  return clip(oneLine(text)).trimEnd() || null;
}

/**
 * Writes a Markdown file: the title as a heading of level 1, then the blocks. The title is not
 * written when it is empty, or the blocks begin with a heading of level 1 that says the same, or else
 * their YAML header says so.
 */
export function formatMarkdown(doc: { title: string; blocks: BlockContent[] }): string {
  const [first, ...rest] = doc.blocks;
  const header = first && isFrontMatter(first) ? textOf(first) : '';
  const blocks = header ? rest : doc.blocks;
  const tree = treeFromBlocks(blocks);
  const title = oneLine(doc.title);
  const read = titleOf(blocks[0]).title ?? titleOfHeader(header);
  if (title && title !== read) {
    tree.children.unshift(headingOf([{ text: title }], 1));
  }
  // At the very start it would be read as the sign of how a file is encoded.
  const body = writeTree(tree).replace(/^\uFEFF/, '&#xFEFF;');
  if (!header) return body;
  return body ? `${header}\n\n${body}` : `${header}\n`;
}

function titleOf(block: BlockContent | undefined): { title: string | null; taken: boolean } {
  if (block?.type !== 'heading' || (block.level ?? 1) !== 1 || block.depth) {
    return { title: null, taken: false };
  }
  const text = oneLine(textOf(block).replaceAll('\uFFFC', ' '));
  const only = block.content.length === 1 ? block.content[0] : undefined;
  // A title has blanks of one kind only: those of a heading in Japanese, or French, are no second text.
  const plain = only !== undefined && 'text' in only && !only.marks && !only.text.includes('\n');
  return {
    title: clip(text).trimEnd() || null,
    taken: plain && text.length <= MAX_TITLE_LENGTH,
  };
}

function oneLine(text: string): string {
  return text.trim().replace(/\s+/g, ' ');
}

function isFrontMatter(block: BlockContent): boolean {
  const text = block.type === 'code' && block.raw && !block.depth ? textOf(block) : '';
  return FRONT_MATTER.exec(text)?.[0].length === text.length && text !== '';
}
