/** A driver without an editor: each word as the operations of the document model that say it. */
import type * as Y from 'yjs';
import { Body, readBlocks } from '../body.ts';
import { arrange } from '../operations/arrange.ts';
import { type BlockShape, newBlockId } from '../operations/block-shape.ts';
import {
  deleteBlocks,
  insertAbove,
  insertBlocks,
  join,
  setShape,
  split,
} from '../operations/blocks.ts';
import { deleteText, format, insert } from '../operations/text.ts';
import { textOf } from '../plain-text.ts';
import { rewrite } from '../rewrite.ts';
import { type Block, type Inline, type Marks, PLAIN_TYPES } from '../schema.ts';
import { UndoHistory } from '../undo-history.ts';
import type { Driver, Turned } from './driver.ts';
import { parseSketch, sketchBlocks } from './sketch.ts';
import { changed, type TableChange } from './table-words.ts';

export class ModelDriver implements Driver {
  readonly doc: Y.Doc;
  readonly history: UndoHistory;

  constructor(doc: Y.Doc) {
    this.doc = doc;
    this.history = new UndoHistory(doc, { origin: this });
  }

  #act(action: (body: Body) => void): this {
    this.doc.transact(() => action(new Body(this.doc)), this);
    return this;
  }

  type(block: string, after: string, text: string, marks?: Marks): this {
    return this.#act((body) => {
      const found = find(body, block);
      insert(body, found.id, offsetBehind(found, after), text, marks);
    });
  }

  split(block: string, after: string): this {
    return this.#act((body) => {
      const found = find(body, block);
      const offset = offsetBehind(found, after);
      const length = body.lengthOf(found.id);
      const { id, content: _, checked: __, ...shape } = found;
      const atStart = offset === 0 && length > 0;
      const isEdge = atStart || offset === length;
      // A line added at the edge of a heading is no heading.
      const { level: ___, ...plain } = shape;
      const added: BlockShape =
        shape.type === 'heading' && isEdge ? { ...plain, type: 'paragraph' } : shape;
      const ids = body.shown.map((shown) => shown.id);
      const at = body.shownIndex(id) + (atStart ? 0 : 1);
      const newId = atStart ? insertAbove(body, id, added) : split(body, id, offset, added);
      ids.splice(at, 0, newId);
      arrange(body, ids);
    });
  }

  join(block: string): this {
    return this.#act((body) => {
      const { id } = find(body, block);
      join(body, id, body.shown[body.shownIndex(id) - 1]!.id);
    });
  }

  erase(block: string, text: string): this {
    return this.#act((body) => {
      const found = find(body, block);
      deleteText(body, found.id, offsetOf(found, text), text.length);
    });
  }

  remove(...blocks: string[]): this {
    return this.#act((body) =>
      deleteBlocks(
        body,
        blocks.map((block) => find(body, block).id),
      ),
    );
  }

  removeAcross(block: string, from: string, last: string, to: string): this {
    return this.#act((body) => {
      const first = find(body, block);
      const end = find(body, last);
      const offset = offsetBehind(first, from);
      deleteText(body, first.id, offset, body.lengthOf(first.id) - offset);
      deleteText(body, end.id, 0, offsetOf(end, to));
      const between = body.shown
        .slice(body.shownIndex(first.id) + 1, body.shownIndex(end.id))
        .map((shown) => shown.id);
      deleteBlocks(body, between);
      join(body, end.id, first.id);
    });
  }

  turn(block: string, into: Turned): this {
    return this.#act((body) => {
      const { id, depth } = find(body, block);
      setShape(body, id, { ...(depth === undefined ? {} : { depth }), ...into });
    });
  }

  indent(block: string): this {
    return this.#deepen(block, 1);
  }

  outdent(block: string): this {
    return this.#deepen(block, -1);
  }

  #deepen(block: string, by: number): this {
    return this.#act((body) => {
      for (const { content: _, id, depth = 0, ...shape } of family(body, block))
        setShape(body, id, { ...shape, depth: Math.max(0, depth + by) });
    });
  }

  check(block: string): this {
    return this.#act((body) => {
      const { content: _, id, checked, ...shape } = find(body, block);
      setShape(body, id, { ...shape, checked: !checked });
    });
  }

  move(block: string, behind: string): this {
    return this.#act((body) => {
      const moved = family(body, block).map(({ id }) => id);
      const ids = body.shown.map((shown) => shown.id).filter((id) => !moved.includes(id));
      const at = behind === '' ? 0 : ids.indexOf(find(body, behind).id) + 1;
      ids.splice(at, 0, ...moved);
      arrange(body, ids, new Set(moved));
    });
  }

  mark(block: string, text: string, marks: Marks): this {
    return this.#format(block, text, (run) => ({ ...run.marks, ...marks }));
  }

  clear(block: string, text: string): this {
    return this.#format(block, text, () => ({}));
  }

  #format(block: string, text: string, marksOf: (run: Inline) => Marks): this {
    return this.#act((body) => {
      const found = find(body, block);
      const from = offsetOf(found, text);
      const fresh = new Map<string, [string, unknown]>();
      let at = 0;
      for (const run of found.content) {
        const end = at + ('text' in run ? run.text.length : 1);
        const start = Math.max(at, from);
        const length = Math.min(end, from + text.length) - start;
        if (length > 0) format(body, found.id, start, length, marksOf(run), fresh);
        at = end;
      }
    });
  }

  paste(behind: string, lines: readonly string[]): this {
    return this.#act((body) => {
      insertBlocks(body, find(body, behind).id, parseSketch(lines));
    });
  }

  table(change: TableChange): this {
    return this.#act((body) => {
      const index = body.shown.findIndex((shown) => shown.type === 'table');
      const { id, content, table, header = false, type, ...rest } = body.read(body.shown[index]!);
      if (!table) throw new Error('There is no table.');
      const before = { id, content, table, shape: { ...rest, type, header } };
      const now = changed({ ...table, header }, change, newBlockId());
      const after = now && {
        ...before,
        table: now,
        shape: { ...before.shape, header: now.header },
      };
      rewrite(body, index, [before], after ? [after] : [], now ? { moved: now.moved } : {});
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

  read(): readonly string[] {
    return sketchBlocks(readBlocks(this.doc).map(asShown));
  }
}

/** Code shows no formatting, though it is kept. */
function asShown(block: Block): Block {
  if (!PLAIN_TYPES.has(block.type)) return block;
  return { ...block, content: [{ text: textOf(block) }] };
}

function find(body: Body, start: string): Block {
  const block = body.shown
    .map((shown) => body.read(shown))
    .find((candidate) =>
      start === '' ? textOf(candidate) === '' : textOf(candidate).startsWith(start),
    );
  if (!block) throw new Error(`No block begins with "${start}".`);
  return block;
}

/** A block and all that is nested in it. */
function family(body: Body, start: string): Block[] {
  const first = find(body, start);
  const blocks = body.shown.slice(body.shownIndex(first.id) + 1).map((shown) => body.read(shown));
  const end = blocks.findIndex((block) => (block.depth ?? 0) <= (first.depth ?? 0));
  return [first, ...blocks.slice(0, end < 0 ? blocks.length : end)];
}

function offsetOf(block: Block, text: string): number {
  const at = textOf(block).indexOf(text);
  if (at < 0) throw new Error(`"${text}" is not in "${textOf(block)}".`);
  return at;
}

function offsetBehind(block: Block, after: string): number {
  return offsetOf(block, after) + after.length;
}
