// @vitest-environment jsdom
/** What one suggests is kept: in the discussion when the keys rest, and by this device before that. */
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import * as Y from 'yjs';
import { discussionOf } from '../../shared/access/document-name.ts';
import { createSecret, type DocId, docIdOf, type Secret } from '../../shared/access/ids.ts';
import { Discussion } from '../../shared/discussion/discussion.ts';
import type { ThreadId } from '../../shared/discussion/keys.ts';
import { keepWriter } from '../../shared/document/people.ts';
import { ModelDriver } from '../../shared/document/testing/model-driver.ts';
import { sketch } from '../../shared/document/testing/sketch.ts';
import { SuggestionFork } from '../../shared/suggesting/fork.ts';
import { accept, asSuggested, copyOf } from '../../shared/suggesting/review.ts';
import {
  keepSuggestion,
  newSuggestionId,
  suggestionsIn,
  withdrawSuggestion,
} from '../../shared/suggesting/stored.ts';
import { ownAuthor } from '../discussion/author.ts';
import { thisPerson } from '../presence/this-person.ts';
import { openReplica, type Replica } from '../replica/open-replica.ts';
import { news } from '../ui/announce.ts';
import { offeredWith, takeBack } from '../ui/undoable.ts';
import { type ComparedQuestion, Mirror } from './compared.ts';
import { Suggesting } from './suggesting.ts';
import { openBody } from './testing/open-body.ts';
import { keepUnsealed, unsealedOf } from './unsealed.ts';

let secret: Secret;
let docId: DocId;
let body: Replica;
const begun: Suggesting[] = [];

beforeEach(async () => {
  ({ secret, docId, body } = await openBody(['Alpha one', 'Bravo two']));
});

afterEach(async () => {
  for (const each of begun.splice(0)) await each.end();
  await body.close();
  vi.unstubAllGlobals();
});

function open(): Suggesting {
  const suggesting = new Suggesting({
    docId,
    secret,
    body,
    person: thisPerson,
    role: () => 'editor',
  });
  begun.push(suggesting);
  suggesting.start();
  return suggesting;
}

/** Suggests as an editor does, with whose it is. */
async function write(
  suggesting: Suggesting,
  act: (person: ModelDriver) => unknown,
): Promise<Y.Doc> {
  await suggesting.begin();
  const fork = suggesting.get().fork!;
  const stop = keepWriter(fork, [null], thisPerson);
  act(new ModelDriver(fork));
  stop();
  return fork;
}

const states = (suggesting: Suggesting) =>
  suggesting
    .get()
    .suggestions.map(({ state, changes }) => [state, ...changes.map(({ change }) => change.kind)]);

test('it is sealed when the keys rest, accepted, taken back and refused', async () => {
  const suggesting = open();
  await write(suggesting, (person) => person.type('Alpha', 'one', ' more'));
  await expect.poll(() => body.status.get().device).toBe('saving');
  await expect.poll(() => unsealedOf(docId).length).toBe(1);
  await expect.poll(() => states(suggesting), { timeout: 5_000 }).toEqual([['open', 'typed']]);
  await expect.poll(() => unsealedOf(docId)).toEqual([]);
  expect(suggesting.get().fault).toBeNull();
  await expect.poll(() => body.status.get().device).toBe('saved');
  expect(sketch(body.doc)).toEqual(['Alpha one', 'Bravo two']);

  const { id } = suggesting.get().suggestions[0]!.suggestion;
  suggesting.accept([id]);
  expect(sketch(body.doc)).toEqual(['Alpha one more', 'Bravo two']);
  await expect.poll(() => states(suggesting)).toEqual([['accepted']]);
  takeBack(offeredWith(news())!);
  expect(sketch(body.doc)).toEqual(['Alpha one', 'Bravo two']);
  await expect.poll(() => states(suggesting)).toEqual([['open', 'typed']]);
  suggesting.accept([id]);
  expect(sketch(body.doc)).toEqual(['Alpha one more', 'Bravo two']);
  await expect.poll(() => states(suggesting)).toEqual([['accepted']]);
  // What is written next is another one.
  await expect.poll(() => suggesting.get().writing).not.toBe(id);
  await write(suggesting, (person) => person.erase('Bravo', ' two'));
  await expect
    .poll(() => states(suggesting), { timeout: 5_000 })
    .toEqual([['open', 'deleted'], ['accepted']]);
  const [second] = suggesting.get().suggestions;
  suggesting.reject([second!.suggestion.id]);
  await expect.poll(() => states(suggesting)).toEqual([['accepted'], ['rejected']]);
  await expect.poll(() => sketch(suggesting.get().fork!)).toEqual(['Alpha one more', 'Bravo two']);
});

test('what was typed last outlives a page that goes before it could be sealed', async () => {
  const gone = open();
  await write(gone, (person) => person.type('Alpha', 'one', ' more'));
  dispatchEvent(new Event('pagehide'));
  const left = { ...localStorage };
  await gone.end();
  begun.splice(0);
  // As if the page had died there: nothing of it had come to the discussion.
  secret = createSecret();
  const copy = body;
  docId = docIdOf(secret);
  body = openReplica({ name: docId, secret });
  await body.whenLoaded;
  Y.applyUpdate(body.doc, Y.encodeStateAsUpdate(copy.doc));
  await copy.close();
  for (const [name, value] of Object.entries(left))
    localStorage.setItem(name.replace(copy.name, docId), value);
  const next = open();
  await expect.poll(() => states(next), { timeout: 5_000 }).toEqual([['open', 'typed']]);
  expect(unsealedOf(docId)).toEqual([]);
});

/** As a page leaves it that goes before what it wrote is sealed. */
async function leave(act: (person: ModelDriver) => unknown): Promise<SuggestionFork> {
  const { id } = await ownAuthor();
  const fork = new SuggestionFork(body.doc, { id: newSuggestionId(id) });
  act(new ModelDriver(fork.doc));
  keepUnsealed(docId, fork.seal()!);
  return fork;
}

test('what is too large to be taken up holds up nothing else', async () => {
  for (let times = 0; times < 2; times++)
    await leave((person) => person.type('Bravo', 'two', ' 🍎'.repeat(100_000)));
  await leave((person) => person.type('Alpha', 'one', ' more'));
  const suggesting = open();
  await expect.poll(() => states(suggesting), { timeout: 5_000 }).toEqual([['open', 'typed']]);
  await expect.poll(() => suggesting.get().fault).toBe('too large');
  expect(unsealedOf(docId)).toHaveLength(2);
});

test('what a page that goes on keeps, while another one takes up what it kept before, stays', async () => {
  const fork = await leave((person) => person.type('Alpha', 'one', ' more'));
  const suggesting = open();
  const stop = suggesting.open()!.subscribe(() => {
    stop();
    new ModelDriver(fork.doc).type('Bravo', 'two', ' too');
    keepUnsealed(docId, fork.seal()!);
  });
  await expect.poll(() => states(suggesting), { timeout: 5_000 }).toEqual([['open', 'typed']]);
  const [left] = unsealedOf(docId);
  expect(sketch(asSuggested(body.doc, left ? [left] : []))).toEqual([
    'Alpha one more',
    'Bravo two too',
  ]);
});

test('what another page took up of it does not stand in place of what was written since', async () => {
  const suggesting = open();
  await write(suggesting, (person) => person.type('Alpha', 'one', ' 👨‍👩‍👧'));
  await expect.poll(() => states(suggesting), { timeout: 5_000 }).toEqual([['open', 'typed']]);
  const early = suggesting.get().suggestions[0]!.suggestion;
  await write(suggesting, (person) => person.type('Bravo', 'two', ' more'));
  const discussion = suggesting.open()!;
  const reads = () => sketch(asSuggested(body.doc, suggestionsIn(discussion)));
  const all = ['Alpha one 👨‍👩‍👧', 'Bravo two more'];
  await expect.poll(reads, { timeout: 5_000 }).toEqual(all);
  // In the same moment: a page that has read what this one had kept on the device before.
  await keepSuggestion(discussion, await ownAuthor(), early, body.doc);
  expect(reads()).not.toEqual(all);
  await expect.poll(reads, { timeout: 5_000 }).toEqual(all);
});

test('what was withdrawn does not come again with what is written next', async () => {
  const suggesting = open();
  await write(suggesting, (person) => person.type('Alpha', 'one', ' more'));
  await expect.poll(() => states(suggesting), { timeout: 5_000 }).toEqual([['open', 'typed']]);
  const { id } = suggesting.get().suggestions[0]!.suggestion;
  await suggesting.withdraw(id);
  await expect.poll(() => states(suggesting)).toEqual([]);
  await write(suggesting, (person) => person.type('Bravo', 'two', '!'));
  await expect.poll(() => states(suggesting), { timeout: 5_000 }).toEqual([['open', 'typed']]);
  expect(suggesting.get().suggestions[0]!.suggestion.id).not.toBe(id);
});

test('what was withdrawn on another device does not come again from what this one has of it', async () => {
  const fork = await leave((person) => person.type('Alpha', 'one', ' more'));
  const author = await ownAuthor();
  const id = fork.id as ThreadId;
  const name = discussionOf(docId);
  const replica = openReplica({ name, secret });
  await replica.whenLoaded;
  const { doc } = replica;
  const discussion = new Discussion({ doc, docId, rights: { moderates: () => false } });
  await withdrawSuggestion(discussion, author, { id });
  const suggesting = open();
  await expect.poll(() => unsealedOf(docId), { timeout: 5_000 }).toEqual([]);
  expect(suggestionsIn(suggesting.open()!)).toEqual([]);
  // Nor from a page that has it open.
  await write(suggesting, (person) => person.type('Alpha', 'one', ' 👩🏽‍🚀'));
  await expect.poll(() => states(suggesting), { timeout: 5_000 }).toEqual([['open', 'typed']]);
  const { writing } = suggesting.get();
  await withdrawSuggestion(discussion, author, { id: writing! });
  await expect.poll(() => suggesting.get().writing).not.toBe(writing);
  await write(suggesting, (person) => person.type('Bravo', 'two', '!'));
  const reads = () => sketch(asSuggested(body.doc, suggestionsIn(discussion)));
  await expect.poll(reads, { timeout: 5_000 }).toEqual(['Alpha one', 'Bravo two!']);
  discussion.destroy();
  await replica.close();
});

test('too much for one suggestion is said, and stays on this device', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const suggesting = open();
  await write(suggesting, (person) => person.type('Alpha', 'one', 'x'.repeat(300_000)));
  await expect.poll(() => suggesting.get().fault, { timeout: 5_000 }).toBe('too large');
  expect(body.status.get().device).toBe('saving');
  expect(unsealedOf(docId)).toHaveLength(1);
  suggesting.beginAnother();
  await write(suggesting, (person) => person.type('Bravo', 'two', '!'));
  await expect.poll(() => states(suggesting), { timeout: 5_000 }).toEqual([['open', 'typed']]);
});

/** What the page's worker was asked, and has not answered yet. */
const asked: (() => void)[] = [];

/** The worker, which answers when it is told to. */
class SlowWorker {
  onmessage: ((event: { data: unknown }) => void) | null = null;
  readonly #mirror = new Mirror();

  postMessage(question: ComparedQuestion): void {
    const { document, fork } = question;
    const told = {
      ...question,
      document: { ...document, update: document.update.slice() },
      fork: fork && { ...fork, update: fork.update.slice() },
    };
    asked.push(() => this.onmessage?.({ data: this.#mirror.answerTo(told) }));
  }

  terminate(): void {
    this.onmessage = null;
  }
}

async function answer(): Promise<void> {
  await expect.poll(() => asked.length, { timeout: 5_000 }).toBe(1);
  asked.shift()!();
  await new Promise((resolve) => setTimeout(resolve));
}

test('what was decided is shown so before anybody sees the text, however long all is looked up', async () => {
  await body.close();
  ({ secret, docId, body } = await openBody(['Alpha one', 'Bravo two', 'x'.repeat(20_001)]));
  asked.length = 0;
  vi.stubGlobal('Worker', SlowWorker);
  const suggesting = open();
  const drawn = () =>
    suggesting.get().suggestions.flatMap(({ changes }) => changes.map(({ change }) => change));
  const told = () => states(suggesting).map(String).sort();
  const suggested = async (word: string, more: string) => {
    await write(suggesting, (person) => person.type(word, word, more));
    await expect.poll(() => unsealedOf(docId).length, { timeout: 5_000 }).toBe(1);
    await expect.poll(() => unsealedOf(docId), { timeout: 5_000 }).toEqual([]);
    const id = suggesting.get().writing!;
    suggesting.stop();
    await expect
      .poll(
        () => {
          asked.shift()?.();
          return suggesting.get().suggestions.some(({ suggestion }) => suggestion.id === id);
        },
        { timeout: 5_000 },
      )
      .toBe(true);
    return id;
  };
  const alpha = await suggested('Alpha', ' 🎉 more');
  await suggested('Bravo', ' less');
  expect(told()).toEqual(['open,typed', 'open,typed']);
  const other = drawn().find(({ come }) => JSON.stringify(come).includes('less'));

  // The worker is being asked as the document was before.
  new ModelDriver(body.doc).type('Bravo', 'two', '!');
  await expect.poll(() => asked.length, { timeout: 5_000 }).toBe(1);
  suggesting.accept([alpha]);
  await Promise.resolve();
  expect(told()).toEqual(['accepted', 'open,typed']);
  expect(drawn()).toEqual([other]);
  await answer();
  expect(told()).toEqual(['accepted', 'open,typed']);
  await answer();
  expect(told()).toEqual(['accepted', 'open,typed']);

  takeBack(offeredWith(news())!);
  await Promise.resolve();
  expect(told()).toEqual(['open,typed', 'open,typed']);
  await answer();

  // At another device.
  const there = copyOf(body.doc);
  accept(there, suggestionsIn(suggesting.open()!), {});
  Y.applyUpdate(body.doc, Y.encodeStateAsUpdate(there, Y.encodeStateVector(body.doc)));
  await Promise.resolve();
  expect(told()).toEqual(['accepted', 'accepted']);
  await answer();
  expect(told()).toEqual(['accepted', 'accepted']);
});

test('what is left of what was accepted in part is drawn on, and what was accepted is not', async () => {
  const suggesting = open();
  await write(suggesting, (person) => {
    person.type('Alpha', 'one', ' more');
    person.type('Bravo', 'two', ' less');
  });
  await expect
    .poll(() => states(suggesting), { timeout: 5_000 })
    .toEqual([['open', 'typed', 'typed']]);
  const { id } = suggesting.get().suggestions[0]!.suggestion;
  suggesting.acceptParts([id], () => [0]);
  await Promise.resolve();
  expect(states(suggesting)).toEqual([['open', 'typed']]);
  takeBack(offeredWith(news())!);
  await Promise.resolve();
  expect(states(suggesting)).toEqual([['open', 'typed', 'typed']]);
});

test('of two who make the same word bold, what one suggests elsewhere is not accepted with it', async () => {
  const suggesting = open();
  await write(suggesting, (person) => person.mark('Bravo', 'two', { bold: true }));
  suggesting.beginAnother();
  await write(suggesting, (person) =>
    person.mark('Bravo', 'two', { bold: true }).type('Alpha', 'one', ' more'),
  );
  const told = () => states(suggesting).sort();
  await expect.poll(told, { timeout: 5_000 }).toEqual([
    ['open', 'formatted'],
    ['open', 'typed', 'formatted'],
  ]);
  const ids = suggesting.get().suggestions.map(({ suggestion }) => suggestion.id);
  suggesting.acceptParts(ids, (changes) =>
    changes.flatMap(({ change }, index) => (change.kind === 'formatted' ? index : [])),
  );
  expect(sketch(body.doc)).toEqual(['Alpha one', 'Bravo *two*']);
  await expect.poll(told).toEqual([['accepted'], ['open', 'typed']]);
});
