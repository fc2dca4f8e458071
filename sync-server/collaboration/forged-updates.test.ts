/**
 * Updates as somebody would forge them: real ones with their clocks, clients, neighbours, parents and
 * deletions exchanged. What is let in can be applied and written out again for whoever comes next, who
 * then has the same of what others wrote; and costs no more than was said before.
 *
 * More of them: `npm run fuzz -- --server 100000 7`, which says how long the worst of them took.
 */
import * as encoding from 'lib0/encoding';
import { afterAll, expect, test } from 'vitest';
import * as Y from 'yjs';
import { digestOf } from '../../shared/document/digest.ts';
import {
  AS_LONG_AS_ASKED,
  type Chance,
  fuzz,
  mutatedBytes,
  pick,
  shorterBytes,
} from '../../shared/testing/fuzz.ts';
import { countConflicts } from './conflict-meter.ts';
import { canApply, inspect, MOST_STEPS } from './inspect-update.ts';

/** Found by this test: kept, in hex, with what was wrong. */
const KEPT: Readonly<Record<string, string>> = {
  'something behind an item whose beginning was collected':
    '01030b46c4160516060a6d6f726520776f726473c4160516060a6d6f726520776f7264730a020104012406',
  'deletions of what is not there, out of order':
    '0102164ec50b050b06137b22626c6f636b223a2268656164696e67227dc521082109137b22626c6f636b223a2268656164696e67227d1921011004210117062101240421012a06210135012101370421013c0616010f0516011706160121011601230516012a061601350616013c06160149050b010f050b0117060b0121010b0123050b012a060b0135060b013c060b0149051601feffffffffffff0f0116015001',
};

const WRITERS = [11, 22, 33];
const base = baseDocument();
const BASE = Y.encodeStateAsUpdate(base);
const states = Y.decodeStateVector(Y.encodeStateVector(base));

/** Several wrote in it, also at the same place, made lists in lists, and deleted. */
function baseDocument(): Y.Doc {
  const docs = WRITERS.map((clientID) => Object.assign(new Y.Doc(), { clientID }));
  const share = () => {
    for (const from of docs) for (const to of docs) Y.applyUpdate(to, Y.encodeStateAsUpdate(from));
  };
  for (let round = 0; round < 4; round++) {
    for (const doc of docs) {
      const text = doc.getText('body');
      text.insert(Math.min(round, text.length), `${doc.clientID} wrote ${round}. `);
      text.insertEmbed(0, { block: 'paragraph' });
      if (text.length > 30) text.delete(5, 6);
      text.format(1, 4, { bold: true });
      const map = doc.getMap<unknown>('registers');
      map.set(`of ${round}`, doc.clientID);
      map.set('list', Y.Array.from([1, [2], { three: 3 }]));
    }
    share();
  }
  return docs[0]!;
}

/** What somebody who has all of it wrote, under an id of theirs or of somebody else. */
function written(chance: Chance): Uint8Array {
  const doc = new Y.Doc();
  Y.applyUpdate(doc, BASE);
  doc.clientID = chance(3) === 0 ? pick(chance, WRITERS) : 1 + chance(100);
  const before = Y.encodeStateVector(doc);
  const text = doc.getText('body');
  for (let times = 1 + chance(4); times > 0; times--) {
    const at = chance(text.length);
    switch (chance(5)) {
      case 0:
        text.delete(at, Math.min(chance(9), text.length - at));
        break;
      case 1:
        text.insertEmbed(at, { block: 'heading' });
        break;
      case 2:
        doc.getMap<unknown>('registers').set(`of ${chance(5)}`, Y.Array.from(['a', at]));
        break;
      default:
        text.insert(at, pick(chance, ['x', 'more words', '🎉', 'e\u0301']));
    }
  }
  return Y.encodeStateAsUpdate(doc, before);
}

type Struct = Y.Item | Y.GC | Y.Skip;

const someClient = (chance: Chance): number =>
  chance(4) === 0 ? chance(120) : pick(chance, WRITERS);
/** Near what there is, at its end, or far away. */
function someClock(chance: Chance, client: number): number {
  const state = states.get(client) ?? 0;
  const far = [2 ** 31, 2 ** 32, 2 ** 53 - 2, 1_000_000];
  return chance(12) === 0 ? pick(chance, far) : Math.max(0, state + chance(12) - 8);
}
function someId(chance: Chance): Y.ID {
  const client = someClient(chance);
  return Y.createID(client, chance(2) === 0 ? chance(60) : someClock(chance, client));
}
const someLength = (chance: Chance): number =>
  pick(chance, [1, 1, 2, 7, 1_000_000, 2 ** 31, 2 ** 53 - 2]);

function forgedStruct(chance: Chance, struct: Struct): Struct {
  const { id } = struct;
  if (chance(3) > 0) return struct;
  if (!(struct instanceof Y.Item) || chance(4) === 0) {
    return chance(3) === 0 ? new Y.Skip(id, someLength(chance)) : new Y.GC(id, someLength(chance));
  }
  const { origin, rightOrigin, parent, parentSub, content } = struct;
  const forged = (value: Y.ID | null): Y.ID | null =>
    [value, null, someId(chance)][chance(3)] ?? null;
  const [left, right] = [forged(origin), forged(rightOrigin)];
  const parents = [parent, 'body', 'registers', 'elsewhere', someId(chance)];
  // As it is written: Yjs' own types know parents only as they are later.
  const inside = (pick(chance, parents) ?? 'body') as Y.ID;
  const under = chance(3) === 0 ? pick(chance, ['list', 'of 1', '__proto__', '']) : parentSub;
  const isPlaced = left !== null || right !== null;
  return new Y.Item(
    id,
    null,
    left,
    null,
    right,
    isPlaced ? null : inside,
    isPlaced ? null : under,
    content,
  );
}

/** The same structs with other clocks, of other clients, in another order, some twice, or in parts. */
function forged(chance: Chance): Uint8Array {
  const { structs, ds } = Y.decodeUpdate(written(chance));
  const lists = new Map<number, Struct[]>();
  for (const struct of structs) {
    const list = lists.get(struct.id.client) ?? [];
    list.push(forgedStruct(chance, struct as Struct));
    if (chance(8) === 0) list.push(struct as Struct);
    lists.set(struct.id.client, list);
  }
  const encoder = new Y.UpdateEncoderV1();
  const { restEncoder: rest } = encoder;
  const parts = [...lists].flatMap(([client, list]): [number, Struct[]][] => {
    const at = chance(8) === 0 ? chance(list.length) : 0;
    return at === 0
      ? [[client, list]]
      : [
          [client, list.slice(0, at)],
          [client, list.slice(at)],
        ];
  });
  encoding.writeVarUint(rest, parts.length);
  for (const [client, list] of parts) {
    const as = chance(5) === 0 ? someClient(chance) : client;
    encoding.writeVarUint(rest, list.length);
    encoder.writeClient(as);
    encoding.writeVarUint(rest, chance(4) === 0 ? someClock(chance, as) : list[0]!.id.clock);
    for (const struct of list) struct.write(encoder, 0);
  }
  const ranges = [...ds.clients].flatMap(([client, of]) =>
    of.map(({ clock, len }) => ({ client, clock, len })),
  );
  for (let times = chance(3); times > 0; times--) {
    const client = someClient(chance);
    ranges.push({ client, clock: someClock(chance, client), len: someLength(chance) });
  }
  encoding.writeVarUint(rest, ranges.length);
  for (const { client, clock, len } of ranges) {
    encoding.writeVarUint(rest, client);
    encoding.writeVarUint(rest, 1);
    encoding.writeVarUint(rest, clock);
    encoding.writeVarUint(rest, len);
  }
  return encoder.toUint8Array();
}

const worst = { updates: 0, letIn: 0, otherwise: 0, ms: 0, msPerKilobyte: 0, hex: '' };

/**
 * What is to be seen of the words that were there before, whatever their order. Neighbours that no
 * program could have had, and clocks that were used before, make Yjs put what comes with them in
 * another place for whoever comes later, or leave it out: digests are compared for that. What others
 * wrote may not be missing for it, nor be there twice.
 */
function wordsBefore(doc: Y.Doc): string[] {
  const seen: string[] = [];
  for (let item = doc.getText('body')._start; item !== null; item = item.right) {
    if (item.deleted || !(item.content instanceof Y.ContentString)) continue;
    const { client, clock } = item.id;
    [...item.content.str].forEach((character, at) => {
      if (clock + at < (states.get(client) ?? 0)) seen.push(`${client}:${clock + at} ${character}`);
    });
  }
  return seen.sort();
}

function tryOut(update: Uint8Array): void {
  const live = new Y.Doc();
  Y.applyUpdate(live, BASE);
  live.getText('body');
  live.getMap('registers');
  const since = performance.now();
  const { verdict, isAhead, deletionsAhead } = inspect(live, update);
  const isLetIn = verdict !== 'invalid' && (verdict !== 'unusual' || canApply(live, update));
  if (isLetIn) {
    // What is let in without a trial walks no further than one with it may.
    countConflicts(MOST_STEPS, () => Y.applyUpdate(live, update));
    // What waits has been counted as that.
    if (!isAhead) expect(live.store.pendingStructs).toBeNull();
    if (deletionsAhead === 0) expect(live.store.pendingDs).toBeNull();
    const state = Y.encodeStateAsUpdate(live);
    const next = new Y.Doc();
    Y.applyUpdate(next, state);
    expect(wordsBefore(next)).toEqual(wordsBefore(live));
    if (digestOf(next) !== digestOf(live)) worst.otherwise += 1;
    expect(Y.encodeStateAsUpdate(next).length).toBeGreaterThan(0);
    next.destroy();
  }
  const ms = performance.now() - since;
  worst.updates += 1;
  worst.letIn += isLetIn ? 1 : 0;
  if (ms / Math.max(1, update.length / 1024) > worst.msPerKilobyte) {
    worst.ms = ms;
    worst.msPerKilobyte = ms / Math.max(1, update.length / 1024);
    worst.hex = Buffer.from(update).toString('hex').slice(0, 400);
  }
  live.destroy();
}

test.each(Object.entries(KEPT))('%s', (_, hex) => {
  tryOut(Uint8Array.from(Buffer.from(hex, 'hex')));
});

test(
  'forged updates are refused, or whoever comes next has what others wrote',
  AS_LONG_AS_ASKED,
  async () => {
    await fuzz({
      runs: 400,
      make: (chance) =>
        chance(4) === 0 ? mutatedBytes(chance, [written(chance), forged(chance)]) : forged(chance),
      check: tryOut,
      smaller: shorterBytes,
      show: (bytes) => Buffer.from(bytes).toString('hex'),
    });
  },
);

afterAll(() => {
  if (process.env.FUZZ_RUNS === undefined) return;
  const { updates, letIn, otherwise, ms, msPerKilobyte, hex } = worst;
  console.log(
    `${updates} forged updates, ${letIn} let in, ${otherwise} of them not the same for whoever comes next; the worst took ${ms.toFixed(1)} ms with all that was compared, ${msPerKilobyte.toFixed(1)} ms a KB: ${hex}`,
  );
});
