/**
 * A person's hand in tests: finds blocks by what they begin with and does one thing to them, the
 * way the editor would.
 */
import type * as Y from 'yjs';
import { Body } from '../body.ts';
import { History } from '../history.ts';
import {
  arrange,
  type BlockShape,
  deleteBlocks,
  deleteText,
  format,
  insert,
  insertBlocks,
  join,
  setShape,
  split,
} from '../operations.ts';
import { type Block, type Marks, textOf } from '../schema.ts';
import { parseSketch } from './sketch.ts';

export class Hand {
  readonly doc: Y.Doc;
  readonly history: History;

  constructor(doc: Y.Doc) {
    this.doc = doc;
    this.history = new History(doc, { origin: this });
  }

  #act(action: (body: Body) => void): this {
    this.doc.transact(() => action(new Body(this.doc)), this);
    return this;
  }

  /** '' finds the first empty block. */
  #find(body: Body, start: string): Block {
    const block = body.shown
      .map((shown) => body.read(shown))
      .find((candidate) =>
        start === '' ? textOf(candidate) === '' : textOf(candidate).startsWith(start),
      );
    if (!block) throw new Error(`No block begins with "${start}".`);
    return block;
  }

  /** Types behind the first occurrence of `after` in the block. */
  type(block: string, after: string, text: string, marks?: Marks): this {
    return this.#act((body) => {
      const found = this.#find(body, block);
      insert(body, found.id, offsetBehind(found, after), text, marks);
    });
  }

  split(block: string, after: string, shape: BlockShape = { type: 'paragraph' }): this {
    return this.#act((body) => {
      const found = this.#find(body, block);
      split(body, found.id, offsetBehind(found, after), shape);
    });
  }

  /** Joins a block to the one above. */
  join(block: string): this {
    return this.#act((body) => {
      const { id } = this.#find(body, block);
      join(body, id, body.shown[body.shownIndex(id) - 1]!.id);
    });
  }

  erase(block: string, text: string): this {
    return this.#act((body) => {
      const found = this.#find(body, block);
      deleteText(body, found.id, textOf(found).indexOf(text), text.length);
    });
  }

  remove(...blocks: string[]): this {
    return this.#act((body) =>
      deleteBlocks(
        body,
        blocks.map((block) => this.#find(body, block).id),
      ),
    );
  }

  /** Deletes from the middle of one block (behind `from`) to the middle of another (up to `to`). */
  removeAcross(block: string, from: string, last: string, to: string): this {
    return this.#act((body) => {
      const first = this.#find(body, block);
      const end = this.#find(body, last);
      const offset = offsetBehind(first, from);
      deleteText(body, first.id, offset, body.lengthOf(first.id) - offset);
      deleteText(body, end.id, 0, textOf(end).indexOf(to));
      const between = body.shown
        .slice(body.shownIndex(first.id) + 1, body.shownIndex(end.id))
        .map((shown) => shown.id);
      deleteBlocks(body, between);
      join(body, end.id, first.id);
    });
  }

  turn(block: string, shape: BlockShape): this {
    return this.#act((body) => {
      setShape(body, this.#find(body, block).id, shape);
    });
  }

  /** Moves a block behind another one ('' for the very beginning). */
  move(block: string, behind: string): this {
    return this.#act((body) => {
      const { id } = this.#find(body, block);
      const ids = body.shown.map((shown) => shown.id).filter((other) => other !== id);
      const at = behind === '' ? 0 : ids.indexOf(this.#find(body, behind).id) + 1;
      ids.splice(at, 0, id);
      arrange(body, ids, new Set([id]));
    });
  }

  mark(block: string, text: string, marks: Marks): this {
    return this.#act((body) => {
      const found = this.#find(body, block);
      format(body, found.id, textOf(found).indexOf(text), text.length, marks);
    });
  }

  paste(behind: string, lines: readonly string[]): this {
    return this.#act((body) => {
      insertBlocks(body, this.#find(body, behind).id, parseSketch(lines));
    });
  }

  undo(): this {
    this.history.undo();
    return this;
  }

  redo(): this {
    this.history.redo();
    return this;
  }
}

function offsetBehind(block: Block, after: string): number {
  const at = textOf(block).indexOf(after);
  if (at < 0) throw new Error(`"${after}" is not in "${textOf(block)}".`);
  return at + after.length;
}
