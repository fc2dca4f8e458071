/** What is written again under other ids says the same, here and where the first ids were taken. */
import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { readBlocks } from './body.ts';
import { clientIdsOf } from './client-ranks.ts';
import { addRange, addRanges, type ClockRanges } from './clock-ranges.ts';
import { createDocument } from './create.ts';
import { firstLength, isInPair } from './pairs.ts';
import { ROOT } from './schema.ts';
import { takeClocks } from './testing/forged.ts';
import { type Chance, seededChance } from './testing/hostile.ts';
import { readTitle } from './text.ts';
import { hasLiving, takeNewClientId, writeAgain } from './written-again.ts';

const RUNS = Number(process.env.FUZZ_RUNS ?? 150);
const FIRST_SEED = Number(process.env.FUZZ_SEED ?? 1);
const RANK = 2 ** 32;

const says = (doc: Y.Doc) => ({
  title: readTitle(doc),
  blocks: readBlocks(doc),
  fields: doc.getMap(ROOT.fields).toJSON(),
});

function documentOnServer(): Y.Doc {
  const server = new Y.Doc();
  createDocument(server, { title: 'Title', blocks: [{ type: 'paragraph', content: [] }] });
  server.getText(ROOT.body).insert(1, 'what stood there');
  return server;
}

/** What is in a document beyond these clocks. */
function writtenSince(doc: Y.Doc, known: ReadonlyMap<number, number>): ClockRanges {
  const ranges: ClockRanges = new Map();
  for (const client of doc.store.clients.keys()) {
    const from = known.get(client) ?? 0;
    const length = Y.getState(doc.store, client) - from;
    if (length > 0) addRange(ranges, client, from, length);
  }
  return ranges;
}

/** Words, blocks, formatting, registers and deletions, by one person. */
function write(doc: Y.Doc, chance: Chance, word: string): void {
  const body = doc.getText(ROOT.body);
  for (let left = 25; left > 0; left--) {
    const text = body
      .toDelta()
      .map(({ insert }: { insert: unknown }) => (typeof insert === 'string' ? insert : '\ufffc'))
      .join('');
    const place = (from: number) => {
      const at = from + chance(text.length - from + 1);
      return isInPair(text, at) ? at - 1 : at;
    };
    const at = place(0);
    const own = doc.clientID;
    switch (chance(8)) {
      case 0:
        // As blocks are opened: under an id that ranks above all text.
        doc.clientID = own + 2 * RANK;
        body.insertEmbed(at, { id: `${word}${left}`, type: 'paragraph' });
        doc.clientID = own;
        break;
      case 1:
        doc.clientID = own + RANK;
        body.format(at, place(at) - at, { [`bold:${word}${left}`]: true });
        doc.clientID = own;
        break;
      case 2:
        body.delete(at, Math.min(firstLength(text.slice(at)), text.length - at));
        break;
      case 3:
        doc.getMap(ROOT.fields).set(`${word}${chance(3)}:type`, { value: left });
        break;
      case 4:
        doc.getText(ROOT.title).insert(0, word);
        break;
      default:
        body.insert(at, `${word}${left} 🎈`);
    }
  }
}

test('words whose ids somebody else has taken are written again, once, where they stood', () => {
  for (let seed = FIRST_SEED; seed < FIRST_SEED + RUNS; seed++) {
    const chance = seededChance(seed);
    const server = documentOnServer();
    const ben = new Y.Doc();
    Y.applyUpdate(ben, Y.encodeStateAsUpdate(server));
    // Some of his words are on the server.
    if (chance(2) === 0) write(ben, chance, 'known');
    Y.applyUpdate(server, Y.encodeStateAsUpdate(ben));
    const known = Y.decodeStateVector(Y.encodeStateVector(ben));
    const own = ben.clientID;
    write(ben, chance, 'ben');
    const before = says(ben);
    // Somebody takes as many clocks of his as they like.
    for (const client of clientIdsOf(own)) takeClocks(server, client, 1 + chance(400));
    const lost = writtenSince(ben, known);
    takeNewClientId(ben, lost.keys());
    expect(ben.clientID).toBeGreaterThan(own);
    writeAgain(ben, lost, 'test');
    expect([seed, says(ben), hasLiving(ben, lost)]).toEqual([seed, before, false]);
    Y.applyUpdate(server, Y.encodeStateAsUpdate(ben, Y.encodeStateVector(server)));
    Y.applyUpdate(ben, Y.encodeStateAsUpdate(server, Y.encodeStateVector(ben)));
    expect([seed, says(server)]).toEqual([seed, before]);
    expect([seed, says(ben)]).toEqual([seed, before]);
    expect([seed, ben.store.pendingStructs, server.store.pendingStructs]).toEqual([
      seed,
      null,
      null,
    ]);
  }
});

test('whoever goes on taking ids cannot keep words out once they let one be', () => {
  for (let seed = FIRST_SEED; seed < FIRST_SEED + RUNS; seed++) {
    const chance = seededChance(seed);
    const server = documentOnServer();
    const ben = new Y.Doc();
    // There may be no higher ids.
    if (chance(4) === 0) ben.clientID = RANK - 1 - chance(3);
    Y.applyUpdate(ben, Y.encodeStateAsUpdate(server));
    write(ben, chance, 'ben');
    const before = says(ben);
    const writtenAgain: ClockRanges = new Map();
    // What was under the ids before counts as known, for the server has clocks of them.
    for (let round = 1 + chance(4); round > 0; round--) {
      const lost = writtenSince(ben, Y.decodeStateVector(Y.encodeStateVector(server)));
      for (const client of lost.keys()) takeClocks(server, client, 1_000_000);
      takeNewClientId(ben, lost.keys());
      writeAgain(ben, lost, 'test', writtenAgain);
      addRanges(writtenAgain, lost);
    }
    Y.applyUpdate(server, Y.encodeStateAsUpdate(ben, Y.encodeStateVector(server)));
    expect([seed, says(server)]).toEqual([seed, before]);
    expect([seed, says(ben)]).toEqual([seed, before]);
  }
});
