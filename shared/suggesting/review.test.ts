/** What comes of suggestions: accepted, refused, taken back, by people who do not know of each other. */
import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { compare } from '../document/review/compare.ts';
import { ModelDriver } from '../document/testing/model-driver.ts';
import { copyOf, documentOf, mergeAll, sketch } from '../document/testing/sketch.ts';
import { decidedOf, type Suggestion } from './decisions.ts';
import { SuggestionFork } from './fork.ts';
import {
  accept,
  acceptMany,
  asSuggested,
  reject,
  reopen,
  takeBackAcceptance,
  takeBackAtOnce,
} from './review.ts';
import { faultIn } from './sealed.ts';

const LINES = ['Alpha one two', 'Bravo three four', 'Charlie five'];
const REVIEWER = {};

function start() {
  const original = documentOf(LINES);
  const docs = [copyOf(original, 10), copyOf(original, 20)] as const;
  // As at two open editors: each deletes what does not count of what both brought back.
  for (const doc of docs) new ModelDriver(doc);
  const merge = () => {
    mergeAll(docs);
    mergeAll(docs);
  };
  return { docs, merge };
}

let clients = 1_000;

function suggest(doc: Y.Doc, id: string, write: (person: ModelDriver) => unknown): Suggestion {
  const fork = new SuggestionFork(doc, { id, client: ++clients });
  write(new ModelDriver(fork.doc));
  const sealed = fork.seal()!;
  fork.destroy();
  return sealed;
}

const stateOf = (doc: Y.Doc, suggestion: Suggestion) => decidedOf(doc, suggestion).state;

test('several suggest at one place, and each is accepted alone', () => {
  const { docs } = start();
  const [doc] = docs;
  const words = suggest(doc, 'a', (person) => person.type('Alpha', 'one', ' and a half'));
  const gone = suggest(doc, 'b', (person) => person.erase('Alpha', ' one'));
  const turned = suggest(doc, 'c', (person) => person.turn('Alpha', { type: 'heading', level: 1 }));
  const split = suggest(doc, 'd', (person) => person.split('Alpha', 'one'));
  expect(sketch(doc)).toEqual(LINES);
  const as = (...those: Suggestion[]) => sketch(asSuggested(doc, those))[0];
  expect(as(words)).toBe('Alpha one and a half two');
  expect(as(gone)).toBe('Alpha two');
  expect(as(turned)).toBe('# Alpha one two');
  expect(as(split)).toBe('Alpha one');
  expect(as(gone, words, turned)).toBe('# Alpha and a half two');
  accept(doc, [turned, words], REVIEWER);
  expect(sketch(doc)).toEqual(['# Alpha one and a half two', ...LINES.slice(1)]);
  expect([words, gone, turned, split].map((each) => stateOf(doc, each))).toEqual([
    'accepted',
    'open',
    'accepted',
    'open',
  ]);
});

test('the document is split, moved and deleted underneath meanwhile', () => {
  const { docs } = start();
  const [doc] = docs;
  const suggestion = suggest(doc, 'a', (person) => person.type('Bravo', 'three', ' more'));
  const editor = new ModelDriver(doc).split('Bravo', 'Bravo').move(' three', '').remove('Alpha');
  expect(sketch(asSuggested(doc, [suggestion]))[0]).toBe(' three more four');
  editor.remove(' three');
  accept(doc, [suggestion], REVIEWER);
  expect(sketch(doc).join('|')).toContain(' more');
});

test('what others write flows into the fork while one suggests, and is no part of it', () => {
  const { docs } = start();
  const [doc] = docs;
  const fork = new SuggestionFork(doc, { id: 'a' });
  const person = new ModelDriver(fork.doc).type('Alpha', 'one', ' X');
  const editor = new ModelDriver(doc).type('Alpha', 'two', ' Y').remove('Bravo');
  expect(sketch(fork.doc)).toEqual(['Alpha one X two Y', 'Charlie five']);
  editor.undo();
  person.type('Bravo', 'three', ' Z');
  const suggestion = fork.seal()!;
  expect(sketch(doc)).toEqual(['Alpha one two Y', ...LINES.slice(1)]);
  const { changes } = compare(doc, asSuggested(doc, [suggestion]));
  expect(changes.map(({ kind }) => kind)).toEqual(['typed', 'typed']);
  expect(() => fork.beginAnother('b')).toThrow();
  accept(doc, [suggestion], REVIEWER);
  fork.beginAnother('b');
  expect(fork.seal()).toBeNull();
  person.erase('Alpha', ' X');
  const another = fork.seal()!;
  expect(faultIn(doc, another)).toBeNull();
  accept(doc, [another], REVIEWER);
  expect(sketch(doc)[0]).toBe('Alpha one two Y');
});

test('an acceptance is taken back: the suggestion is open, and others can accept it', () => {
  const { docs, merge } = start();
  const suggestion = suggest(docs[0], 'a', (person) =>
    person
      .type('Alpha', 'one', ' X')
      .erase('Bravo', 'three')
      .mark('Charlie', 'five', { bold: true }),
  );
  const after = ['Alpha one X two', 'Bravo  four', 'Charlie *five*'];
  for (const [index, other] of [
    [0, 1],
    [1, 0],
  ] as const) {
    const acceptance = accept(docs[index], [suggestion], REVIEWER);
    merge();
    for (const doc of docs) expect(sketch(doc)).toEqual(after);
    new ModelDriver(docs[other]).type('Alpha', 'two', '!').erase('Alpha', '!');
    merge();
    takeBackAcceptance(docs[index], acceptance, REVIEWER);
    merge();
    for (const doc of docs) {
      expect(sketch(doc)).toEqual(LINES);
      expect(stateOf(doc, suggestion)).toBe('open');
      expect(sketch(asSuggested(doc, [suggestion]))).toEqual(after);
    }
  }
  // Both accept it again, not knowing of each other: it is there once.
  for (const doc of docs) accept(doc, [suggestion], REVIEWER);
  merge();
  for (const doc of docs) expect(sketch(doc)).toEqual(after);
});

test('what is refused stands nowhere, and can be opened again; what was accepted meanwhile stays', () => {
  const { docs, merge } = start();
  const [ana, ben] = docs;
  const suggestion = suggest(ana, 'a', (person) => person.type('Alpha', 'one', ' X'));
  reject(ana, [suggestion], REVIEWER);
  expect(stateOf(ana, suggestion)).toBe('rejected');
  expect(accept(ana, [suggestion], REVIEWER)).toEqual({ accepted: [], faults: [] });
  expect(sketch(ana)).toEqual(LINES);
  reopen(ana, [suggestion], REVIEWER);
  merge();
  // One refuses and one accepts it, not knowing of each other.
  reject(ana, [suggestion], REVIEWER);
  accept(ben, [suggestion], REVIEWER);
  merge();
  for (const doc of docs) {
    expect(sketch(doc)[0]).toBe('Alpha one X two');
    expect(stateOf(doc, suggestion)).toBe('accepted');
  }
});

test('what only takes away is known to be accepted, too', () => {
  const { docs, merge } = start();
  const [ana, ben] = docs;
  const suggestion = suggest(ana, 'a', (person) => person.erase('Alpha', ' one'));
  accept(ana, [suggestion], REVIEWER);
  reject(ben, [suggestion], REVIEWER);
  merge();
  for (const doc of docs) expect(stateOf(doc, suggestion)).toBe('accepted');
});

test('one goes on with a suggestion after a reload', () => {
  const { docs } = start();
  const [doc] = docs;
  const from = suggest(doc, 'a', (person) => person.type('Alpha', 'one', ' X'));
  const fork = new SuggestionFork(doc, { id: 'a', from });
  new ModelDriver(fork.doc).type('Alpha', ' X', 'Y');
  const suggestion = fork.seal()!;
  expect(suggestion.clients).toHaveLength(2);
  accept(doc, [suggestion], REVIEWER);
  expect(sketch(doc)[0]).toBe('Alpha one XY two');
});

test('a fork writes under an id that is not its document’s nor anybody’s who wrote there', () => {
  const { docs } = start();
  const forks = Array.from({ length: 20 }, () => new SuggestionFork(docs[0], { id: 'a' }));
  const ids = new Set([
    docs[0].clientID,
    docs[1].clientID,
    1,
    ...forks.map((fork) => fork.doc.clientID),
  ]);
  expect(ids.size).toBe(23);
  expect(forks.map((fork) => fork.seal())).toEqual(forks.map(() => null));
});

test('what a suggestion waits for comes, and then it can be accepted', () => {
  const { docs, merge } = start();
  const [ana, ben] = docs;
  new ModelDriver(ana).type('Alpha', 'one', ' X');
  const suggestion = suggest(ana, 'a', (person) => person.type('Alpha', ' X', 'Y'));
  const before = Y.encodeStateAsUpdate(ben);
  expect(accept(ben, [suggestion], REVIEWER).faults).toEqual([{ suggestion, fault: 'waits' }]);
  expect(Y.encodeStateAsUpdate(ben)).toEqual(before);
  merge();
  expect(accept(ben, [suggestion], REVIEWER).faults).toEqual([]);
  expect(sketch(ben)[0]).toBe('Alpha one XY two');
});

test('many are accepted as one change, and taken back as one, and it is as if one by one', () => {
  const lines = Array.from({ length: 40 }, (_, index) => `Line${index} says 👨‍👩‍👧 something`);
  const original = documentOf(lines);
  const docs = [copyOf(original, 10), copyOf(original, 10)] as const;
  const [doc, other] = docs;
  const all = lines.map((_, index) =>
    suggest(doc, `s${index}`, (person) => {
      person.type(`Line${index}`, 'says', ' now').erase(`Line${index}`, ' something');
      if (index % 3 === 0) person.turn(`Line${index}`, { type: 'heading', level: 2 });
      if (index % 5 === 0) person.split(`Line${index}`, 'now');
    }),
  );
  let transactions = 0;
  doc.on('update', () => transactions++);
  const atOnce = acceptMany(doc, all, REVIEWER);
  expect(transactions).toBe(1);
  const oneByOne = accept(other, all, REVIEWER);
  expect(atOnce).toEqual(oneByOne);
  expect(Y.encodeStateAsUpdate(doc)).toEqual(Y.encodeStateAsUpdate(other));
  const own = doc.clientID;
  takeBackAtOnce(doc, atOnce, REVIEWER);
  expect(transactions).toBe(2);
  takeBackAcceptance(other, oneByOne, REVIEWER);
  expect(Y.encodeStateAsUpdate(doc)).toEqual(Y.encodeStateAsUpdate(other));
  expect(doc.clientID).toBe(own);
  expect(sketch(doc)).toEqual(lines);
  // Again, by somebody else.
  Y.applyUpdate(other, Y.encodeStateAsUpdate(doc));
  other.clientID = 20;
  expect(acceptMany(other, all, REVIEWER).faults).toEqual([]);
  expect(sketch(other).join('|')).toContain('Line7 says now 👨‍👩‍👧|');
});

test('who has all that arrived at any moment while it is taken back can accept it again', () => {
  const { docs, merge } = start();
  const [doc, other] = docs;
  const suggestion = suggest(doc, 'a', (person) => person.type('Alpha', 'one', ' X'));
  const acceptance = accept(doc, [suggestion], REVIEWER);
  merge();
  const sent: Uint8Array[] = [];
  doc.on('update', (update: Uint8Array) => sent.push(update));
  takeBackAtOnce(doc, acceptance, REVIEWER);
  expect(sketch(doc)[0]).toBe('Alpha one two');
  for (const update of sent) {
    Y.applyUpdate(other, update);
    const copy = copyOf(other, 90);
    expect(accept(copy, [suggestion], REVIEWER).faults).toEqual([]);
    expect(sketch(copy)[0]).toBe('Alpha one X two');
  }
});

test('what others wrote in accepted text stays when that is taken back, and is in it when it comes again', () => {
  const { docs, merge } = start();
  const [doc, other] = docs;
  const suggestion = suggest(doc, 'a', (person) =>
    person.type('Alpha', 'one', ' big 👩🏽‍🚀 مرحبا').split('Bravo', 'Bravo'),
  );
  const acceptance = accept(doc, [suggestion], REVIEWER);
  merge();
  new ModelDriver(other)
    .type('Alpha', 'big', 'ger')
    .type(' three', 'four', ' and')
    .erase('Alpha', 'مرحبا');
  merge();
  takeBackAcceptance(doc, acceptance, REVIEWER);
  merge();
  for (const each of docs)
    expect(sketch(each)).toEqual(['Alpha oneger two', 'Bravo three four and', 'Charlie five']);
  accept(other, [suggestion], REVIEWER);
  accept(doc, [suggestion], REVIEWER);
  merge();
  for (const each of docs) {
    expect(sketch(each)[0]).toBe('Alpha one bigger 👩🏽‍🚀  two');
    expect(sketch(each).slice(1)).toEqual(['Bravo', ' three four and', 'Charlie five']);
  }
});

test('the text meanwhile goes into a cell of a table, and what was suggested in it stays where it was', () => {
  const { docs, merge } = start();
  const [doc, other] = docs;
  const suggestion = suggest(doc, 'a', (person) =>
    person.type('Bravo', 'three', ' 🎉').erase('Bravo', ' four'),
  );
  new ModelDriver(other).erase('Bravo', ' three four').paste('Charlie', ['⊞ a three four ¦ b']);
  merge();
  for (const each of docs) {
    expect(accept(each, [suggestion], REVIEWER).faults).toEqual([]);
    expect(accept(each, [suggestion], REVIEWER).accepted).toEqual([]);
  }
  merge();
  for (const each of docs) {
    expect(sketch(each).slice(0, 2)).toEqual(['Alpha one two', 'Bravo 🎉']);
    expect(sketch(each).join().match(/🎉/gu)).toHaveLength(1);
    expect(sketch(each).join()).toContain('a three four');
  }
});

test('a whole update is told twice, or in other words, and is there once', () => {
  const { docs, merge } = start();
  const [doc, other] = docs;
  const suggestion = suggest(doc, 'a', (person) => person.type('Alpha', 'one', ' X'));
  accept(doc, [suggestion], REVIEWER);
  Y.applyUpdate(doc, suggestion.update);
  Y.applyUpdateV2(other, Y.convertUpdateFormatV1ToV2(suggestion.update));
  accept(other, [suggestion], REVIEWER);
  merge();
  for (const each of docs) expect(sketch(each)).toEqual(['Alpha one X two', ...LINES.slice(1)]);
  expect(stateOf(other, suggestion)).toBe('accepted');
});
