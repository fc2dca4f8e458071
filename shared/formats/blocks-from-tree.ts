/**
 * A Markdown tree → flat blocks with depths.
 *
 * Invariant: everything in the tree is in the blocks, in its order. What has no block of its own
 * (HTML that is no toggle or callout, footnotes of several blocks, definitions, tables of mostly
 * missing cells) becomes a `raw` code block that holds its source.
 */
import type {
  Blockquote,
  Definition,
  FootnoteDefinition,
  List,
  ListItem,
  Nodes,
  PhrasingContent,
  Root,
  RootContent,
} from 'mdast';
import type { ListKind } from '../document/block-types/definition.ts';
import { type BlockContent, type Inline, MAX_DEPTH } from '../document/schema.ts';
import { type Alert, readAlert } from './alert.ts';
import { type AsidePiece, pairAsides } from './aside.ts';
import { blockInParagraph } from './blocks/index.ts';
import { isDisplayed, sourceOfInline } from './formula-syntax.ts';
import { canonicalInline } from './inline.ts';
import { countLineBreaks, inlineFromTree, type ReadContext } from './inline-from-tree.ts';
import { readTree } from './markdown-tree.ts';
import { readMedia } from './media.ts';
import { isReadable, tableFromTree } from './table-in-tree.ts';
import { pairToggles } from './toggle.ts';
import { labelOf } from './tree-from-inline.ts';

interface BlockContext extends ReadContext {
  /** Definitions that stay in the document: nobody uses them, or something that stays raw does. */
  kept: ReadonlySet<Definition>;
}

interface Container {
  container: List | Blockquote;
  /** It directly follows another of its kind, and does not continue it. */
  restart: boolean;
}

/** What is still to be read, or a block that was. */
type Step = { depth: number } & (
  | { nodes: readonly RootContent[] }
  | Container
  | { block: BlockContent }
);

function isRaw(node: Nodes): boolean {
  if (node.type === 'table') return !isReadable(node);
  return (node.type === 'footnoteDefinition' && !isShortNote(node)) || node.type === 'html';
}

/** Whether a footnote is a paragraph, as nearly all are. */
function isShortNote({ children, label }: FootnoteDefinition): boolean {
  const isNamed = labelOf({ object: 'footnote', label }) !== null;
  return isNamed && children.length === 1 && children[0]?.type === 'paragraph';
}

/**
 * @param tree what `readTree(source)` gave.
 * @param source the same text; positions in the tree point into it.
 */
export function blocksFromTree(tree: Root, source: string, keepsLines = false): BlockContent[] {
  const { definitions, kept } = readDefinitions(tree);
  const context: BlockContext = { source, definitions, kept, keepsLines };
  const blocks: BlockContent[] = [];
  // No recursion: containers can be nested thousands deep in a file.
  const pending: Step[] = [{ nodes: tree.children, depth: 0 }];
  for (let step = pending.pop(); step; step = pending.pop()) {
    if ('block' in step) {
      blocks.push(atDepth(step.block, step.depth));
      continue;
    }
    const next = 'nodes' in step ? readFlow(step, context) : readContainer(step, context);
    for (let index = next.length - 1; index >= 0; index--) pending.push(next[index]!);
  }
  return blocks;
}

/**
 * Definitions that links and images outside raw blocks use are not kept: those links carry their
 * addresses themselves.
 */
function readDefinitions(tree: Root): Pick<BlockContext, 'definitions' | 'kept'> {
  const definitions = new Map<string, Definition>();
  const all: Definition[] = [];
  const used = new Set<string>();
  const usedByRaw = new Set<string>();
  const pending: { node: Nodes; raw: boolean }[] = [{ node: tree, raw: false }];
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { node } = next;
    const raw = next.raw || isRaw(node);
    if (node.type === 'definition') {
      all.push(node);
    } else if (node.type === 'linkReference' || node.type === 'imageReference') {
      (raw ? usedByRaw : used).add(node.identifier);
    }
    if ('children' in node) {
      // Backwards, so that the first definition of a name is met first: it is the one that counts.
      for (let index = node.children.length - 1; index >= 0; index--) {
        pending.push({ node: node.children[index]!, raw });
      }
    }
  }
  for (const definition of all) {
    if (!definitions.has(definition.identifier)) definitions.set(definition.identifier, definition);
  }
  const kept = all.filter(
    (definition) =>
      usedByRaw.has(definition.identifier) ||
      !used.has(definition.identifier) ||
      definitions.get(definition.identifier) !== definition,
  );
  return { definitions, kept: new Set(kept) };
}

function readFlow(
  { nodes, depth: outerDepth }: { nodes: readonly RootContent[]; depth: number },
  context: BlockContext,
): Step[] {
  const steps: Step[] = [];
  const toggles = pairToggles(nodes);
  const asides = pairAsides(nodes);
  let depth = outerDepth;
  /** A callout whose text is still to come. */
  let empty: BlockContent | null = null;
  let before: ListKind | null = null;
  let definitions: { sources: string[]; block: BlockContent } | null = null;
  const closeDefinitions = (): void => {
    if (definitions) definitions.block.content = plain(definitions.sources.join('\n'));
    definitions = null;
  };
  for (const node of nodes) {
    if (isDropped(node, context)) continue;
    const kind = kindOfNode(node, context);
    const pieces = toggles.get(node);
    const aside = asides.get(node);
    const own: Inline[] | null = empty && textOfParagraph(node, context);
    if (empty && own) {
      empty.content = own;
      empty = null;
      continue;
    }
    empty = null;
    if (aside) {
      closeDefinitions();
      const [callout, ...inside] = aside.piece === 'close' ? [] : calloutOf(aside, depth);
      if (callout) steps.push(callout, ...inside);
      if (aside.piece === 'open') depth++;
      if (aside.piece === 'close') depth--;
      if (aside.piece === 'open' && callout && aside.text.trim() === '') empty = callout.block;
    } else if (pieces) {
      closeDefinitions();
      for (const { piece, source, summary } of pieces) {
        if (piece === 'close') depth--;
        else if (piece === 'raw') steps.push({ depth, block: rawBlock(source, 'html') });
        else steps.push({ depth: depth++, block: { type: 'toggle', content: summary ?? [] } });
      }
    } else if (node.type === 'definition') {
      // Definitions in a row are one block, as they are one thing to whoever wrote them.
      if (!definitions) {
        definitions = { sources: [], block: rawBlock('', 'markdown') };
        steps.push({ depth, block: definitions.block });
      }
      definitions.sources.push(sourceOf(node, context));
    } else {
      closeDefinitions();
      steps.push(
        node.type === 'list' || node.type === 'blockquote'
          ? { depth, container: node, restart: kind === before }
          : { depth, block: readBlock(node, context) },
      );
    }
    before = kind;
  }
  closeDefinitions();
  return steps;
}

function readBlock(node: RootContent, context: BlockContext): BlockContent {
  switch (node.type) {
    case 'heading':
      return {
        type: 'heading',
        level: node.depth,
        content: inlineFromTree(node.children, context),
      };
    case 'formula':
      return { type: 'formula', content: plain(node.value) };
    case 'code': {
      if (node.lang === 'math' && !node.meta) {
        return { type: 'formula', content: plain(node.value) };
      }
      const language = [node.lang, node.meta].filter(Boolean).join(' ');
      return { type: 'code', ...(language ? { language } : {}), content: plain(node.value) };
    }
    case 'thematicBreak':
      return { type: 'divider', content: [] };
    case 'footnoteDefinition': {
      const [text] = node.children;
      if (!isShortNote(node) || text?.type !== 'paragraph')
        return rawBlock(sourceOf(node, context), 'markdown');
      const mark: Inline = { embed: { object: 'footnote', label: node.label, text: true } };
      const note = inlineFromTree(text.children, context);
      return { type: 'paragraph', content: canonicalInline([mark, { text: ' ' }, ...note]) };
    }
    case 'table':
      return isReadable(node)
        ? tableFromTree(node, context)
        : rawBlock(sourceOf(node, context), 'markdown');
    default: {
      const block = blockOf(node, context);
      if (block) return block;
      const text = paragraphOf(node);
      return text
        ? readParagraph(text, context)
        : rawBlock(sourceOf(node, context), node.type === 'html' ? 'html' : 'markdown');
    }
  }
}

function readParagraph(text: PhrasingContent[], context: BlockContext): BlockContent {
  const content = inlineFromTree(text, context);
  return readMedia(content) ?? { type: 'paragraph', content };
}

function kindOfNode(node: RootContent, context: BlockContext): ListKind | null {
  if (node.type === 'list') return node.ordered ? 'ordered' : 'unordered';
  return node.type === 'blockquote' && !readAlert(node, context) ? 'quote' : null;
}

function readContainer(step: Container & { depth: number }, context: BlockContext): Step[] {
  const { container, restart, depth } = step;
  return container.type === 'list'
    ? readList(container, restart, depth, context)
    : readQuote(container, restart, depth, context);
}

function readList(list: List, restart: boolean, depth: number, context: BlockContext): Step[] {
  const number = list.start ?? 1;
  return list.children.flatMap((item, index): Step[] => {
    const children = item.children.filter((child) => !isDropped(child, context));
    const first = children[0] && !blockOf(children[0], context) ? paragraphOf(children[0]) : null;
    const start = index === 0 && (restart || (list.ordered && number !== 1));
    const type = itemType(list, item);
    const block = {
      ...type,
      ...(start ? { start: list.ordered ? number : 1 } : {}),
      content: first ? inlineFromTree(first, context, 'checked' in type) : [],
    };
    return [
      { depth, block },
      { depth: depth + 1, nodes: first ? children.slice(1) : children },
    ];
  });
}

function itemType(list: List, item: ListItem): Pick<BlockContent, 'type' | 'checked'> {
  const checked = typeof item.checked === 'boolean' ? { checked: item.checked } : {};
  if (list.ordered) return { type: 'ordered', ...checked };
  return 'checked' in checked ? { type: 'task', ...checked } : { type: 'bullet' };
}

/** A paragraph is a quote block; anything else is a deeper block after one, empty if need be. */
function readQuote(
  quote: Blockquote,
  restart: boolean,
  depth: number,
  context: BlockContext,
): Step[] {
  const alert = readAlert(quote, context);
  if (alert) return readCallout(alert, depth, context);
  const quotes: { content: Inline[]; deeper: RootContent[] }[] = [];
  const toggles = pairToggles(quote.children);
  let openToggles = 0;
  for (const child of quote.children) {
    if (isDropped(child, context)) continue;
    const content = openToggles === 0 ? textOfParagraph(child, context) : null;
    for (const { piece } of toggles.get(child) ?? []) {
      if (piece !== 'raw') openToggles += piece === 'open' ? 1 : -1;
    }
    if (content) {
      quotes.push({ content, deeper: [] });
    } else {
      if (quotes.length === 0) quotes.push({ content: [], deeper: [] });
      quotes.at(-1)!.deeper.push(child);
    }
  }
  if (quotes.length === 0) quotes.push({ content: [], deeper: [] });
  return quotes.flatMap(({ content, deeper }, index): Step[] => [
    {
      depth,
      block: { type: 'quote', ...(restart && index === 0 ? { start: 1 } : {}), content },
    },
    { depth: depth + 1, nodes: deeper },
  ]);
}

/** The callout that such a piece begins, and what stands in it there. */
function calloutOf(
  { icon, text }: AsidePiece & { piece: 'open' | 'whole' },
  depth: number,
): { depth: number; block: BlockContent }[] {
  const blocks = blocksFromTree(readTree(text), text);
  const isText = blocks[0]?.type === 'paragraph';
  const content = isText ? blocks.shift()!.content : [];
  const callout = { type: 'callout', tone: 'note' as const, ...(icon ? { icon } : {}), content };
  return [
    { depth, block: callout },
    ...blocks.map(({ depth: inside = 0, ...block }) => ({ depth: depth + 1 + inside, block })),
  ];
}

function readCallout(
  { tone, icon, text, rest }: Alert,
  depth: number,
  context: BlockContext,
): Step[] {
  const children = rest.filter((child) => !isDropped(child, context));
  const own = text.length > 0 ? inlineFromTree(text, context) : null;
  const first = !own && children[0] ? textOfParagraph(children[0], context) : null;
  const block = { type: 'callout', tone, ...(icon ? { icon } : {}), content: own ?? first ?? [] };
  return [
    { depth, block },
    { depth: depth + 1, nodes: first ? children.slice(1) : children },
  ];
}

/** The content of a paragraph that is text: no picture, file or formula of its own. */
function textOfParagraph(node: RootContent, context: BlockContext): Inline[] | null {
  const text = blockOf(node, context) ? null : paragraphOf(node);
  if (!text) return null;
  const content = inlineFromTree(text, context);
  return readMedia(content) ? null : content;
}

function isDropped(node: RootContent, context: BlockContext): boolean {
  return node.type === 'definition' && !context.kept.has(node);
}

/** The content of a paragraph, or of HTML that is only line breaks and so is one. */
function paragraphOf(node: RootContent): PhrasingContent[] | null {
  if (node.type === 'paragraph') return node.children;
  const breaks = node.type === 'html' ? countLineBreaks(node.value) : 0;
  return breaks > 0 ? Array.from({ length: breaks }, () => ({ type: 'break' })) : null;
}

/** What is written as a paragraph and is no text of one: a formula of its own, `$$x$$`. */
function blockOf(node: RootContent, context: ReadContext): BlockContent | null {
  if (node.type !== 'paragraph') return null;
  const only = node.children.length === 1 ? node.children[0] : null;
  if (only?.type !== 'inlineFormula' || !isDisplayed(only)) return blockInParagraph(node, context);
  return { type: 'formula', content: plain(sourceOfInline(only)) };
}

function atDepth({ type, ...rest }: BlockContent, depth: number): BlockContent {
  const shown = Math.min(depth, MAX_DEPTH);
  return { type, ...(shown > 0 ? { depth: shown } : {}), ...rest };
}

function rawBlock(source: string, language: string): BlockContent {
  return { type: 'code', raw: true, language, content: plain(source) };
}

function plain(text: string): Inline[] {
  return text ? [{ text }] : [];
}

/** The source of a block without the prefixes of the lists and quotes around it. */
function sourceOf(node: RootContent, context: BlockContext): string {
  // One without an end takes the empty lines behind it along.
  if (node.type === 'html') return node.value.replace(/\n+$/, '');
  const from = node.position?.start.offset ?? 0;
  const lines = context.source.slice(from, node.position?.end.offset ?? from).split('\n');
  const indent = (node.position?.start.column ?? 1) - 1;
  return lines
    .map((line, index) => (index === 0 ? line : dropPrefix(line, indent)))
    .join('\n')
    .replace(/\n+$/, '');
}

function dropPrefix(line: string, columns: number): string {
  let column = 0;
  let index = 0;
  for (; column < columns && /[ \t>]/.test(line.charAt(index)); index++) {
    column += line[index] === '\t' ? 4 - (column % 4) : 1;
  }
  return line.slice(index);
}
