/** Counting words and characters, in any script, whole or in part. */
import { expect, test } from 'vitest';
import { parseSketch } from '../../../shared/document/testing/sketch.ts';
import { blockNode } from '../binding/nodes.ts';
import { schema } from '../schema.ts';
import { Counter, type Counts, minutesToRead } from './count.ts';

const counter = new Counter();
const documentOf = (...lines: string[]) =>
  schema.nodes.doc!.create(
    null,
    parseSketch(lines).map((block, index) => blockNode({ ...block, id: `b${index}` })),
  );

function run(counting: Generator<undefined, Counts>): { counts: Counts; steps: number } {
  for (let steps = 0; ; steps++) {
    const { done, value } = counting.next();
    if (done) return { counts: value, steps };
  }
}

test.each([
  ['It’s a well-known fact.', 5, 23],
  ['3.14 is π', 3, 9],
  ['', 0, 0],
  ['日本語の文章', 3, 6],
  // Four people as one family, a flag, and a letter with an accent of its own.
  ['👨‍👩‍👧‍👦 🇩🇪 e\u0301', 1, 5],
])('%s', (text, words, characters) => {
  expect(counter.text(text)).toMatchObject({ words, characters });
});

test('a document is the sum of its blocks, objects and cells with them', () => {
  const doc = documentOf('# One two', 'three *four*', '---', '⊞ a ¦ b c ⁄ d ¦', '| let x');
  const { counts, steps } = run(counter.between(doc, 0, doc.content.size));
  expect(counts).toEqual({ words: 10, characters: 27, charactersWithoutSpaces: 23 });
  expect(steps).toBe(5);
});

test('of a selection just what is selected is counted', () => {
  const doc = documentOf('one two', 'three four', 'five six');
  const from = 1 + 'one '.length;
  const to = doc.child(0).nodeSize + doc.child(1).nodeSize + 1 + 'five'.length;
  expect(run(counter.between(doc, from, to)).counts).toMatchObject({ words: 4, characters: 17 });
  expect(run(counter.between(doc, from, from)).counts.words).toBe(0);
});

test('a text has its time', () => {
  expect([0, 1, 238, 239, 2380].map(minutesToRead)).toEqual([0, 1, 1, 2, 10]);
});
