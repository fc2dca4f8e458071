/** Whatever one does, `compare` has one name for it. */
import { expect, test } from 'vitest';
import type * as Y from 'yjs';
import { Body } from '../body.ts';
import { insert, setObject } from '../operations/text.ts';
import { act } from '../testing/merge-table/acts.ts';
import { FORMATTED, ITEM, PARAGRAPHS, TASKS } from '../testing/merge-table/starts.ts';
import { ModelDriver } from '../testing/model-driver.ts';
import { copyOf, documentOf, mergeAll } from '../testing/sketch.ts';
import type { TableChange } from '../testing/table-words.ts';
import { writeTitle } from '../text.ts';
import type { Change, ChangeKind } from './changes.ts';
import { compare } from './compare.ts';

/** What comes of something that Ben does to a document of Ana's. */
function changesOf(lines: readonly string[], does: (driver: ModelDriver, doc: Y.Doc) => void) {
  const before = documentOf(lines);
  const after = copyOf(before, 20);
  does(new ModelDriver(after), after);
  return compare(before, after).changes;
}

function namesOf(changes: readonly Change[]): string[] {
  return changes.map(({ kind }) => kind);
}

const ACTS: Readonly<Record<string, readonly [ChangeKind, start?: readonly string[]]>> = {
  'type at the start': ['typed'],
  type: ['typed'],
  'type at the end': ['typed'],
  'split at the start': ['added'],
  split: ['split'],
  'split elsewhere': ['split'],
  'split at the end': ['added'],
  join: ['joined'],
  'join the next': ['joined'],
  'join the child': ['joined', ITEM],
  erase: ['deleted'],
  'erase overlapping': ['deleted'],
  remove: ['removed'],
  'remove the one above': ['removed'],
  'remove across': ['deleted across'],
  heading: ['turned'],
  paragraph: ['turned', ITEM],
  bullet: ['turned'],
  ordered: ['turned'],
  code: ['turned'],
  check: ['checked', TASKS],
  indent: ['nested', ITEM],
  outdent: ['nested', ITEM],
  'move up': ['moved'],
  'move first': ['moved', ITEM],
  'move down': ['moved'],
  'move far': ['moved'],
  'move the one above': ['moved'],
  'move another behind': ['moved'],
  'move another above': ['moved'],
  bold: ['formatted'],
  italic: ['formatted'],
  link: ['formatted'],
  clear: ['unformatted', FORMATTED],
  paste: ['added'],
  'paste items': ['added', ITEM],
};

test.each(Object.entries(ACTS))('%s', (name, [kind, start = PARAGRAPHS]) => {
  const changes = changesOf(start, (driver) => act(name)(driver, 'XXX'));
  expect(namesOf(changes)).toEqual([kind]);
  // Who deletes text or takes a marker out leaves no name.
  if (kind !== 'deleted') expect(changes[0]!.clients).toEqual([20]);
});

const TABLE = ['Alpha', '⊞ a ¦ ⁄ c ¦ d', 'Omega'];
const TABLE_CHANGES: readonly (readonly [ChangeKind, TableChange])[] = [
  ['cell written', { do: 'type', row: 0, column: 1, text: 'XXX' }],
  ['typed', { do: 'type', row: 0, column: 0, text: 'XXX' }],
  ['row added', { do: 'add row', at: 1 }],
  ['column added', { do: 'add column', at: 1 }],
  ['row removed', { do: 'delete row', at: 0 }],
  ['column removed', { do: 'delete column', at: 1 }],
  ['row moved', { do: 'move row', from: 0, to: 1 }],
  ['column moved', { do: 'move column', from: 1, to: 0 }],
  ['cells merged', { do: 'merge cells', from: [0, 0], to: [1, 0] }],
  ['cells merged', { do: 'merge cells', from: [1, 0], to: [1, 1] }],
  ['cells merged', { do: 'merge cells', from: [0, 0], to: [1, 1] }],
  ['attribute', { do: 'turn the heading row on or off' }],
  ['removed', { do: 'delete the table' }],
];

test.each(TABLE_CHANGES)('%s: %j', (kind, change) => {
  expect(namesOf(changesOf(TABLE, (driver) => driver.table(change)))).toEqual([kind]);
});

test('cells that were one are single ones', () => {
  const before = copyOf(documentOf(TABLE), 10);
  new ModelDriver(before).table({ do: 'merge cells', from: [0, 0], to: [1, 1] });
  const after = copyOf(before, 20);
  new ModelDriver(after).table({ do: 'split cells', row: 0, column: 0 });
  expect(namesOf(compare(before, after).changes)).toEqual(['cells split']);
});

test('an object is added, changed and removed', () => {
  const date = { object: 'date', id: 'day', date: '2026-03-04' };
  const doc = documentOf(PARAGRAPHS);
  const states = [copyOf(doc, 2)];
  const id = new Body(doc).shown[1]!.id;
  const then = (does: (body: Body) => void) => {
    doc.transact(() => does(new Body(doc)));
    states.push(copyOf(doc, 2));
  };
  then((body) => insert(body, id, 5, date));
  then((body) => setObject(body, { ...date, date: '2027-12-31' }));
  const driver = new ModelDriver(doc);
  driver.erase('Bravo', '\ufffc');
  states.push(copyOf(doc, 2));
  const between = (from: number) => compare(states[from]!, states[from + 1]!).changes;
  expect([0, 1, 2].flatMap((from) => namesOf(between(from)))).toEqual([
    'object added',
    'object changed',
    'object removed',
  ]);
  expect(between(1)[0]).toMatchObject({ was: date, is: { ...date, date: '2027-12-31' } });
});

test('a title is changed', () => {
  const changes = changesOf(PARAGRAPHS, (_, doc) => writeTitle(doc, 'Plan'));
  expect(changes).toMatchObject([{ kind: 'title', was: '', is: 'Plan', clients: [20] }]);
});

test('what is written over something else replaces it', () => {
  const changes = changesOf(PARAGRAPHS, (driver) =>
    driver.erase('Bravo', 'four').type('Bravo', 'Bravo ', 'XXX'),
  );
  expect(changes).toMatchObject([
    { kind: 'replaced', gone: [{ content: [{ text: 'four' }] }], come: [{ from: 6, to: 9 }] },
  ]);
});

test('a paragraph that is moved and edited is two changes', () => {
  const changes = changesOf(PARAGRAPHS, (driver) =>
    driver.type('Bravo', 'four', ' XXX').move('Bravo', 'Charlie'),
  );
  expect(namesOf(changes)).toEqual(['moved', 'typed']);
});

test('what undo brought back was never gone', () => {
  const changes = changesOf(PARAGRAPHS, (driver) =>
    driver.remove('Bravo').undo().join('Charlie').undo().erase('Alpha', 'one two').undo(),
  );
  expect(changes).toEqual([]);
});

test('formatting across blocks is one change', () => {
  const changes = changesOf(PARAGRAPHS, (_, doc) => {
    doc.getText('body').format(2, doc.getText('body').length - 10, { 'bold:k1': true });
  });
  expect(changes).toMatchObject([{ kind: 'formatted', ranges: [{}, {}, {}, {}] }]);
});

test('what two people typed at one spot are two changes, each of one of them', () => {
  const before = documentOf(PARAGRAPHS);
  const [ana, ben] = [copyOf(before, 20), copyOf(before, 30)];
  new ModelDriver(ana).type('Bravo', 'four', ' XXX');
  new ModelDriver(ben).type('Bravo', 'four', ' YYY').type('Bravo', 'YYY', '!');
  const { changes } = compare(before, copyOfBoth(ana, ben));
  expect(changes).toMatchObject([
    { kind: 'typed', clients: [20], come: [{ content: [{ text: ' XXX' }] }] },
    { kind: 'typed', clients: [30], come: [{ content: [{ text: ' YYY!' }] }] },
  ]);
});

function copyOfBoth(one: Y.Doc, other: Y.Doc): Y.Doc {
  const both = copyOf(one, 40);
  mergeAll([both, other]);
  return both;
}
