/**
 * Measures what a command takes that is given for all of a long document, what taking it back takes,
 * and what it takes another device to read of it.
 *
 * Invariant: no figure makes it fail, since machines differ. It is the app's own editor and binding,
 * without a page: what is drawn is what stands in the window, however long the document is.
 */
import { cpus, loadavg } from 'node:os';
import { Fragment, type Node } from 'prosemirror-model';
import { AllSelection, type Command } from 'prosemirror-state';
import * as Y from 'yjs';
import { BlocksStep } from '../../app/editor/binding/blocks-step.ts';
import { setBlockType, toggle } from '../../app/editor/commands/block-commands.ts';
import { schema } from '../../app/editor/schema.ts';
import { Headless } from '../../app/editor/testing/headless.ts';
import { Body } from '../../shared/document/body.ts';
import { createDocument } from '../../shared/document/create.ts';
import { applyUpdate } from '../../shared/document/cutting.ts';
import { restoreBlocks } from '../../shared/document/review/restore-blocks.ts';
import { tableOf, writeIntoPage } from '../markdown.ts';
import { paragraphs, WORDS_PER_PARAGRAPH } from '../speed/text.ts';

const PARAGRAPHS = 20_000;
const load = loadavg()[0]?.toFixed(1);

function copyOf(doc: Y.Doc): Y.Doc {
  const copy = new Y.Doc();
  Y.applyUpdate(copy, Y.encodeStateAsUpdate(doc));
  return copy;
}

function timed(does: () => void): string {
  const since = performance.now();
  does();
  return `${((performance.now() - since) / 1000).toFixed(1)} s`;
}

const deleteAll: Command = ({ tr }, dispatch) => {
  dispatch?.(tr.deleteSelection());
  return true;
};

/** Another letter in the place of the third one of each paragraph, as find and replace puts it there. */
const replaceAll: Command = ({ tr, doc }, dispatch) => {
  const blocks: Node[] = [];
  const ranges: number[] = [];
  doc.forEach((block, at) => {
    const text = `${block.textContent.slice(0, 2)}漢${block.textContent.slice(3)}`;
    blocks.push(block.copy(Fragment.from(schema.text(text))));
    ranges.push(at + 3, 1, 1);
  });
  dispatch?.(tr.step(BlocksStep.to(doc, blocks, ranges)));
  return true;
};

const rows = [['all of it', 'done', 'read elsewhere', 'undone', 'read elsewhere']];
for (const [name, command] of [
  ['made bold', toggle('bold')],
  ['made headings', setBlockType(schema.nodes.heading!, { level: 2 })],
  ['a letter replaced in each paragraph', replaceAll],
  ['deleted', deleteAll],
] as const) {
  const doc = new Y.Doc({ gc: false });
  createDocument(doc, {
    blocks: paragraphs(PARAGRAPHS).map((text) => ({ type: 'paragraph', content: [{ text }] })),
  });
  const editor = new Headless(doc);
  const other = new Headless(copyOf(doc));
  const updates: Uint8Array[] = [];
  doc.on('update', (update: Uint8Array) => updates.push(update));
  const read = () => {
    for (const update of updates.splice(0)) applyUpdate(other.doc, update);
  };
  editor.dispatch(editor.state.tr.setSelection(new AllSelection(editor.state.doc)));
  const { history } = editor.binding.undo;
  rows.push([
    name,
    timed(() => editor.run(command)),
    timed(read),
    timed(() => history.undo()),
    timed(read),
  ]);
  if (command !== deleteAll) continue;
  const then = copyOf(doc);
  history.redo();
  read();
  const ids = new Body(then).shown.map(({ id }) => id);
  const restored = timed(() => restoreBlocks(doc, then, ids));
  rows.push(['restored, after it was deleted', restored, timed(read), '', '']);
}
const words = (PARAGRAPHS * WORDS_PER_PARAGRAPH).toLocaleString('en');
const [day] = new Date().toISOString().split('T');
const machine = `${cpus().length} cores (${cpus()[0]?.model ?? 'unknown processor'})`;
const head = `${PARAGRAPHS.toLocaleString('en')} paragraphs, ${words} words. ${day}, ${machine}, load before ${load}.`;
const text = `${head}\n\n${tableOf(rows)}`;
console.log(`\n${text}`);
if (process.argv.includes('--write')) writeIntoPage('benchmarks.md', 'everything', text);
