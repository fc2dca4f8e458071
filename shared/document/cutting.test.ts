/** Updates that cut what is there in many places: all is as Yjs alone makes it, and soon. */
import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { type Chance, seededChance } from '../testing/seeded.ts';
import { applyUpdate } from './cutting.ts';

const firstSeed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31));
const SIGNS = ['word ', 'שלום ', '漢字', '👍🏽', 'e\u0301', '\n'];

function copyOf(doc: Y.Doc, client: number): Y.Doc {
  const copy = new Y.Doc({ gc: false });
  copy.clientID = client;
  Y.applyUpdate(copy, Y.encodeStateAsUpdate(doc));
  return copy;
}

/** Puts in and deletes at so many places; the updates of it. */
function writeIn(doc: Y.Doc, draw: Chance, places: number): Uint8Array[] {
  const updates: Uint8Array[] = [];
  doc.on('update', (update: Uint8Array) => updates.push(update));
  const text = doc.getText('body');
  const write = () => {
    const at = draw(text.length + 1);
    if (draw(3) === 0) text.delete(Math.min(at, text.length - 4), draw(4));
    else if (draw(4) === 0) text.insertEmbed(at, { block: draw(9) });
    else text.insert(at, SIGNS[draw(SIGNS.length)]!);
  };
  // Some of them one by one, the others at once.
  for (let place = 0; place < 5; place++) write();
  doc.transact(() => {
    for (let place = 0; place < places; place++) write();
  });
  return updates;
}

/** What was cut since it was asked last, as each transaction tells before Yjs joins what it can again. */
function halvesMadeIn(doc: Y.Doc): () => string[] {
  const made = new Set<string>();
  doc.on('afterTransaction', ({ _mergeStructs }: Y.Transaction) => {
    for (const { id } of _mergeStructs) made.add(`${id.client}.${id.clock}`);
  });
  return () => {
    const all = [...made].sort();
    made.clear();
    return all;
  };
}

/** All items, with what they hold, where they stand and whether they are deleted. */
function itemsOf({ store }: Y.Doc): unknown[] {
  return [...store.clients]
    .sort(([a], [b]) => a - b)
    .map(([client, structs]) => [
      client,
      structs.map((struct) => [
        struct.id.clock,
        struct.length,
        struct.deleted,
        struct instanceof Y.Item &&
          [struct.left?.lastId, struct.right?.id, struct.content.getContent()].map((part) =>
            JSON.stringify(part ?? null),
          ),
      ]),
    ]);
}

test.each(Array.from({ length: 60 }, (_, index) => firstSeed + index))(
  'whatever came, in whichever order, seed %i',
  (seed) => {
    const draw = seededChance(seed);
    const doc = new Y.Doc({ gc: false });
    doc.clientID = 1;
    doc.getText('body').insert(0, 'Much text that stands there in one piece. '.repeat(60));
    const updates = [10, 20, 30].flatMap((client) =>
      writeIn(copyOf(doc, client), draw, 40 + draw(200)),
    );
    updates.push(Y.mergeUpdates(updates.slice(draw(5), 5 + draw(5))));
    // Some wait for others, some come twice, and one never.
    for (let left = updates.length - 1; left > 0; left--) {
      const other = draw(left + 1);
      [updates[left], updates[other]] = [updates[other]!, updates[left]!];
    }
    updates.splice(draw(updates.length), 1);
    updates.push(updates[0]!);
    const [ours, own] = [copyOf(doc, 2), copyOf(doc, 2)];
    const [halves, ownHalves] = [halvesMadeIn(ours), halvesMadeIn(own)];
    for (const update of updates) {
      applyUpdate(ours, update, 'here');
      Y.applyUpdate(own, update, 'here');
      expect(halves()).toEqual(ownHalves());
      expect(ours.getText('body').toDelta()).toEqual(own.getText('body').toDelta());
    }
    expect(itemsOf(ours)).toEqual(itemsOf(own));
    expect(Y.encodeStateAsUpdate(ours)).toEqual(Y.encodeStateAsUpdate(own));
  },
);

test('who hears of it hears what Yjs alone would tell', () => {
  const doc = new Y.Doc({ gc: false });
  doc.getText('body').insert(0, 'x'.repeat(20_000));
  const writer = copyOf(doc, 10);
  writer.transact(() => {
    for (let at = 19_999; at > 0; at -= 10) writer.getText('body').insert(at, '漢');
  });
  const update = Y.encodeStateAsUpdate(writer, Y.encodeStateVector(doc));
  const heard = [applyUpdate, Y.applyUpdate].map((apply) => {
    const told: unknown[] = [];
    const reader = copyOf(doc, 2);
    reader.on('update', (bytes: Uint8Array, origin: unknown, _: Y.Doc, { local }) =>
      told.push([bytes, origin, local]),
    );
    reader.getText('body').observe(({ delta }) => told.push(delta));
    apply(reader, update, 'there');
    return told;
  });
  expect(heard[0]).toEqual(heard[1]);
  expect(heard[0]).toHaveLength(2);
});

test('by what waits for something nothing is cut', () => {
  const doc = new Y.Doc({ gc: false });
  doc.getText('body').insert(0, '漢字 and words. '.repeat(500));
  const writer = copyOf(doc, 10);
  const text = writer.getText('body');
  const updates: Uint8Array[] = [];
  writer.on('update', (update: Uint8Array) => updates.push(update));
  const put = (sign: string) => {
    for (let at = text.length; at > 0; at -= 10) text.insert(at, sign);
  };
  for (const sign of ['a', 'b', 'c']) writer.transact(() => put(sign));
  // The second one is lost, and the third one knows of what it wrote.
  const gappy = Y.mergeUpdates([updates[0]!, updates[2]!]);
  const [ours, own] = [copyOf(doc, 2), copyOf(doc, 2)];
  const [halves, ownHalves] = [halvesMadeIn(ours), halvesMadeIn(own)];
  applyUpdate(ours, gappy);
  Y.applyUpdate(own, gappy);
  expect(halves()).toEqual(ownHalves());
  expect(itemsOf(ours)).toEqual(itemsOf(own));
});
