/** What people do most to a text, each seen in the history by its name and by whoever did it. */
import { expect, test } from 'vitest';
import * as Y from 'yjs';
import type { ChangeKind } from '../../shared/document/review/changes.ts';
import { act } from '../../shared/document/testing/merge-table/acts.ts';
import {
  FORMATTED,
  ITEM,
  PARAGRAPHS,
  TASKS,
} from '../../shared/document/testing/merge-table/starts.ts';
import { ModelDriver } from '../../shared/document/testing/model-driver.ts';
import { copyOf, documentOf } from '../../shared/document/testing/sketch.ts';
import { writeTitle } from '../../shared/document/text.ts';
import { HistoryLog } from './history-log.ts';

const TABLE = ['Alpha', '⊞ a ¦ ⁄ c ¦ d', 'Omega'];
const HOUR = 3_600_000;
const [ANA, BEN] = [20, 30];

type Does = (driver: ModelDriver, doc: Y.Doc) => void;
const named =
  (name: string): Does =>
  (driver) =>
    act(name)(driver, '👩‍👩‍👧 שלום');

const COMMON: readonly (readonly [string, ChangeKind, Does, start?: readonly string[]])[] = [
  ['types at the start', 'typed', named('type at the start')],
  ['types in the middle', 'typed', named('type')],
  ['types at the end', 'typed', named('type at the end')],
  ['presses Enter at the end', 'added', named('split at the end')],
  ['presses Enter at the start', 'added', named('split at the start')],
  ['splits a paragraph', 'split', named('split')],
  ['joins two', 'joined', named('join')],
  ['deletes words', 'deleted', named('erase')],
  ['deletes a paragraph', 'removed', named('remove')],
  ['deletes across paragraphs', 'deleted across', named('remove across')],
  [
    'writes over a word',
    'replaced',
    (it) => it.erase('Bravo', 'four').type('Bravo', 'Bravo ', 'XXX'),
  ],
  ['makes a heading', 'turned', named('heading')],
  ['makes an item', 'turned', named('bullet')],
  ['makes a numbered item', 'turned', named('ordered')],
  ['makes code', 'turned', named('code')],
  ['makes a paragraph of an item', 'turned', named('paragraph'), ITEM],
  ['ticks a task', 'checked', named('check'), TASKS],
  ['indents', 'nested', named('indent'), ITEM],
  ['outdents', 'nested', named('outdent'), ITEM],
  ['moves a paragraph up', 'moved', named('move up')],
  ['moves a paragraph down', 'moved', named('move far')],
  ['makes words bold', 'formatted', named('bold')],
  ['makes words italic', 'formatted', named('italic')],
  ['makes a link', 'formatted', named('link')],
  ['clears formatting', 'unformatted', named('clear'), FORMATTED],
  ['pastes paragraphs', 'added', named('paste')],
  ['changes the title', 'title', (_, doc) => writeTitle(doc, 'Plan')],
  [
    'writes in a cell',
    'cell written',
    (it) => it.table({ do: 'type', row: 0, column: 1, text: 'X' }),
    TABLE,
  ],
  ['adds a row', 'row added', (it) => it.table({ do: 'add row', at: 1 }), TABLE],
  ['deletes a column', 'column removed', (it) => it.table({ do: 'delete column', at: 1 }), TABLE],
];

test('there are thirty', () => expect(new Set(COMMON.map(([what]) => what)).size).toBe(30));

const CASES = COMMON.map(([what, kind, does, start = PARAGRAPHS]) => ({ what, kind, does, start }));

test.each(CASES)('somebody $what: $kind', ({ kind, does, start }) => {
  for (const [who, other] of [
    [ANA, BEN],
    [BEN, ANA],
  ] as const) {
    const doc = copyOf(documentOf(start), other);
    const log = new HistoryLog();
    let [sequence, at] = [0, HOUR];
    const add = (update: Uint8Array, client: number) => {
      const person = client === ANA ? 'ana' : 'ben';
      sequence++;
      at += HOUR;
      log.add([{ sequence, since: at, at, person, update, isBeginning: false }]);
    };
    const first = start === TABLE ? 'Omega' : 'Alpha';
    new ModelDriver(doc).type(first, first, ' others');
    add(Y.encodeStateAsUpdate(doc), other);
    const mine = copyOf(doc, who);
    const had = Y.encodeStateVector(mine);
    does(new ModelDriver(mine), mine);
    add(Y.encodeStateAsUpdate(mine, had), who);
    const person = who === ANA ? 'ana' : 'ben';
    expect(log.sessions().at(-1)!.people).toEqual([person]);
    const { changes } = log.look({ rows: 1 }, { rows: 2 });
    expect(changes.map(({ change, people }) => [change.kind, people])).toEqual([[kind, [person]]]);
  }
});
