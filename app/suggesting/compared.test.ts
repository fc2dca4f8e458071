/** What the worker answers, which is told only what it does not know yet, is what the page would find. */
import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { changeHostilely } from '../../shared/document/testing/hostile.ts';
import { copyOf, documentOf } from '../../shared/document/testing/sketch.ts';
import type { Suggestion } from '../../shared/suggesting/decisions.ts';
import { SuggestionFork } from '../../shared/suggesting/fork.ts';
import { fuzz, seededChance } from '../../shared/testing/fuzz.ts';
import { comparedIn, Mirror, Telling } from './compared.ts';

const STEPS = 8;

test('whatever changes, and whatever is suggested and decided meanwhile', async () => {
  await fuzz({
    runs: 12,
    make: (_, seed) => ({ seed, steps: STEPS }),
    check: ({ seed, steps }) => {
      const chance = seededChance(seed);
      const doc = copyOf(documentOf(['Alpha one two', 'Bravo three', 'Charlie']), 10);
      const mirror = new Mirror();
      const document = new Telling(doc);
      let writing = new SuggestionFork(doc, { id: 'mine', client: 900 });
      let fork = new Telling(writing.doc);
      const told = new Map<string, Suggestion>();
      let open: Suggestion[] = [];
      for (let step = 0; step < steps; step++) {
        changeHostilely(doc, chance);
        if (step % 3 === 0) {
          const other = new SuggestionFork(doc, { id: `s${step}`, client: 500 + step });
          changeHostilely(other.doc, chance);
          const sealed = other.seal();
          other.destroy();
          if (sealed) open = [...open, sealed];
        } else if (step % 3 === 1) open = open.slice(1);
        if (step === 4) {
          writing.destroy();
          fork.end();
          writing = new SuggestionFork(doc, { id: 'next', client: 901 });
          fork = new Telling(writing.doc);
        }
        changeHostilely(writing.doc, chance);
        const news = open.filter((each) => told.get(each.id) !== each);
        for (const each of news) told.set(each.id, each);
        const answer = mirror.answerTo({
          document: document.tell(),
          open: open.map(({ id }) => id),
          suggestions: news,
          fork: step % 2 === 0 ? fork.tell() : null,
          within: [],
        });
        const wanted = comparedIn(doc, open, step % 2 === 0 ? writing.doc : null);
        expect(plain(answer)).toEqual(plain(wanted));
      }
      writing.destroy();
    },
    smaller: ({ seed, steps }) =>
      Array.from({ length: steps }, (_, fewer) => ({ seed, steps: fewer })),
    show: ({ seed, steps }) => `seed ${seed}, ${steps} steps`,
  });
});

test('a key costs no more than that key', () => {
  const doc = copyOf(documentOf(['word '.repeat(2_000)]), 10);
  const telling = new Telling(doc);
  expect(telling.tell().isAll).toBe(true);
  doc.getText('body').insert(5, 'x');
  const { isAll, update } = telling.tell();
  expect(isAll).toBe(false);
  expect(update.length).toBeLessThan(50);
  expect(Y.decodeUpdate(telling.tell().update).structs).toEqual([]);
  telling.end();
});

/** As it comes out of the worker, which gets half a character as none. */
function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value), (_, each: unknown) =>
    typeof each === 'string' ? each.replaceAll(/\p{Surrogate}/gu, '\uFFFD') : each,
  );
}
