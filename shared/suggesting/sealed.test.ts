/** What a suggestion may be: an honest one is taken, and whatever else a program sends is not. */
import { describe, expect, test } from 'vitest';
import * as Y from 'yjs';
import { createSecret, personIdOfPublicKey } from '../access/ids.ts';
import { openPersonKey } from '../access/person-key.ts';
import { readBlocks } from '../document/body.ts';
import { claimedBytes, encodeClaim, readWriters } from '../document/claims.ts';
import { keepWriter, signClaim } from '../document/people.ts';
import { ROOT } from '../document/schema.ts';
import { ModelDriver } from '../document/testing/model-driver.ts';
import { copyOf, documentOf } from '../document/testing/sketch.ts';
import { mutatedBytes, seededChance } from '../testing/fuzz.ts';
import { collected, updateOf } from '../testing/hostile-updates.ts';
import { SuggestionFork } from './fork.ts';
import { accept } from './review.ts';
import { faultIn, MAX_SUGGESTION_BYTES, type Sealed } from './sealed.ts';

const DOCUMENT = 'DocDocDocDocDocDoc1';
const ANA = 'AnaAnaAnaAnaAnaA';
const LINES = ['Alpha one two', 'Bravo *three* four', '⊞ a ¦ b ⁄ c ¦ d', 'Charlie'];

/** A document in which somebody wrote, undid and was named. */
function lived(): Y.Doc {
  const doc = copyOf(documentOf(LINES, 'A title'), 10);
  const person = new ModelDriver(doc).erase('Alpha', 'one').undo();
  person.history.destroy();
  doc.getMap(ROOT.people).set(ANA, { name: 'Ana', color: 'teal' });
  doc.getMap(ROOT.claims).set(`10/${ANA}`, null);
  return doc;
}

/** What somebody writes on a copy under an id of their own, whatever it is. */
function written(doc: Y.Doc, write: (copy: Y.Doc) => void, client = 77): Sealed {
  const copy = copyOf(doc, client);
  const updates: Uint8Array[] = [];
  copy.on('update', (update: Uint8Array) => updates.push(update));
  copy.transact(() => {
    copy.getMap(ROOT.suggestions).set(String(client), 'a');
    write(copy);
  });
  return { id: 'a', clients: [77], update: Y.mergeUpdates(updates) };
}

function suggested(doc: Y.Doc, write: (person: ModelDriver) => unknown, client = 77): Sealed {
  const fork = new SuggestionFork(doc, { id: 'a', client });
  write(new ModelDriver(fork.doc));
  const sealed = fork.seal()!;
  fork.destroy();
  return sealed;
}

describe('an honest suggestion is taken', () => {
  test.each<[string, (person: ModelDriver) => unknown]>([
    ['typing', (person) => person.type('Alpha', 'one', ' more')],
    ['deleting', (person) => person.erase('Bravo', 'three')],
    ['splitting', (person) => person.split('Alpha', 'one')],
    ['joining', (person) => person.join('Bravo')],
    ['moving', (person) => person.move('Charlie', '')],
    ['turning', (person) => person.turn('Alpha', { type: 'heading', level: 2 })],
    ['formatting', (person) => person.mark('Alpha', 'one', { bold: true })],
    ['clearing', (person) => person.clear('Bravo', 'three')],
    ['pasting', (person) => person.paste('Alpha', ['# Delta', '⊞ e ¦ f'])],
    ['undoing', (person) => person.remove('Bravo').undo().redo()],
  ])('%s', (_name, write) => {
    const doc = lived();
    const before = Y.encodeStateAsUpdate(doc);
    const sealed = suggested(doc, write);
    expect(faultIn(doc, sealed)).toBeNull();
    expect(Y.encodeStateAsUpdate(doc)).toEqual(before);
  });

  test('a title', () => {
    const doc = lived();
    expect(
      faultIn(
        doc,
        written(doc, (copy) => copy.getText(ROOT.title).insert(0, 'New ')),
      ),
    ).toBeNull();
  });
});

describe('anything else is not', () => {
  const other = (doc: Y.Doc) => suggested(doc, (person) => person.type('Alpha', 'one', ' X'), 99);

  test.each<[string, string, (doc: Y.Doc) => Sealed]>([
    [
      'nothing at all',
      'unreadable',
      () => ({ id: 'a', clients: [77], update: new Uint8Array([0, 0]) }),
    ],
    [
      'something without its mark',
      'unreadable',
      (doc) => {
        const copy = copyOf(doc, 77);
        const before = Y.encodeStateVector(copy);
        copy.getText(ROOT.body).insert(1, 'x');
        return { id: 'a', clients: [77], update: Y.encodeStateAsUpdate(copy, before) };
      },
    ],
    [
      'a mark that is gone again',
      'touches more',
      (doc) => written(doc, (copy) => copy.getMap(ROOT.suggestions).delete('77')),
    ],
    [
      'bytes of something',
      'unreadable',
      () => ({ id: 'a', clients: [77], update: new Uint8Array([9, 9]) }),
    ],
    [
      'more than is taken',
      'too large',
      (doc) =>
        written(doc, (copy) => copy.getText(ROOT.body).insert(1, 'x'.repeat(MAX_SUGGESTION_BYTES))),
    ],
    [
      'text under ids it does not name',
      'foreign ids',
      (doc) => ({
        ...written(doc, (copy) => copy.getText(ROOT.body).insert(1, 'x')),
        clients: [78],
      }),
    ],
    [
      'text under the ids of somebody who wrote',
      'taken ids',
      (doc) => ({
        ...written(doc, (copy) => copy.getText(ROOT.body).insert(1, 'x'), 10),
        clients: [10],
      }),
    ],
    [
      'ids that are none',
      'foreign ids',
      (doc) => ({
        ...written(doc, (copy) => copy.getText(ROOT.body).insert(1, 'x')),
        clients: [0.5],
      }),
    ],
    [
      'something that stands in another suggestion',
      'waits',
      (doc) => {
        const both = copyOf(doc, 1);
        Y.applyUpdate(both, other(doc).update);
        return suggested(both, (person) => person.type('Alpha', ' X', 'Y'));
      },
    ],
    [
      'the deletion of another suggestion',
      'waits',
      (doc) => {
        const both = copyOf(doc, 1);
        Y.applyUpdate(both, other(doc).update);
        return suggested(both, (person) => person.erase('Alpha', ' X'));
      },
    ],
    [
      'somebody else’s name',
      'touches more',
      (doc) => written(doc, (copy) => copy.getMap(ROOT.people).set('BenBenBenBenBenB', {})),
    ],
    [
      'no name for somebody who has one',
      'touches more',
      (doc) => written(doc, (copy) => copy.getMap(ROOT.people).delete(ANA)),
    ],
    [
      'a claim of another id',
      'touches more',
      (doc) => written(doc, (copy) => copy.getMap(ROOT.claims).set(`10/${ANA}`, null)),
    ],
    [
      'a version',
      'touches more',
      (doc) => written(doc, (copy) => copy.getMap(ROOT.versions).set('a:name', 'Mine')),
    ],
    [
      'a look',
      'touches more',
      (doc) => written(doc, (copy) => copy.getMap(ROOT.meta).set('look', 1)),
    ],
    [
      'a decision about itself',
      'touches more',
      (doc) => written(doc, (copy) => copy.getMap(ROOT.suggestions).set('s1/1', 'accepted')),
    ],
    [
      'another’s mark',
      'touches more',
      (doc) => written(doc, (copy) => copy.getMap(ROOT.suggestions).set('78', true)),
    ],
    [
      'a root of its own',
      'touches more',
      (doc) => written(doc, (copy) => copy.getMap('mine').set('a', 1)),
    ],
    [
      'a type inside another one',
      'touches more',
      (doc) => written(doc, (copy) => copy.getMap(ROOT.fields).set('a:b', new Y.Map())),
    ],
    [
      'a word about what others brought back',
      'touches more',
      (doc) => written(doc, (copy) => copy.getMap(ROOT.restored).set('10.0', [[1, 5, 10, 0, 3]])),
    ],
  ])('%s: %s', (_name, fault, make) => {
    const doc = lived();
    const sealed = make(doc);
    const before = JSON.stringify(readBlocks(doc));
    expect(faultIn(doc, sealed, ANA)).toBe(fault);
    const { accepted, faults } = accept(doc, [{ ...sealed, author: ANA }], {});
    expect([accepted.length, faults.map((each) => each.fault)]).toEqual([0, [fault]]);
    expect(JSON.stringify(readBlocks(doc))).toBe(before);
  });
});

test('its author is named and stays the author of the text, and nobody can suggest as another', async () => {
  const secret = await openPersonKey(createSecret());
  const id = personIdOfPublicKey(secret.publicKey);
  const doc = lived();
  const fork = new SuggestionFork(doc, { id: 'a', client: 77 });
  const person = new ModelDriver(fork.doc);
  keepWriter(fork.doc, [person], () => ({ id, name: 'Eve', color: 'teal' }));
  const signature = await secret.sign('claim', claimedBytes(DOCUMENT, 77, id));
  signClaim(fork.doc, `77/${id}`, encodeClaim({ publicKey: secret.publicKey, signature }));
  person.type('Alpha', 'one', ' more');
  const sealed = fork.seal()!;
  expect(faultIn(doc, sealed, ANA)).toBe('touches more');
  expect(faultIn(doc, sealed, id)).toBeNull();
  const { clientID } = doc;
  accept(doc, [{ ...sealed, author: id }], {});
  expect((await readWriters(doc, DOCUMENT)).get(77)).toBe(id);
  expect(doc.getMap(ROOT.people).get(id)).toEqual({ name: 'Eve', color: 'teal' });
  // Whoever accepts goes on under their own id.
  expect(doc.clientID).toBe(clientID);
});

test('bytes that chance changed are refused, or touch nothing but what is written', () => {
  const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31));
  console.info(`Random suggestions from seed ${seed}`);
  const chance = seededChance(seed);
  const doc = lived();
  const kept = [
    suggested(doc, (person) => person.type('Alpha', 'one', ' more').erase('Bravo', 'three').undo()),
    suggested(doc, (person) => person.split('Alpha', 'one').move('Charlie', '')),
  ].map(({ update }) => update);
  const outside = (of: Y.Doc) =>
    JSON.stringify(
      [ROOT.people, ROOT.claims, ROOT.versions].map((root) => of.getMap(root).toJSON()),
    );
  let taken = 0;
  let refused = 0;
  for (let times = 0; times < 3_000; times++) {
    const sealed = { id: 'a', clients: [77], update: mutatedBytes(chance, kept) };
    if (faultIn(doc, sealed) !== null) {
      refused++;
      continue;
    }
    taken++;
    const copy = copyOf(doc, 5);
    Y.applyUpdate(copy, sealed.update);
    expect(outside(copy), `seed ${seed}`).toBe(outside(doc));
    expect([copy.store.pendingStructs, copy.store.pendingDs], `seed ${seed}`).toEqual([null, null]);
    for (const [client, clock] of Y.decodeStateVector(Y.encodeStateVector(copy)))
      if (client % 2 ** 32 !== 77) expect(clock).toBe(Y.getState(doc.store, client));
  }
  expect([taken > 0, refused > 0]).toEqual([true, true]);
});

describe('what a program suggests is looked at in the time that so much takes', () => {
  const CLIENT = 77;
  const MANY = 49_000;
  const own = Array.from({ length: MANY }, () => collected(2));

  test.each<[string, [number, number][]]>([
    ['each piece taken away by itself', own.slice(-35_000).map((_, at) => [2 * at, 1])],
    ['all of it taken away again and again', own.slice(-35_000).map(() => [0, 2 * MANY])],
  ])('%s', (_name, ranges) => {
    const update = updateOf([{ client: CLIENT, structs: own }], [{ client: CLIENT, ranges }]);
    const sealed = { id: 'a', clients: [CLIENT], update };
    for (let times = 0; times < 8; times++)
      expect(faultIn(documentOf(LINES), sealed)).toBe('unreadable');
  });
});
