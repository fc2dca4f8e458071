/**
 * A driver at an editor built on ProseMirror: selections, keys that the editor's own key maps
 * answer, its paste, and for a drag the transaction that prosemirror-view makes of a drop.
 */
import type { Node } from 'prosemirror-model';
import { type Command, TextSelection, type Transaction } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import type * as Y from 'yjs';
import type { Inline, Marks } from '../../shared/document/schema.ts';
import type { Turned } from '../../shared/document/testing/driver.ts';
import { parseSketch } from '../../shared/document/testing/sketch.ts';
import {
  familySize,
  gapBehind,
  htmlOf,
  indexOfLine,
  isColoured,
  type Line,
  offsetOf,
  readLines,
  Words,
} from './lines.ts';
import { NotApplicable, type RivalDriver } from './rival.ts';

const MOST_PRESSES = 6;

/** Where a block is: what is dragged and deleted with it, and where its text begins. */
export interface Place {
  from: number;
  to: number;
  text: number;
}

/** What an editor calls our marks; a value means a mark with these attributes. */
export type MarkNames = Partial<
  Record<keyof Marks, readonly [name: string, attributes?: (value: string | true) => object]>
>;

export abstract class ProseMirrorDriver implements RivalDriver {
  readonly view: EditorView;
  readonly #words: Words;
  readonly #marks: MarkNames;

  constructor(view: EditorView, manager: Y.UndoManager, marks: MarkNames) {
    this.view = view;
    this.#words = new Words(manager);
    this.#marks = marks;
  }

  /** The document, block by block, in the order people read. */
  abstract lines(): Line<Place>[];
  protected abstract undoOnce(): void;
  protected abstract redoOnce(): void;
  abstract turn(block: string, into: Turned): this;
  abstract check(block: string): this;
  abstract close(): void;

  indent(block: string): this {
    return this.act(() => {
      this.caret(block, '');
      this.press('Tab');
    });
  }

  outdent(block: string): this {
    return this.act(() => {
      this.caret(block, '');
      this.press('Tab', true);
    });
  }

  protected act(action: () => void): this {
    this.#words.begin();
    action();
    return this;
  }

  protected line(start: string): Line<Place> {
    const lines = this.lines();
    return lines[indexOfLine(lines, start)]!;
  }

  protected select(from: number, to = from): void {
    this.view.focus();
    const { tr } = this.view.state;
    this.view.dispatch(tr.setSelection(TextSelection.create(tr.doc, from, to)));
  }

  protected caret(block: string, after: string): void {
    const line = this.line(block);
    this.select(line.place.text + offsetOf(line.block, after) + after.length);
  }

  #selectText(block: string, text: string): void {
    const line = this.line(block);
    const from = line.place.text + offsetOf(line.block, text);
    this.select(from, from + text.length);
  }

  /** A key, answered by whoever in the editor answers it. */
  protected press(key: 'Enter' | 'Backspace' | 'Tab', shiftKey = false): void {
    const keyCode = { Enter: 13, Backspace: 8, Tab: 9 }[key];
    const event = new KeyboardEvent('keydown', {
      ...{ key, code: key, keyCode, shiftKey },
      ...{ bubbles: true, cancelable: true },
    });
    const before = this.view.state.doc;
    this.view.dom.dispatchEvent(event);
    if (this.view.state.doc.eq(before)) throw new NotApplicable(`${key} does nothing here`);
  }

  protected run(command: Command): void {
    const before = this.view.state.doc;
    command(this.view.state, this.view.dispatch.bind(this.view), this.view);
    if (this.view.state.doc.eq(before)) throw new NotApplicable('the command does nothing here');
  }

  type(block: string, after: string, text: string): this {
    return this.act(() => {
      this.caret(block, after);
      for (const character of text) {
        const { from, to } = this.view.state.selection;
        const insert = () => this.view.state.tr.insertText(character, from, to);
        const isTaken = this.view.someProp('handleTextInput', (handle) =>
          handle(this.view, from, to, character, insert),
        );
        if (!isTaken) this.view.dispatch(insert());
      }
    });
  }

  split(block: string, after: string): this {
    return this.act(() => {
      this.caret(block, after);
      this.press('Enter');
    });
  }

  join(block: string): this {
    return this.act(() => {
      const count = this.lines().length;
      this.caret(block, '');
      for (let presses = 0; this.lines().length === count; presses++) {
        if (presses === MOST_PRESSES) throw new NotApplicable('Backspace does not join here');
        this.press('Backspace');
      }
    });
  }

  erase(block: string, text: string): this {
    return this.act(() => {
      this.#selectText(block, text);
      this.press('Backspace');
    });
  }

  remove(...blocks: string[]): this {
    return this.act(() => {
      const { tr } = this.view.state;
      const places = blocks.map((block) => this.line(block).place);
      for (const { from, to } of places)
        tr.deleteRange(tr.mapping.map(from, 1), tr.mapping.map(to, -1));
      this.view.dispatch(tr);
    });
  }

  removeAcross(block: string, from: string, last: string, to: string): this {
    return this.act(() => {
      const first = this.line(block);
      const end = this.line(last);
      this.select(
        first.place.text + offsetOf(first.block, from) + from.length,
        end.place.text + offsetOf(end.block, to),
      );
      this.press('Backspace');
    });
  }

  move(block: string, behind: string): this {
    return this.act(() => {
      const { tr } = this.view.state;
      const lines = this.lines();
      const index = indexOfLine(lines, block);
      const moved = lines[index]!;
      const others = lines.toSpliced(index, familySize(lines, index));
      const at = behind === '' ? -1 : indexOfLine(others, behind);
      const { line, side } = gapBehind(others, at, moved.block.depth ?? 0);
      const { from, to } = others[line]!.place;
      const gap = { before: from, behind: to, inside: to - 1 }[side];
      this.view.dispatch(this.drop(tr, moved.place, gap));
    });
  }

  /** What prosemirror-view does with a node that is dropped: it goes, and is put in again. */
  protected drop(tr: Transaction, moved: Place, gap: number, node?: Node): Transaction {
    const dropped = node ?? tr.doc.nodeAt(moved.from)!;
    tr.deleteRange(moved.from, moved.to);
    const at = tr.mapping.map(gap);
    return tr.replaceRangeWith(at, at, dropped);
  }

  mark(block: string, text: string, marks: Marks): this {
    return this.act(() => {
      this.#selectText(block, text);
      const { tr, selection, schema } = this.view.state;
      for (const [name, value] of Object.entries(marks)) {
        const [own, attributes] = this.#marks[name as keyof Marks] ?? [];
        if (!own || isColoured(name, value))
          throw new NotApplicable(`there is no ${name} ${value}`);
        tr.addMark(
          selection.from,
          selection.to,
          schema.marks[own]!.create(attributes ? { ...attributes(value) } : null),
        );
      }
      this.view.dispatch(tr);
    });
  }

  clear(block: string, text: string): this {
    return this.act(() => {
      this.#selectText(block, text);
      const { tr, selection } = this.view.state;
      this.view.dispatch(tr.removeMark(selection.from, selection.to));
    });
  }

  paste(behind: string, lines: readonly string[]): this {
    return this.act(() => {
      const { block, place } = this.line(behind);
      this.select(place.text + sizeOf(block.content));
      this.press('Enter');
      this.pasteHtml(htmlOf(parseSketch(lines)));
    });
  }

  protected pasteHtml(html: string): void {
    this.view.pasteHTML(html);
  }

  table(): this {
    throw new NotApplicable('its tables are not compared');
  }

  undo(): this {
    this.#words.undo(() => this.undoOnce());
    return this;
  }

  redo(): this {
    this.#words.redo(() => this.redoOnce());
    return this;
  }

  read(): readonly string[] {
    return readLines(this.lines());
  }

  /** The content of a text block, with our names of marks. */
  protected inline(textblock: Node, breakName: string): Inline[] {
    const runs: Inline[] = [];
    textblock.forEach((node) => {
      const marks: Record<string, unknown> = {};
      for (const mark of node.marks) {
        const own = Object.entries(this.#marks).find(([, [name]]) => name === mark.type.name);
        if (!own) throw new Error(`What is ${mark.type.name}?`);
        marks[own[0]] = mark.attrs.href ?? mark.attrs.stringValue ?? true;
      }
      if (node.isText) runs.push({ text: node.text!, marks });
      else if (node.type.name === breakName) runs.push({ text: '\n', marks });
      else runs.push({ embed: { object: node.type.name } });
    });
    return runs;
  }
}

function sizeOf(content: readonly Inline[]): number {
  return content.reduce((size, run) => size + ('text' in run ? run.text.length : 1), 0);
}

/** Our runs as ProseMirror's JSON. Line breaks become nodes, except in code. */
export function inlineJson(
  content: readonly Inline[],
  names: MarkNames,
  breakName: string | null,
): object[] {
  return content.flatMap((run) => {
    if (!('text' in run)) throw new NotApplicable('there are no inline objects');
    const marks = Object.entries(run.marks ?? {}).map(([name, value]) => {
      const [type, attributes] = names[name as keyof Marks] ?? [];
      if (!type) throw new NotApplicable(`there is no ${name}`);
      return attributes ? { type, attrs: attributes(value) } : { type };
    });
    if (breakName === null) return [{ type: 'text', text: run.text, marks }];
    return run.text
      .split(/(\n)/)
      .filter((part) => part !== '')
      .map((part) =>
        part === '\n' ? { type: breakName, marks } : { type: 'text', text: part, marks },
      );
  });
}
