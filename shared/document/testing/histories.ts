/**
 * Ways in which a document can have come to say what it says: written line by line, cut out of one
 * line, moved into place, put together again. Who reads it cannot tell them apart, and so what two
 * people make of it must be the same.
 *
 * Invariant: a document made by any of these reads as the blocks it was asked for.
 */
import * as Y from 'yjs';
import { Body } from '../body.ts';
import { createDocument } from '../create.ts';
import { arrange } from '../operations/arrange.ts';
import { newBlockId } from '../operations/block-shape.ts';
import { deleteBlocks, join } from '../operations/blocks.ts';
import { rewrite } from '../rewrite.ts';
import { type Inline, VOID_TYPES } from '../schema.ts';
import type { EditedBlock } from '../tokens.ts';
import { UndoHistory } from '../undo-history.ts';
import { parseSketch } from './sketch.ts';

type History = (lines: readonly string[]) => Y.Doc;

function blocksOf(lines: readonly string[]): EditedBlock[] {
  return parseSketch(lines).map(({ content, table, ...shape }) => ({
    id: newBlockId(),
    shape,
    content,
    ...(table
      ? {
          table: {
            columns: table.columns.map((column) => ({ ...column, id: newBlockId() })),
            rows: table.rows.map((row) => ({ ...row, id: newBlockId() })),
          },
        }
      : {}),
  }));
}

function empty(): Y.Doc {
  const doc = new Y.Doc();
  doc.clientID = 1;
  createDocument(doc);
  return doc;
}

function shownBlocks(body: Body): EditedBlock[] {
  return body.shown.map((shown) => {
    const { id, type, content, table, ...attributes } = body.read(shown);
    return { id, shape: { type, ...attributes }, content, ...(table ? { table } : {}) };
  });
}

/** Has the document read as these, in one change. */
function become(doc: Y.Doc, blocks: readonly EditedBlock[]): void {
  const body = new Body(doc);
  doc.transact(() => rewrite(body, 0, shownBlocks(body), blocks));
}

function isText({ shape, table }: EditedBlock): boolean {
  return !table && !VOID_TYPES.has(shape.type);
}

/** A text up to its first blank, and what follows. */
function cut([first, ...rest]: readonly Inline[]): [Inline[], Inline[]] {
  if (!first || !('text' in first)) return [[], first ? [first, ...rest] : []];
  const end = first.text.indexOf(' ') + 1;
  const [left, right] = [first.text.slice(0, end), first.text.slice(end)];
  const runOf = (text: string): Inline[] => (text === '' ? [] : [{ ...first, text }]);
  return [runOf(left), [...runOf(right), ...rest]];
}

export const HISTORIES = {
  'from above': (lines) => {
    const doc = empty();
    const blocks = blocksOf(lines);
    for (let count = 1; count <= blocks.length; count++) become(doc, blocks.slice(0, count));
    return doc;
  },
  'from below': (lines) => {
    const doc = empty();
    const blocks = blocksOf(lines);
    for (let from = blocks.length - 1; from >= 0; from--) become(doc, blocks.slice(from));
    return doc;
  },
  'cut from above': (lines) => {
    const doc = empty();
    const blocks = blocksOf(lines);
    for (let done = 0; done < blocks.length; done++) {
      const rest = blocks.slice(done);
      const end = rest.findIndex((block) => !isText(block));
      const texts = rest.slice(0, end < 0 ? rest.length : end);
      const one = texts[0] && { ...texts[0], content: texts.flatMap(({ content }) => content) };
      become(doc, [...blocks.slice(0, done), ...(one ? [one] : []), ...rest.slice(texts.length)]);
    }
    become(doc, blocks);
    return doc;
  },
  'cut from below': (lines) => {
    const doc = empty();
    const blocks = blocksOf(lines);
    for (let count = 0; count <= blocks.length; count++) {
      const head = blocks.slice(0, blocks.length - count);
      const tail = blocks.slice(blocks.length - count);
      const from = head.findLastIndex((block) => !isText(block)) + 1;
      const texts = head.slice(from);
      const one = texts[0] && { ...texts[0], content: texts.flatMap(({ content }) => content) };
      become(doc, [...head.slice(0, from), ...(one ? [one] : []), ...tail]);
    }
    return doc;
  },
  'moved away and back': (lines) => {
    const doc = empty();
    const blocks = blocksOf(lines);
    for (let count = 1; count <= blocks.length; count++) become(doc, blocks.slice(0, count));
    for (const { id } of blocks)
      for (const isBack of [false, true]) {
        const body = new Body(doc);
        const ids = blocks.map((block) => block.id);
        const wanted = isBack ? ids : [...ids.filter((other) => other !== id), id];
        doc.transact(() => arrange(body, wanted, new Set([id])));
      }
    return doc;
  },
  'split and joined': (lines) => {
    const doc = empty();
    const blocks = blocksOf(lines);
    become(doc, blocks);
    for (const [index, block] of blocks.entries()) {
      if (!isText(block)) continue;
      const [left, right] = cut(block.content);
      const second = { ...block, id: newBlockId(), content: right };
      const parts = [{ ...block, content: left }, second];
      become(doc, [...blocks.slice(0, index), ...parts, ...blocks.slice(index + 1)]);
      const body = new Body(doc);
      doc.transact(() => join(body, second.id, block.id));
    }
    return doc;
  },
  'between graves': (lines) => {
    const doc = empty();
    const blocks = blocksOf(lines);
    const grave = (): EditedBlock => ({
      id: newBlockId(),
      shape: { type: 'paragraph' },
      content: [{ text: 'gone' }],
    });
    const [dead, joined] = [new Set<string>(), new Set<string>()];
    const all = blocks.flatMap((block) => {
      const [one, other] = [grave(), grave()];
      dead.add(one.id);
      joined.add(other.id);
      return isText(block) ? [one, block, other] : [one, block];
    });
    for (let count = 1; count <= all.length; count++) become(doc, all.slice(0, count));
    for (const [index, { id }] of all.entries()) {
      const body = new Body(doc);
      doc.transact(() => {
        if (dead.has(id)) deleteBlocks(body, [id]);
        else if (joined.has(id)) join(body, id, all[index - 1]!.id);
      });
    }
    become(doc, blocks);
    return doc;
  },
  'deleted and brought back': (lines) => {
    const doc = empty();
    const blocks = blocksOf(lines);
    become(doc, blocks);
    const origin = {};
    const history = new UndoHistory(doc, { origin });
    const body = new Body(doc);
    doc.transact(
      () =>
        deleteBlocks(
          body,
          blocks.map(({ id }) => id),
        ),
      origin,
    );
    history.undo();
    history.destroy();
    return doc;
  },
  'joined and taken apart again': (lines) => {
    const doc = empty();
    const blocks = blocksOf(lines);
    become(doc, blocks);
    const origin = {};
    const history = new UndoHistory(doc, { origin });
    for (let index = blocks.length - 1; index > 0; index--) {
      if (!isText(blocks[index]!) || !isText(blocks[index - 1]!)) continue;
      const body = new Body(doc);
      doc.transact(() => join(body, blocks[index]!.id, blocks[index - 1]!.id), origin);
    }
    while (history.undo());
    history.destroy();
    return doc;
  },
} satisfies Readonly<Record<string, History>>;

export type HistoryName = keyof typeof HISTORIES;
