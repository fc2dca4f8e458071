/** Suggestions as they are kept in the discussion: by their author alone, and what comes of them. */
import { beforeAll, expect, test } from 'vitest';
import * as Y from 'yjs';
import { createSecret, docIdOf } from '../access/ids.ts';
import { Discussion } from '../discussion/discussion.ts';
import { DISCUSSION_ROOT, keyOf } from '../discussion/keys.ts';
import { plainMessage } from '../discussion/message-text.ts';
import { type Author, signedBytes } from '../discussion/signed.ts';
import { newAuthor } from '../discussion/testing/authors.ts';
import { ModelDriver } from '../document/testing/model-driver.ts';
import { copyOf, documentOf, mergeAll, sketch } from '../document/testing/sketch.ts';
import { SuggestionFork } from './fork.ts';
import { accept, asSuggested, reject, takeBackAcceptance } from './review.ts';
import { MAX_SUGGESTION_BYTES } from './sealed.ts';
import {
  keepSuggestion,
  newSuggestionId,
  openSuggestions,
  type StoredSuggestion,
  stateOf,
  suggestionsIn,
  withdrawSuggestion,
} from './stored.ts';

const docId = docIdOf(createSecret());
const LINES = ['Alpha one two', 'Bravo three four'];
const REVIEWER = {};

let ana: Author;
let ben: Author;
beforeAll(async () => {
  [ana, ben] = await Promise.all([newAuthor(), newAuthor()]);
});

/** A device: the document and what is said about it. */
interface Place {
  doc: Y.Doc;
  registers: Y.Doc;
  discussion: Discussion;
}

function places(): { one: Place; two: Place; merge: () => void } {
  const original = documentOf(LINES);
  const [one, two] = [10, 20].map((client): Place => {
    const registers = new Y.Doc();
    const discussion = new Discussion({
      doc: registers,
      docId,
      rights: { moderates: () => false },
    });
    return { doc: copyOf(original, client), registers, discussion };
  }) as [Place, Place];
  const merge = () => {
    mergeAll([one.doc, two.doc]);
    mergeAll([one.registers, two.registers]);
  };
  return { one, two, merge };
}

const all = ({ discussion, doc }: Place) =>
  openSuggestions(discussion, doc).map((each) => sketch(asSuggested(doc, [each]))[0]);

async function keep({ discussion, doc }: Place, author: Author, fork: SuggestionFork) {
  const sealed = fork.seal();
  if (sealed) await keepSuggestion(discussion, author, sealed, doc);
}

/** The only one there is. */
const only = ({ discussion }: Place): StoredSuggestion => {
  const [suggestion, ...others] = suggestionsIn(discussion);
  expect(others).toEqual([]);
  return suggestion!;
};

test('what one suggests others read, answer, and see written anew; withdrawn, it is gone', async () => {
  const { one, two, merge } = places();
  const id = newSuggestionId(ana.id);
  const fork = new SuggestionFork(one.doc, { id });
  const person = new ModelDriver(fork.doc).type('Alpha', 'one', ' X');
  await keep(one, ana, fork);
  merge();
  expect(only(two)).toMatchObject({ id, author: ana.id, version: 1 });
  expect(all(two)).toEqual(['Alpha one X two']);
  expect(sketch(two.doc)).toEqual(LINES);

  await two.discussion.answer(ben, id, [{ text: 'Why?' }]);
  person.type('Alpha', ' X', 'Y');
  await keep(one, ana, fork);
  merge();
  expect(all(two)).toEqual(['Alpha one XY two']);
  expect(one.registers.getMap(DISCUSSION_ROOT).size).toBe(2);
  // It is no thread of its own, but has its answers.
  expect(one.discussion.threads()).toEqual([]);
  expect(one.discussion.allThreads().map((thread) => thread.id)).toEqual([id]);
  const answers = one.discussion.thread(id)?.messages.map(({ text }) => plainMessage(text));
  expect(answers).toEqual(['Why?']);

  await expect(withdrawSuggestion(two.discussion, ben, { id })).rejects.toThrow();
  await withdrawSuggestion(one.discussion, ana, { id });
  merge();
  expect(suggestionsIn(two.discussion)).toEqual([]);
});

test('accepted here while its author withdraws it there, it stands in the text, once and as theirs', async () => {
  const { one, two, merge } = places();
  const id = newSuggestionId(ana.id);
  const fork = new SuggestionFork(one.doc, { id, client: 77 });
  new ModelDriver(fork.doc).type('Alpha', 'one', ' X 🎉');
  await keep(one, ana, fork);
  merge();
  const acceptance = accept(two.doc, [only(two)], REVIEWER);
  await withdrawSuggestion(one.discussion, ana, { id });
  merge();
  merge();
  for (const place of [one, two]) {
    expect(sketch(place.doc)).toEqual(['Alpha one X 🎉 two', 'Bravo three four']);
    expect(suggestionsIn(place.discussion)).toEqual([]);
    expect(Y.getState(place.doc.store, 77)).toBeGreaterThan(0);
  }
  // Taken back it is out of the text; it was withdrawn, so nobody suggests it.
  takeBackAcceptance(two.doc, acceptance, REVIEWER);
  merge();
  for (const place of [one, two]) {
    expect(sketch(place.doc)).toEqual(LINES);
    expect(openSuggestions(place.discussion, place.doc)).toEqual([]);
  }
});

test('withdrawn on one device of its author, it does not come back from what another one kept apart', async () => {
  for (const [here, there] of [
    ['one', 'two'],
    ['two', 'one'],
  ] as const) {
    const { merge, ...both } = places();
    // Which of two registers of one name stays where they come together.
    both[here].registers.clientID = 1;
    both[there].registers.clientID = 2;
    const id = newSuggestionId(ana.id);
    const fork = new SuggestionFork(both.one.doc, { id });
    const person = new ModelDriver(fork.doc).type('Alpha', 'one', ' X');
    await keep(both.one, ana, fork);
    merge();
    await withdrawSuggestion(both[here].discussion, ana, { id });
    for (const word of ['Y', 'Z']) {
      person.type('Alpha', 'X', word);
      await keep(both[there], ana, fork);
    }
    merge();
    for (const { discussion } of [both.one, both.two]) {
      expect(suggestionsIn(discussion)).toEqual([]);
      expect(discussion.isWithdrawn(id)).toBe(true);
    }
  }
});

test('they are read in the order in which they were begun, whichever was written on last', async () => {
  const { one, two, merge } = places();
  const forks: SuggestionFork[] = [];
  const now = Date.now;
  try {
    for (const [index, word] of ['one', 'two', 'Alpha'].entries()) {
      Date.now = () => 1_000 + index;
      const fork = new SuggestionFork(one.doc, { id: newSuggestionId(ana.id) });
      new ModelDriver(fork.doc).type('Alpha', word, `${index}`);
      await keep(one, ana, fork);
      forks.push(fork);
    }
    Date.now = () => 5_000;
    new ModelDriver(forks[0]!.doc).type('Alpha', 'one0', '!');
    await keep(one, ana, forks[0]!);
  } finally {
    Date.now = now;
  }
  merge();
  expect(all(two)).toEqual(['Alpha one0! two', 'Alpha one two1', 'Alpha2 one two']);
});

test('what its author adds while somebody accepts it is open, and comes in once', async () => {
  const { one, two, merge } = places();
  const fork = new SuggestionFork(one.doc, { id: newSuggestionId(ana.id) });
  const person = new ModelDriver(fork.doc).type('Alpha', 'one', ' X');
  await keep(one, ana, fork);
  merge();
  const begun = only(two);
  accept(two.doc, [begun], REVIEWER);
  expect(stateOf(two.doc, begun)).toBe('accepted');
  person.type('Alpha', ' X', 'Y').erase('Bravo', ' four');
  expect(fork.isAccepted).toBe(false);
  await keep(one, ana, fork);
  merge();
  expect(sketch(two.doc)).toEqual(['Alpha one X two', 'Bravo three four']);
  expect(all(two)).toEqual(['Alpha one XY two']);
  expect(() => fork.beginAnother('another')).toThrow();

  // Both accept the rest, not knowing of each other.
  const acceptance = accept(two.doc, [only(two)], REVIEWER);
  expect(acceptance.faults).toEqual([]);
  accept(one.doc, [only(one)], REVIEWER);
  merge();
  for (const { doc } of [one, two]) {
    expect(sketch(doc)).toEqual(['Alpha one XY two', 'Bravo three']);
    expect(stateOf(doc, only(two))).toBe('accepted');
  }
  expect(fork.isAccepted).toBe(true);

  takeBackAcceptance(two.doc, acceptance, REVIEWER);
  merge();
  expect(sketch(one.doc)).toEqual(['Alpha one X two', 'Bravo three four']);
  expect(all(one)).toEqual(['Alpha one XY two']);
  expect(accept(one.doc, [only(one)], REVIEWER).faults).toEqual([]);
  merge();
  expect(sketch(two.doc)).toEqual(['Alpha one XY two', 'Bravo three']);
});

test('what was refused is open again once its author writes on', async () => {
  const { one, two, merge } = places();
  const fork = new SuggestionFork(one.doc, { id: newSuggestionId(ana.id) });
  const person = new ModelDriver(fork.doc).type('Alpha', 'one', ' X');
  await keep(one, ana, fork);
  merge();
  reject(two.doc, [only(two)], REVIEWER);
  merge();
  expect(all(one)).toEqual([]);
  expect(stateOf(one.doc, only(one))).toBe('rejected');
  person.type('Alpha', ' X', 'Y');
  await keep(one, ana, fork);
  merge();
  expect(all(two)).toEqual(['Alpha one XY two']);
});

test('nobody suggests in another’s place, whoever writes the register', async () => {
  const { one, two, merge } = places();
  const id = newSuggestionId(ana.id);
  const fork = new SuggestionFork(one.doc, { id });
  new ModelDriver(fork.doc).type('Alpha', 'one', ' X');
  const sealed = fork.seal()!;
  await expect(keepSuggestion(two.discussion, ben, sealed, two.doc)).rejects.toThrow();
  await keepSuggestion(one.discussion, ana, sealed, one.doc);
  merge();
  const key = keyOf({ person: ben.id, thread: id, field: 'suggests', n: 9 });
  const says = JSON.stringify({ at: 1, withdrawn: true });
  const proof = await ben.sign(signedBytes(docId, key, says));
  two.registers.getMap(DISCUSSION_ROOT).set(key, [says, proof]);
  // Nor in their name.
  const forged = keyOf({ person: ana.id, thread: id, field: 'suggests', n: 9 });
  two.registers.getMap(DISCUSSION_ROOT).set(forged, [says, proof]);
  await two.discussion.verify();
  expect(all(two)).toEqual(['Alpha one X two']);
});

test('one as large as may be accepted can be kept, and a larger one is not', async () => {
  const { one } = places();
  const id = newSuggestionId(ana.id);
  const fork = new SuggestionFork(one.doc, { id });
  const person = new ModelDriver(fork.doc);
  const grow = (length: number) => person.type('Alpha', 'one', 'x'.repeat(length));
  grow(MAX_SUGGESTION_BYTES - 300);
  await keep(one, ana, fork);
  expect(only(one).update.length).toBeGreaterThan(MAX_SUGGESTION_BYTES - 300);
  grow(300);
  await expect(keep(one, ana, fork)).rejects.toThrow(RangeError);
  expect(only(one).version).toBe(1);
});
