/**
 * The words in which a case of the merge table says what a person does. Whoever can do these can be
 * asked to pass the table: the document model, the editor, any other editor.
 *
 * Invariant: a word means what a person does and sees. Which keys, commands or operations that
 * takes is the driver's own affair.
 */
import type { Marks } from '../schema.ts';
import type { TableChange } from './table-words.ts';

/** What a block can be turned into; its depth and its text stay. */
export interface Turned {
  type: 'paragraph' | 'heading' | 'bullet' | 'ordered' | 'task' | 'quote' | 'code' | 'divider';
  level?: number;
  checked?: boolean;
}

/**
 * A person at one copy of a document. Blocks are named by what they begin with, '' by being empty.
 * A text inside a block is its first occurrence there.
 */
export interface Driver {
  /** Types behind `after` ('': at the beginning). */
  type(block: string, after: string, text: string): this;
  /** Enter behind `after` ('': at the beginning). */
  split(block: string, after: string): this;
  /** Backspace at the beginning of a block, until it is joined to the one above. */
  join(block: string): this;
  /** Deletes a text inside a block; the block stays. */
  erase(block: string, text: string): this;
  /** Deletes blocks with all they hold. */
  remove(...blocks: string[]): this;
  /** Deletes from the middle of one block (behind `from`) to the middle of another (up to `to`). */
  removeAcross(block: string, from: string, last: string, to: string): this;
  turn(block: string, into: Turned): this;
  /** Puts a block one step deeper, with all that is nested in it. */
  indent(block: string): this;
  /** Puts a block one step out, with all that is nested in it. */
  outdent(block: string): this;
  /** Checks a task, or unchecks it. */
  check(block: string): this;
  /** Moves a block, with all that is nested in it, right behind another one ('': to the top). */
  move(block: string, behind: string): this;
  /** Adds formatting to a text. */
  mark(block: string, text: string, marks: Marks): this;
  /** Takes all formatting off a text. */
  clear(block: string, text: string): this;
  /** Pastes blocks, written as a sketch, behind another one. */
  paste(behind: string, lines: readonly string[]): this;
  /** Changes the first table of the document. */
  table(change: TableChange): this;
  /** Takes the last of these words back that is not taken back yet. */
  undo(): this;
  redo(): this;
  /** The document as this person sees it, as a sketch. */
  read(): readonly string[];
}
