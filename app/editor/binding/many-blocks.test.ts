/** What is done to tens of thousands of lines at once, as in a long list or log: all of it, and undone. */
import { AllSelection, type Command } from 'prosemirror-state';
import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { Body, readBlocks } from '../../../shared/document/body.ts';
import { createDocument } from '../../../shared/document/create.ts';
import { restoreBlocks } from '../../../shared/document/review/restore-blocks.ts';
import { copyOf } from '../../../shared/document/testing/sketch.ts';
import { changeDepth, setBlockType, toggle } from '../commands/block-commands.ts';
import { markdownOf } from '../menus/copy-markdown.ts';
import { schema } from '../schema.ts';
import { Headless } from '../testing/headless.ts';

/** A hundred words a line are a million. */
const MANY = 10_000;
/** More than one call takes arguments. */
const TOO_MANY = 130_000;

function long(lines: number): Y.Doc {
  const doc = new Y.Doc();
  createDocument(doc, {
    blocks: Array.from({ length: lines }, (_, line) => ({
      type: 'paragraph',
      content: [{ text: `line ${line} 漢` }],
    })),
  });
  return doc;
}

const textsOf = (doc: Y.Doc) =>
  readBlocks(doc).map(({ content }) =>
    content.map((run) => ('text' in run ? run.text : '')).join(),
  );

const deleteAll: Command = ({ tr }, dispatch) => {
  dispatch!(tr.deleteSelection());
  return true;
};

test('lines are formatted, turned, nested and deleted, and that is undone and done again', () => {
  const doc = long(MANY);
  const before = readBlocks(doc);
  const editor = new Headless(doc);
  const { history } = editor.binding.undo;
  const everything = () =>
    editor.dispatch(editor.state.tr.setSelection(new AllSelection(editor.state.doc)));
  const belowTheFirst = () => editor.select(1, 0, MANY - 1, 0);
  const acts: [() => unknown, Command, (blocks: typeof before) => boolean][] = [
    [
      everything,
      toggle('bold'),
      (blocks) => blocks.every(({ content: [run] }) => run?.marks?.bold),
    ],
    [
      everything,
      setBlockType(schema.nodes.heading!, { level: 2 }),
      (blocks) => blocks.every(({ type }) => type === 'heading'),
    ],
    [belowTheFirst, changeDepth(1), ([, ...below]) => below.every(({ depth }) => depth === 1)],
    [everything, deleteAll, (blocks) => blocks.length === 1],
  ];
  for (const [select, command, isDone] of acts) {
    select();
    editor.run(command);
    const done = readBlocks(doc);
    expect(isDone(done)).toBe(true);
    history.undo();
    expect(readBlocks(doc)).toEqual(before);
    history.redo();
    expect(readBlocks(doc)).toEqual(done);
    history.undo();
    expect(editor.isTrue()).toBe(true);
  }
});

test('all lines of a version are restored where they were deleted', () => {
  const doc = long(MANY);
  const then = copyOf(doc, 10);
  const editor = new Headless(doc);
  editor.dispatch(editor.state.tr.setSelection(new AllSelection(editor.state.doc)));
  editor.run(deleteAll);
  expect(readBlocks(doc)).toHaveLength(1);
  const ids = new Body(then).shown.map(({ id }) => id);
  restoreBlocks(doc, then, ids);
  expect(textsOf(doc).filter((text) => text !== '')).toEqual(textsOf(then));
  expect(editor.isTrue()).toBe(true);
});

test('more lines than a call takes arguments are brought in, copied and put in again', () => {
  const doc = long(TOO_MANY);
  const editor = new Headless(doc);
  const { content } = editor.state.doc;
  expect(markdownOf(content).split('\n\n')).toHaveLength(TOO_MANY);
  const { tr } = editor.state;
  editor.dispatch(tr.insert(tr.doc.content.size, content).setMeta('uiEvent', 'paste'));
  expect(new Body(doc).shown).toHaveLength(2 * TOO_MANY);
  expect(editor.state.doc.childCount).toBe(2 * TOO_MANY);
});

test('formatting that reaches over all lines is written, and taken away, by another program', () => {
  const doc = long(MANY);
  const editor = new Headless(doc);
  const { text } = editor.binding.body;
  // One change at the beginning, which each line passes on to the next.
  doc.transact(() => text.format(0, text.length, { bold: true }));
  const isBold = () => readBlocks(doc).every(({ content: [run] }) => run?.marks?.bold === true);
  expect(isBold()).toBe(true);
  expect(editor.isTrue()).toBe(true);
  doc.transact(() => text.format(0, text.length, { bold: null }));
  expect(isBold()).toBe(false);
  expect(editor.isTrue()).toBe(true);
});
