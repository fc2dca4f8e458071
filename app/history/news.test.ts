/** What is news to somebody who was away: what others did, by name, and nothing of their own. */
import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { Body } from '../../shared/document/body.ts';
import { addRange, type ClockRanges } from '../../shared/document/clock-ranges.ts';
import { createDocument } from '../../shared/document/create.ts';
import { setShape } from '../../shared/document/operations/blocks.ts';
import { deleteText, insert } from '../../shared/document/operations/text.ts';
import { writeTitle } from '../../shared/document/text.ts';
import type { HistoryEntry } from '../../shared/protocol/history.ts';
import { type NewsQuestion, newsOf } from './news.ts';

/** People at devices of their own, and a server that keeps what each sends as a row. */
class World {
  readonly entries: HistoryEntry[] = [];
  readonly server = new Y.Doc();

  constructor(...lines: string[]) {
    createDocument(this.server, {
      blocks: lines.map((text) => ({ type: 'paragraph', content: [{ text }] })),
    });
    this.#append('ana', Y.encodeStateAsUpdate(this.server));
  }

  /** A device that has all there is. */
  device(): Y.Doc {
    const doc = new Y.Doc();
    Y.applyUpdate(doc, this.state());
    return doc;
  }

  state(): Uint8Array {
    return Y.encodeStateAsUpdate(this.server);
  }

  /** Writes on a device, which sends it. */
  write(person: string | null, does: (body: Body, ids: string[]) => void, doc = this.device()) {
    this.send(person, doc, () => {
      const body = new Body(doc);
      doc.transact(() =>
        does(
          body,
          body.shown.map(({ id }) => id),
        ),
      );
    });
  }

  send(person: string | null, doc: Y.Doc, does: () => void): void {
    const had = Y.encodeStateVector(doc);
    does();
    const update = Y.encodeStateAsUpdate(doc, had);
    Y.applyUpdate(this.server, update);
    this.#append(person, update);
  }

  #append(person: string | null, update: Uint8Array): void {
    this.entries.push({
      sequence: this.entries.length + 1,
      since: 1,
      at: 1,
      person,
      update,
      isBeginning: false,
    });
  }

  /** What is news to Ana, who saw it when there were so many rows. */
  ask(before: Uint8Array, rows: number, more: Partial<NewsQuestion> = {}) {
    const told = newsOf({
      before,
      now: this.state(),
      entries: this.entries.slice(rows),
      upTo: 0,
      me: 'ana',
      own: [],
      deleted: new Map(),
      ...more,
    });
    return told?.map(({ change, people, meets }) => [change.kind, people, meets?.how ?? null]);
  }
}

const BEGIN = [
  'Apples 🍎 and pears. A second sentence.',
  'שלום עולם',
  '今日は雨です。明日は雪です。',
];

test('it is what others typed, deleted and turned, each by name, and in reading order', () => {
  const world = new World(...BEGIN);
  const before = world.state();
  world.write('ben', (body, [, second]) => insert(body, second!, 4, ' טוב'));
  world.write('eve', (body, [first]) => deleteText(body, first!, 0, 7));
  world.write('ben', (body, [, , third]) => setShape(body, third!, { type: 'quote' }));
  world.write(null, (body, [, , third]) => insert(body, third!, 7, '🎉'));
  expect(world.ask(before, 1)).toEqual([
    ['deleted', ['eve'], null],
    ['typed', ['ben'], null],
    ['turned', ['ben'], null],
    ['typed', [null], null],
  ]);
});

test('what one did oneself is none, from whichever device', () => {
  const world = new World(...BEGIN);
  const before = world.state();
  world.write('ana', (body, [first]) => insert(body, first!, 0, 'My '));
  world.write('ana', (body, [, second]) => deleteText(body, second!, 0, 4));
  expect(world.ask(before, 1)).toEqual([]);
  // Without the rows, what this device wrote is known all the same.
  const doc = world.device();
  const seen = world.state();
  world.write('ana', (body, [first]) => insert(body, first!, 0, 'Mine: '), doc);
  expect(world.ask(seen, 1, { entries: [], own: [doc.clientID] })).toEqual([]);
  expect(world.ask(seen, 1, { entries: [] })).toEqual([['typed', [null], null]]);
});

test('what one deleted oneself is none, in the title and without the rows, too', () => {
  const world = new World(...BEGIN);
  const title = (person: string, text: string) => {
    const doc = world.device();
    world.send(person, doc, () => writeTitle(doc, text));
  };
  title('ana', 'Minutes of May 🍎');
  const before = world.state();
  const rows = world.entries.length;
  title('ana', 'Minutes 🍎');
  expect(world.ask(before, rows)).toEqual([]);
  title('ben', 'Minutes');
  expect(world.ask(before, rows)).toEqual([['title', ['ben', 'ana'], null]]);

  const seen = world.state();
  const doc = world.device();
  const deleted: ClockRanges = new Map();
  doc.on('afterTransaction', ({ deleteSet }: Y.Transaction) => {
    for (const [client, ranges] of deleteSet.clients)
      for (const { clock, len } of ranges) addRange(deleted, client, clock, len);
  });
  world.write('ana', (body, [, second]) => deleteText(body, second!, 0, 4), doc);
  world.send('ana', doc, () => writeTitle(doc, 'Min'));
  expect(world.ask(seen, 1, { entries: [], deleted })).toEqual([]);
  world.write('ben', (body, [first]) => deleteText(body, first!, 0, 7));
  expect(world.ask(seen, 1, { entries: [], deleted })).toEqual([['deleted', [], null]]);
});

test('what was seen on another device is none any more', () => {
  const world = new World(...BEGIN);
  const before = world.state();
  world.write('ben', (body, [first]) => insert(body, first!, 6, ' of Ben'));
  world.write('ben', (body, [, second]) => deleteText(body, second!, 0, 4));
  const seen = world.entries.length;
  world.write('eve', (body, [, , third]) => insert(body, third!, 0, '🎉'));
  expect(world.ask(before, 1, { upTo: seen })).toEqual([['typed', ['eve'], null]]);
  // Also where this device has never had it.
  const nothing = Y.encodeStateAsUpdate(new Y.Doc());
  expect(world.ask(nothing, 0, { upTo: seen })).toEqual([['typed', ['eve'], null]]);
});

test('where two met comes first, also where one of them is who comes back', () => {
  const world = new World(...BEGIN);
  const before = world.state();
  const [desk, phone] = [world.device(), world.device()];
  world.write('eve', (body, [first]) => insert(body, first!, 0, 'Now: '));
  world.write('ana', (body, [, , third]) => insert(body, third!, 2, '朝'), desk);
  world.write('ben', (body, [, , third]) => insert(body, third!, 2, '夜'), phone);
  expect(world.ask(before, 1)).toEqual([
    ['typed', ['ben'], 'both typed'],
    ['typed', ['eve'], null],
  ]);
});

test('rows that are damaged, and a copy that lacks something, are no reason to fail', () => {
  const world = new World(...BEGIN);
  const before = world.state();
  world.write('ben', (body, [first]) => insert(body, first!, 6, ' of Ben'));
  const [, row] = world.entries;
  for (const update of [null, Uint8Array.of(1, 255, 255, 255)])
    expect(world.ask(before, 1, { entries: [{ ...row!, update }], upTo: 2 })).toEqual([
      ['typed', [null], null],
    ]);
  expect(world.ask(world.state(), 2, { now: before })).toBeUndefined();
});
