/**
 * Flat blocks with depths → a Markdown tree.
 *
 * Invariant: every character of the blocks is in the tree. What Markdown has no words for changes
 * like this and in no other way: an empty paragraph is left out; a block deeper than what can hold
 * it comes up (nesting.ts); a paragraph directly in a quote is a quote; a paragraph that opens an
 * item, quote or callout without text becomes its text, and so does a picture or file that opens an
 * item; code in the language `math` is a formula; an unknown type is a paragraph. What tables,
 * pictures, files, toggles and callouts cannot say stands in table-in-tree.ts, media.ts, toggle.ts
 * and alert.ts.
 */
import type {
  BlockContent as FlowContent,
  Heading,
  List,
  ListItem,
  PhrasingContent,
  Root,
} from 'mdast';
import type { BlockContent, Inline } from '../document/schema.ts';
import { alertOpening } from './alert.ts';
import { canonicalInline, textInsteadOf, wellFormed } from './inline.ts';
import { mediaContent } from './media.ts';
import { kindOf, type NestedBlock, nest, runsOf } from './nesting.ts';
import { treeFromTable } from './table-in-tree.ts';
import { TOGGLE_CLOSING, toggleOpening } from './toggle.ts';
import { treeFromInline, treeFromObject } from './tree-from-inline.ts';

/** Markdown reads no longer numbers before an item. */
const MAX_NUMBER = 999_999_999;

/** The tree of these blocks. */
export function treeFromBlocks(blocks: readonly BlockContent[]): Root {
  return { type: 'root', children: flowOf(nest(blocks)) };
}

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

function flowOf(nodes: readonly NestedBlock[]): FlowContent[] {
  return runsOf(nodes).flatMap((run) => {
    const kind = kindOf(run[0]!.block);
    if (kind === null) return flowOfNode(run[0]!);
    if (kind !== 'quote') return listOf(run, kind === 'ordered');
    return { type: 'blockquote', children: run.flatMap((node) => textAndChildren(node)) };
  });
}

function flowOfNode(node: NestedBlock): FlowContent[] {
  const { block, children } = node;
  switch (block.type) {
    case 'callout':
      return [
        {
          type: 'blockquote',
          children: [...alertOpening(block, paragraphOf(block)), ...flowOf(children)],
        },
      ];
    case 'toggle':
      return [
        { type: 'verbatim', value: toggleOpening(block.content) },
        ...flowOf(children),
        { type: 'verbatim', value: TOGGLE_CLOSING },
      ];
    case 'image':
    case 'file':
      return [{ type: 'paragraph', children: treeFromInline(mediaContent(block)) }];
    case 'bookmark': {
      const content = mediaContent(block);
      return content.length > 0 ? [{ type: 'paragraph', children: treeFromInline(content) }] : [];
    }
    case 'formula':
      return [{ type: 'formula', value: codeText(block) }];
    case 'table': {
      const table = treeFromTable(block);
      return [...(table ? [table] : []), ...paragraphOf(block)];
    }
    case 'heading':
      return [headingOf(block.content, block.level)];
    case 'code':
      return codeOf(block);
    case 'divider':
      return [{ type: 'thematicBreak' }, ...paragraphOf(block)];
    default:
      return paragraphOf(block);
  }
}

function listOf(run: readonly NestedBlock[], ordered: boolean): List {
  const start = numberOf(run[0]?.block.start);
  const items = run.map((node, index): ListItem => {
    const { block } = node;
    const item: ListItem = {
      type: 'listItem',
      spread: false,
      data: { number: Math.min(start + index, MAX_NUMBER) },
      children: textAndChildren(node),
    };
    if (hasBox(block)) item.checked = block.checked === true;
    trimFirst(item.children);
    return item;
  });
  return { type: 'list', ordered, start: ordered ? start : null, spread: false, children: items };
}

function hasBox(block: BlockContent): boolean {
  return block.type === 'task' || (block.type === 'ordered' && block.checked !== undefined);
}

function numberOf(start: number | undefined): number {
  if (start === undefined || !Number.isInteger(start) || start < 0) return 1;
  return Math.min(start, MAX_NUMBER);
}

function textAndChildren(node: NestedBlock): FlowContent[] {
  return [...paragraphOf(node.block), ...flowOf(node.children)];
}

/** Spaces before the first block of an item would count as the item's own indentation. */
function trimFirst(children: ListItem['children']): void {
  const first = children[0];
  if (first?.type === 'verbatim') first.value = first.value.replace(/^[ \t]+/, '');
}

function paragraphOf(block: BlockContent): FlowContent[] {
  const content = canonicalInline(block.content);
  if (hasBox(block)) {
    // The box is part of a paragraph, so there has to be one.
    return [{ type: 'paragraph', children: treeFromInline(content) }];
  }
  if (content.length === 0) return [];
  const only = content.length === 1 ? content[0] : undefined;
  if (only && 'text' in only && /^\n+$/.test(only.text)) {
    return [{ type: 'verbatim', value: '<br>'.repeat(only.text.length) }];
  }
  return [{ type: 'paragraph', children: treeFromInline(content) }];
}

function codeOf(block: BlockContent): FlowContent[] {
  const text = codeText(block);
  if (block.raw) return text.trim() ? [{ type: 'verbatim', value: text }] : [];
  const [, lang, meta] = /^([^ \t\r\n]+)[ \t\r\n]*(.*)$/s.exec(trimInfo(block.language)) ?? [];
  return [
    { type: 'code', lang: lang || null, meta: meta?.replace(/[\r\n]+/g, ' ') || null, value: text },
  ];
}

function codeText(block: BlockContent): string {
  return wellFormed(block.content.map(sourceOf).join(''));
}

function trimInfo(language = ''): string {
  return language.replace(/^[ \t\r\n]+|[ \t\r\n]+$/g, '');
}

/** Code has no formatting: an object in it stands there as its Markdown. */
function sourceOf(run: Inline): string {
  if ('text' in run) return run.text;
  const plain = textInsteadOf(run);
  if ('text' in plain) return plain.text;
  const node: PhrasingContent = treeFromObject(run.embed);
  if (node.type === 'image') return `![${node.alt ?? ''}](${node.url})`;
  return 'value' in node ? node.value : '';
}
