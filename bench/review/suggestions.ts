/**
 * Measures how long it takes to accept 1,000 suggestions at once in a document of 10,000 paragraphs,
 * and to take that back.
 *
 * Invariant: no figure makes it fail, since machines differ; what did not come in does.
 */
import { cpus, loadavg } from 'node:os';
import * as Y from 'yjs';
import { createDocument } from '../../shared/document/create.ts';
import { decidedOf } from '../../shared/suggesting/decisions.ts';
import { acceptMany, takeBackAtOnce } from '../../shared/suggesting/review.ts';
import { tableOf, writeIntoPage } from '../markdown.ts';
import { paragraphs } from '../speed/text.ts';
import { suggestedApart } from './suggested-apart.ts';

const PARAGRAPHS = 10_000;
const SUGGESTIONS = 1_000;
const ROUNDS = 5;
const REVIEWER = {};

const document = new Y.Doc();
createDocument(document, {
  blocks: paragraphs(PARAGRAPHS).map((text) => ({ type: 'paragraph', content: [{ text }] })),
});

function copyOf(doc: Y.Doc): Y.Doc {
  const copy = new Y.Doc();
  Y.applyUpdate(copy, Y.encodeStateAsUpdate(doc));
  return copy;
}

const middle = (times: number[]) => times.sort((a, b) => a - b)[times.length >> 1]!;

const suggestions = [...suggestedApart(document, SUGGESTIONS, (index) => `s${index}`)];
const accepting: number[] = [];
const takingBack: number[] = [];
for (let round = 0; round < ROUNDS; round++) {
  const doc = copyOf(document);
  const start = performance.now();
  const acceptance = acceptMany(doc, suggestions, REVIEWER);
  accepting.push(performance.now() - start);
  const isAll = suggestions.every((each) => decidedOf(doc, each).state === 'accepted');
  if (acceptance.faults.length > 0 || !isAll) throw new Error('Something did not come in.');
  const again = performance.now();
  takeBackAtOnce(doc, acceptance, REVIEWER);
  takingBack.push(performance.now() - again);
}
const time = (times: number[]) => `${middle(times).toFixed(0)} ms`;
const rows = [
  ['1,000 suggestions in 10,000 paragraphs', 'accept all', 'take that back'],
  ['one in every tenth paragraph', time(accepting), time(takingBack)],
];
const processor = cpus()[0]?.model.trim() ?? 'unknown processor';
const day = new Date().toISOString().slice(0, 10);
const about = `Without a browser, ${ROUNDS} times. ${day}, ${cpus().length} cores (${processor}), load ${(loadavg()[0] ?? 0).toFixed(1)}.`;
console.log(`\n${about}\n\n${tableOf(rows)}`);
if (process.argv.includes('--write'))
  writeIntoPage('benchmarks.md', 'suggestions', `${about}\n\n${tableOf(rows)}`);
