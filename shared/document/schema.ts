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
  /** Reserved, not written yet. Y.Map: Yjs client id → person, to tell authorship by. */
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
] as const;
export type BlockType = (typeof BLOCK_TYPES)[number];

/** Blocks that are marks without text. */
export const OBJECT_TYPES: ReadonlySet<string> = new Set<BlockType>(['divider']);
/** Blocks whose text is shown as written, without inline formatting. */
export const PLAIN_TYPES: ReadonlySet<string> = new Set<BlockType>(['code']);

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
}
export const ATTRIBUTE_NAMES = ['depth', 'level', 'checked', 'language', 'start', 'raw'] as const;

const ATTRIBUTES_OF: Readonly<Record<BlockType, readonly (typeof ATTRIBUTE_NAMES)[number][]>> = {
  paragraph: ['depth'],
  heading: ['depth', 'level'],
  bullet: ['depth', 'start'],
  ordered: ['depth', 'start', 'checked'],
  task: ['depth', 'checked', 'start'],
  quote: ['depth', 'start'],
  code: ['depth', 'language', 'raw'],
  divider: ['depth'],
};

/** The attributes that mean something for a type; for one this build does not know, all of them. */
export function attributeNamesOf(type: string): readonly (typeof ATTRIBUTE_NAMES)[number][] {
  return isKnownType(type) ? ATTRIBUTES_OF[type] : ATTRIBUTE_NAMES;
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
}
export const MARK_NAMES = [
  'link',
  'linkTitle',
  'highlight',
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
export const HIGHLIGHTS = [DEFAULT_HIGHLIGHT, 'green', 'blue', 'pink', 'orange'] as const;

/**
 * An object inside a line of text: one embed of the body, one position long.
 * Known: `{ object: 'image', src, alt, title? }` and `{ object: 'html', value }`; any other is kept
 * and shown as a labelled placeholder.
 */
export interface InlineObject {
  object: string;
  [key: string]: unknown;
}

/** A run of equally formatted text ('\n' is a line break inside the block), or one object. */
export type Inline = { text: string; marks?: Marks } | { embed: InlineObject; marks?: Marks };

/** A block without an identity: what import makes and export reads. */
export interface BlockContent extends BlockAttributes {
  /** One of BLOCK_TYPES, or a name a newer version wrote. */
  type: string;
  content: Inline[];
}

/** A block as a reader of a document sees it. */
export interface Block extends BlockContent {
  id: string;
}

/** The text of a block, objects as U+FFFC. */
export function textOf(block: BlockContent): string {
  return block.content.map((run) => ('text' in run ? run.text : '\uFFFC')).join('');
}
