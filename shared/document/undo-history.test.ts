/** What undo takes back when several people write, apart and together. */
import * as prng from 'lib0/prng';
import { describe, expect, test } from 'vitest';
import * as Y from 'yjs';
import { ROOT } from './schema.ts';
import { ModelDriver } from './testing/model-driver.ts';
import { copyOf, documentOf, mergeAll, sketch } from './testing/sketch.ts';
import { StoredUndoError, UndoHistory } from './undo-history.ts';

const START = ['Alpha one two three', 'Bravo four five six', 'Charlie seven eight nine'];
const [alpha, bravo, charlie] = START as [string, string, string];

interface Two {
  ana: ModelDriver;
  ben: ModelDriver;
  meet(): void;
  /** What both read once they have met. */
  read(): string[];
}

function two(idOfAna: number, idOfBen: number, lines: readonly string[] = START): Two {
  const original = documentOf(lines);
  const docs = [copyOf(original, idOfAna), copyOf(original, idOfBen)] as const;
  return {
    ana: new ModelDriver(docs[0]),
    ben: new ModelDriver(docs[1]),
    meet: () => mergeAll(docs),
    read() {
      // What one of them tidies up when they meet travels, too.
      mergeAll(docs);
      mergeAll(docs);
      expect(sketch(docs[1])).toEqual(sketch(docs[0]));
      return sketch(docs[0]);
    },
  };
}

test('what was written in tens of thousands of pieces comes back in entries of a size', () => {
  const ana = documentOf(['']);
  const body = ana.getText(ROOT.body);
  // From the end to the beginning, so that Yjs has an item for each.
  const word = Array.from({ length: 12_000 }, (_, at) => 'abcdefghij'.charAt(at % 10)).join('');
  ana.transact(() => {
    for (const letter of [...word].reverse()) body.insert(1, letter);
  });
  const ben = copyOf(ana, 20);
  const driver = new ModelDriver(ana);
  driver.erase('abc', word).undo();
  expect(sketch(ana)).toEqual([word]);
  const entries = [...ana.getMap(ROOT.restored).values()] as unknown[][];
  expect(entries.length).toBeGreaterThan(1);
  for (const entry of entries) expect(JSON.stringify(entry).length).toBeLessThan(400_000);
  mergeAll([ana, ben]);
  expect(sketch(ben)).toEqual([word]);
  new ModelDriver(ben).erase('abc', 'cdefghi');
  mergeAll([ana, ben]);
  driver.redo().undo();
  mergeAll([ana, ben]);
  mergeAll([ana, ben]);
  expect(sketch(ana)).toEqual(sketch(ben));
  expect(sketch(ana)).toEqual([word.replace('cdefghi', '')]);
});

describe.each([
  ['Ana has the lower id', 10, 20],
  ['Ben has the lower id', 20, 10],
])('%s', (_order, idOfAna, idOfBen) => {
  const meetUp = (lines?: readonly string[]) => two(idOfAna, idOfBen, lines);

  test('what another wrote in a cell stays in it when the first who wrote there undoes', () => {
    const { ana, ben, meet, read } = two(idOfAna, idOfBen, ['⊞ q ¦ ¦']);
    ana.table({ do: 'type', row: 0, column: 1, text: 'a' });
    meet();
    ben.table({ do: 'type', row: 0, column: 1, text: 'b' });
    ben.table({ do: 'type', row: 0, column: 2, text: 'x' });
    meet();
    ana.undo();
    expect(read()).toEqual(['⊞ q ¦ b ¦ x']);
    ana.redo();
    expect(read()).toEqual(['⊞ q ¦ ab ¦ x']);
    ben.undo().undo();
    ana.undo();
    expect(read()).toEqual(['⊞ q ¦ ¦']);
  });

  test('what someone typed inside one’s own words stays', () => {
    const { ana, ben, meet, read } = meetUp();
    ana.type('Bravo', 'four', ' and more');
    meet();
    ben.type('Bravo', 'and', ' XXX');
    meet();
    ana.undo();
    expect(read()).toEqual([alpha, 'Bravo four XXX five six', charlie]);
    ana.redo();
    expect(read()).toEqual([alpha, 'Bravo four and XXX more five six', charlie]);
  });

  test('what someone deleted of one’s own words does not come back with them', () => {
    const { ana, ben, meet, read } = meetUp();
    ana.type('Bravo', 'four', ' and more');
    meet();
    ben.erase('Bravo', ' and');
    meet();
    ana.undo();
    expect(read()).toEqual(START);
    ana.redo();
    expect(read()).toEqual([alpha, 'Bravo four more five six', charlie]);
  });

  test('what someone deleted after it was brought back stays deleted', () => {
    const { ana, ben, meet, read } = meetUp();
    ana.erase('Bravo', ' four');
    ben.erase('Bravo', ' four');
    meet();
    ana.undo();
    meet();
    expect(sketch(ben.doc)).toEqual(START);
    ben.erase('Bravo', ' four');
    meet();
    ana.redo().undo();
    expect(read()).toEqual([alpha, 'Bravo five six', charlie]);
  });

  test('what both deleted and one takes back is back', () => {
    const { ana, ben, meet, read } = meetUp();
    ana.erase('Bravo', ' four');
    ben.erase('Bravo', ' four five');
    meet();
    ana.undo();
    expect(read()).toEqual([alpha, 'Bravo four six', charlie]);
    ben.undo();
    expect(read()).toEqual(START);
  });

  const GONE: readonly [string, readonly string[], (driver: ModelDriver) => ModelDriver][] = [
    ['an object', ['Top', '---', 'End'], (driver) => driver.remove('')],
    ['an empty line', ['Top', '', 'End'], (driver) => driver.remove('')],
    [
      'a table with an empty row',
      ['Top', '⊞ q ¦ r ⁄ ¦', 'End'],
      (driver) => driver.table({ do: 'delete the table' }),
    ],
    [
      'an empty column',
      ['Top', '⊞ q ¦ ⁄ s ¦', 'End'],
      (driver) => driver.table({ do: 'delete column', at: 1 }),
    ],
  ];
  describe.each(GONE)('%s that both deleted', (_, start, remove) => {
    const gone = () => {
      const both = meetUp(start);
      for (const driver of [both.ana, both.ben]) remove(driver);
      return { ...both, without: sketch(both.ana.doc) };
    };

    test('and one takes back is back, and goes again', () => {
      const { ana, ben, meet, read, without } = gone();
      meet();
      ana.undo();
      expect(read()).toEqual(start);
      ana.redo();
      expect(read()).toEqual(without);
      ana.undo();
      ben.undo();
      expect(read()).toEqual(start);
    });

    test('and both take back apart is back, and goes again', () => {
      const { ana, ben, read, without } = gone();
      ana.undo();
      ben.undo();
      expect(read()).toEqual(start);
      ana.redo();
      expect(read()).toEqual(without);
    });

    test('stays deleted where one of them did so again after it had come back', () => {
      const { ana, ben, meet, read, without } = gone();
      meet();
      ana.undo();
      meet();
      remove(ben);
      meet();
      ana.redo().undo();
      expect(read()).toEqual(without);
    });
  });

  test('what both deleted and both take back apart stands once', () => {
    const { ana, ben, meet, read } = meetUp();
    ana.remove('Bravo');
    ben.erase('Bravo', 'four five');
    meet();
    ana.undo();
    ben.undo();
    expect(read()).toEqual(START);
  });

  test('what both deleted and took back before they met stands once', () => {
    const { ana, ben, read } = meetUp();
    ana.remove('Bravo').undo();
    ben.erase('Bravo', 'four five').undo();
    expect(read()).toEqual(START);
  });

  test('what both took back is deleted once and for all by doing it again', () => {
    const { ana, ben, meet, read } = meetUp();
    ana.erase('Bravo', ' four');
    ben.erase('Bravo', ' four');
    meet();
    ana.undo();
    ben.undo();
    meet();
    ana.redo();
    expect(read()).toEqual([alpha, 'Bravo five six', charlie]);
    ana.undo();
    expect(read()).toEqual(START);
  });

  test('to and fro apart ends with every word once', () => {
    const { ana, ben, read } = meetUp();
    ana.erase('Bravo', ' four five').undo().redo().undo();
    ben.erase('Bravo', 'five six').undo().redo().undo();
    expect(read()).toEqual(START);
  });

  test('a third person who deleted it, too, changes nothing about that', () => {
    const { ana, ben, meet, read } = meetUp();
    const cleo = new ModelDriver(copyOf(ana.doc, 15));
    for (const driver of [ana, ben, cleo]) driver.erase('Bravo', ' four');
    cleo.undo().type('Bravo', 'four', ' XXX');
    ana.undo();
    meet();
    mergeAll([ben.doc, cleo.doc]);
    ben.undo();
    expect(read()).toEqual([alpha, 'Bravo four XXX five six', charlie]);
    mergeAll([ben.doc, cleo.doc]);
    expect(sketch(cleo.doc)).toEqual(read());
  });

  test('a mark that both put back stands once', () => {
    const { ana, ben, meet, read } = meetUp();
    ana.join('Bravo');
    ben.join('Bravo');
    meet();
    ana.undo();
    ben.undo();
    expect(read()).toEqual(START);
    expect(ana.doc.getText('body').toDelta().filter(isMark)).toHaveLength(3);
  });

  const BESIDE: readonly [string, (driver: ModelDriver) => ModelDriver, readonly string[]][] = [
    ['at its beginning', (ben) => ben.type('Bravo', '', 'XXX '), [alpha, `XXX ${bravo}`, charlie]],
    [
      'at the end above',
      (ben) => ben.type('Alpha', 'three', ' XXX'),
      [`${alpha} XXX`, bravo, charlie],
    ],
    [
      'in a line opened above',
      (ben) => ben.split('Alpha', 'three').type('', '', 'XXX'),
      [alpha, 'XXX', bravo, charlie],
    ],
    [
      'in lines pasted above',
      (ben) => ben.paste('Alpha', ['XXX', 'YYY']),
      [alpha, 'XXX', 'YYY', bravo, charlie],
    ],
    [
      'in a line split off above',
      (ben) => ben.split('Alpha', 'one').type(' two', 'three', ' XXX'),
      ['Alpha one', ' two three XXX', bravo, charlie],
    ],
    [
      'in a line split off it',
      (ben) => ben.split('Bravo', '').type('Bravo', '', 'XXX '),
      [alpha, '', `XXX ${bravo}`, charlie],
    ],
  ];
  test.each(BESIDE)(
    'of a line that another joined and parted again apart, what someone wrote %s stays there',
    (_, write, result) => {
      const { ana, ben, read } = meetUp();
      ana.join('Bravo').undo();
      write(ben);
      expect(read()).toEqual(result);
    },
  );

  test.each(BESIDE)('so does what was written %s where that was done twice', (_, write, result) => {
    const { ana, ben, meet, read } = meetUp();
    ana.join('Bravo').undo();
    meet();
    ana.redo().undo();
    write(ben);
    expect(read()).toEqual(result);
  });

  test.each(BESIDE)('or between two of several such lines %s', (_, write, result) => {
    const { ana, ben, read } = meetUp();
    ana.removeAcross('Alpha', 'one', 'Charlie', 'eight').undo();
    write(ben);
    expect(read()).toEqual(result);
  });

  test('what was written at the end of a line is not in one opened behind it, where a join was done again', () => {
    const { ana, ben, read } = meetUp();
    ana.join('Bravo').undo().redo().type('Alpha', 'three', ' XXX');
    ben.split('Alpha', 'three');
    expect(read()).toEqual([`${alpha} XXX`, bravo, charlie]);
  });

  test('a split goes, what was written behind it stays', () => {
    const { ana, ben, meet, read } = meetUp();
    ana.split('Bravo', 'four');
    meet();
    ben.type(' five', ' five', ' XXX');
    meet();
    ana.undo();
    expect(read()).toEqual([alpha, 'Bravo four five XXX six', charlie]);
    ana.redo();
    expect(read()).toEqual([alpha, 'Bravo four', ' five XXX six', charlie]);
  });

  test('a type that someone set since stays', () => {
    const { ana, ben, meet, read } = meetUp();
    ana.turn('Bravo', { type: 'heading', level: 1 });
    meet();
    ben.turn('Bravo', { type: 'quote' });
    meet();
    ana.undo();
    expect(read()).toEqual([alpha, `> ${bravo}`, charlie]);
  });

  test('a type that someone set since and took back is one’s own again', () => {
    const { ana, ben, meet, read } = meetUp();
    ana.turn('Bravo', { type: 'heading', level: 1 });
    meet();
    ben.turn('Bravo', { type: 'quote' }).undo();
    expect(read()).toEqual([alpha, `# ${bravo}`, charlie]);
    ana.undo();
    expect(read()).toEqual(START);
  });

  test('a type that both set apart stays until both took it back', () => {
    const { ana, ben, meet, read } = meetUp();
    for (const driver of [ana, ben]) driver.turn('Bravo', { type: 'quote' });
    meet();
    const [first, second] = idOfAna > idOfBen ? [ana, ben] : [ben, ana];
    first.undo();
    expect(read()).toEqual([alpha, `> ${bravo}`, charlie]);
    second.undo();
    expect(read()).toEqual(START);
  });

  test('a move that someone made since stays', () => {
    const { ana, ben, meet, read } = meetUp();
    ana.move('Bravo', 'Charlie');
    meet();
    ben.move('Bravo', '');
    meet();
    ana.undo();
    expect(read()).toEqual([bravo, alpha, charlie]);
  });

  test('formatting that someone cleared stays cleared', () => {
    const { ana, ben, meet, read } = meetUp();
    ana.mark('Bravo', 'four five', { bold: true });
    meet();
    ben.clear('Bravo', 'four five');
    meet();
    ana.undo();
    expect(read()).toEqual(START);
    ana.redo();
    expect(read()).toEqual([alpha, bravo, charlie]);
  });

  test('formatting that both cleared and both took back is there, and goes', () => {
    const { ana, ben, meet, read } = meetUp([alpha, 'Bravo *four five* six', charlie]);
    ana.clear('Bravo', 'four five');
    ben.clear('Bravo', 'four five');
    meet();
    ana.undo();
    ben.undo();
    expect(read()).toEqual([alpha, 'Bravo *four five* six', charlie]);
    ana.redo();
    expect(read()).toEqual(START);
  });

  test.each([
    ['Bravo', ' XXX', 'Bravo XXX four five six'],
    ['four', ' XXX', 'Bravo four XXX five six'],
    ['five', ', XXX', 'Bravo four five, XXX six'],
    ['six', ' XXX', 'Bravo four five six XXX'],
  ])(
    'what someone wrote behind "%s" of a block that was away meanwhile stays there',
    (after, typed, result) => {
      const { ana, ben, read } = meetUp();
      ana.remove('Bravo').undo();
      ben.type('Bravo', after, typed);
      expect(read()).toEqual([alpha, result, charlie]);
    },
  );

  test.each<[string, string, (driver: ModelDriver) => ModelDriver, string]>([
    ['behind it', '5', (ben) => ben.type('5', '5', '0'), '50'],
    ['before it', '5', (ben) => ben.type('5', '', '1'), '15'],
    ['behind an emoji', '🍎', (ben) => ben.type('🍎', '🍎', '0'), '🍎0'],
    [
      'behind a word of one letter',
      'Or a word',
      (ben) => ben.type('Or', ' a', 'n old'),
      'Or an old word',
    ],
    ['in a line opened behind it', '5', (ben) => ben.split('5', '5').type('', '', '0'), '5|0'],
    [
      'in a line split off before it',
      'a 5',
      (ben) => ben.split('a', ' ').type('5', '', '1'),
      'a |15',
    ],
  ])(
    'what someone wrote by one character stays there that was away meanwhile: %s',
    (_, line, write, result) => {
      const { ana, ben, read } = meetUp([alpha, line, charlie]);
      ana.remove(line).undo();
      write(ben);
      expect(read()).toEqual([alpha, ...result.split('|'), charlie]);
    },
  );

  test('what both wrote before one character that was away meanwhile stays there', () => {
    const { ana, ben, meet, read } = meetUp([alpha, '5', charlie]);
    ana.type('5', '', 'a');
    ben.type('5', '', 'b');
    ana.erase('a5', '5').undo();
    expect(read()[1]).toMatch(/^(?:ab|ba)5$/);
    ben.erase(sketch(ben.doc)[1]!, '5');
    meet();
    ben.undo();
    expect(read()[1]).toMatch(/^(?:ab|ba)5$/);
  });

  test('what someone goes on with in a cell of one letter stays behind that', () => {
    const { ana, ben, read } = meetUp(['⊞ q ¦ 5 ⁄ r ¦']);
    ana.table({ do: 'delete row', at: 0 }).undo();
    ben.table({ do: 'type', row: 0, column: 1, text: '0' });
    expect(read()).toEqual(['⊞ q ¦ 50 ⁄ r ¦']);
  });

  test('what someone wrote inside what one pasted stays when that goes', () => {
    const { ana, ben, meet, read } = meetUp();
    ana.paste('Alpha', ['Pasted one', 'Pasted two']);
    meet();
    ben.type('Pasted two', 'Pasted', 'XXX');
    meet();
    ana.undo();
    expect(read().join('|')).toContain('XXX');
    expect(read().join('|').replace('XXX', '')).toBe(START.join('|'));
    ana.redo();
    expect(read()).toEqual([alpha, 'Pasted one', 'PastedXXX two', bravo, charlie]);
  });

  test('a deleted block comes back around what someone wrote in it', () => {
    const { ana, ben, meet, read } = meetUp();
    ana.remove('Bravo');
    ben.type('Bravo', 'four', ' XXX');
    meet();
    ana.undo();
    expect(read()).toEqual([alpha, 'Bravo four XXX five six', charlie]);
    ana.redo();
    expect(read()).toEqual([alpha, ' XXX', charlie]);
  });
});

const isMark = ({ insert }: { insert?: unknown }) => typeof insert === 'object';

test('with nothing to take back nothing happens', () => {
  const doc = documentOf(START);
  const driver = new ModelDriver(doc);
  let updates = 0;
  doc.on('update', () => updates++);
  driver.undo().redo();
  expect(updates).toBe(0);
});

test('a step of which nothing is left is passed over', () => {
  const { ana, ben, meet } = two(10, 20);
  ana.type('Alpha', 'one', ' XXX').type('Bravo', 'four', ' YYY');
  meet();
  ben.erase('Bravo', ' YYY');
  meet();
  ana.undo();
  expect(sketch(ana.doc)).toEqual(START);
});

test('what one step put in and took out again does not come back with what stood before it', () => {
  const doc = documentOf(START);
  const driver = new ModelDriver(doc).type('Alpha', 'three', ' fou').type('Alpha', 'fou', 'f');
  driver.history.extend();
  driver.erase('Alpha', 'fouf').undo();
  expect(sketch(doc)).toEqual([`${alpha} fou`, bravo, charlie]);
  driver.redo();
  expect(sketch(doc)).toEqual([`${alpha} `, bravo, charlie]);
  driver.undo().undo();
  expect(sketch(doc)).toEqual(START);
});

test('whoever may not write leaves doubles to others', () => {
  const { ana, ben } = two(10, 20);
  for (const driver of [ana, ben]) driver.erase('Bravo', 'four').undo();
  const reader = copyOf(ana.doc, 30);
  new UndoHistory(reader, { origin: 'nobody', mayWrite: () => false });
  let written = 0;
  reader.on('update', (_update: Uint8Array, origin: unknown) => {
    if (origin !== 'network') written++;
  });
  Y.applyUpdate(reader, Y.encodeStateAsUpdate(ben.doc), 'network');
  expect(sketch(reader)[1]).toBe('Bravo fourfour five six');
  expect(written).toBe(0);
  // Who may write and opens what was merged elsewhere sets it right.
  new UndoHistory(reader, { origin: 'somebody' });
  expect(sketch(reader)).toEqual(START);
});

test('whoever may write only later sets doubles right then', () => {
  const { ana, ben } = two(10, 20);
  for (const driver of [ana, ben]) driver.erase('Bravo', 'four').undo();
  const reader = copyOf(ana.doc, 30);
  let mayWrite = false;
  const history = new UndoHistory(reader, { origin: 'somebody', mayWrite: () => mayWrite });
  Y.applyUpdate(reader, Y.encodeStateAsUpdate(ben.doc));
  expect(sketch(reader)[1]).toBe('Bravo fourfour five six');
  mayWrite = true;
  reader.transact(() => reader.getText(ROOT.body).insert(1, 'One '), 'somebody');
  expect(sketch(reader)).toEqual([`One ${alpha}`, bravo, charlie]);
  history.undo();
  expect(sketch(reader)).toEqual(START);
});

test('what is back already stands once while another’s copy of it waits', () => {
  const original = documentOf(['a']);
  const docs = [10, 20, 30, 40].map((id) => copyOf(original, id));
  const [ana, ben, cleo, dan] = docs.map((doc) => ({ doc, driver: new ModelDriver(doc) }));
  dan!.driver.type('a', '', 'x');
  mergeAll([ana!.doc, dan!.doc]);
  ana!.driver.erase('xa', 'xa');
  ben!.driver.erase('a', 'a');
  // That both took it back comes before word of what they took back, and of the letter beside it.
  for (const { doc, driver } of [ana!, ben!]) {
    doc.once('update', (update: Uint8Array) => Y.applyUpdate(cleo!.doc, update));
    driver.undo();
  }
  expect(cleo!.doc.store.pendingStructs).not.toBeNull();
  expect(sketch(cleo!.doc)).toEqual(['a']);
  mergeAll(docs);
  mergeAll(docs);
  for (const doc of docs) expect(sketch(doc)).toEqual(['xa']);
});

test('nonsense about copies, were it written, hides and deletes nothing', () => {
  const doc = copyOf(documentOf(START), 10);
  const driver = new ModelDriver(doc).erase('Bravo', ' four');
  const length = Y.getState(doc.store, 1);
  doc.getMap('restored').set('round', [
    [1, 0, 99, 0, length],
    [99, 0, 98, 0, length],
    [98, 0, 1, 0, length],
  ]);
  doc.getMap('restored').set('itself', [[10, 0, 10, 0, 1]]);
  doc.getMap('restored').set('chain', [[97, 5, 97, 6, ...Array(400).fill(1)]]);
  for (const [index, value] of [3, 'x', [[1]], [[1, 2, 3, -4, 5]], [['x']]].entries())
    doc.getMap('restored').set(`${index}`, value);
  const before = sketch(doc);
  driver.type('Alpha', 'one', '!').undo();
  expect(sketch(doc)).toEqual(before);
  expect(sketch(new ModelDriver(copyOf(doc, 20)).doc)).toEqual(before);
});

test('an anchor follows a character that was brought back, on every device', () => {
  const { ana, ben, meet } = two(10, 20);
  const anchor = Y.createRelativePositionFromTypeIndex(ben.doc.getText('body'), 25, -1);
  ana.erase('Bravo', 'four');
  meet();
  ana.undo();
  meet();
  for (const driver of [ana, ben]) {
    const followed = driver.history.restored.follow(anchor);
    expect(Y.createAbsolutePositionFromRelativePosition(followed, driver.doc)?.index).toBe(25);
    expect(
      driver.doc
        .getText('body')
        .toString()
        .slice(24 - 2, 24),
    ).not.toBe('');
  }
});

test('the oldest steps go where there are too many or they hold too much', () => {
  const doc = documentOf(START);
  const history = new UndoHistory(doc, { origin: 'me', maxSteps: 3, maxSize: 30 });
  const text = doc.getText('body');
  for (let step = 0; step < 10; step++) doc.transact(() => text.insert(1, 'x'), 'me');
  expect(history.undoSteps).toHaveLength(3);
  doc.transact(() => text.delete(12, 19), 'me');
  doc.transact(() => text.delete(12, 15), 'me');
  expect(history.undoSteps).toHaveLength(1);
  doc.transact(() => text.delete(1, 40), 'me');
  expect(history.undoSteps).toHaveLength(1);
});

const firstSeed = Number(process.env.FUZZ_SEED ?? Math.floor(Math.random() * 2 ** 31));
const SEEDS = Number(process.env.FUZZ_OPERATIONS ?? 2_000) / 20;

test(`what three people deleted and each took back reads as before, from seed ${firstSeed}`, () => {
  for (let seed = firstSeed; seed < firstSeed + SEEDS; seed++) takeBackApart(seed);
});

function takeBackApart(seed: number): void {
  const random = prng.create(seed);
  const int = (from: number, to: number) => prng.int32(random, from, to);
  const line = 'abcdefghijklmnopqrstuvwxyz';
  const original = documentOf([line]);
  const drivers = [1, 2, 3].map((id) => new ModelDriver(copyOf(original, int(1, 1000) * 10 + id)));
  const docs = drivers.map((driver) => driver.doc);
  for (let round = 0; round < 30; round++) {
    const driver = drivers[int(0, 2)]!;
    const text = driver.doc.getText('body');
    const action = int(0, 5);
    if (action < 2 && text.length > 1) {
      const from = int(1, text.length - 1);
      const length = Math.min(int(1, 12), text.length - from);
      driver.doc.transact(() => text.delete(from, length), driver);
    } else if (action === 2) driver.undo();
    else if (action === 3) driver.redo();
    else if (action === 4) mergeAll([docs[int(0, 2)]!, docs[int(0, 2)]!]);
  }
  for (const driver of drivers) while (driver.history.undo());
  for (let time = 0; time < 3; time++) mergeAll(docs);
  for (const doc of docs) expect(sketch(doc), `seed ${seed}`).toEqual([line]);
}

describe('a stored history', () => {
  /** The page loaded anew: what is stored of the document, and of its history. */
  const reload = (driver: ModelDriver, clientID: number, state = driver.doc): ModelDriver => {
    const stored = JSON.stringify(driver.history.store(100_000));
    const again = new ModelDriver(copyOf(state, clientID));
    again.history.load(JSON.parse(stored), () => null);
    return again;
  };

  const everything = (driver: ModelDriver) =>
    driver
      .type('Alpha', 'one', ' new')
      .erase('Bravo', ' four')
      .mark('Charlie', 'seven', { bold: true })
      .turn('Bravo', { type: 'heading', level: 2 })
      .move('Alpha', 'Charlie')
      .split('Charlie', 'eight')
      .remove('Bravo')
      .join(' nine');

  test('takes everything back and does everything again in another page', () => {
    const before = everything(new ModelDriver(copyOf(documentOf(START), 10)));
    const end = sketch(before.doc);
    let driver = reload(before, 20);
    for (let step = 0; step < 8; step++) {
      driver.undo();
      if (step === 4) driver = reload(driver, 30);
    }
    expect(sketch(driver.doc)).toEqual(START);
    driver = reload(driver, 40);
    for (let step = 0; step < 8; step++) driver.redo();
    expect(sketch(driver.doc)).toEqual(end);
  });

  test('knows what others did meanwhile', () => {
    const { ana, ben, meet } = two(10, 20);
    ana.erase('Bravo', ' four five').turn('Charlie', { type: 'quote' });
    meet();
    ben.type('Bravo', 'Bravo', ' XXX').turn('Charlie', { type: 'bullet' });
    const again = reload(ana, 30);
    mergeAll([again.doc, ben.doc]);
    again.undo().undo();
    expect(sketch(again.doc)[1]).toMatch(/^Bravo (XXX four five|four five XXX) six$/);
    expect(sketch(again.doc)[2]).toBe(`- ${charlie}`);
  });

  test('that two tabs go on with takes everything back once', () => {
    const before = everything(new ModelDriver(copyOf(documentOf(START), 10)));
    const tabs = [reload(before, 20), reload(before, 30)];
    for (const tab of tabs) for (let step = 0; step < 8; step++) tab.undo();
    const docs = tabs.map((tab) => tab.doc);
    mergeAll(docs);
    mergeAll(docs);
    expect(sketch(docs[0]!)).toEqual(START);
    expect(sketch(docs[1]!)).toEqual(START);
  });

  test('of which the document knows nothing is dropped', () => {
    const driver = everything(new ModelDriver(copyOf(documentOf(START), 10)));
    const other = reload(driver, 20, documentOf(['Other']));
    expect(other.history.undoSteps).toEqual([]);
    other.undo().redo();
    expect(sketch(other.doc)).toEqual(['Other']);
  });

  test('whose latest step was not stored with the document keeps the others', () => {
    const driver = new ModelDriver(copyOf(documentOf(START), 10)).type('Alpha', 'one', ' new');
    const stored = copyOf(driver.doc, 20);
    driver.type('Bravo', 'four', ' late');
    const again = reload(driver, 30, stored);
    again.undo();
    expect(sketch(again.doc)).toEqual(START);
  });

  test('of a deletion that was not stored with the document doubles nothing', () => {
    const stored = copyOf(documentOf(START), 20);
    const driver = new ModelDriver(copyOf(documentOf(START), 10)).erase('Bravo', ' four');
    const again = reload(driver, 30, stored);
    again.undo();
    expect(sketch(again.doc)).toEqual(START);
  });

  test('is as long as may be', () => {
    const driver = new ModelDriver(documentOf(START))
      .erase('Alpha', ' one two')
      .erase('Bravo', ' four');
    const stored = driver.history.store(12) as { undo: unknown[] };
    expect(stored.undo).toHaveLength(1);
  });

  test.each([null, 3, {}, { undo: [{}], redo: [] }, { undo: [], redo: 'x' }])(
    'that is none is refused: %j',
    (stored) => {
      const { history } = new ModelDriver(documentOf(START));
      expect(() => history.load(stored, () => null)).toThrow(StoredUndoError);
    },
  );
});
