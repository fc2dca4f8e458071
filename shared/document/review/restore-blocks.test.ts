/** Single blocks of a version made to read again as they did in it. */
import { describe, expect, test } from 'vitest';
import type * as Y from 'yjs';
import { numberOf } from '../../testing/alphabet.ts';
import { AS_LONG_AS_ASKED } from '../../testing/fuzz.ts';
import { Body, readBlocks } from '../body.ts';
import { setShape } from '../operations/blocks.ts';
import { insert } from '../operations/text.ts';
import { type Block, type Inline, ROOT } from '../schema.ts';
import { BEHIND } from '../shown-blocks.ts';
import { readingOf } from '../testing/applied.ts';
import { writeLater } from '../testing/later-words.ts';
import { ModelDriver } from '../testing/model-driver.ts';
import { RESTORED_SIMULATIONS } from '../testing/restored-simulations.ts';
import { drawFrom } from '../testing/simulation.ts';
import { copyOf, documentOf, mergeAll, sketch } from '../testing/sketch.ts';
import { checkPairs, faultOf, type Pair } from '../testing/states.ts';
import { UndoHistory } from '../undo-history.ts';
import { compare } from './compare.ts';
import { restoreBlocks } from './restore-blocks.ts';

const OPERATIONS = 60;
const SIMULATIONS = Number(process.env.FUZZ_RUNS ?? 6);
const firstSeed = Number(process.env.FUZZ_SEED ?? Math.floor(Math.random() * 2 ** 31));
const START = ['Alpha one two', 'Bravo four five six', 'Charlie seven eight'];

function idOf(doc: Y.Doc, beginsWith: string): string {
  const block = readBlocks(doc).find(({ content: [run] }) =>
    run && 'text' in run ? run.text.startsWith(beginsWith) : false,
  );
  return block!.id;
}

/** Restores the blocks of the beginning that begin with these words, in what became of it. */
function restored(work: (driver: ModelDriver) => void, ...words: string[]): string[] {
  const before = documentOf(START);
  const after = copyOf(before, 30);
  work(new ModelDriver(after));
  restoreBlocks(
    after,
    before,
    words.map((word) => idOf(before, word)),
  );
  return sketch(after);
}

test('what stands without a marker where a block comes back stays as it is', () => {
  const before = documentOf(START);
  const after = copyOf(before, 30);
  after.getText(ROOT.body).delete(0, 1 + START[0]!.length);
  after.getText(ROOT.body).insert(0, 'Nobody’s');
  restoreBlocks(after, before, [idOf(before, 'Alpha')]);
  expect(sketch(after)).toEqual([START[0], 'Nobody’s', START[1], START[2]]);
});

describe('a block is as it was', () => {
  test('whose text and kind changed, while others stay as they are', () => {
    const work = (driver: ModelDriver) =>
      driver
        .type('Alpha', 'one', ' XXX')
        .erase('Bravo', 'four ')
        .mark('Bravo', 'five', { bold: true })
        .turn('Bravo', { type: 'heading', level: 1 });
    expect(restored(work, 'Bravo')).toEqual(['Alpha one XXX two', START[1], START[2]]);
    expect(restored(work, 'Alpha')).toEqual([START[0], '# Bravo *five* six', START[2]]);
  });

  test('that is deleted, at its place', () => {
    expect(restored((driver) => driver.remove('Bravo'), 'Bravo')).toEqual(START);
    const both = (driver: ModelDriver) => driver.remove('Alpha').remove('Bravo');
    expect(restored(both, 'Alpha')).toEqual([START[0], START[2]]);
    expect(restored(both, 'Bravo', 'Alpha')).toEqual(START);
  });

  test('that was joined: what it went on in stays as it is', () => {
    const work = (driver: ModelDriver) => driver.join('Bravo');
    expect(restored(work, 'Bravo')).toEqual([START[0] + START[1]!, START[1], START[2]]);
    expect(restored(work, 'Alpha', 'Bravo')).toEqual(START);
  });

  test('that was split: what was split off it stays', () => {
    const work = (driver: ModelDriver) => driver.split('Bravo', 'four');
    expect(restored(work, 'Bravo')).toEqual([START[0], START[1], ' five six', START[2]]);
  });

  test('where it was moved to', () => {
    const work = (driver: ModelDriver) =>
      driver.move('Charlie', 'Alpha').type('Charlie', 'seven', 'X');
    expect(restored(work, 'Charlie')).toEqual([START[0], START[2], START[1]]);
  });

  test('without the formatting that nobody saw while it was code', () => {
    const work = (driver: ModelDriver) =>
      driver.mark('Bravo', 'five', { bold: true }).turn('Bravo', { type: 'code' });
    expect(restored(work, 'Bravo')).toEqual(START);
  });

  test('with no mark of deletion on what stands beside it', () => {
    const before = documentOf(START);
    const after = copyOf(before, 30);
    new ModelDriver(after).remove('Alpha');
    after.getText(ROOT.body).insert(0, 'Nobody’s');
    restoreBlocks(after, before, [idOf(before, 'Alpha')]);
    expect(sketch(after)).toEqual([START[0], 'Nobody’s', START[1], START[2]]);
    const body = new Body(after);
    for (const { id } of body.shown) expect(body.register(id, 'deleted')).not.toBe(true);
  });
});

test('a table that went on in another block comes back with its cells that were one', () => {
  const before = documentOf(['Alpha', '⊞ a ¦ b ⁄ c ¦ d']);
  new ModelDriver(before).table({ do: 'merge cells', from: [0, 0], to: [0, 1] });
  const [, { id }] = readBlocks(before) as [Block, Block];
  const after = copyOf(before, 30);
  const body = new Body(after);
  after.transact(() => {
    setShape(body, id, { type: 'paragraph' });
    insert(body, id, 0, 'Bravo');
  });
  new ModelDriver(after).move('Bravo', 'd').join('Bravo');
  const lines = ['a↵', 'b', 'c', 'dBravo'];
  expect(sketch(after)).toEqual(['Alpha', ...lines]);
  restoreBlocks(after, before, [id]);
  expect(sketch(after)).toEqual([...sketch(before), ...lines]);
});

test('two who restore the same apart have it once, and undo takes it back in one step', () => {
  const before = documentOf(START);
  const after = copyOf(before, 30);
  new ModelDriver(after).remove('Bravo').erase('Charlie', 'seven ').join('Charlie');
  const [ana, eve] = [copyOf(after, 20), copyOf(after, 50)];
  const histories = [ana, eve].map((doc) => new UndoHistory(doc, { origin: 'review' }));
  const ids = ['Bravo', 'Charlie'].map((word) => idOf(before, word));
  for (const doc of [ana, eve]) restoreBlocks(doc, before, ids, 'review');
  expect(histories.map(({ undoSteps }) => undoSteps.length)).toEqual([1, 1]);
  for (let round = 0; round < 3; round++) mergeAll([ana, eve]);
  expect(sketch(ana)).toEqual(sketch(eve));
  expect(sketch(ana).filter((line) => line.includes('Bravo'))).toEqual([START[1]]);
  expect(sketch(ana).join('\n').split('seven')).toHaveLength(2);
  const alone = copyOf(after, 60);
  const history = new UndoHistory(alone, { origin: 'review' });
  restoreBlocks(alone, before, ids, 'review');
  history.undo();
  expect(sketch(alone)).toEqual(sketch(after));
  history.redo();
  expect(sketch(alone).slice(1)).toEqual(START.slice(1));
  for (const each of [...histories, history]) each.destroy();
});

test('what undo had brought back, and was deleted again, stays where it is restored', () => {
  const start = [START[0]!, 'Bravo', START[2]!];
  const before = documentOf(start);
  const after = copyOf(before, 30);
  const writer = new ModelDriver(after).remove('Bravo');
  writer.undo();
  writer.redo();
  expect(sketch(after)).toEqual([START[0], START[2]]);
  const now = copyOf(after, 40);
  const history = new UndoHistory(now, { origin: 'review' });
  restoreBlocks(now, before, [idOf(before, 'Bravo')], 'review');
  expect(sketch(now)).toEqual(start);
  history.destroy();
});

function readingsOf(doc: Y.Doc): Map<string, string> {
  return new Map(readBlocks(doc).map((block) => [block.id, readingOfBlock(block)]));
}

function readingOfBlock(block: Block): string {
  const nameless = withoutIds(block);
  const { blocks } = readingOf('', [nameless]);
  const merged = nameless.table?.merged ?? [];
  return JSON.stringify(merged.length > 0 ? [...blocks, merged] : blocks);
}

/** Rows that come back with a table may have other ids, and so may objects that are elsewhere, too. */
function withoutIds(block: Block): Block {
  const nameless = <T extends { id: string }>(lines: T[]) =>
    lines.map((line, index) => ({ ...line, id: String(index) }));
  const plain = (runs: readonly Inline[]) =>
    runs.map((run) => ('embed' in run ? { ...run, embed: { ...run.embed, id: '' } } : run));
  const content = plain(block.content);
  if (!block.table) return { ...block, content };
  const { columns, rows, merged } = block.table;
  const cells = rows.map((row) => ({ ...row, cells: row.cells.map(plain) }));
  const indexOf = (lines: { id: string }[], id: string) =>
    String(lines.findIndex((line) => line.id === id));
  const corner = (at: { row: string; column: string }) => ({
    row: indexOf(rows, at.row),
    column: indexOf(columns, at.column),
  });
  const areas = merged?.map(({ from, to }) => ({ id: '', from: corner(from), to: corner(to) }));
  const table = { columns: nameless(columns), rows: nameless(cells) };
  return { ...block, content, table: { ...table, ...(areas ? { merged: areas } : {}) } };
}

function checkOneByOne({ before, after }: Pair): void {
  if (after.store.pendingStructs) return;
  for (const block of readBlocks(before)) {
    if (block.id === '' && block.content.length === 0) continue;
    const others = readingsOf(after);
    const had = new Map(compare(before, after).renamed).get(block.id) ?? block.id;
    const name = restoreBlocks(after, before, [block.id]).get(block.id)!;
    const now = readingsOf(after);
    const body = new Body(after);
    // What stood in a table that became something else is in it again.
    const isBack = (id: string) => {
      const marked = body.withMarker(id);
      return marked !== undefined && body.tableOf(marked)?.id === name;
    };
    const [wanted, got] = [readingOfBlock(block), now.get(name)];
    if (got !== wanted) throw new Error(`a block is restored\n${wanted}, not\n${got}`);
    const added = [...now].filter(([id]) => !others.has(id)).map(([, reading]) => reading);
    for (const [id, reading] of others) {
      if (id === name || id === had || now.get(id) === reading || reading === '[]' || isBack(id))
        continue;
      // Text without a marker gets one where a block is put in beside it.
      if ((id === '' || id.endsWith(BEHIND)) && added.includes(reading)) continue;
      throw new Error(`another block stays\n${reading}, not\n${now.get(id)}`);
    }
    if (body.shown.length > others.size + 1) throw new Error('no other block comes');
  }
}

test.each(Object.keys(RESTORED_SIMULATIONS))('%s', (about) => {
  expect(faultOf(RESTORED_SIMULATIONS[about]!, checkOneByOne)).toBeNull();
});

test(
  `${SIMULATIONS} simulations from seed ${firstSeed}: every block is restored, one by one`,
  AS_LONG_AS_ASKED,
  () => {
    for (let seed = firstSeed; seed < firstSeed + SIMULATIONS; seed++)
      expect(() => checkPairs(seed, OPERATIONS, checkOneByOne)).not.toThrow();
  },
);

/**
 * Some blocks are restored by two people at once, apart from each other, while a third one writes.
 */
function checkTogether({ before, after, seed }: Pair): void {
  if (after.store.pendingStructs) return;
  const draw = drawFrom(seed);
  const ids = readBlocks(before).flatMap(({ id }) => (id !== '' && draw.oneIn(2) ? [id] : []));
  const [one, two, other] = [800_001, 800_002, 800_003].map((id) => copyOf(after, id)) as [
    Y.Doc,
    Y.Doc,
    Y.Doc,
  ];
  // Who has a document open tidies away copies that do not count.
  const histories = [one, two, other].map((doc) => new UndoHistory(doc, { origin: 'review' }));
  const words = writeLater(other, draw, 5);
  for (const doc of [one, two]) restoreBlocks(doc, before, ids, 'review');
  const alone = charactersOf(one);
  for (let round = 0; round < 3; round++) mergeAll([one, two, other]);
  for (const history of histories) history.destroy();
  const [mine, ...others] = [one, two, other].map((doc) => readingOf('', readBlocks(doc)));
  for (const each of others) expect(each).toEqual(mine);
  const together = charactersOf(one);
  for (const word of words)
    if (together.get(word) !== 1)
      throw new Error(`what another writes stays once: ${word}, ${together.get(word) ?? 0}`);
  // What went on in another block is there and in the restored one, as a copy of each who restored.
  for (const [character, count] of alone)
    if (count === 1 && together.get(character) !== 1)
      throw new Error(`nothing doubles: ${character}, ${together.get(character) ?? 0}`);
}

/** How often each of the characters stands there that no two people write. */
function charactersOf(doc: Y.Doc): Map<string, number> {
  const count = new Map<string, number>();
  for (const { content, table } of readBlocks(doc))
    for (const run of [content, ...(table?.rows.flatMap(({ cells }) => cells) ?? [])].flat())
      for (const character of 'text' in run ? run.text : '')
        if (numberOf(character) >= 0) count.set(character, (count.get(character) ?? 0) + 1);
  return count;
}

test.each(Object.keys(RESTORED_SIMULATIONS))('restored by two: %s', (about) => {
  expect(faultOf(RESTORED_SIMULATIONS[about]!, checkTogether)).toBeNull();
});

test(
  `${SIMULATIONS} simulations from seed ${firstSeed}: two restore the same while a third one writes`,
  AS_LONG_AS_ASKED,
  () => {
    for (let seed = firstSeed; seed < firstSeed + SIMULATIONS; seed++)
      expect(() => checkPairs(seed, OPERATIONS, checkTogether)).not.toThrow();
  },
);
