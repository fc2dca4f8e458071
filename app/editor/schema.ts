/**
 * ProseMirror's schema of a document: a flat list of blocks that hold inline content. A node that is
 * more than one of the common forms is in its type's folder of blocks/; marks, and what stands in
 * lines, are here.
 *
 * Invariant: a block's content is as many positions long as its text in the document model, so an
 * offset means the same on both sides.
 */
import { type DOMOutputSpec, type MarkSpec, type NodeSpec, Schema } from 'prosemirror-model';
import { isSafeLink } from '../../shared/document/addresses.ts';
import { isColorName } from '../../shared/document/marks.ts';
import {
  BLOCK_TYPES,
  DEFAULT_HIGHLIGHT,
  fieldOf,
  type InlineObject,
  TEXT_COLORS,
} from '../../shared/document/schema.ts';
import { t } from '../i18n/i18n.ts';
import { calloutNode } from './blocks/callout/node.ts';
import { codeBlockNode } from './blocks/code/node.ts';
import { dividerNode } from './blocks/divider/node.ts';
import { headingNode } from './blocks/heading/node.ts';
import { attrsOf, BY_CONTENT, box, figure, item, source, textBlock } from './blocks/node-forms.ts';
import { tableCellNode, tableNode, tableRowNode } from './blocks/table/node.ts';
import { taskNode } from './blocks/task/node.ts';

const named: Record<string, NodeSpec> = {
  doc: { content: 'block+' },
  paragraph: { ...textBlock('paragraph', 'p'), defining: false },
  heading: headingNode,
  bullet: item('bullet'),
  ordered: item('ordered'),
  task: taskNode,
  quote: textBlock('quote', 'blockquote'),
  codeBlock: codeBlockNode,
  divider: dividerNode,
  callout: calloutNode,
  toggle: box('toggle'),
  image: figure('image', (attrs) => t().image(attrs.alt || attrs.src || t().noDescription)),
  file: figure('file', (attrs) => t().file(attrs.name || t().noName)),
  bookmark: figure('bookmark'),
  formula: source('formula', { tag: 'pre.formula', priority: 60 }, { class: 'formula' }),
  table: tableNode,
  tableRow: tableRowNode,
  tableCell: tableCellNode,
  /** A block of a type this build does not know: its text can be read, moved and deleted. */
  unknown: {
    ...textBlock('paragraph', 'div', ({ attrs }) => ({
      ...BY_CONTENT,
      class: 'unknown',
      'data-type': attrs.type,
    })),
    attrs: { ...attrsOf('paragraph'), type: { default: 'unknown' }, shape: { default: {} } },
    parseDOM: [],
  },
  text: { group: 'inline' },
  break: {
    group: 'inline',
    inline: true,
    selectable: false,
    linebreakReplacement: true,
    parseDOM: [{ tag: 'br' }],
    toDOM: (): DOMOutputSpec => ['br'],
    leafText: () => '\n',
  },
  /** An object inside a line: an image, a piece of HTML, or one this build does not know. */
  object: {
    group: 'inline',
    inline: true,
    atom: true,
    attrs: { embed: { default: { object: 'unknown' } } },
    parseDOM: [
      {
        tag: 'span[data-embed]',
        getAttrs: (element) => ({ embed: parseEmbed(element.dataset.embed) }),
      },
      {
        tag: 'img[src]',
        getAttrs: (element) => {
          const src = element.getAttribute('src') ?? '';
          if (!isSafeLink(src)) return false;
          const title = element.getAttribute('title');
          const alt = element.getAttribute('alt') ?? '';
          return { embed: { object: 'image', src, alt, ...(title ? { title } : {}) } };
        },
      },
    ],
    toDOM: (node): DOMOutputSpec => {
      const embed = node.attrs.embed as InlineObject;
      const attributes = {
        class: 'object',
        'data-object': embed.object,
        'data-embed': JSON.stringify(embed),
      };
      return ['span', attributes, objectLabel(embed)];
    },
    leafText: (node) => objectLabel(node.attrs.embed as InlineObject),
  },
};

/** The name of the node of a block type. */
export function nodeName(type: string): string {
  return type === 'code' ? 'codeBlock' : type;
}

/** The block types without a node of their own: boxes with a text. */
export const BOXES = BLOCK_TYPES.filter((type) => !named[nodeName(type)]);

/** What an element says that stands for an object. */
export function parseEmbed(json: string | undefined): InlineObject {
  try {
    const value: unknown = JSON.parse(json ?? '');
    if (typeof value === 'object' && value !== null && 'object' in value)
      if (typeof value.object === 'string') return value as InlineObject;
  } catch {
    // What is no JSON of ours is no object of ours.
  }
  return { object: 'unknown' };
}

/** What stands in the line for an object that is not drawn. */
function objectLabel(embed: InlineObject): string {
  const says = (field: string): string => fieldOf(embed, field);
  if (embed.object === 'image') return t().image(says('alt') || says('src') || t().noDescription);
  if (embed.object === 'html') return says('value');
  if (embed.object === 'mention') return `@${says('name') || '?'}`;
  if (embed.object === 'date') return says('date');
  if (embed.object === 'formula') return says('source');
  if (embed.object === 'footnote') return says('label');
  if (embed.object === 'document') return says('title') || t().untitled;
  return `[${embed.object}]`;
}

const marks: Record<string, MarkSpec> = {
  link: {
    attrs: { href: {}, title: { default: null } },
    inclusive: false,
    parseDOM: [
      {
        tag: 'a[href]',
        getAttrs: (element) => {
          const href = element.getAttribute('href') ?? '';
          return isSafeLink(href) ? { href, title: element.getAttribute('title') } : false;
        },
      },
    ],
    toDOM: (mark): DOMOutputSpec => [
      'a',
      {
        href: mark.attrs.href,
        title: mark.attrs.title,
        rel: 'noopener noreferrer nofollow',
        target: '_blank',
      },
    ],
  },
  highlight: {
    attrs: { color: { default: DEFAULT_HIGHLIGHT } },
    parseDOM: [
      {
        tag: 'mark',
        getAttrs: (element) => ({ color: element.dataset.color ?? DEFAULT_HIGHLIGHT }),
      },
    ],
    toDOM: (mark): DOMOutputSpec => ['mark', { 'data-color': mark.attrs.color }],
  },
  color: {
    attrs: { color: { default: TEXT_COLORS[0] } },
    parseDOM: [
      {
        tag: 'span.coloured[data-color]',
        getAttrs: ({ dataset }) => isColorName(dataset.color ?? '') && { color: dataset.color },
      },
      {
        // From elsewhere only what this palette has.
        tag: 'span[data-color]:not([class])',
        getAttrs: ({ dataset }) =>
          TEXT_COLORS.some((name) => name === dataset.color) && { color: dataset.color },
      },
    ],
    toDOM: (mark): DOMOutputSpec => ['span', { class: 'coloured', 'data-color': mark.attrs.color }],
  },
  // Of pasted pages only elements are read: pasted-styles.ts makes them of styles.
  bold: { parseDOM: [{ tag: 'strong' }, { tag: 'b' }], toDOM: (): DOMOutputSpec => ['strong'] },
  italic: { parseDOM: [{ tag: 'em' }, { tag: 'i' }], toDOM: (): DOMOutputSpec => ['em'] },
  underline: { parseDOM: [{ tag: 'u' }], toDOM: (): DOMOutputSpec => ['u'] },
  strike: {
    parseDOM: [{ tag: 's' }, { tag: 'del' }, { tag: 'strike' }],
    toDOM: (): DOMOutputSpec => ['s'],
  },
  subscript: { parseDOM: [{ tag: 'sub' }], toDOM: (): DOMOutputSpec => ['sub'] },
  superscript: { parseDOM: [{ tag: 'sup' }], toDOM: (): DOMOutputSpec => ['sup'] },
  code: { code: true, parseDOM: [{ tag: 'code' }], toDOM: (): DOMOutputSpec => ['code'] },
};

const COLOR_MARKS = ['highlight', 'color'] as const;
export type ColorMark = (typeof COLOR_MARKS)[number];

/** Whether a mark is a colour: of the text, or of what is behind it. */
export function isColorMark(name: string): name is ColorMark {
  return (COLOR_MARKS as readonly string[]).includes(name);
}

const boxes = Object.fromEntries(BOXES.map((type) => [type, box(type)]));

export const schema = new Schema({ nodes: { ...named, ...boxes }, marks });
