/** Whatever somebody writes by a program of their own can be read, shown, exported and written in. */
import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { formatHtml } from '../formats/html.ts';
import { formatMarkdown, parseMarkdown } from '../formats/markdown.ts';
import { Body, readBlocks } from './body.ts';
import { insertBlocks } from './operations/blocks.ts';
import { readPeople } from './read-people.ts';
import { changeHostilely, seededChance } from './testing/hostile.ts';
import { readTitle } from './text.ts';

/** More of them: `FUZZ_RUNS=10000 FUZZ_SEED=500 npx vitest run shared/document/hostile`. */
const RUNS = Number(process.env.FUZZ_RUNS ?? 60);
const FIRST_SEED = Number(process.env.FUZZ_SEED ?? 1);

test('hostile marks, attributes, objects and registers are read as something harmless', () => {
  for (let seed = FIRST_SEED; seed < FIRST_SEED + RUNS; seed++) {
    const chance = seededChance(seed);
    const doc = new Y.Doc();
    doc.clientID = seed;
    const body = new Body(doc);
    doc.on('afterTransaction', (transaction) => body.applyTransaction(transaction));
    try {
      for (let change = 0; change < 8; change++) {
        changeHostilely(doc, chance);
      }
      const blocks = readBlocks(doc);
      expect(body.shown.map((shown) => body.read(shown))).toEqual(blocks);
      const title = readTitle(doc);
      readPeople(doc);
      parseMarkdown(formatMarkdown({ title, blocks }));
      formatHtml(blocks);
      doc.transact(() =>
        insertBlocks(body, null, [{ type: 'paragraph', content: [{ text: 'mine' }] }]),
      );
      expect(readBlocks(doc).some(({ content }) => JSON.stringify(content).includes('mine'))).toBe(
        true,
      );
    } catch (error) {
      throw new Error(`Seed ${seed}`, { cause: error });
    }
  }
});
