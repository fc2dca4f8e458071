/**
 * The editor's own picture of a document: a flat list of blocks that hold inline content.
 *
 * Invariant: a block's content is as many positions long as its text in the document model, so an
 * offset means the same on both sides.
 */
import {
  type Attrs,
  type DOMOutputSpec,
  type MarkSpec,
  type Node,
  type NodeSpec,
  Schema,
} from 'prosemirror-model';
import { isColorName, isSafeLink, isWebAddress } from '../../shared/document/marks.ts';
import {
  ALIGNMENTS,
  DEFAULT_HIGHLIGHT,
  fieldOf,
  type InlineObject,
  type TableColumn,
  TEXT_COLORS,
} from '../../shared/document/schema.ts';
import { t } from '../words/words.ts';

const COMMON = { id: { default: null as string | null }, depth: { default: 0 } };

/** The browser finds the direction of a block: that of its first letter. */
const BY_CONTENT = { dir: 'auto' };

/** Attributes of the element that draws a block. */
function blockAttributes(attrs: Attrs, extra: Record<string, string> = {}): Record<string, string> {
  return {
    'data-block': String(attrs.id ?? ''),
    ...(attrs.depth > 0 ? { 'data-depth': String(attrs.depth) } : {}),
    ...extra,
  };
}

function depthOf(element: HTMLElement): number {
  const depth = Number(element.dataset.depth ?? 0);
  return Number.isInteger(depth) && depth > 0 ? depth : 0;
}

/** The page draws items with lists/list-item-view.ts; this is how they are read and written else. */
function itemAttributes(attrs: Attrs, kind: string): Record<string, string> {
  return blockAttributes(attrs, { class: kind });
}

function textBlock(
  tag: string,
  extra: (attrs: Attrs) => Record<string, string> = () => ({}),
): NodeSpec {
  return {
    group: 'block',
    content: 'inline*',
    attrs: COMMON,
    defining: true,
    toDOM: (node): DOMOutputSpec => [
      tag,
      blockAttributes(node.attrs, { ...BY_CONTENT, ...extra(node.attrs) }),
      0,
    ],
  };
}

/** DOM attributes of those that have a value. */
function stringsOf(values: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values)
      .filter(([, value]) => value !== null && value !== undefined && value !== '')
      .map(([name, value]) => [name, String(value)]),
  );
}

function pictureLabel(attrs: Attrs): string {
  return t().image(attrs.alt || attrs.src || t().noDescription);
}

/** The columns of a table's node. */
export function columnsOf(table: Node): readonly TableColumn[] {
  return (table.attrs.columns as readonly TableColumn[] | null) ?? [];
}

/** Columns without names, as pasted-table.ts writes them. */
function parseColumns(table: HTMLElement): TableColumn[] | null {
  const columns = [...table.querySelectorAll('col')].map(({ dataset }): TableColumn => {
    const align = ALIGNMENTS.find((known) => known === dataset.align);
    const width = Number(dataset.width) || null;
    return { id: '', ...(width ? { width } : {}), ...(align ? { align } : {}) };
  });
  return columns.length > 0 ? columns : null;
}

const nodes: Record<string, NodeSpec> = {
  doc: { content: 'block+' },
  paragraph: {
    ...textBlock('p'),
    defining: false,
    parseDOM: [{ tag: 'p', getAttrs: (element) => ({ depth: depthOf(element) }) }],
  },
  heading: {
    ...textBlock('h1'),
    attrs: { ...COMMON, level: { default: 1 } },
    parseDOM: [1, 2, 3, 4, 5, 6].map((level) => ({
      tag: `h${level}`,
      getAttrs: (element) => ({ level, depth: depthOf(element) }),
    })),
    toDOM: (node): DOMOutputSpec => [`h${node.attrs.level}`, blockAttributes(node.attrs), 0],
  },
  bullet: {
    ...textBlock('div'),
    attrs: { ...COMMON, start: { default: null } },
    parseDOM: [{ tag: 'div.bullet', getAttrs: (element) => ({ depth: depthOf(element) }) }],
    toDOM: (node): DOMOutputSpec => ['div', itemAttributes(node.attrs, 'bullet'), 0],
  },
  ordered: {
    ...textBlock('div'),
    attrs: { ...COMMON, start: { default: null }, checked: { default: false } },
    parseDOM: [
      {
        tag: 'div.ordered',
        getAttrs: (element) => ({
          depth: depthOf(element),
          start: element.dataset.start ? Number(element.dataset.start) : null,
        }),
      },
    ],
    toDOM: (node): DOMOutputSpec => ['div', itemAttributes(node.attrs, 'ordered'), 0],
  },
  task: {
    ...textBlock('div'),
    attrs: { ...COMMON, checked: { default: false }, start: { default: null } },
    parseDOM: [
      {
        tag: 'div.task',
        contentElement: '.text',
        getAttrs: (element) => ({
          depth: depthOf(element),
          checked: element.dataset.checked === 'true',
        }),
      },
    ],
    toDOM: (node): DOMOutputSpec => [
      'div',
      { ...itemAttributes(node.attrs, 'task'), 'data-checked': String(node.attrs.checked) },
      [
        'span',
        {
          class: 'checkbox',
          contenteditable: 'false',
          role: 'checkbox',
          'aria-checked': String(node.attrs.checked),
          'aria-label': t().done,
        },
      ],
      ['div', { class: 'text' }, 0],
    ],
  },
  quote: {
    ...textBlock('blockquote'),
    attrs: { ...COMMON, start: { default: null } },
    parseDOM: [{ tag: 'blockquote', getAttrs: (element) => ({ depth: depthOf(element) }) }],
  },
  /** Named apart from the mark `code`. */
  codeBlock: {
    group: 'block',
    content: '(text | object)*',
    marks: '',
    code: true,
    defining: true,
    attrs: { ...COMMON, language: { default: '' }, raw: { default: false } },
    parseDOM: [
      {
        tag: 'pre',
        preserveWhitespace: 'full',
        getAttrs: (element) => ({
          depth: depthOf(element),
          language:
            /language-([\w+#.-]+)/.exec(element.querySelector('code')?.className ?? '')?.[1] ??
            element.dataset.language ??
            '',
        }),
      },
    ],
    toDOM: (node): DOMOutputSpec => [
      'pre',
      blockAttributes(node.attrs, {
        spellcheck: 'false',
        ...(node.attrs.language ? { 'data-language': node.attrs.language } : {}),
        ...(node.attrs.raw ? { 'data-raw': 'true' } : {}),
      }),
      ['code', 0],
    ],
  },
  divider: {
    group: 'block',
    attrs: COMMON,
    atom: true,
    selectable: true,
    parseDOM: [{ tag: 'hr', getAttrs: (element) => ({ depth: depthOf(element) }) }],
    toDOM: (node): DOMOutputSpec => [
      'div',
      blockAttributes(node.attrs, { class: 'divider', role: 'separator' }),
      ['hr', { role: 'presentation' }],
    ],
  },
  callout: {
    ...textBlock('div', (attrs) => ({
      class: 'callout',
      role: 'note',
      'data-tone': attrs.tone ?? 'note',
      ...(attrs.icon ? { 'data-icon': attrs.icon } : {}),
    })),
    attrs: { ...COMMON, tone: { default: null }, icon: { default: '' } },
    parseDOM: [
      {
        tag: 'div.callout',
        getAttrs: (element) => ({
          depth: depthOf(element),
          tone: element.dataset.tone ?? null,
          icon: element.dataset.icon ?? '',
        }),
      },
    ],
  },
  toggle: {
    ...textBlock('div', () => ({ class: 'toggle' })),
    parseDOM: [{ tag: 'div.toggle', getAttrs: (element) => ({ depth: depthOf(element) }) }],
  },
  /** A picture; its text is the caption. */
  image: {
    ...textBlock('figure'),
    attrs: {
      ...COMMON,
      src: { default: '' },
      alt: { default: '' },
      width: { default: null },
      pixelWidth: { default: null },
      pixelHeight: { default: null },
    },
    parseDOM: [
      {
        tag: 'figure.image',
        contentElement: 'figcaption',
        getAttrs: (element) => ({
          depth: depthOf(element),
          src: element.dataset.src ?? '',
          alt: element.dataset.alt ?? '',
          width: Number(element.dataset.width) || null,
          pixelWidth: Number(element.dataset.pixelWidth) || null,
          pixelHeight: Number(element.dataset.pixelHeight) || null,
        }),
      },
    ],
    // The page draws it with figures/figure-view.ts; this is what is dragged.
    toDOM: ({ attrs }): DOMOutputSpec => [
      'figure',
      blockAttributes(attrs, {
        class: 'image',
        ...stringsOf({
          'data-src': attrs.src,
          'data-alt': attrs.alt,
          'data-width': attrs.width,
          'data-pixel-width': attrs.pixelWidth,
          'data-pixel-height': attrs.pixelHeight,
        }),
      }),
      ['div', { class: 'card', contenteditable: 'false' }, pictureLabel(attrs)],
      ['figcaption', 0],
    ],
  },
  /** A file that belongs to the document; its text is the caption. */
  file: {
    ...textBlock('figure'),
    attrs: {
      ...COMMON,
      src: { default: '' },
      name: { default: '' },
      size: { default: null },
      mime: { default: '' },
    },
    parseDOM: [
      {
        tag: 'figure.file',
        contentElement: 'figcaption',
        getAttrs: (element) => ({
          depth: depthOf(element),
          src: element.dataset.src ?? '',
          name: element.dataset.name ?? '',
          size: Number(element.dataset.size) || null,
          mime: element.dataset.mime ?? '',
        }),
      },
    ],
    toDOM: ({ attrs }): DOMOutputSpec => [
      'figure',
      blockAttributes(attrs, {
        class: 'file',
        ...stringsOf({
          'data-src': attrs.src,
          'data-name': attrs.name,
          'data-size': attrs.size,
          'data-mime': attrs.mime,
        }),
      }),
      ['div', { class: 'card', contenteditable: 'false' }, t().file(attrs.name || t().noName)],
      ['figcaption', 0],
    ],
  },
  /** A page of the web; its text is the title one gives it. blocks/bookmark-view.ts draws it. */
  bookmark: {
    ...textBlock('figure'),
    attrs: { ...COMMON, href: { default: '' } },
    parseDOM: [
      {
        tag: 'figure.bookmark',
        contentElement: 'figcaption',
        getAttrs: (element) => {
          const href = element.dataset.href ?? '';
          return { depth: depthOf(element), href: isWebAddress(href) ? href : '' };
        },
      },
    ],
    toDOM: ({ attrs }): DOMOutputSpec => [
      'figure',
      blockAttributes(attrs, { class: 'bookmark', ...stringsOf({ 'data-href': attrs.href }) }),
      ['figcaption', 0],
    ],
  },
  /** A formula in TeX, shown as its source where it is written. */
  formula: {
    group: 'block',
    content: '(text | object)*',
    marks: '',
    code: true,
    defining: true,
    attrs: COMMON,
    parseDOM: [
      {
        tag: 'pre.formula',
        preserveWhitespace: 'full',
        getAttrs: (element) => ({ depth: depthOf(element) }),
        priority: 60,
      },
    ],
    toDOM: (node): DOMOutputSpec => [
      'pre',
      blockAttributes(node.attrs, { class: 'formula', spellcheck: 'false' }),
      ['code', 0],
    ],
  },
  /** Rows of cells. Each row has as many cells as `columns`; see binding/ids.ts, which sees to it. */
  table: {
    group: 'block',
    content: 'tableRow+',
    isolating: true,
    attrs: {
      ...COMMON,
      header: { default: false },
      /** `TableColumn[]`, or null where only the cells tell (pasted tables). */
      columns: { default: null },
    },
    parseDOM: [
      {
        tag: 'table',
        getAttrs: (element) => ({
          depth: depthOf(element),
          header: element.querySelector('tr')?.querySelector('td') === null,
          columns: parseColumns(element),
        }),
      },
    ],
    // The page draws it with blocks/table-view.ts; this is what goes to the clipboard.
    toDOM: (): DOMOutputSpec => ['table', ['tbody', 0]],
  },
  tableRow: {
    content: 'tableCell+',
    isolating: true,
    attrs: { id: { default: null as string | null } },
    parseDOM: [{ tag: 'tr' }],
    toDOM: (): DOMOutputSpec => ['tr', 0],
  },
  /** A cell. `header` and `align` follow from the table. */
  tableCell: {
    content: 'inline*',
    isolating: true,
    attrs: {
      id: { default: null as string | null },
      header: { default: false },
      align: { default: null },
    },
    parseDOM: [{ tag: 'td' }, { tag: 'th' }],
    toDOM: ({ attrs }): DOMOutputSpec => [
      'td',
      stringsOf({
        role: attrs.header ? 'columnheader' : null,
        'data-align': attrs.align,
      }),
      0,
    ],
  },
  /** A block of a type this build does not know: its text can be read, moved and deleted. */
  unknown: {
    ...textBlock('div', (attrs) => ({ class: 'unknown', 'data-type': attrs.type })),
    attrs: { ...COMMON, type: { default: 'unknown' }, shape: { default: {} } },
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
export function objectLabel(embed: InlineObject): string {
  const says = (field: string): string => fieldOf(embed, field);
  if (embed.object === 'image') return t().image(says('alt') || says('src') || t().noDescription);
  if (embed.object === 'html') return says('value');
  if (embed.object === 'mention') return `@${says('name') || '?'}`;
  if (embed.object === 'date') return says('date');
  if (embed.object === 'formula') return says('source');
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
  bold: {
    parseDOM: [
      { tag: 'strong' },
      // Google Docs wraps what it copies in <b style="font-weight: normal">.
      { tag: 'b', getAttrs: (element) => element.style.fontWeight !== 'normal' && null },
      { style: 'font-weight=400', clearMark: (mark) => mark.type.name === 'bold' },
      {
        style: 'font-weight',
        getAttrs: (value) => /^(bold(er)?|[6-9]\d{2})$/.test(value) && null,
      },
    ],
    toDOM: (): DOMOutputSpec => ['strong'],
  },
  italic: {
    parseDOM: [
      { tag: 'em' },
      { tag: 'i', getAttrs: (element) => element.style.fontStyle !== 'normal' && null },
      { style: 'font-style=italic' },
    ],
    toDOM: (): DOMOutputSpec => ['em'],
  },
  underline: {
    parseDOM: [{ tag: 'u' }, { style: 'text-decoration=underline' }],
    toDOM: (): DOMOutputSpec => ['u'],
  },
  strike: {
    parseDOM: [
      { tag: 's' },
      { tag: 'del' },
      { tag: 'strike' },
      { style: 'text-decoration=line-through' },
    ],
    toDOM: (): DOMOutputSpec => ['s'],
  },
  code: { code: true, parseDOM: [{ tag: 'code' }], toDOM: (): DOMOutputSpec => ['code'] },
};

const COLOR_MARKS = ['highlight', 'color'] as const;
export type ColorMark = (typeof COLOR_MARKS)[number];

/** Whether a mark is a colour: of the text, or of what is behind it. */
export function isColorMark(name: string): name is ColorMark {
  return (COLOR_MARKS as readonly string[]).includes(name);
}

export const schema = new Schema({ nodes, marks });
