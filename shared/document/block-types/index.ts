/**
 * Every block type, once. What lists, tables or asks for types anywhere is derived from this.
 *
 * Invariant: names of types and attributes are stored in documents people already have. Add; never
 * rename. An attribute that several types have is one and the same.
 */
import { bookmark } from './bookmark.ts';
import { bullet } from './bullet.ts';
import { callout } from './callout.ts';
import { code } from './code.ts';
import { depth } from './common.ts';
import type { Attribute, BlockDefinition } from './definition.ts';
import { divider } from './divider.ts';
import { file } from './file.ts';
import { formula } from './formula.ts';
import { heading } from './heading.ts';
import { image } from './image.ts';
import { ordered } from './ordered.ts';
import { paragraph } from './paragraph.ts';
import { progress } from './progress.ts';
import { quote } from './quote.ts';
import { TABLE_PART_ATTRIBUTES, table } from './table.ts';
import { task } from './task.ts';
import { toggle } from './toggle.ts';

const DEFINITIONS = {
  paragraph,
  heading,
  bullet,
  ordered,
  task,
  quote,
  code,
  divider,
  callout,
  toggle,
  image,
  file,
  formula,
  table,
  bookmark,
  progress,
} as const satisfies Readonly<Record<string, BlockDefinition>>;

export type BlockType = keyof typeof DEFINITIONS;
export const BLOCK_TYPES = Object.keys(DEFINITIONS) as BlockType[];

/** Those whose blocks make a list or a quote together with their neighbours. */
export type ListType = {
  [Type in BlockType]: (typeof DEFINITIONS)[Type] extends { list: string } ? Type : never;
}[BlockType];

export type TablePart = keyof typeof TABLE_PART_ATTRIBUTES;
export const TABLE_PARTS = Object.keys(TABLE_PART_ATTRIBUTES) as TablePart[];

export function isKnownType(type: string): type is BlockType {
  return Object.hasOwn(DEFINITIONS, type);
}

export function isTablePart(type: string): type is TablePart {
  return Object.hasOwn(TABLE_PART_ATTRIBUTES, type);
}

/** What a type is; of one this build does not know, nothing is known. */
export function definitionOf(type: string): BlockDefinition {
  return isKnownType(type) ? DEFINITIONS[type] : {};
}

type Intersected<Union> = (Union extends unknown ? (each: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never;
type Defined = {
  [Type in BlockType]: (typeof DEFINITIONS)[Type] extends { attributes: infer Own } ? Own : never;
};
type Known = { depth: typeof depth } & Intersected<
  Defined[BlockType] | (typeof TABLE_PART_ATTRIBUTES)[TablePart]
>;
type Values = {
  -readonly [Name in keyof Known]?: Known[Name] extends Attribute<infer Value> ? Value : never;
};

/** Attributes a block may have besides its type; which ones mean something depends on the type. */
export interface BlockAttributes extends Values {}
export type AttributeName = keyof BlockAttributes;

const OWN: ReadonlyMap<string, NonNullable<BlockDefinition['attributes']>> = new Map([
  ...Object.entries<BlockDefinition>(DEFINITIONS).map(
    ([type, { attributes }]) => [type, { depth, ...attributes }] as const,
  ),
  ...Object.entries(TABLE_PART_ATTRIBUTES),
]);

/** Every attribute by its name. */
export const ATTRIBUTES = Object.assign({}, ...OWN.values()) as Readonly<
  Record<AttributeName, Attribute<unknown>>
>;
export const ATTRIBUTE_NAMES = Object.keys(ATTRIBUTES) as AttributeName[];

const NAMES = new Map([...OWN].map(([type, own]) => [type, Object.keys(own) as AttributeName[]]));

/** The attributes that mean something for a type; for one this build does not know, all of them. */
export function attributeNamesOf(type: string): readonly AttributeName[] {
  return NAMES.get(type) ?? ATTRIBUTE_NAMES;
}

function typesThat(are: (definition: BlockDefinition) => unknown): ReadonlySet<string> {
  return new Set(BLOCK_TYPES.filter((type) => are(DEFINITIONS[type])));
}

/**
 * Blocks that are markers without text. A table's text is in its cells; a picture's is its caption,
 * a bookmark's its title.
 */
export const VOID_TYPES = typesThat(({ isVoid }) => isVoid);
/** Blocks whose text is shown as written, without inline formatting. */
export const PLAIN_TYPES = typesThat(({ isPlain }) => isPlain);
