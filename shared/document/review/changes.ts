/**
 * What became of a document between two states of it, said as what people did.
 *
 * Invariant: plain data, which can be stored and sent; every place in it is one of `before` or one of
 * `after`, and says which.
 */
import type { Formatted } from '../formatting.ts';
import type { BlockShape } from '../operations/block-shape.ts';
import type { Span } from '../restored.ts';
import type { AttributeName, Block, Inline, InlineObject, Marks, TableColumn } from '../schema.ts';
import type { Piece, Register } from '../taking-back.ts';

/** Shown positions [from, to) of a text: of a block by its id, or of a cell (`row/column`). */
export interface Range {
  text: string;
  from: number;
  to: number;
}

/** A range with what it reads as. */
export interface Passage extends Range {
  content: Inline[];
}

/** Text that stands elsewhere than it did: its range in `before`, and in `after`. */
export interface Carried {
  was: Range;
  is: Range;
}

/** Where a change is in `after`; what is gone, right behind its nearest neighbour that is there. */
export interface Where extends Range {
  /** Anchors at both ends, as `anchorToJson` gives them. */
  start: unknown;
  end: unknown;
}

/** What the items of a document say of a change: enough to take it back. */
export interface Made {
  inserted: Span[];
  deleted: Piece[];
  formatted: Formatted[];
  registers: [string, Register][];
}

/** A block, row or column, and the one before it; null for the first. */
export interface Placed<T> {
  is: T;
  behind: string | null;
}

/** What a block was, and is; null where it said nothing. */
export interface Became<T> {
  block: string;
  was: T;
  is: T;
}

/** What a mark said, and says; null where there was or is none. */
export type MarkChanges = {
  [Name in keyof Marks]?: { was: Marks[Name] | null; is: Marks[Name] | null };
};

export type What =
  | { kind: 'typed' | 'deleted' | 'replaced' | 'cell written' }
  | { kind: 'object added' | 'object removed' }
  /** Text that stands elsewhere, though no block was moved, split or joined for it. */
  | { kind: 'carried' }
  | { kind: 'object changed'; was: InlineObject; is: InlineObject }
  /** Of `added`, `behind` is a block of `after`; of `removed`, of `before`. */
  | { kind: 'added' | 'removed'; blocks: Placed<Block>[] }
  /** Off which text it was split. */
  | { kind: 'split'; block: Placed<BlockShape & { id: string }>; off: string }
  /** Text over several blocks: the end of one, those between, and the beginning of `block`. */
  | {
      kind: 'deleted across' | 'replaced across';
      blocks: Placed<Block>[];
      block: BlockShape & { id: string };
      into: string;
    }
  /** `into` is the text of `after` in which it goes on. */
  | { kind: 'joined'; block: BlockShape & { id: string }; into: string }
  | { kind: 'moved'; blocks: Placed<string>[]; was: { behind: string | null } }
  /** `isRenewed`: with another marker, which says all of what it is. */
  | { kind: 'turned'; blocks: Became<BlockShape>[]; isRenewed: boolean }
  | { kind: 'nested' | 'checked' | 'attribute'; name: AttributeName; blocks: Became<unknown>[] }
  | { kind: 'formatted' | 'unformatted'; marks: MarkChanges; ranges: Range[] }
  | { kind: 'row added' | 'row removed'; table: string; lines: Placed<{ id: string }>[] }
  | { kind: 'column added' | 'column removed'; table: string; lines: Placed<TableColumn>[] }
  | {
      kind: 'row moved' | 'column moved';
      table: string;
      lines: Placed<string>[];
      was: { behind: string | null };
    }
  | { kind: 'column changed'; table: string; was: TableColumn; is: TableColumn }
  /** `cell` has the register that says so: see `MergedCells`. */
  | { kind: 'cells merged' | 'cells split'; table: string; cell: string }
  /** `took` is what went of it; what is taken back is told by what it was and is. */
  | { kind: 'title'; was: string; is: string; took: Span[] }
  /** What nobody sees, such as whose line a block was split off. */
  | { kind: 'unseen' };

export type ChangeKind = What['kind'];

export type Change = What & {
  /** null of the title, and of what nobody sees. */
  where: Where | null;
  /** Text that is gone with it, as ranges of `before`. */
  gone: Passage[];
  /** Text that is new with it, as ranges of `after`. */
  come: Passage[];
  carried: Carried[];
  /**
   * The devices that did it, by their client ids, as far as that is known: who deletes a character
   * leaves no name.
   */
  clients: number[];
  made: Made;
};

/** Two states of a document, and what there is between them. */
export interface Comparison {
  /** In the order of `after`. */
  changes: Change[];
  /** To be taken back together with what it belongs to, and never shown. */
  unseen: Change[];
  /** Blocks that are the same to whoever reads them, and have another id: id before, id after. */
  renamed: [string, string][];
}
