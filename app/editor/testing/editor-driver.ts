/**
 * A driver at the real editor: each word as selections and the commands that keys run.
 *
 * Invariant: after each word the editor shows what a fresh read of the document gives, and the
 * binding had nothing to correct.
 */

import type { Node } from 'prosemirror-model';
import { TextSelection } from 'prosemirror-state';
import type * as Y from 'yjs';
import type { Marks } from '../../../shared/document/schema.ts';
import type { Driver, Turned } from '../../../shared/document/testing/driver.ts';
import { parseSketch, sketchBlocks } from '../../../shared/document/testing/sketch.ts';
import type { TableChange } from '../../../shared/document/testing/table-words.ts';
import { selectCell } from '../binding/ids.ts';
import { editedBlock } from '../binding/nodes.ts';
import { insertBlocks } from '../clipboard/clipboard.ts';
import {
  changeDepth,
  moveRange,
  setBlockType,
  toggle,
  toggleChecked,
} from '../commands/block-commands.ts';
import { setColor } from '../commands/colors.ts';
import {
  blockStart,
  joinBackward,
  joinForward,
  removeSelection,
  splitBlock,
} from '../commands/commands.ts';
import {
  addColumn,
  addRow,
  deleteColumn,
  deleteRow,
  deleteTable,
  mergeCells,
  moveColumn,
  moveRow,
  splitCell,
  toggleHeader,
} from '../commands/tables.ts';
import { isColorMark, schema } from '../schema.ts';
import { Headless } from './headless.ts';

export class EditorDriver implements Driver {
  readonly doc: Y.Doc;
  readonly editor: Headless;
  /** How many steps of undo there were before each word. */
  readonly #words: number[] = [];
  readonly #undone: number[] = [];

  constructor(doc: Y.Doc) {
    this.doc = doc;
    this.editor = new Headless(doc);
  }

  #act(action: () => void): this {
    this.#words.push(this.#steps);
    this.#undone.length = 0;
    action();
    return this.#checked();
  }

  #checked(): this {
    if (!this.editor.isTrue()) throw new Error('The editor shows another document than there is.');
    if (this.editor.binding.corrections > 0) throw new Error('The editor had to be corrected.');
    return this;
  }

  get #steps(): number {
    return this.editor.binding.undo.history.undoSteps.length;
  }

  get #blocks(): readonly Node[] {
    return this.editor.state.doc.children;
  }

  #find(start: string): number {
    const index = this.#blocks.findIndex(({ textContent }) =>
      start === '' ? textContent === '' : textContent.startsWith(start),
    );
    if (index < 0) throw new Error(`No block begins with "${start}".`);
    return index;
  }

  #offset(index: number, text: string): number {
    const { textContent } = this.#blocks[index]!;
    const at = textContent.indexOf(text);
    if (at < 0) throw new Error(`"${text}" is not in "${textContent}".`);
    return at;
  }

  #caret(block: string, after: string): void {
    const index = this.#find(block);
    this.editor.select(index, this.#offset(index, after) + after.length);
  }

  #select(block: string, text: string): void {
    const index = this.#find(block);
    const at = this.#offset(index, text);
    this.editor.select(index, at, index, at + text.length);
  }

  type(block: string, after: string, text: string): this {
    return this.#act(() => {
      this.#caret(block, after);
      for (const character of text) this.editor.type(character);
    });
  }

  split(block: string, after: string): this {
    return this.#act(() => {
      this.#caret(block, after);
      this.editor.run(splitBlock);
    });
  }

  join(block: string): this {
    return this.#act(() => {
      this.editor.select(this.#find(block), 0);
      const blocks = this.#blocks.length;
      // What is no paragraph becomes one first, and what is nested comes out first.
      while (this.#blocks.length === blocks) this.#press(joinBackward);
    });
  }

  /** Runs a command that has to do something. */
  #press(command: typeof joinBackward): void {
    const before = this.editor.state.doc;
    this.editor.press(command);
    if (this.editor.state.doc.eq(before)) throw new Error('The key did nothing.');
  }

  erase(block: string, text: string): this {
    return this.#act(() => {
      this.#select(block, text);
      this.#press(removeSelection);
    });
  }

  remove(...blocks: string[]): this {
    return this.#act(() => {
      for (const block of blocks) {
        const index = this.#find(block);
        const end = this.#blocks[index]!.content.size;
        if (index > 0) {
          // Down from the end of the line above: the whole line is selected.
          this.editor.select(index - 1, this.#blocks[index - 1]!.content.size, index, end);
          this.#press(removeSelection);
          continue;
        }
        this.editor.select(index, 0, index, end);
        if (end > 0) this.#press(removeSelection);
        this.#press(joinForward);
      }
    });
  }

  removeAcross(block: string, from: string, last: string, to: string): this {
    return this.#act(() => {
      const first = this.#find(block);
      const end = this.#find(last);
      const behind = this.#offset(first, from) + from.length;
      this.editor.select(first, behind, end, this.#offset(end, to));
      this.#press(removeSelection);
    });
  }

  turn(block: string, { type, ...attributes }: Turned): this {
    return this.#act(() => {
      this.#caret(block, '');
      const node = schema.nodes[type === 'code' ? 'codeBlock' : type]!;
      this.#press(setBlockType(node, attributes));
    });
  }

  indent(block: string): this {
    return this.#act(() => {
      this.#caret(block, '');
      this.#press(changeDepth(1));
    });
  }

  outdent(block: string): this {
    return this.#act(() => {
      this.#caret(block, '');
      this.#press(changeDepth(-1));
    });
  }

  check(block: string): this {
    return this.#act(() => {
      this.#caret(block, '');
      this.#press(toggleChecked);
    });
  }

  move(block: string, behind: string): this {
    return this.#act(() => {
      const from = this.#find(block);
      const depth = this.#blocks[from]!.attrs.depth as number;
      let to = from + 1;
      while (to < this.#blocks.length && this.#blocks[to]!.attrs.depth > depth) to++;
      const target = behind === '' ? 0 : this.#find(behind) + 1;
      this.editor.select(from, 0);
      this.editor.dispatch(moveRange(this.editor.state, { from, to }, target));
    });
  }

  mark(block: string, text: string, { link, ...marks }: Marks): this {
    return this.#act(() => {
      this.#select(block, text);
      const { tr, selection } = this.editor.state;
      // A link is pasted onto the selection.
      if (link)
        this.editor.dispatch(
          tr.addMark(selection.from, selection.to, schema.marks.link!.create({ href: link })),
        );
      for (const [name, value] of Object.entries(marks))
        this.#press(isColorMark(name) ? setColor(name, String(value)) : toggle(name));
    });
  }

  clear(block: string, text: string): this {
    return this.#act(() => {
      this.#select(block, text);
      const { tr, selection } = this.editor.state;
      this.editor.dispatch(tr.removeMark(selection.from, selection.to));
    });
  }

  paste(behind: string, lines: readonly string[]): this {
    return this.#act(() => {
      const index = this.#find(behind);
      this.editor.select(index, this.#blocks[index]!.content.size);
      this.editor.run(splitBlock);
      insertBlocks(this.editor.view, parseSketch(lines));
    });
  }

  table(change: TableChange): this {
    return this.#act(() => {
      const index = this.#blocks.findIndex(({ type }) => type === schema.nodes.table);
      const inCell = (row: number, column: number) => {
        const { tr, doc } = this.editor.state;
        selectCell(tr, blockStart(doc, index), row, column, Number.MAX_SAFE_INTEGER);
        this.editor.dispatch(tr);
      };
      switch (change.do) {
        case 'type':
          inCell(change.row, change.column);
          for (const character of change.text) this.editor.type(character);
          return;
        case 'add row':
          inCell(Math.max(0, change.at - 1), 0);
          return this.#press(addRow(change.at === 0 ? 0 : 1));
        case 'add column':
          inCell(0, Math.max(0, change.at - 1));
          return this.#press(addColumn(change.at === 0 ? 0 : 1));
        case 'delete row':
          inCell(change.at, 0);
          return this.#press(deleteRow);
        case 'delete column':
          inCell(0, change.at);
          return this.#press(deleteColumn);
        case 'move row':
          inCell(change.from, 0);
          return this.#press(moveRow(() => change.to));
        case 'move column':
          inCell(0, change.from);
          return this.#press(moveColumn(() => change.to));
        case 'merge cells': {
          inCell(...change.from);
          const anchor = this.editor.state.selection.head;
          inCell(...change.to);
          const { tr, doc, selection } = this.editor.state;
          this.editor.dispatch(tr.setSelection(TextSelection.create(doc, anchor, selection.head)));
          return this.#press(mergeCells('selected'));
        }
        case 'split cells':
          inCell(change.row, change.column);
          return this.#press(splitCell);
        case 'turn the heading row on or off':
          inCell(0, 0);
          return this.#press(toggleHeader);
        case 'delete the table':
          inCell(0, 0);
          return this.#press(deleteTable);
      }
    });
  }

  undo(): this {
    const before = this.#words.pop();
    if (before === undefined) throw new Error('There is nothing to undo.');
    this.#undone.push(this.#steps);
    while (this.#steps > before) this.editor.binding.undoStep(this.editor.view);
    return this.#checked();
  }

  redo(): this {
    const after = this.#undone.pop();
    if (after === undefined) throw new Error('There is nothing to redo.');
    this.#words.push(this.#steps);
    while (this.#steps < after) this.editor.binding.redoStep(this.editor.view);
    return this.#checked();
  }

  read(): readonly string[] {
    const blocks = this.#blocks.map((node) => {
      const { shape, ...block } = editedBlock(node);
      return { ...block, ...shape };
    });
    this.#checked();
    return sketchBlocks(blocks);
  }
}
