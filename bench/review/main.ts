/**
 * Measures how long it takes to say what changed between two states of a long document.
 *
 * Invariant: no figure makes it fail, since machines differ. It runs where the app will have it run,
 * off the page's thread: with documents that are there, and with updates that are read first.
 */
import { cpus, loadavg } from 'node:os';
import * as Y from 'yjs';
import { Body } from '../../shared/document/body.ts';
import { createDocument } from '../../shared/document/create.ts';
import { setShape, split } from '../../shared/document/operations/blocks.ts';
import { deleteText, format, insert } from '../../shared/document/operations/text.ts';
import { compare } from '../../shared/document/review/compare.ts';
import { tableOf } from '../markdown.ts';
import { paragraphs, WORDS_PER_PARAGRAPH } from '../speed/text.ts';

const PARAGRAPHS = 10_000;
const ROUNDS = 15;
/** Every so many paragraphs one is edited. */
const SPARSE = 50;

const before = new Y.Doc();
createDocument(before, {
  blocks: paragraphs(PARAGRAPHS).map((text) => ({ type: 'paragraph', content: [{ text }] })),
});

/** The same document after every so many paragraphs were edited. */
function edited(every: number): Y.Doc {
  const doc = new Y.Doc();
  Y.applyUpdate(doc, Y.encodeStateAsUpdate(before));
  const body = new Body(doc);
  const ids = body.shown.map(({ id }) => id);
  doc.transact(() => {
    ids.forEach((id, index) => {
      if (index % every !== 0) return;
      insert(body, id, 10, ' something new');
      deleteText(body, id, 40, 12);
      const kind = (index / every) % 4;
      if (kind === 1) format(body, id, 30, 8, { bold: true });
      if (kind === 2) setShape(body, id, { type: 'heading', level: 2 });
      if (kind === 3) split(body, id, 60, { type: 'paragraph' });
    });
  });
  return doc;
}

/** The middle of some times that the processor spent, in ms. */
function median(does: () => unknown): number {
  const times = Array.from({ length: ROUNDS }, () => {
    const before = process.threadCpuUsage();
    does();
    const { user, system } = process.threadCpuUsage(before);
    return (user + system) / 1000;
  });
  return times.sort((a, b) => a - b)[ROUNDS >> 1]!;
}

const rows = [['edited', 'changes', 'two documents', 'two updates']];
for (const [name, every] of [
  ['one paragraph', Number.POSITIVE_INFINITY],
  ['one paragraph in fifty', SPARSE],
  ['every paragraph', 1],
] as const) {
  const after = edited(every);
  const updates = [before, after].map((doc) => Y.encodeStateAsUpdate(doc)) as [
    Uint8Array,
    Uint8Array,
  ];
  const { changes } = compare(before, after);
  const times = [() => compare(before, after), () => compare(...updates)].map(median);
  rows.push([name, String(changes.length), ...times.map((time) => `${time.toFixed(0)} ms`)]);
}
const words = (PARAGRAPHS * WORDS_PER_PARAGRAPH).toLocaleString('en');
const table = `${words} words.\n\n${tableOf(rows)}`;
const processor = cpus()[0]?.model ?? 'unknown processor';
console.log(`\n${table}\n\n${processor}, load ${loadavg()[0]?.toFixed(1)}`);
