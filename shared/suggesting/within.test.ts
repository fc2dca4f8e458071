/**
 * Suggestions that are written in others: accepted with what they stand in, whoever accepts what apart,
 * and waiting where that is refused.
 */
import { expect, test } from 'vitest';
import type * as Y from 'yjs';
import { readBlocks } from '../document/body.ts';
import type { Block } from '../document/schema.ts';
import { ModelDriver } from '../document/testing/model-driver.ts';
import { ModelDevice, modelFuzzCommands } from '../document/testing/model-fuzz-commands.ts';
import type { Draw } from '../document/testing/simulation.ts';
import { copyOf, documentOf, mergeAll, sketch } from '../document/testing/sketch.ts';
import { tokenOf } from '../testing/alphabet.ts';
import { decidedOf, type Suggestion } from './decisions.ts';
import { SuggestionFork } from './fork.ts';
import { accept, asSuggested, reject, reopen, takeBackAcceptance } from './review.ts';
import { faultIn } from './sealed.ts';
import { playFrom, tokensIn } from './testing/by-chance.ts';
import { isStranded, withBases } from './within.ts';

const LINES = ['Alpha one two', 'Bravo three four', 'Charlie five'];
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

function suggest(
  doc: Y.Doc,
  id: string,
  within: readonly Suggestion[],
  write: (person: ModelDriver) => unknown,
): Suggestion {
  const fork = new SuggestionFork(doc, { id, within });
  write(new ModelDriver(fork.doc));
  const sealed = fork.seal()!;
  fork.destroy();
  return sealed;
}

test('what is written in another suggestion comes with it, and waits without it', () => {
  const { docs, merge } = start();
  const [doc, other] = docs;
  const ana = suggest(doc, 'a', [], (person) => person.type('Alpha', 'one', ' big 🎉 ship'));
  const ben = suggest(doc, 'b', [ana], (person) =>
    person.type('Alpha', 'big', 'ger').erase('Alpha', ' ship').type('Bravo', 'three', ' and'),
  );
  const cleo = suggest(doc, 'c', [ana, ben], (person) => person.type('Alpha', 'ger', '!'));
  expect(faultIn(doc, ben)).toBe('waits');
  expect(isStranded(doc, ben, [])).toBe(true);
  expect(isStranded(doc, ben, [ana])).toBe(false);
  expect(withBases([cleo], [cleo, ben, ana])).toEqual([ana, ben, cleo]);
  // In whatever order they come.
  const whole = ['Alpha one bigger! 🎉 two', 'Bravo three and four', 'Charlie five'];
  expect(sketch(asSuggested(doc, [cleo, ben, ana]))).toEqual(whole);
  expect(sketch(asSuggested(doc, [cleo, ben]))).toEqual(LINES);

  reject(doc, [ana], REVIEWER);
  expect(accept(doc, [ana, ben], REVIEWER).accepted).toEqual([]);
  expect(sketch(doc)).toEqual(LINES);
  reopen(doc, [ana], REVIEWER);
  merge();

  // Both accept, one of them all and one a part of it, not knowing of each other.
  accept(other, [ana], REVIEWER);
  const acceptance = accept(doc, [ben, ana], REVIEWER);
  expect(acceptance.faults).toEqual([]);
  merge();
  for (const each of docs)
    expect(sketch(each)).toEqual([
      'Alpha one bigger 🎉 two',
      'Bravo three and four',
      'Charlie five',
    ]);
  takeBackAcceptance(doc, acceptance, REVIEWER);
  merge();
  for (const each of docs) expect(sketch(each)).toEqual(LINES);
  for (const one of [ana, ben]) expect(decidedOf(other, one).state).toBe('open');
  accept(other, [cleo, ana, ben], REVIEWER);
  merge();
  for (const each of docs) expect(sketch(each)).toEqual(whole);
});

test('its author writes on meanwhile, and it is heard', () => {
  const { docs } = start();
  const [doc] = docs;
  const base = new SuggestionFork(doc, { id: 'a' });
  const ana = new ModelDriver(base.doc).type('Alpha', 'one', ' big');
  const fork = new SuggestionFork(doc, { id: 'b', within: [base.seal()!] });
  const ben = new ModelDriver(fork.doc).type('Alpha', 'big', 'ger');
  ana.type('Alpha', 'two', ' ships').erase('Alpha', ' big');
  fork.hear(base.seal()!);
  expect(sketch(fork.doc)[0]).toBe('Alpha oneger two ships');
  ben.type('Alpha', 'ger', '!');
  new ModelDriver(doc).type('Bravo', 'three', '!').remove('Charlie');
  const [one, two] = [base.seal()!, fork.seal()!];
  const whole = ['Alpha oneger! two ships', 'Bravo three! four'];
  expect(sketch(asSuggested(doc, [two, one]))).toEqual(whole);
  accept(doc, [one], REVIEWER);
  expect(sketch(doc)).toEqual(['Alpha one two ships', 'Bravo three! four']);
  accept(doc, [two], REVIEWER);
  expect(sketch(doc)).toEqual(whole);
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
  const suggestions: Suggestion[] = [];
  let shown: string | null = null;
  const client = draw.int(1_000, 5_000);
  for (let index = 0; index < draw.int(2, 4); index++) {
    const within = [...suggestions];
    const fork = new SuggestionFork(docs[0], { id: `s${index}`, client: client + index, within });
    perform(fork.doc, draw.int(1, 4));
    const sealed = fork.seal();
    if (sealed) suggestions.push(sealed);
    shown = JSON.stringify(readBlocks(fork.doc));
    fork.destroy();
  }
  const before = JSON.stringify(readBlocks(docs[0]));
  const shuffled = [...suggestions].sort(() => draw.int(0, 2) - 1);
  const whole = asSuggested(docs[0], shuffled);
  expect(JSON.stringify(readBlocks(whole)), 'it is what its author saw').toBe(shown);
  const acceptances = docs.map((doc) => {
    const some = shuffled.filter(() => draw.oneIn(2));
    return accept(doc, withBases(some, suggestions), REVIEWER);
  });
  for (const { faults } of acceptances) expect(faults).toEqual([]);
  merge();
  const [one, other] = docs.map((doc) => readBlocks(doc)) as [Block[], Block[]];
  expect(other).toEqual(one);
  expect([...tokensIn(one)].filter(([, times]) => times > 1)).toEqual([]);
  if (draw.oneIn(2)) {
    takeBackAcceptance(docs[0], acceptances[0]!, REVIEWER);
    if (draw.oneIn(2)) takeBackAcceptance(docs[1], acceptances[1]!, REVIEWER);
    merge();
  }
  const untouched = acceptances.every(({ accepted }) => accepted.length === 0);
  if (untouched) expect(JSON.stringify(readBlocks(docs[1]))).toBe(before);
  expect(accept(docs[1], shuffled, REVIEWER).faults).toEqual([]);
  merge();
  const now = tokensIn(readBlocks(docs[0]));
  const wanted = tokensIn(readBlocks(whole));
  expect([...now.keys()].sort(), 'nothing is lost').toEqual([...wanted.keys()].sort());
  expect([...now].filter(([, times]) => times > 1)).toEqual([]);
}

test.each(Array.from({ length: WORLDS }, (_, index) => firstSeed + index))('seed %i', (seed) => {
  playFrom(seed, play);
});
