/**
 * The shape of a document: names of the shared types, block types, marks, and what a reader yields.
 *
 * Invariant: everything here is stored in documents people already have. Add; never rename.
 */

/** Version of what this build writes. A build opens documents of a newer version read-only. */
export const SCHEMA_VERSION = 1;

/** Root types of a body Y.Doc. */
export const ROOT = {
  /** Y.Text: characters, inline objects and block marks. */
  body: 'body',
  /** Y.Map: one last-writer-wins register a key, `blockId:field`. */
  fields: 'fields',
  /** Y.Text: the document's title. */
  title: 'title',
  /** Y.Map: `schema` (number), `createdAt` (ms since 1970). */
  meta: 'meta',
  /** Y.Map: which characters undo brought back, as copies of which: see `restored.ts`. */
  restored: 'restored',
  /** Y.Map: person's id → name and colour of who wrote here: see `people.ts`. */
  people: 'people',
} as const;

export const BLOCK_TYPES = [
  'paragraph',
  'heading',
  'bullet',
  'ordered',
  'task',
  'quote',
  'code',
  'divider',
  'callout',
  'toggle',
  'image',
  'file',
  'formula',
  'table',
  'bookmark',
] as const;
export type BlockType = (typeof BLOCK_TYPES)[number];

/**
 * Blocks that are marks without text. A table's text is in its cells; a picture's is its caption, a
 * bookmark's its title.
 */
export const OBJECT_TYPES: ReadonlySet<string> = new Set<BlockType>(['divider', 'table']);
/** Blocks whose text is shown as written, without inline formatting. */
export const PLAIN_TYPES: ReadonlySet<string> = new Set<BlockType>(['code', 'formula']);

/** Marks that a table consists of. They name their table; a cell names its row and column, too. */
export const TABLE_PARTS = ['row', 'column', 'cell'] as const;
export type TablePart = (typeof TABLE_PARTS)[number];

export function isTablePart(type: string): type is TablePart {
  return (TABLE_PARTS as readonly string[]).includes(type);
}

/** What a callout is about, and so how it looks: the five kinds of alert that Markdown knows. */
export const TONES = ['note', 'tip', 'important', 'warning', 'caution'] as const;
export type Tone = (typeof TONES)[number];

export const ALIGNMENTS = ['center', 'end'] as const;
export type Alignment = (typeof ALIGNMENTS)[number];

export const MAX_DEPTH = 8;

/** Attributes a block may have besides its type; which ones mean something depends on the type. */
export interface BlockAttributes {
  /** Nesting, 0 to MAX_DEPTH. A deeper block belongs to the nearest shallower one before it. */
  depth?: number;
  /** Heading: 1 to 6. */
  level?: number;
  /** Task. */
  checked?: boolean;
  /** Code: name of the language, as written after a fence. */
  language?: string;
  /**
   * Ordered item: the number the list starts (again) with. Bullet, task and quote: 1 where a list
   * or quote begins that directly follows another one.
   */
  start?: number;
  /** Code: Markdown that has no block of its own yet, kept and exported word for word. */
  raw?: boolean;
  /** Callout. */
  tone?: Tone;
  /** Callout: what stands in its corner, an emoji. */
  icon?: string;
  /**
   * Image, file: where its bytes are, an address that `isSafeLink` lets pass. Those that belong to
   * the document are at `attachments/<SHA-256>`: see `attachments.ts`.
   */
  src?: string;
  /** Image: what it shows, for those who do not see it. */
  alt?: string;
  /** Image, column of a table: width in CSS pixels. */
  width?: number;
  /** Image: how large it is by itself, so that its place is kept until it is there. */
  pixelWidth?: number;
  pixelHeight?: number;
  /** File: its name. */
  name?: string;
  /** File: bytes. */
  size?: number;
  /** File: its media type. */
  mime?: string;
  /** Bookmark: the page it is about, an address that `isWebAddress` lets pass. */
  href?: string;
  /** Table: whether its first row is a heading. */
  header?: boolean;
  /** Column of a table; at the start unless it says otherwise. */
  align?: Alignment;
}
export const ATTRIBUTE_NAMES = [
  'depth',
  'level',
  'checked',
  'language',
  'start',
  'raw',
  'tone',
  'icon',
  'src',
  'alt',
  'width',
  'pixelWidth',
  'pixelHeight',
  'name',
  'size',
  'mime',
  'href',
  'header',
  'align',
] as const;
export type AttributeName = (typeof ATTRIBUTE_NAMES)[number];

const ATTRIBUTES_OF: Readonly<Record<BlockType | TablePart, readonly AttributeName[]>> = {
  paragraph: ['depth'],
  heading: ['depth', 'level'],
  bullet: ['depth', 'start'],
  ordered: ['depth', 'start', 'checked'],
  task: ['depth', 'checked', 'start'],
  quote: ['depth', 'start'],
  code: ['depth', 'language', 'raw'],
  divider: ['depth'],
  callout: ['depth', 'tone', 'icon'],
  toggle: ['depth'],
  image: ['depth', 'src', 'alt', 'width', 'pixelWidth', 'pixelHeight'],
  file: ['depth', 'src', 'name', 'size', 'mime'],
  formula: ['depth'],
  table: ['depth', 'header'],
  bookmark: ['depth', 'href'],
  row: [],
  column: ['width', 'align'],
  cell: [],
};

/** The attributes that mean something for a type; for one this build does not know, all of them. */
export function attributeNamesOf(type: string): readonly AttributeName[] {
  return isKnownType(type) || isTablePart(type) ? ATTRIBUTES_OF[type] : ATTRIBUTE_NAMES;
}

export function isKnownType(type: string): type is BlockType {
  return (BLOCK_TYPES as readonly string[]).includes(type);
}

/** Formatting of a run of text, as a reader sees it. */
export interface Marks {
  bold?: true;
  italic?: true;
  underline?: true;
  strike?: true;
  code?: true;
  /** An address with scheme http, https, mailto or tel, or one relative to the document. */
  link?: string;
  /** The title of the link, as Markdown may give one. Means nothing without `link`. */
  linkTitle?: string;
  /** A colour name of the palette. */
  highlight?: string;
  /** The colour of the text itself, a name of the palette. */
  color?: string;
}
export const MARK_NAMES = [
  'link',
  'linkTitle',
  'highlight',
  'color',
  'bold',
  'italic',
  'underline',
  'strike',
  'code',
] as const;
export type MarkName = (typeof MARK_NAMES)[number];

/** The colour a highlight has where nobody chose one. */
export const DEFAULT_HIGHLIGHT = 'yellow';
/** The colours a highlight can be given; one that is not among them is shown as the first. */
export const HIGHLIGHTS = [
  DEFAULT_HIGHLIGHT,
  'orange',
  'red',
  'pink',
  'violet',
  'blue',
  'green',
  'gray',
] as const;
/** The colours text can be given; one that is not among them is kept and shown as ink. */
export const TEXT_COLORS = [
  'gray',
  'brown',
  'orange',
  'red',
  'pink',
  'violet',
  'blue',
  'green',
] as const;

/** Objects of a line that this build knows. */
export const INLINE_OBJECTS = ['image', 'html', 'mention', 'date', 'document', 'formula'] as const;
export type InlineObjectName = (typeof INLINE_OBJECTS)[number];

/**
 * An object inside a line of text: one embed of the body, one position long.
 * Known: `{ object: 'image', src, alt, title? }`, `{ object: 'html', value }`,
 * `{ object: 'mention', person, name }` (a person's id, and the name of when it was written),
 * `{ object: 'date', date: 'YYYY-MM-DD' }`,
 * `{ object: 'document', document, title }` (another document by its id, never with a secret) and
 * `{ object: 'formula', source }` (TeX); any other is kept and shown as a labelled placeholder.
 * One with an `id` can be changed where it stands: the register `id:value` holds what it says now.
 */
export interface InlineObject {
  object: string;
  [key: string]: unknown;
}

/** What an object says in a field; '' where that is no text, as in what somebody made up. */
export function fieldOf(embed: InlineObject, field: string): string {
  const value = embed[field];
  return typeof value === 'string' ? value : '';
}

/** A run of equally formatted text ('\n' is a line break inside the block), or one object. */
export type Inline = { text: string; marks?: Marks } | { embed: InlineObject; marks?: Marks };

/** A block without an identity: what import makes and export reads. */
export interface BlockContent extends BlockAttributes {
  /** One of BLOCK_TYPES, or a name a newer version wrote. */
  type: string;
  content: Inline[];
  /** What a table holds. */
  table?: TableContent;
}

/** Rows and columns of a table in the order people see. Each row has as many cells as columns. */
export interface TableContent {
  columns: TableColumn[];
  rows: TableRow[];
}

export interface TableColumn {
  /** '' where it has none yet. */
  id: string;
  width?: number;
  align?: Alignment;
}

export interface TableRow {
  /** '' where it has none yet. */
  id: string;
  cells: Inline[][];
}

/**
 * The name of a cell: its row's and its column's id. It has it before anybody wrote in it, and
 * keeps it.
 */
export function cellId(row: string, column: string): string {
  return `${row}/${column}`;
}

/** A block as a reader of a document sees it. */
export interface Block extends BlockContent {
  id: string;
}

/** The text of a block, objects as U+FFFC; of a table, cells behind one another, one a line. */
export function textOf(block: BlockContent): string {
  if (block.table) return block.table.rows.flatMap(({ cells }) => cells.map(inlineText)).join('\n');
  return inlineText(block.content);
}

/** Plain text, objects as U+FFFC. */
export function inlineText(content: readonly Inline[]): string {
  return content.map((run) => ('text' in run ? run.text : '\uFFFC')).join('');
}
