/** What one of several people did in a session, and that it is taken back while all else stays. */
import { describe, expect, test } from 'vitest';
import * as Y from 'yjs';
import { numberOf } from '../../testing/alphabet.ts';
import { AS_LONG_AS_ASKED } from '../../testing/fuzz.ts';
import { readBlocks } from '../body.ts';
import { ROOT } from '../schema.ts';
import { readingOf } from '../testing/applied.ts';
import { writeLater } from '../testing/later-words.ts';
import { ModelDriver } from '../testing/model-driver.ts';
import { type Draw, drawFrom } from '../testing/simulation.ts';
import { copyOf, documentOf, mergeAll, sketch } from '../testing/sketch.ts';
import { checkRows, type Rows } from '../testing/states.ts';
import { readTitle, writeTitle } from '../text.ts';
import { UndoHistory } from '../undo-history.ts';
import { invert } from './invert.ts';
import { allOf, changesOf, type SentRow } from './of-person.ts';

const START = ['Alpha one two', 'Bravo four five six', 'Charlie seven eight'];

/** A document on a server that two people write to, each with the device that they have there. */
class Written {
  readonly before: Uint8Array;
  readonly doc: Y.Doc;
  readonly #rows: { update: Uint8Array; who: string }[] = [];

  constructor(lines: readonly string[] = START) {
    this.doc = documentOf(lines, 'Plan');
    this.before = Y.encodeStateAsUpdate(this.doc);
  }

  /** Somebody writes what comes at once as one row. */
  by(who: 'ana' | 'ben', does: (driver: ModelDriver, doc: Y.Doc) => unknown): this {
    const theirs = copyOf(this.doc, (who === 'ana' ? 200 : 300) + this.#rows.length);
    const had = Y.encodeStateVector(theirs);
    does(new ModelDriver(theirs), theirs);
    const update = Y.encodeStateAsUpdate(theirs, had);
    this.#rows.push({ update, who });
    Y.applyUpdate(this.doc, update);
    return this;
  }

  changesOf(who: string) {
    const rows = this.#rows.map(({ update, who: by }) => rowOf(update, by === who));
    return changesOf(this.before, rows);
  }

  /** What all of it reads as without what somebody did. */
  without(who: string): string[] {
    const doc = copyOf(this.doc, 40);
    invert(doc, allOf(this.changesOf(who)));
    return [readTitle(doc), ...sketch(doc)];
  }
}

function rowOf(update: Uint8Array, isTheirs: boolean): SentRow {
  return { update, writes: () => isTheirs, deletes: isTheirs };
}

describe('what Ben did is taken back', () => {
  test('and what Ana did beside it stays', () => {
    const written = new Written()
      .by('ana', (it) => it.type('Alpha', 'one', ' 🍎'))
      .by('ben', (it) => it.type('Alpha', '🍎', ' XXX').erase('Bravo', 'four '))
      .by('ana', (it) => it.type('Alpha', 'XX', 'Ana').mark('Bravo', 'five', { bold: true }))
      .by('ben', (_, doc) => writeTitle(doc, 'Plan B'));
    expect(written.without('ben')).toEqual([
      'Plan',
      'Alpha one 🍎Ana two',
      'Bravo four *five* six',
      START[2],
    ]);
    expect(written.without('ana')).toEqual([
      'Plan B',
      'Alpha one XXX two',
      'Bravo five six',
      START[2],
    ]);
  });

  test('what he deleted of what Ana had just written is back', () => {
    const written = new Written()
      .by('ana', (it) => it.type('Alpha', 'one', ' 👩‍👩‍👧 שלום'))
      .by('ben', (it) => it.erase('Alpha', ' 👩‍👩‍👧 שלום'));
    expect(written.without('ben')[1]).toBe('Alpha one 👩‍👩‍👧 שלום two');
    expect(written.without('ana')[1]).toBe('Alpha one two');
  });

  test('what Ana set before him is set again, and what she set after him stays', () => {
    const written = new Written()
      .by('ana', (it) => it.turn('Alpha', { type: 'heading', level: 1 }))
      .by('ben', (it) => it.turn('Alpha', { type: 'quote' }).turn('Bravo', { type: 'quote' }))
      .by('ben', (it) => it.turn('Alpha', { type: 'heading', level: 2 }))
      .by('ana', (it) => it.turn('Bravo', { type: 'heading', level: 3 }));
    expect(written.without('ben')).toEqual([
      'Plan',
      '# Alpha one two',
      '### Bravo four five six',
      START[2],
    ]);
  });

  test('across moves and splits of hers', () => {
    const written = new Written()
      .by('ben', (it) => it.type('Bravo', 'four', ' XXX YYY'))
      .by('ana', (it) => it.split('Bravo', 'XXX').move('Charlie', 'Alpha'))
      .by('ben', (it) => it.erase('Charlie', 'seven ').move('Alpha', 'Charlie'))
      .by('ana', (it) => it.type('Alpha', 'one', ' Ana'));
    expect(written.without('ben')).toEqual([
      'Plan',
      'Alpha one Ana two',
      'Charlie seven eight',
      'Bravo four',
      ' five six',
    ]);
  });

  test('what she brought back of it is there once', () => {
    const written = new Written().by('ben', (it) => it.erase('Bravo', 'four '));
    const { changes } = written.changesOf('ben');
    written.by('ana', (_, doc) => invert(doc, changes));
    expect(written.without('ben')[2]).toBe(START[1]);
  });

  test.each(['f', 'ou', 'r'])(
    'what he brought back is there but for the %s that she deleted of it',
    (gone) => {
      const written = new Written()
        .by('ben', (it) => it.erase('Bravo', 'four').undo())
        .by('ana', (it) => it.erase('Bravo', gone));
      expect(written.without('ben')[2]).toBe(START[1]!.replace(gone, ''));
    },
  );

  test('what he brought back, she deleted and he brought back again is as she left it', () => {
    const written = new Written()
      .by('ben', (it) => it.erase('Bravo', 'four').undo())
      .by('ana', (it) => it.erase('Bravo', 'four'));
    const { changes } = written.changesOf('ana');
    written.by('ben', (_, doc) => invert(doc, changes));
    expect(sketch(written.doc)[1]).toBe(START[1]);
    expect(written.without('ben')[2]).toBe(START[1]!.replace('four', ''));
  });

  test('what was there twice, and is gone since his device was here, is back', () => {
    const docs = [50, 60].map((client) => copyOf(documentOf(START), client));
    const drivers = docs.map((doc) => new ModelDriver(doc).erase('Bravo', 'four').undo());
    // The one that counts. Of the other one nobody knows yet that it does not.
    drivers[0]!.erase('Bravo', 'four');
    const doc = copyOf(docs[0]!, 70);
    Y.applyUpdate(doc, Y.encodeStateAsUpdate(docs[1]!));
    const [before, known] = [Y.encodeStateAsUpdate(doc), Y.encodeStateVector(doc)];
    expect(sketch(doc)[1]).toContain('four');
    new UndoHistory(doc, { origin: 'his' }).destroy();
    expect(sketch(doc)[1]).not.toContain('four');
    const update = Y.encodeStateAsUpdate(doc, known);
    invert(doc, allOf(changesOf(before, [rowOf(update, true)])));
    expect(sketch(doc)).toEqual(START);
  });

  test('in one step, which undo takes back, and once where two do so apart', () => {
    const written = new Written()
      .by('ben', (it) => it.type('Alpha', 'one', ' XXX').remove('Bravo'))
      .by('ana', (it) => it.type('Alpha', 'XX', 'Ana'));
    const changes = allOf(written.changesOf('ben'));
    const docs = [copyOf(written.doc, 50), copyOf(written.doc, 60)];
    const histories = docs.map((doc) => new UndoHistory(doc, { origin: 'review' }));
    for (const doc of docs) invert(doc, changes, 'review');
    expect(histories.map(({ undoSteps }) => undoSteps.length)).toEqual([1, 1]);
    const wanted = ['Alpha oneAna two', START[1], START[2]];
    for (const doc of docs) expect(sketch(doc)).toEqual(wanted);
    histories[0]!.undo();
    expect(sketch(docs[0]!)).toEqual(sketch(written.doc));
    histories[0]!.redo();
    for (let round = 0; round < 3; round++) mergeAll(docs);
    for (const doc of docs) expect(sketch(doc)).toEqual(wanted);
    for (const history of histories) history.destroy();
  });
});

const OPERATIONS = 60;
const SIMULATIONS = Number(process.env.FUZZ_RUNS ?? 6);
const firstSeed = Number(process.env.FUZZ_SEED ?? Math.floor(Math.random() * 2 ** 31));
const PEOPLE = 3;
/** Sessions that are looked at in each simulation. */
const SESSIONS = 4;

/** What became of a character that nobody writes twice, by whom, in order. */
interface Fate {
  wasThere: boolean;
  steps: { isTheirs: boolean; isThere: boolean }[];
}

/** How often each of those characters stands in the text, seen or not. */
function charactersOf(doc: Y.Doc): Map<string, number> {
  const count = new Map<string, number>();
  for (const character of doc.getText(ROOT.body).toString())
    if (numberOf(character) >= 0) count.set(character, (count.get(character) ?? 0) + 1);
  return count;
}

/** Whether it is there without what they did; null where that is for nobody to say. */
function isThereWithout({ wasThere, steps }: Fate): boolean | null {
  if (steps[0]?.isTheirs && steps[0].isThere && !wasThere) {
    // Whether they wrote it or brought it back, nobody else is to have done so too.
    return steps.some(({ isTheirs, isThere }) => !isTheirs && isThere) ? null : false;
  }
  const first = steps.findIndex(({ isTheirs }) => isTheirs);
  const since = first < 0 ? [] : steps.slice(first);
  if (since.some(({ isTheirs, isThere }) => !isTheirs && isThere)) return null;
  return steps.filter(({ isTheirs }) => !isTheirs).at(-1)?.isThere ?? wasThere;
}

function checkSessions({ start, rows }: Rows): void {
  if (rows.length === 0) return;
  const draw = drawFrom(rows.length);
  for (let nth = 0; nth < SESSIONS; nth++) {
    const [from, to] = [draw.int(0, rows.length - 1), draw.int(1, rows.length)].sort(
      (a, b) => a - b,
    );
    checkSession({ start, rows }, from!, to!, draw.int(0, PEOPLE - 1), draw);
  }
}

function checkSession(
  { start, rows }: Rows,
  from: number,
  to: number,
  who: number,
  draw: Draw,
): void {
  const doc = new Y.Doc();
  for (const update of [start, ...rows.slice(0, from).map((row) => row.update)])
    Y.applyUpdate(doc, update);
  const before = Y.encodeStateAsUpdate(doc);
  const fates = new Map<string, Fate>();
  let last = charactersOf(doc);
  const twice = new Set<string>();
  const sent: SentRow[] = [];
  for (const { update, device } of rows.slice(from, to)) {
    const isTheirs = device % PEOPLE === who;
    sent.push(rowOf(update, isTheirs));
    Y.applyUpdate(doc, update);
    const now = charactersOf(doc);
    for (const character of new Set([...last.keys(), ...now.keys()])) {
      const [was, is] = [last.get(character) ?? 0, now.get(character) ?? 0];
      if (was > 1 || is > 1) twice.add(character);
      const fate = fates.get(character) ?? { wasThere: was > 0, steps: [] };
      fates.set(character, fate);
      if (was !== is) fate.steps.push({ isTheirs, isThere: is > 0 });
    }
    last = now;
  }
  if (doc.store.pendingStructs) return;
  const changes = allOf(changesOf(before, sent));
  const [one, other] = [copyOf(doc, 800_001), copyOf(doc, 800_002)];
  const history = new UndoHistory(one, { origin: 'review' });
  invert(one, changes, 'review');
  if (history.undoSteps.length > 1) throw new Error('one step');
  const got = charactersOf(one);
  for (const [character, fate] of fates) {
    if (twice.has(character)) continue;
    const wanted = isThereWithout(fate);
    const count = got.get(character) ?? 0;
    if (wanted === null ? count > 1 : count !== (wanted ? 1 : 0))
      throw new Error(
        `${wanted ? 'stays' : 'goes'}: ${character} ${count} ${JSON.stringify(fate)}`,
      );
  }
  const words = writeLater(other, draw, 5);
  for (let round = 0; round < 3; round++) mergeAll([one, other]);
  history.destroy();
  const [mine, others] = [one, other].map((each) =>
    JSON.stringify(readingOf(readTitle(each), readBlocks(each))),
  );
  if (mine !== others) throw new Error(`replicas differ\n${mine}\n${others}`);
  const there = charactersOf(one);
  for (const word of words) if (there.get(word) !== 1) throw new Error(`later text stays: ${word}`);
}

test(
  `${SIMULATIONS} simulations from seed ${firstSeed}: a session of one person is taken back, the others’ stay`,
  AS_LONG_AS_ASKED,
  () => {
    for (let seed = firstSeed; seed < firstSeed + SIMULATIONS; seed++)
      expect(() => checkRows(seed, OPERATIONS, checkSessions)).not.toThrow();
  },
);
