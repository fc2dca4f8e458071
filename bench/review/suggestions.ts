/**
 * Measures how long it takes to accept 1,000 suggestions at once in a document of 10,000 paragraphs,
 * and to take that back.
 *
 * Invariant: no figure makes it fail, since machines differ; what did not come in does.
 */
import { cpus, loadavg } from 'node:os';
import * as Y from 'yjs';
import { Body } from '../../shared/document/body.ts';
import { createDocument } from '../../shared/document/create.ts';
import { deleteText, format, insert } from '../../shared/document/operations/text.ts';
import { ROOT } from '../../shared/document/schema.ts';
import { decidedOf, type Suggestion } from '../../shared/suggesting/decisions.ts';
import { accept, takeBackAcceptance } from '../../shared/suggesting/review.ts';
import { tableOf } from '../markdown.ts';
import { paragraphs } from '../speed/text.ts';

const PARAGRAPHS = 10_000;
const SUGGESTIONS = 1_000;
const ROUNDS = 5;
const REVIEWER = {};

const document = new Y.Doc();
createDocument(document, {
  blocks: paragraphs(PARAGRAPHS).map((text) => ({ type: 'paragraph', content: [{ text }] })),
});

/** Each by somebody else in a paragraph of its own, so that one copy does for all. */
function suggested(): Suggestion[] {
  const copy = copyOf(document);
  const body = new Body(copy);
  let updates: Uint8Array[] = [];
  copy.on('update', (update: Uint8Array) => updates.push(update));
  const ids = body.shown.map(({ id }) => id);
  return Array.from({ length: SUGGESTIONS }, (_, index) => {
    const id = `s${index}`;
    const block = ids[index * (PARAGRAPHS / SUGGESTIONS)]!;
    copy.clientID = 1_000_000 + index;
    updates = [];
    copy.transact(() => {
      copy.getMap(ROOT.suggestions).set(String(copy.clientID), id);
      insert(body, block, 10, ' something new');
      deleteText(body, block, 40, 12);
      if (index % 4 === 0) format(body, block, 30, 8, { bold: true });
    });
    return { id, clients: [copy.clientID], update: Y.mergeUpdates(updates) };
  });
}

function copyOf(doc: Y.Doc): Y.Doc {
  const copy = new Y.Doc();
  Y.applyUpdate(copy, Y.encodeStateAsUpdate(doc));
  return copy;
}

const middle = (times: number[]) => times.sort((a, b) => a - b)[times.length >> 1]!;

const suggestions = suggested();
const accepting: number[] = [];
const takingBack: number[] = [];
for (let round = 0; round < ROUNDS; round++) {
  const doc = copyOf(document);
  const start = performance.now();
  const acceptance = accept(doc, suggestions, REVIEWER);
  accepting.push(performance.now() - start);
  const isAll = suggestions.every((each) => decidedOf(doc, each).state === 'accepted');
  if (acceptance.faults.length > 0 || !isAll) throw new Error('Something did not come in.');
  const again = performance.now();
  takeBackAcceptance(doc, acceptance, REVIEWER);
  takingBack.push(performance.now() - again);
}
const time = (times: number[]) => `${middle(times).toFixed(0)} ms`;
const rows = [
  ['1,000 suggestions in 10,000 paragraphs', 'accept all', 'take that back'],
  ['one in every tenth paragraph', time(accepting), time(takingBack)],
];
const processor = cpus()[0]?.model ?? 'unknown processor';
console.log(`\n${tableOf(rows)}\n\n${processor}, load ${loadavg()[0]?.toFixed(1)}`);
