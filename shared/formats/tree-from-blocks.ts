/**
 * Flat blocks with depths → a Markdown tree.
 *
 * Invariant: every character of the blocks is in the tree. What Markdown has no words for changes
 * like this and in no other way: an empty paragraph is left out; a block deeper than what can hold
 * it comes up (nesting.ts); a paragraph directly in a quote is a quote; a paragraph that opens an
 * item, quote or callout without text becomes its text, and so does a picture or file that opens an
 * item; code in the language `math` is a formula; an unknown type is a paragraph; what is kept word
 * for word and has no end gets one where something follows (open-end.ts). What tables,
 * pictures, files, toggles and callouts cannot say stands in table-in-tree.ts, media.ts, toggle.ts
 * and alert.ts.
 */
import type { List, ListItem, PhrasingContent, Root } from 'mdast';
import type { BlockContent, Inline } from '../document/schema.ts';
import type { FlowContent, MarkdownWriter } from './blocks/format.ts';
import { formatOf } from './blocks/index.ts';
import { canonicalInline, canonicalLine, textInsteadOf, wellFormed } from './inline.ts';
import type { Verbatim } from './markdown-tree.ts';
import { kindOf, type NestedBlock, nest, runsOf } from './nesting.ts';
import { withEnd } from './open-end.ts';
import { TOGGLE_CLOSING } from './toggle.ts';
import { labelOf, treeFromInline, treeFromObject } from './tree-from-inline.ts';

/** Markdown reads no longer numbers before an item. */
const MAX_NUMBER = 999_999_999;

/** The tree of these blocks. */
export function treeFromBlocks(blocks: readonly BlockContent[]): Root {
  return { type: 'root', children: flowOf(nest(blocks)) };
}

function flowOf(nodes: readonly NestedBlock[]): FlowContent[] {
  return closed(
    runsOf(nodes).flatMap((run) => {
      const kind = kindOf(run[0]!.block);
      if (kind === null) return flowOfNode(run[0]!);
      if (kind !== 'quote') return listOf(run, kind === 'ordered');
      return { type: 'blockquote', children: closed(run.flatMap((node) => textAndChildren(node))) };
    }),
  );
}

/** What was kept word for word may have no end of its own: then what follows it would be its part. */
function closed(flow: FlowContent[]): FlowContent[] {
  /** What is open: a toggle, or the text that opens something that looks like one. */
  const open: ('toggle' | Verbatim)[] = [];
  flow.forEach((node, index) => {
    if (node.type !== 'verbatim') return;
    if (node.toggle === 'opens') open.push('toggle');
    else if (node.toggle === 'closes') {
      for (let inner = open.pop(); inner && inner !== 'toggle'; inner = open.pop())
        inner.value += `\n${TOGGLE_CLOSING}`;
    } else {
      for (const [, slash] of node.value.matchAll(/<(\/?)details\b/gi)) {
        if (!slash) open.push(node);
        else if (open.at(-1) === 'toggle') node.value = `<details>\n${node.value}`;
        else open.pop();
      }
      if (index < flow.length - 1) node.value = withEnd(node.value);
    }
  });
  return flow;
}

function flowOfNode(node: NestedBlock): FlowContent[] {
  return formatOf(node.block).toMarkdown(node, WRITER);
}

const WRITER: MarkdownWriter = { flow: flowOf, paragraph: paragraphOf, source: codeText };

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
  const note = block.type === 'paragraph' ? noteOf(content) : null;
  if (note) return [note];
  const only = content.length === 1 ? content[0] : undefined;
  if (only && 'text' in only && /^\n+$/.test(only.text)) {
    return [{ type: 'verbatim', value: '<br>'.repeat(only.text.length) }];
  }
  return [{ type: 'paragraph', children: treeFromInline(content) }];
}

/** The footnote that a paragraph is. One without a word is a mark and nothing else. */
function noteOf([mark, ...rest]: readonly Inline[]): FlowContent | null {
  const label = mark && 'embed' in mark && mark.embed.text === true ? labelOf(mark.embed) : null;
  const text = canonicalLine(rest);
  if (label === null || text.length === 0) return null;
  const children = treeFromInline(text);
  return {
    type: 'footnoteDefinition',
    identifier: label,
    label,
    children: [{ type: 'paragraph', children }],
  };
}

function codeText(block: BlockContent): string {
  return wellFormed(block.content.map(sourceOf).join(''));
}

/** Code has no formatting: an object in it stands there as its Markdown. */
function sourceOf(run: Inline): string {
  if ('text' in run) return run.text;
  const plain = textInsteadOf(run);
  if ('text' in plain) return plain.text;
  const node: PhrasingContent = treeFromObject(run.embed);
  if (node.type === 'image') return `![${node.alt ?? ''}](${node.url})`;
  if (node.type === 'footnoteReference') return `[^${node.label}]`;
  return 'value' in node ? node.value : '';
}
