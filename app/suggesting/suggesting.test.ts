// @vitest-environment jsdom
/** What one suggests is kept: in the discussion when the keys rest, and by this device before that. */
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import * as Y from 'yjs';
import { createSecret, type DocId, docIdOf, type Secret } from '../../shared/access/ids.ts';
import { keepWriter } from '../../shared/document/people.ts';
import { ModelDriver } from '../../shared/document/testing/model-driver.ts';
import { sketch } from '../../shared/document/testing/sketch.ts';
import { asSuggested } from '../../shared/suggesting/review.ts';
import { keepSuggestion, suggestionsIn } from '../../shared/suggesting/stored.ts';
import { ownAuthor } from '../discussion/author.ts';
import { thisPerson } from '../presence/this-person.ts';
import { openReplica, type Replica } from '../replica/open-replica.ts';
import { news } from '../ui/announce.ts';
import { offeredWith, takeBack } from '../ui/undoable.ts';
import { Suggesting } from './suggesting.ts';
import { openBody } from './testing/open-body.ts';
import { unsealedOf } from './unsealed.ts';

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
  const stop = keepWriter(fork, null, thisPerson);
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
