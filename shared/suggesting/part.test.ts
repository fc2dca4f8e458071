/**
 * Parts of suggestions: what is picked is in the document, the rest is open, and with it all is as if
 * it had been accepted at once, whoever picks what apart.
 */
import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { readBlocks } from '../document/body.ts';
import type { Block } from '../document/schema.ts';
import { ModelDriver } from '../document/testing/model-driver.ts';
import { ModelDevice, modelFuzzCommands } from '../document/testing/model-fuzz-commands.ts';
import type { Draw } from '../document/testing/simulation.ts';
import { copyOf, documentOf, mergeAll, sketch } from '../document/testing/sketch.ts';
import { tokenOf } from '../testing/alphabet.ts';
import { decidedOf, type Suggestion } from './decisions.ts';
import { SuggestionFork } from './fork.ts';
import { acceptPart, takeBackPart } from './part.ts';
import { accept, asSuggested, reject } from './review.ts';
import type { SuggestedChange } from './shown.ts';
import { playFrom, tokensIn } from './testing/by-chance.ts';

const LINES = ['Alpha one two', 'Bravo three four', 'Charlie five', 'Delta six'];
const REVIEWER = {};
const WORLDS = Number(process.env.WORLDS ?? 40);
const firstSeed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31));

function start() {
  const original = documentOf(LINES);
  const docs = [copyOf(original, 10), copyOf(original, 20)] as const;
  for (const doc of docs) new ModelDriver(doc);
  const merge = () => {
    mergeAll(docs);
    mergeAll(docs);
  };
  return { docs, merge };
}

function suggested(doc: Y.Doc): Suggestion {
  const fork = new SuggestionFork(doc, { id: 'a', client: 77 });
  new ModelDriver(fork.doc)
    .type('Alpha', 'one', ' big 👨‍👩‍👧')
    .erase('Bravo', ' three')
    .turn('Charlie', { type: 'heading', level: 2 })
    .split('Delta', 'Delta');
  const sealed = fork.seal()!;
  fork.destroy();
  return sealed;
}

/** Picks what is at the blocks that begin so. */
const at =
  (...starts: string[]) =>
  (changes: readonly SuggestedChange[]) =>
    changes.flatMap(({ change }, index) =>
      starts.some((start) => JSON.stringify(change).includes(start)) ? [index] : [],
    );

const kinds =
  (...names: string[]) =>
  (changes: readonly SuggestedChange[]) =>
    changes.flatMap(({ change }, index) => (names.includes(change.kind) ? [index] : []));

test('what is picked is in the document, and the rest is open; each in its turn', () => {
  const { docs, merge } = start();
  const [doc] = docs;
  const suggestion = suggested(doc);
  const whole = sketch(asSuggested(doc, [suggestion]));
  const first = acceptPart(doc, suggestion, kinds('typed'), REVIEWER);
  expect(first.faults).toEqual([]);
  expect(sketch(doc)).toEqual(['Alpha one big 👨‍👩‍👧 two', ...LINES.slice(1)]);
  expect(decidedOf(doc, suggestion).state).toBe('open');
  expect(sketch(asSuggested(doc, [suggestion]))).toEqual(whole);

  takeBackPart(doc, first, REVIEWER);
  expect(sketch(doc)).toEqual(LINES);
  expect(sketch(asSuggested(doc, [suggestion]))).toEqual(whole);

  acceptPart(doc, suggestion, kinds('typed'), REVIEWER);
  acceptPart(doc, suggestion, kinds('deleted', 'turned'), REVIEWER);
  expect(sketch(doc)).toEqual([
    'Alpha one big 👨‍👩‍👧 two',
    'Bravo four',
    '## Charlie five',
    'Delta six',
  ]);
  merge();
  // Who refuses the rest leaves what was accepted.
  reject(docs[1], [suggestion], REVIEWER);
  expect(sketch(docs[1])[3]).toBe('Delta six');
  expect(sketch(docs[1])[1]).toBe('Bravo four');
  accept(doc, [suggestion], REVIEWER);
  expect(sketch(doc)).toEqual(whole);
  merge();
  for (const each of docs) expect(sketch(each)).toEqual(whole);
});

test('whoever picks something else apart takes nothing away', () => {
  const { docs, merge } = start();
  const suggestion = suggested(docs[0]);
  const whole = sketch(asSuggested(docs[0], [suggestion]));
  acceptPart(docs[0], suggestion, kinds('typed', 'turned'), REVIEWER);
  acceptPart(docs[1], suggestion, kinds('typed', 'deleted'), REVIEWER);
  merge();
  for (const doc of docs) {
    expect(sketch(doc)[0]).toBe('Alpha one big 👨‍👩‍👧 two');
    expect(decidedOf(doc, suggestion).state).toBe('open');
    expect(sketch(asSuggested(doc, [suggestion]))).toEqual(whole);
  }
  accept(docs[1], [suggestion], REVIEWER);
  merge();
  for (const doc of docs) expect(sketch(doc)).toEqual(whole);
});

test('all of it is the whole', () => {
  const { docs } = start();
  const suggestion = suggested(docs[0]);
  acceptPart(docs[0], suggestion, at('Alpha', 'Bravo', 'Charlie', 'Delta', ''), REVIEWER);
  expect(decidedOf(docs[0], suggestion).state).toBe('accepted');
});

test('nothing of it changes nothing', () => {
  const { docs } = start();
  const suggestion = suggested(docs[0]);
  const before = Y.encodeStateAsUpdate(docs[0]);
  const part = acceptPart(docs[0], suggestion, () => [], REVIEWER);
  expect(part).toEqual({ accepted: [], faults: [], part: null });
  takeBackPart(docs[0], part, REVIEWER);
  expect(Y.encodeStateAsUpdate(docs[0])).toEqual(before);
});

function play(draw: Draw): void {
  const { docs, merge } = start();
  let nextToken = 0;
  const perform = (doc: Y.Doc, times: number) => {
    const device = new ModelDevice(doc);
    for (let left = times; left > 0; left--)
      device.perform(modelFuzzCommands.draw(draw), () => tokenOf(nextToken++, false));
  };
  perform(docs[0], draw.int(0, 3));
  merge();
  const fork = new SuggestionFork(docs[0], { id: 'a', client: draw.int(1_000, 9_000) });
  perform(fork.doc, draw.int(2, 7));
  const suggestion = fork.seal();
  fork.destroy();
  if (!suggestion) return;
  const untouched = tokensIn(readBlocks(docs[0]));
  const whole = asSuggested(docs[0], [suggestion]);
  const isQuiet = draw.oneIn(2);
  const some = (changes: readonly SuggestedChange[]) =>
    changes.flatMap((_, index) => (draw.oneIn(2) ? [index] : []));
  const part = acceptPart(docs[0], suggestion, some, REVIEWER);
  if (draw.oneIn(3)) takeBackPart(docs[0], part, REVIEWER);
  if (draw.oneIn(2)) acceptPart(docs[1], suggestion, some, REVIEWER);
  if (draw.oneIn(2)) merge();
  if (draw.oneIn(3)) acceptPart(docs[1], suggestion, some, REVIEWER);
  if (!isQuiet) perform(docs[1], draw.int(1, 2));
  merge();
  merge();
  const [blocks, others] = docs.map((doc) => readBlocks(doc)) as [Block[], Block[]];
  expect(others).toEqual(blocks);
  expect([...tokensIn(blocks)].filter(([, times]) => times > 1)).toEqual([]);
  accept(docs[0], [suggestion], REVIEWER);
  merge();
  merge();
  const now = tokensIn(readBlocks(docs[1]));
  expect([...now].filter(([, times]) => times > 1)).toEqual([]);
  if (isQuiet) {
    const wanted = tokensIn(readBlocks(whole));
    expect([...now.keys()].sort(), 'nothing is lost').toEqual([...wanted.keys()].sort());
    for (const token of untouched.keys()) if (wanted.has(token)) expect(now.has(token)).toBe(true);
  }
}

test.each(Array.from({ length: WORLDS }, (_, index) => firstSeed + index))('seed %i', (seed) => {
  playFrom(seed, play);
});
