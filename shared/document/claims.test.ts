/** Claims of who wrote what: what they prove, and what nobody can make them prove. */
import { afterEach, expect, test, vi } from 'vitest';
import * as Y from 'yjs';
import { createSecret, personIdOf, personIdOfPublicKey } from '../access/ids.ts';
import { openPersonKey, type PersonKey } from '../access/person-key.ts';
import type { Person } from '../protocol/presence.ts';
import { readBlocks } from './body.ts';
import { claimedBytes, encodeClaim, readWriters, writerOf } from './claims.ts';
import type { ClockRanges } from './clock-ranges.ts';
import { giveWay } from './contested-ids.ts';
import { createDocument } from './create.ts';
import { claimKept, keepClaim, keepPerson, keepWriter, signClaim } from './people.ts';
import { textOf } from './plain-text.ts';
import { compare } from './review/compare.ts';
import { ROOT } from './schema.ts';
import { takeNewClientId, writeAgain } from './written-again.ts';

const DOCUMENT = 'DocDocDocDocDocDoc1';

interface Someone {
  id: string;
  pair: PersonKey;
}

async function someone(old = false): Promise<Someone> {
  const key = createSecret();
  const pair = await openPersonKey(key);
  return { pair, id: old ? personIdOf(key) : personIdOfPublicKey(pair.publicKey) };
}

async function claimBy(
  { pair, id }: Someone,
  client: number,
  document = DOCUMENT,
): Promise<Uint8Array> {
  const signature = await pair.sign('claim', claimedBytes(document, client, id));
  return encodeClaim({ publicKey: pair.publicKey, signature });
}

/** A device with the document, on which somebody writes as the editor does. */
function device(state: Uint8Array, client: number, { id }: Someone) {
  const doc = new Y.Doc();
  Y.applyUpdate(doc, state);
  doc.clientID = client;
  const editor = {};
  const person: Person = { id, name: 'Ana', color: 'teal' };
  keepWriter(doc, [editor], () => person);
  const write = (text: string) =>
    doc.transact(() => doc.getText(ROOT.body).insert(1, text), editor);
  return { doc, write };
}

function start(): Uint8Array {
  const doc = new Y.Doc();
  doc.clientID = 1;
  createDocument(doc, { blocks: [{ type: 'paragraph', content: [{ text: 'Alpha' }] }] });
  return Y.encodeStateAsUpdate(doc);
}

const stateOf = (doc: Y.Doc) => Y.encodeStateAsUpdate(doc);
const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
afterEach(() => warn.mockClear());

test('whoever writes is known, wherever the document goes, and by one small claim a session', async () => {
  const ana = await someone();
  const { doc, write } = device(start(), 20, ana);
  const before = stateOf(doc).length;
  signClaim(doc, `20/${ana.id}`, await claimBy(ana, 20));
  expect(stateOf(doc).length).toBe(before);
  write('one ');
  write('two ');
  expect(doc.getMap(ROOT.claims).size).toBe(1);
  // As a relay, a file or a restored server has it: made anew of merged updates.
  const carried = new Y.Doc();
  Y.applyUpdate(carried, Y.mergeUpdates([start(), stateOf(doc)]));
  expect(await readWriters(carried, DOCUMENT)).toEqual(new Map([[20, ana.id]]));
  const writers = await readWriters(carried, DOCUMENT);
  expect(writerOf(writers, 20 + 2 * 2 ** 32)).toBe(ana.id);
  expect(writerOf(writers, 1)).toBe(null);
  expect(warn).not.toHaveBeenCalled();
});

test('a claim that is signed only after the first change counts from the first change on', async () => {
  const ana = await someone();
  const { doc, write } = device(start(), 20, ana);
  write('one ');
  expect(await readWriters(doc, DOCUMENT)).toEqual(new Map());
  expect(claimKept(doc)).toBe(`20/${ana.id}`);
  signClaim(doc, `20/${ana.id}`, await claimBy(ana, 20));
  expect(await readWriters(doc, DOCUMENT)).toEqual(new Map([[20, ana.id]]));
  expect(warn).not.toHaveBeenCalled();
});

test.each<[string, (doc: Y.Doc, ranges: ClockRanges) => void]>([
  ['took them', (doc, ranges) => writeAgain(doc, ranges, null)],
  [
    'used them, too',
    (doc, again) => {
      const cut = new Map([[20, again.get(20)![0]![0]]]);
      giveWay(doc, { isBoths: (client) => client === 20, cut, again, deleted: new Map() }, null);
    },
  ],
])('who goes on under another id, since another %s, is known under that', async (_, goOn) => {
  const ana = await someone();
  const { doc, write } = device(start(), 20, ana);
  write('one ');
  const length = Y.getState(doc.store, 20);
  takeNewClientId(doc, [20]);
  goOn(doc, new Map([[20, [[0, length]]]]));
  write('two ');
  expect(readBlocks(doc).map(textOf)).toEqual(['two one Alpha']);
  const client = doc.clientID;
  signClaim(doc, `${client}/${ana.id}`, await claimBy(ana, client));
  expect(await readWriters(doc, DOCUMENT)).toEqual(new Map([[client, ana.id]]));
});

test('who signs for a client of somebody else becomes nobody’s author', async () => {
  const [ana, eve] = [await someone(), await someone()];
  const { doc, write } = device(start(), 20, ana);
  signClaim(doc, `20/${ana.id}`, await claimBy(ana, 20));
  write('one ');
  const expected = new Map([[20, ana.id]]);
  const key = `20/${eve.id}`;
  const claim = await claimBy(eve, 20);

  // Under her own client.
  const beside = new Y.Doc();
  Y.applyUpdate(beside, stateOf(doc));
  beside.clientID = 99;
  beside.getMap(ROOT.claims).set(key, claim);
  expect(await readWriters(beside, DOCUMENT)).toEqual(expected);

  // Under the other's, behind what that one wrote.
  const behind = new Y.Doc();
  Y.applyUpdate(behind, stateOf(doc));
  behind.clientID = 20;
  behind.getMap(ROOT.claims).set(key, claim);
  expect(await readWriters(behind, DOCUMENT)).toEqual(expected);

  // Of text that nobody claimed.
  const old = new Y.Doc();
  Y.applyUpdate(old, start());
  old.clientID = 1;
  old.getMap(ROOT.claims).set(`1/${eve.id}`, await claimBy(eve, 1));
  expect(await readWriters(old, DOCUMENT)).toEqual(new Map());
});

test('who is first under an id that another is about to use signs for their own words only', async () => {
  const [ana, eve] = [await someone(), await someone()];
  const hers = new Y.Doc();
  Y.applyUpdate(hers, start());
  hers.clientID = 20;
  hers.getMap(ROOT.claims).set(`20/${eve.id}`, await claimBy(eve, 20));
  const { doc, write } = device(start(), 20, ana);
  signClaim(doc, `20/${ana.id}`, await claimBy(ana, 20));
  write('one ');
  // Whoever has one of the two does not take the other's beginning.
  Y.applyUpdate(doc, stateOf(hers));
  expect(await readWriters(doc, DOCUMENT)).toEqual(new Map([[20, ana.id]]));
  Y.applyUpdate(hers, stateOf(doc));
  expect([...(await readWriters(hers, DOCUMENT)).values()]).not.toContain(ana.id);
});

test('a claim of another document, by another key, changed or for another person is unknown, told once', async () => {
  const [ana, eve] = [await someone(), await someone()];
  const good = await claimBy(ana, 20);
  const changed = good.slice();
  changed[50]! ^= 1;
  const byEve = await eve.pair.sign('claim', claimedBytes(DOCUMENT, 20, ana.id));
  const connection = await ana.pair.sign('connection', claimedBytes(DOCUMENT, 20, ana.id));
  const bad: Record<string, unknown> = {
    'another document': await claimBy(ana, 20, 'DocDocDocDocDocDoc2'),
    'another client': await claimBy(ana, 21),
    'another key under her id': encodeClaim({ publicKey: eve.pair.publicKey, signature: byEve }),
    'her key, not her signature': encodeClaim({ publicKey: ana.pair.publicKey, signature: byEve }),
    'signed for something else': encodeClaim({
      publicKey: ana.pair.publicKey,
      signature: connection,
    }),
    changed,
    short: good.slice(1),
    newer: Uint8Array.of(2, ...good.slice(1)),
    text: 'Ana',
    nested: { publicKey: ana.pair.publicKey },
  };
  let document = 0;
  for (const [how, value] of Object.entries(bad)) {
    const { doc, write } = device(start(), 20, ana);
    write('one ');
    doc.getMap(ROOT.claims).set(`20/${ana.id}`, value);
    warn.mockClear();
    const name = how === 'another document' ? DOCUMENT : `${DOCUMENT}${document++}`;
    for (let times = 0; times < 3; times++)
      expect(await readWriters(doc, name), how).toEqual(new Map());
    expect(warn, how).toHaveBeenCalledTimes(1);
  }
});

test('a claim that is taken away leaves nobody’s name, and is back with the next change', async () => {
  const [ana, eve] = [await someone(), await someone()];
  const { doc, write } = device(start(), 20, ana);
  signClaim(doc, `20/${ana.id}`, await claimBy(ana, 20));
  write('one ');
  const key = claimKept(doc)!;
  const evil = new Y.Doc();
  Y.applyUpdate(evil, stateOf(doc));
  evil.clientID = 99;
  evil.getMap(ROOT.claims).delete(key);
  evil.getMap(ROOT.claims).set(`20/${eve.id}`, await claimBy(eve, 20));
  Y.applyUpdate(doc, stateOf(evil));
  expect(await readWriters(doc, DOCUMENT)).toEqual(new Map());
  write('two ');
  expect(await readWriters(doc, DOCUMENT)).toEqual(new Map([[20, ana.id]]));
  // And so for what others put in its place.
  Y.applyUpdate(evil, stateOf(doc));
  evil.getMap(ROOT.claims).set(key, await claimBy(eve, 20));
  Y.applyUpdate(doc, stateOf(evil));
  expect(await readWriters(doc, DOCUMENT)).toEqual(new Map());
  write('three ');
  expect(await readWriters(doc, DOCUMENT)).toEqual(new Map([[20, ana.id]]));
});

test('an id from before is of the key that is known, or of the one that alone claims it here', async () => {
  const [ana, eve] = [await someone(true), await someone()];
  const state = start();
  const first = device(state, 20, ana);
  signClaim(first.doc, `20/${ana.id}`, await claimBy(ana, 20));
  first.write('one ');
  expect(await readWriters(first.doc, DOCUMENT)).toEqual(new Map([[20, ana.id]]));
  const as = { ...eve, id: ana.id };
  const second = device(stateOf(first.doc), 30, as);
  signClaim(second.doc, `30/${ana.id}`, await claimBy(as, 30));
  second.write('two ');
  expect(await readWriters(second.doc, DOCUMENT)).toEqual(new Map());
  const pins = new Map([[ana.id, ana.pair.publicKey]]);
  expect(await readWriters(second.doc, DOCUMENT, pins)).toEqual(new Map([[20, ana.id]]));
});

test('somebody new who began before their public key was known goes by the id they have since', async () => {
  const key = createSecret();
  const pair = await openPersonKey(key);
  const [first, since] = [personIdOf(key), personIdOfPublicKey(pair.publicKey)];
  const { doc, write } = device(start(), 20, { pair, id: since });
  doc.transact(() => keepClaim(doc, first));
  signClaim(doc, `20/${first}`, await claimBy({ pair, id: first }, 20));
  expect(await readWriters(doc, DOCUMENT)).toEqual(new Map([[20, first]]));
  write('one ');
  expect(await readWriters(doc, DOCUMENT)).toEqual(new Map([[20, since]]));
  // Whoever signs for another's id with a key that goes by its own signs for themselves.
  const [ana, eve] = [await someone(true), await someone()];
  const hers = device(stateOf(doc), 30, ana);
  signClaim(hers.doc, `30/${ana.id}`, await claimBy(ana, 30));
  hers.write('two ');
  const evil = device(stateOf(hers.doc), 40, eve);
  evil.doc.transact(() => keepClaim(evil.doc, ana.id));
  signClaim(evil.doc, `40/${ana.id}`, await claimBy({ ...eve, id: ana.id }, 40));
  evil.write('three ');
  expect(await readWriters(evil.doc, DOCUMENT)).toEqual(
    new Map([
      [20, since],
      [30, ana.id],
      [40, eve.id],
    ]),
  );
});

test('somebody whose id is older stays who they are, whatever is said of their key', async () => {
  const ana = await someone(true);
  const { doc, write } = device(start(), 20, ana);
  signClaim(doc, `20/${ana.id}`, await claimBy(ana, 20));
  write('one ');
  const since = personIdOfPublicKey(ana.pair.publicKey);
  keepPerson(doc, { id: since, name: 'Mallory', color: 'pink' });
  const pins = new Map([[ana.id, ana.pair.publicKey]]);
  expect(await readWriters(doc, DOCUMENT, pins)).toEqual(new Map([[20, ana.id]]));
});

test('claims are no text: nothing reads, compares or counts them', async () => {
  const ana = await someone();
  const { doc } = device(start(), 20, ana);
  const before = new Y.Doc();
  Y.applyUpdate(before, stateOf(doc));
  doc.transact(() => keepClaim(doc, ana.id));
  signClaim(doc, `20/${ana.id}`, await claimBy(ana, 20));
  expect(readBlocks(doc)).toEqual(readBlocks(before));
  expect(compare(before, doc).changes).toEqual([]);
  const size = stateOf(doc).length - stateOf(before).length;
  expect(size).toBeLessThan(190);
});
