/**
 * A Markdown tree → flat blocks with depths.
 *
 * Invariant: everything in the tree is in the blocks, in its order. What has no block of its own
 * yet (tables, HTML, footnotes, definitions) becomes a `raw` code block that holds its source.
 */
import type {
  Blockquote,
  Definition,
  List,
  ListItem,
  Nodes,
  PhrasingContent,
  Root,
  RootContent,
} from 'mdast';
import { type BlockContent, type Inline, MAX_DEPTH } from '../document/schema.ts';
import { countLineBreaks, inlineFromTree, type ReadContext } from './inline-from-tree.ts';
import type { ListKind } from './nesting.ts';

interface BlockContext extends ReadContext {
  /** Definitions that stay in the document: nobody uses them, or something that stays raw does. */
  kept: ReadonlySet<Definition>;
  blocks: BlockContent[];
}

const RAW_TYPES: ReadonlySet<string> = new Set(['table', 'footnoteDefinition', 'html']);

/**
 * @param tree what `readTree(source)` gave.
 * @param source the same text; positions in the tree point into it.
 */
export function blocksFromTree(tree: Root, source: string): BlockContent[] {
  const { definitions, kept } = readDefinitions(tree);
  const context: BlockContext = { source, definitions, kept, blocks: [] };
  readFlow(tree.children, 0, context);
  return context.blocks;
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
    const raw = next.raw || RAW_TYPES.has(node.type);
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

function readFlow(nodes: readonly RootContent[], depth: number, context: BlockContext): void {
  let before: ListKind | null = null;
  let definition: BlockContent | null = null;
  for (const node of nodes) {
    if (isDropped(node, context)) continue;
    let kind: ListKind | null = null;
    let rawDefinition: BlockContent | null = null;
    switch (node.type) {
      case 'list':
        kind = node.ordered ? 'ordered' : 'unordered';
        readList(node, kind === before, depth, context);
        break;
      case 'blockquote':
        kind = 'quote';
        readQuote(node, kind === before, depth, context);
        break;
      case 'heading':
        push(context, depth, {
          type: 'heading',
          level: node.depth,
          content: inlineFromTree(node.children, context),
        });
        break;
      case 'code': {
        const language = [node.lang, node.meta].filter(Boolean).join(' ');
        push(context, depth, {
          type: 'code',
          ...(language ? { language } : {}),
          content: plain(node.value),
        });
        break;
      }
      case 'thematicBreak':
        push(context, depth, { type: 'divider', content: [] });
        break;
      default: {
        const text = paragraphOf(node);
        if (text) {
          push(context, depth, { type: 'paragraph', content: inlineFromTree(text, context) });
          break;
        }
        const source = sourceOf(node, context);
        if (node.type === 'definition') {
          // Definitions in a row are one block, as they are one thing to whoever wrote them.
          if (definition) {
            definition.content = plain(`${textOfRaw(definition)}\n${source}`);
            rawDefinition = definition;
            break;
          }
          rawDefinition = rawBlock(source, 'markdown');
          push(context, depth, rawDefinition);
          rawDefinition = context.blocks.at(-1)!;
        } else {
          push(context, depth, rawBlock(source, node.type === 'html' ? 'html' : 'markdown'));
        }
      }
    }
    definition = rawDefinition;
    before = kind;
  }
}

function readList(list: List, restart: boolean, depth: number, context: BlockContext): void {
  const number = list.start ?? 1;
  list.children.forEach((item, index) => {
    const children = item.children.filter((child) => !isDropped(child, context));
    const first = children[0] && paragraphOf(children[0]);
    const start = index === 0 && (restart || (list.ordered && number !== 1));
    push(context, depth, {
      ...itemType(list, item),
      ...(start ? { start: list.ordered ? number : 1 } : {}),
      content: first ? inlineFromTree(first, context) : [],
    });
    readFlow(first ? children.slice(1) : children, depth + 1, context);
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
): void {
  const start = restart ? { start: 1 } : {};
  let opened = false;
  let deeper: RootContent[] = [];
  const open = (content: Inline[]): void => {
    push(context, depth, { type: 'quote', ...(opened ? {} : start), content });
    opened = true;
  };
  for (const child of quote.children) {
    const text = paragraphOf(child);
    if (text) {
      readFlow(deeper, depth + 1, context);
      deeper = [];
      open(inlineFromTree(text, context));
    } else if (!isDropped(child, context)) {
      if (!opened) open([]);
      deeper.push(child);
    }
  }
  if (!opened) open([]);
  readFlow(deeper, depth + 1, context);
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

function push(context: BlockContext, depth: number, block: BlockContent): void {
  const { type, ...rest } = block;
  const shown = Math.min(depth, MAX_DEPTH);
  context.blocks.push({ type, ...(shown > 0 ? { depth: shown } : {}), ...rest });
}

function rawBlock(source: string, language: string): BlockContent {
  return { type: 'code', raw: true, language, content: plain(source) };
}

function textOfRaw(block: BlockContent): string {
  return block.content.map((run) => ('text' in run ? run.text : '')).join('');
}

function plain(text: string): Inline[] {
  return text ? [{ text }] : [];
}

/** The source of a block without the prefixes of the lists and quotes around it. */
function sourceOf(node: RootContent, context: BlockContext): string {
  if (node.type === 'html') return node.value;
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
