/** Sessions and moments of a history, made of rows as a server keeps them. */
import { describe, expect, it, test } from 'vitest';
import * as Y from 'yjs';
import { Body } from '../../shared/document/body.ts';
import { createDocument } from '../../shared/document/create.ts';
import { deleteText, insert } from '../../shared/document/operations/text.ts';
import { invert } from '../../shared/document/review/invert.ts';
import { momentOf } from '../../shared/document/versions.ts';
import type { HistoryEntry } from '../../shared/protocol/history.ts';
import { HistoryLog } from './history-log.ts';

const MINUTE = 60_000;

/** A document that keeps what a server would: each change as a row, by whoever's turn it is. */
class Written {
  readonly doc = new Y.Doc();
  readonly entries: HistoryEntry[] = [];
  person: string | null = 'ana';
  at = 1_000_000;

  constructor() {
    this.doc.on('update', (update: Uint8Array) => {
      const { entries, person, at } = this;
      entries.push({
        ...{ sequence: entries.length + 1, since: at, at, person, update, isBeginning: false },
      });
    });
    createDocument(this.doc, {
      blocks: [
        { type: 'paragraph', content: [{ text: 'Apples 🍎 and pears' }] },
        { type: 'paragraph', content: [{ text: 'Second' }] },
      ],
    });
  }

  /** Somebody writes so many minutes later, on a device of their own. */
  write(person: string | null, minutes: number, does: (body: Body, ids: string[]) => void): void {
    this.person = person;
    this.at += minutes * MINUTE;
    const theirs = new Y.Doc();
    Y.applyUpdate(theirs, Y.encodeStateAsUpdate(this.doc));
    const had = Y.encodeStateVector(theirs);
    const body = new Body(theirs);
    theirs.transact(() =>
      does(
        body,
        body.shown.map(({ id }) => id),
      ),
    );
    Y.applyUpdate(this.doc, Y.encodeStateAsUpdate(theirs, had));
  }
}

function textsOf(state: Uint8Array): string[] {
  const doc = new Y.Doc();
  Y.applyUpdate(doc, state);
  return linesOf(doc);
}

function linesOf(doc: Y.Doc): string[] {
  const body = new Body(doc);
  return body.shown.map((shown) =>
    body
      .read(shown)
      .content.map((run) => ('text' in run ? run.text : '▫'))
      .join(''),
  );
}

function aDay(): { written: Written; log: HistoryLog } {
  const written = new Written();
  written.write('ana', 1, (body, [first]) => insert(body, first!, 6, '!'));
  written.write('ben', 2, (body, [, second]) => insert(body, second!, 6, ' of Ben'));
  written.write('ben', 30, (body, [first]) => deleteText(body, first!, 0, 7));
  written.write(null, 40, (body, [, second]) => insert(body, second!, 0, '🎉 '));
  const log = new HistoryLog();
  log.add(written.entries);
  return { written, log };
}

describe('the history of a document', () => {
  it('is sessions with a rest between them, each with whoever wrote', () => {
    const { log, written } = aDay();
    expect(log.sessions().map(({ from, to, people }) => [to - from, people])).toEqual([
      [3, ['ana', 'ben']],
      [1, ['ben']],
      [1, [null]],
    ]);
    expect(log.sessions()[0]!.since).toBe(1_000_000);
    expect(log.sessions().at(-1)!.at).toBe(written.at);
  });

  it('is no single session for all that comes after a clock was wrong for a while', () => {
    const { written } = aDay();
    const years = 14 * 365 * 24 * 60 * MINUTE;
    const entries = written.entries.map((entry, index) =>
      index === 3 ? { ...entry, since: entry.since + years, at: entry.at + years } : entry,
    );
    const log = new HistoryLog();
    log.add(entries);
    expect(log.sessions().map(({ from, to }) => [from, to])).toEqual([
      [0, 3],
      [3, 4],
      [4, 5],
    ]);
    // What stands for an hour of one person is no jump back from another's.
    const hour = 60 * MINUTE;
    const thinned = new HistoryLog();
    thinned.add(
      written.entries.map((entry, index) => ({ ...entry, since: index, at: hour + index })),
    );
    expect(thinned.sessions()).toHaveLength(1);
  });

  it('goes on where it was when more comes', () => {
    const { written } = aDay();
    const log = new HistoryLog();
    for (const entry of written.entries) log.add([entry]);
    expect(log.sessions()).toHaveLength(3);
    expect(textsOf(log.look({ rows: 0 }, { rows: 5 }).state)).toEqual(linesOf(written.doc));
  });

  it('shows each moment as it was, in whatever order they are looked at', () => {
    const { log } = aDay();
    const first = ['Apples! 🍎 and pears', 'Second of Ben'];
    expect(textsOf(log.look({ rows: 4 }, { rows: 5 }).state)[1]).toBe('🎉 Second of Ben');
    expect(textsOf(log.look({ rows: 0 }, { rows: 3 }).state)).toEqual(first);
    expect(textsOf(log.look({ rows: 3 }, { rows: 4 }).state)).toEqual([
      ' 🍎 and pears',
      'Second of Ben',
    ]);
    expect(textsOf(log.look({ rows: 0 }, { rows: 3 }).state)).toEqual(first);
  });

  it('says what changed in a session, and by whom', () => {
    const { log } = aDay();
    const { changes } = log.look({ rows: 1 }, { rows: 3 });
    expect(changes.map(({ change, people }) => [change.kind, people])).toEqual([
      ['typed', ['ana']],
      ['typed', ['ben']],
    ]);
    expect(log.look({ rows: 4 }, { rows: 5 }).changes[0]!.people).toEqual([]);
    expect(log.look({ rows: 3 }, { rows: 4 }).changes.map(({ change }) => change.kind)).toEqual([
      'deleted',
    ]);
  });

  it('takes a session back in the document of now, and leaves what others wrote later', () => {
    const { log, written } = aDay();
    const { changes, unseen } = log.look({ rows: 3 }, { rows: 4 });
    const now = written.doc;
    invert(now, [...changes.map(({ change }) => change), ...unseen]);
    expect(linesOf(now)).toEqual(['Apples! 🍎 and pears', '🎉 Second of Ben']);
  });

  it('takes back what one person did in a session, with what they deleted of the others’', () => {
    const written = new Written();
    written.write('ana', 20, (body, [first]) => insert(body, first!, 6, ' 👩🏽‍🚀'));
    written.write('ben', 1, (body, [first]) => insert(body, first!, 0, 'Ben '));
    written.write('ben', 1, (body, [first]) => deleteText(body, first!, 10, ' 👩🏽‍🚀'.length));
    written.write('ana', 1, (body, [, second]) => insert(body, second!, 6, ' of Ana'));
    written.write('ben', 30, (body, [, second]) => insert(body, second!, 0, 'Later '));
    const log = new HistoryLog();
    log.add(written.entries);
    const { from, to, people } = log.sessions().at(-2)!;
    expect(people).toEqual(['ana', 'ben']);
    const without = (person: string) => {
      const doc = new Y.Doc();
      Y.applyUpdate(doc, Y.encodeStateAsUpdate(written.doc));
      invert(doc, log.changesBy(person, from, to));
      return linesOf(doc);
    };
    expect(without('ben')).toEqual(['Apples 👩🏽‍🚀 🍎 and pears', 'Later Second of Ana']);
    expect(without('ana')).toEqual(['Ben Apples 🍎 and pears', 'Later Second']);
    // Dora's device was without a network: it was Ben's that sent what she did.
    const clients = written.entries
      .slice(2, 4)
      .flatMap(({ update }) => [...Y.parseUpdateMeta(update!).to.keys()]);
    log.claim(new Map(clients.map((client) => [client % 2 ** 32, 'dora'])));
    expect(without('dora')).toEqual(['Apples 🍎 and pears', 'Later Second of Ana']);
    expect(without('ben')).toEqual(['Ben Apples 👩🏽‍🚀 🍎 and pears', 'Later Second of Ana']);
  });

  it('restores a moment, whatever came since', () => {
    const { log, written } = aDay();
    const since = log.since({ rows: 3 }, Y.encodeStateAsUpdate(written.doc))!;
    invert(written.doc, [...since.changes.map(({ change }) => change), ...since.unseen]);
    expect(linesOf(written.doc)).toEqual(['Apples! 🍎 and pears', 'Second of Ben']);
  });

  it('does not restore where this device has not heard of all that was there', () => {
    const { log } = aDay();
    const behind = new Y.Doc();
    Y.applyUpdate(behind, log.look({ rows: 0 }, { rows: 2 }).state);
    expect(log.since({ rows: 3 }, Y.encodeStateAsUpdate(behind))).toBeNull();
  });

  it('goes on around a row that is damaged', () => {
    const { written } = aDay();
    const entries = written.entries.map((entry, index) =>
      index === 2 ? { ...entry, update: null } : entry,
    );
    const log = new HistoryLog();
    log.add(entries);
    expect(log.sessions()[0]).toMatchObject({ damaged: 1, people: ['ana'] });
    expect(textsOf(log.look({ rows: 0 }, { rows: 5 }).state)[0]).toBe(' 🍎 and pears');
  });

  it('begins with the document as it was where the server forgot what came before', () => {
    const { log, written } = aDay();
    const beginning: HistoryEntry = {
      ...written.entries[2]!,
      update: log.look({ rows: 0 }, { rows: 3 }).state,
      person: null,
      isBeginning: true,
    };
    const shorter = new HistoryLog();
    shorter.add([beginning, ...written.entries.slice(3)]);
    expect(log.beginsAt).toBeNull();
    expect(shorter.beginsAt).toBe(beginning.at);
    expect(shorter.sessions().map(({ people }) => people)).toEqual([['ben'], [null]]);
    const [first] = shorter.sessions();
    const look = shorter.look({ rows: first!.from }, { rows: first!.to });
    expect(look.changes.map(({ change, people }) => [change.kind, people])).toEqual([
      ['deleted', ['ben']],
    ]);
    expect(textsOf(shorter.look({ rows: 0 }, { rows: 3 }).state)).toEqual(linesOf(written.doc));
  });

  it('takes a row that is no update for a damaged one', () => {
    const { written } = aDay();
    const log = new HistoryLog();
    log.add(
      written.entries.map((entry, index) =>
        index === 2 ? { ...entry, update: Uint8Array.of(1, 255, 255, 255) } : entry,
      ),
    );
    expect(log.sessions()[0]).toMatchObject({ damaged: 1 });
    expect(textsOf(log.look({ rows: 0 }, { rows: 5 }).state)[0]).toBe(' 🍎 and pears');
  });

  it('knows after how many rows a version was, also where somebody only deleted', () => {
    const written = new Written();
    const moments = [momentOf(written.doc)];
    written.write('ana', 1, (body, [first]) => insert(body, first!, 0, '👩🏽‍🚀'));
    moments.push(momentOf(written.doc));
    written.write('ben', 1, (body, [first]) => deleteText(body, first!, 0, '👩🏽‍🚀'.length));
    const { at } = written;
    moments.push(momentOf(written.doc));
    written.write('ben', 1, (body, [first]) => insert(body, first!, 0, 'x'));
    const log = new HistoryLog();
    log.add(written.entries);
    expect(moments.map((moment) => log.placeOf(moment, at))).toEqual([1, 3, 3]);
    expect(log.placeOf(Uint8Array.of(0), at)).toBe(3);
    expect(log.placeOf(Uint8Array.of(7), at)).toBeNull();
    expect(textsOf(log.look({ rows: 0 }, { rows: 3, told: moments[1] }).state)[0]).toMatch(
      /^👩🏽‍🚀/u,
    );
    expect(textsOf(log.look({ rows: 0 }, { rows: 3, told: moments[2] }).state)[0]).toMatch(/^Ap/);
    const short = new HistoryLog();
    short.add(written.entries.slice(0, 1));
    expect(short.placeOf(moments[1]!, at)).toBeNull();
  });

  it('shows a version that somebody named apart as they had it', () => {
    const written = new Written();
    const apart = new Y.Doc();
    Y.applyUpdate(apart, Y.encodeStateAsUpdate(written.doc));
    written.write('ben', 1, (body, [first]) => insert(body, first!, 0, 'Ben '));
    written.write('ben', 1, (body, [, second]) => deleteText(body, second!, 0, 6));
    const had = Y.encodeStateVector(apart);
    const body = new Body(apart);
    apart.transact(() => insert(body, body.shown[0]!.id, 6, '!'));
    const told = momentOf(apart);
    written.person = 'ana';
    Y.applyUpdate(written.doc, Y.encodeStateAsUpdate(apart, had));
    const log = new HistoryLog();
    log.add(written.entries);
    const rows = log.placeOf(told, written.at)!;
    expect(rows).toBe(4);
    expect(textsOf(log.look({ rows: 0 }, { rows, told }).state)).toEqual(linesOf(apart));
    // What others had written before it is none of its changes, nor do they make it unknown.
    expect(log.look({ rows: 3 }, { rows, told }).changes).toEqual([]);
    const since = log.since({ rows, told }, Y.encodeStateAsUpdate(written.doc))!;
    expect(since.changes.map(({ change, people }) => [change.kind, people])).toEqual([
      ['typed', ['ben']],
      ['deleted', []],
    ]);
  });

  it('makes moments the same with keyframes and without', () => {
    const written = new Written();
    for (let count = 0; count < 450; count++)
      written.write('ana', 1, (body, [first]) =>
        insert(body, first!, 0, `${count % 10}`.repeat(30)),
      );
    const [log, plain] = [new HistoryLog(), new HistoryLog()];
    for (const each of [log, plain]) each.add(written.entries);
    expect([...log.makeKeyframes()].length).toBeGreaterThan(1);
    expect([...log.makeKeyframes()]).toEqual([]);
    for (const rows of [401, 400, 399, 200, 199, 1, 0, 451])
      expect(textsOf(log.look({ rows }, { rows }).state)).toEqual(
        textsOf(plain.look({ rows }, { rows }).state),
      );
  });

  it('keeps few moments, and makes the others again', () => {
    const written = new Written();
    for (let count = 0; count < 60; count++)
      written.write('ana', 20, (body, [first]) => insert(body, first!, 0, `${count} `));
    const log = new HistoryLog();
    log.add(written.entries);
    for (let count = 60; count > 0; count--)
      expect(textsOf(log.look({ rows: count }, { rows: count + 1 }).state)[0]).toMatch(
        new RegExp(`^${count - 1} `),
      );
  });
});

describe('who wrote', () => {
  it('is whom the document proves, whoever sent it; of deletions, who sent them', () => {
    const written = new Written();
    written.write('ben', 20, (body, [first]) => insert(body, first!, 0, 'Many '));
    written.write('cleo', 20, (body, [first]) => deleteText(body, first!, 0, 2));
    const log = new HistoryLog();
    log.add(written.entries);
    const client = [...Y.parseUpdateMeta(written.entries[1]!.update!).to.keys()][0]!;
    expect(log.sessions().map(({ people }) => people)).toEqual([['ana'], ['ben'], ['cleo']]);
    // Ben's device had brought what Dora wrote without a network.
    log.claim(new Map([[client % 2 ** 32, 'dora']]));
    expect(log.sessions().map(({ people }) => people)).toEqual([['ana'], ['dora'], ['cleo']]);
    const [, second] = log.sessions();
    const { from, to } = second!;
    const look = log.look({ rows: from }, { rows: to });
    expect(look.changes.map(({ people }) => people)).toEqual([['dora']]);
  });
});

describe('without the server', () => {
  it('what the device has stands behind what it was told, until it is told more', () => {
    const { written } = aDay();
    const log = new HistoryLog();
    log.add(written.entries.slice(0, 3));
    const seen = new Y.Doc();
    for (const { update } of written.entries.slice(0, 4)) Y.applyUpdate(seen, update!);
    log.addOwn([
      { state: Y.encodeStateAsUpdate(seen), at: written.at + MINUTE },
      { state: Y.encodeStateAsUpdate(written.doc), at: written.at + 2 * MINUTE },
    ]);
    expect(log.told).toBe(3);
    expect(log.sessions().map(({ from, to, isTold }) => [from, to, isTold])).toEqual([
      [0, 3, true],
      [3, 4, false],
      [4, 5, false],
    ]);
    expect(textsOf(log.look({ rows: 3 }, { rows: 5 }).state)).toEqual(linesOf(written.doc));
    // Nothing of it is left where the rows themselves come.
    log.add(written.entries.slice(3));
    expect(log.sessions().map(({ from, to, isTold }) => [from, to, isTold])).toEqual([
      [0, 3, true],
      [3, 4, true],
      [4, 5, true],
    ]);
    expect(textsOf(log.stateAt(4))).toEqual([' 🍎 and pears', 'Second of Ben']);
  });

  it('of what it was never told it knows how it was seen last, and how it is', () => {
    const { written } = aDay();
    const named = momentOf(written.doc);
    const before = Y.encodeStateAsUpdate(written.doc);
    written.write('ana', 5, (body, [first]) => deleteText(body, first!, 0, 3));
    const log = new HistoryLog();
    log.addOwn([
      { state: before, at: 7 },
      { state: before, at: 8 },
      { state: Y.encodeStateAsUpdate(written.doc), at: 9 },
    ]);
    expect(log.beginsAt).toBe(7);
    expect(log.sessions().map(({ from, to, at }) => [from, to, at])).toEqual([[1, 2, 9]]);
    expect(log.look({ rows: 1 }, { rows: 2 }).changes.map(({ change }) => change.kind)).toEqual([
      'deleted',
    ]);
    // What was named is known only where nothing else can have been there.
    expect(log.placeOf(named, 6)).toBe(1);
    expect(log.placeOf(momentOf(new Written().doc), 6)).toBeNull();
    log.addOwn([{ state: Y.encodeStateAsUpdate(written.doc), at: 9 }]);
    expect(log.placeOf(named, 6)).toBeNull();
  });
});

test('when something was written is known to the minute, of what the server told', () => {
  const written = new Written();
  written.write('ben', 20, (body, [first]) => insert(body, first!, 0, 'Many '));
  const log = new HistoryLog();
  const times = () => [...new Set([...log.written().values()].flat().map(({ at }) => at))];
  log.add(written.entries.slice(0, 1));
  log.addOwn([{ state: Y.encodeStateAsUpdate(written.doc), at: 5 }]);
  expect(times()).toEqual([1_000_000]);
  log.add(written.entries.slice(1));
  expect(times()).toEqual([1_000_000, written.at]);
});
