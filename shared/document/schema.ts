/**
 * The shape of a document: names of the shared types, marks, and what a reader yields. What each
 * block type is, stands in `block-types/`.
 *
 * Invariant: everything here is stored in documents people already have. Add; never rename.
 */
import type { BlockAttributes } from './block-types/index.ts';
import type { Alignment } from './block-types/table.ts';

export { TONES, type Tone } from './block-types/callout.ts';
export { MAX_DEPTH } from './block-types/common.ts';
export {
  ATTRIBUTE_NAMES,
  type AttributeName,
  attributeNamesOf,
  BLOCK_TYPES,
  type BlockAttributes,
  type BlockType,
  isKnownType,
  isTablePart,
  PLAIN_TYPES,
  TABLE_PARTS,
  type TablePart,
  VOID_TYPES,
} from './block-types/index.ts';
export { ALIGNMENTS, type Alignment } from './block-types/table.ts';

/** Version of what this build writes. A build opens documents of a newer version read-only. */
export const SCHEMA_VERSION = 1;

/** Root types of a body Y.Doc. */
export const ROOT = {
  /** Y.Text: characters, inline objects and block markers. */
  body: 'body',
  /** Y.Map: one last-writer-wins register a key, `blockId:field`. */
  fields: 'fields',
  /** Y.Text: the document's title. */
  title: 'title',
  /** Y.Map: `schema` (number), `createdAt` (ms since 1970), and the look: see `look.ts`. */
  meta: 'meta',
  /** Y.Map: which characters undo brought back, as copies of which: see `restored.ts`. */
  restored: 'restored',
  /** Y.Map: person's id → name and colour of who wrote here: see `people.ts`. */
  people: 'people',
  /** Y.Map: Yjs client and person's id → that person's signature for it: see `claims.ts`. */
  claims: 'claims',
  /** Y.Map: moments of the document that have a name: see `versions.ts`. */
  versions: 'versions',
  /** Y.Map: what was decided about suggestions: see `../suggesting/decisions.ts`. */
  suggestions: 'suggestions',
  /** Y.Map: the drafts that were made of it: see `../suggesting/drafts.ts`. */
  drafts: 'drafts',
} as const;

/** Formatting of a run of text, as a reader sees it. */
export interface Marks {
  bold?: true;
  italic?: true;
  underline?: true;
  strike?: true;
  subscript?: true;
  superscript?: true;
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
  'subscript',
  'superscript',
  'code',
] as const;
export type MarkName = (typeof MARK_NAMES)[number];

/** The colour a highlight has where nobody chose one. */
export const DEFAULT_HIGHLIGHT = 'yellow';
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
 * An object inside a line of text: one embed of the body, one position long. Known are
 * - `{ object: 'image', src, alt, title? }` and `{ object: 'html', value }`,
 * - `{ object: 'mention', person, name }`: a person's id, and the name of when it was written,
 * - `{ object: 'date', date: 'YYYY-MM-DD' }`,
 * - `{ object: 'document', document, title }`: another document by its id, never with a secret,
 * - `{ object: 'formula', source }`: TeX,
 * - `{ object: 'footnote', label }`: refers to a note; with `text: true`, at the start of a
 *   paragraph, what follows it is the note.
 *
 * Any other is kept and shown as a labelled placeholder. One with an `id` can be changed where it
 * stands: the register `id:value` holds what it says now.
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
  /** Cells that are one; those it covers are empty. */
  merged?: MergedCells[];
}

/** A rectangle of cells that are shown, and read, as the first of them. */
export interface MergedCells {
  /** The cell that it was made of first: its name, as the register of the rectangle has it. */
  id: string;
  /** Ids of the first row and column there are of it now. */
  from: { row: string; column: string };
  /** Those of the last. */
  to: { row: string; column: string };
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

/** Stands between row and column in the name of a cell. No id of a marker has it. */
export const CELL_SEPARATOR = '/';

/**
 * The name of a cell: its row's and its column's id. It has it before anybody wrote in it, and
 * keeps it.
 */
export function cellId(row: string, column: string): string {
  return `${row}${CELL_SEPARATOR}${column}`;
}

/** A block as a reader of a document sees it. */
export interface Block extends BlockContent {
  id: string;
}
