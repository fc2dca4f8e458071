/**
 * What a definition of a block type says, and the forms its attributes can have.
 *
 * Invariant: an attribute is read from anything, since anybody may have written it, and what comes
 * out has the form its type says; what has none says nothing.
 */
import { isSafeLink, isWebAddress } from '../addresses.ts';
import { isInPair } from '../pairs.ts';

export interface Attribute<Value> {
  /** What it says, however it was written; undefined where it says nothing. */
  read(value: unknown): Value | undefined;
  /** What stands where it says nothing: in a node of the editor, and in a register it is taken from. */
  default: Value | '' | null;
  /** A reader sees its default, too: a block of the type has it always. */
  isAlways?: true;
}

/** What a block makes together with its neighbours of the same kind. */
export type ListKind = 'unordered' | 'ordered' | 'quote';

/** What is typed at the beginning of a paragraph to make it a block of the type. */
export interface Typed {
  pattern: RegExp;
  /** The attributes that go with what was typed. */
  says?: (match: readonly string[]) => Readonly<Record<string, unknown>>;
}

export interface BlockDefinition {
  /** Besides `depth`, which every block has. */
  attributes?: Readonly<Record<string, Attribute<unknown>>>;
  /** A marker without a text of its own; a table's text is in its cells. */
  isVoid?: true;
  /** Its text is shown as written, without formatting. */
  isPlain?: true;
  /** An item of a list or a part of a quote; deeper blocks behind it belong to it. */
  list?: ListKind;
  /** Deeper blocks behind it belong to it, and so does what is written next in it. */
  holdsBlocks?: true;
  /** Its text is the caption or title of what it shows, and is joined to no other text. */
  isFigure?: true;
  /** What is written next, behind it, is a paragraph. */
  isSingle?: true;
  typed?: Typed;
}

export function flag(): Attribute<boolean> {
  return { read: (value) => (value === true ? true : undefined), default: false };
}

export function text(most: number): Attribute<string> {
  return {
    read: (value) => {
      if (typeof value !== 'string' || value === '') return undefined;
      return value.slice(0, isInPair(value, most) ? most - 1 : most);
    },
    default: '',
  };
}

export function oneOf<Name extends string>(names: readonly Name[]): Attribute<Name> {
  return { read: (value) => names.find((name) => name === value), default: '' };
}

/** A whole number of at least `least`; what is above `most` is that. */
export function integer(
  least: number,
  most: number = Number.POSITIVE_INFINITY,
  none: number | null = null,
): Attribute<number> {
  return {
    read: (value) =>
      Number.isInteger(value) && (value as number) >= least
        ? Math.min(value as number, most)
        : undefined,
    default: none,
  };
}

/** A whole number, brought between two others. */
export function within(least: number, most: number, none: number | null = null): Attribute<number> {
  return {
    read: (value) =>
      Number.isInteger(value) ? Math.min(Math.max(value as number, least), most) : undefined,
    default: none,
  };
}

function address(isOne: (address: string) => boolean): Attribute<string> {
  return {
    read: (value) => (typeof value === 'string' && isOne(value) ? value : undefined),
    default: '',
  };
}

/** An address that a link may have. */
export const link = (): Attribute<string> => address(isSafeLink);
/** The address of a page of the web. */
export const webAddress = (): Attribute<string> => address(isWebAddress);
