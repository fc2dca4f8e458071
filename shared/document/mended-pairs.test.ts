/** Devices with the same clocks and different text, as builds of long ago left them. */
import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { Body, readBlocks } from './body.ts';
import { createDocument } from './create.ts';
import { digestOf } from './digest.ts';
import { disableFormattingCleanup } from './formatting.ts';
import { keepTitleTidy, mendPairs, tidyTitle } from './mended-pairs.ts';
import { deleteText, insert } from './operations/text.ts';
import { textOf } from './plain-text.ts';
import { ROOT } from './schema.ts';
import { UndoHistory } from './undo-history.ts';

const APPLES = 'buy 🍎🍏 apples';
const CUT = 'buy \ufffd\ufffd\ufffd\ufffd apples';

/** The same document on a device, with its history of undo. */
function deviceOf(update: Uint8Array, client: number): Y.Doc {
  const doc = new Y.Doc();
  doc.clientID = client;
  disableFormattingCleanup(doc);
  Y.applyUpdate(doc, update);
  new UndoHistory(doc, { origin: doc });
  keepTitleTidy(doc, () => true, null);
  return doc;
}

/** As a build of long ago cut it when somebody pressed Enter there: in its own memory only. */
function cut(doc: Y.Doc): Y.Doc {
  for (const name of [ROOT.body, ROOT.title])
    for (let item = doc.getText(name)._start; item; item = item.right)
      if (item.content instanceof Y.ContentString)
        item.content.str = item.content.str.replace(/[\u{10000}-\u{10ffff}]/gu, '\ufffd\ufffd');
  return doc;
}

const ORIGINAL = original();

function original(): Uint8Array {
  const doc = new Y.Doc();
  doc.clientID = 5;
  createDocument(doc, {
    title: APPLES,
    blocks: [
      { type: 'paragraph', content: [{ text: APPLES, marks: { bold: true } }, { text: ' 🎈' }] },
    ],
  });
  return Y.encodeStateAsUpdate(doc);
}

const read = (doc: Y.Doc) => readBlocks(doc).map(textOf);
const titleOf = (doc: Y.Doc) => doc.getText(ROOT.title).toString();
const meet = (...docs: Y.Doc[]) => {
  // Whoever hears of two copies takes one back, which has to be told as well.
  for (let round = 0; round < 3; round++)
    for (const to of docs)
      for (const from of docs)
        Y.applyUpdate(to, Y.encodeStateAsUpdate(from, Y.encodeStateVector(to)), 'network');
};

test.each([
  ['the device', true],
  ['the server', false],
])('what %s has cut becomes whole again, for both', (_, isOwn) => {
  for (const client of [2, 9]) {
    const device = deviceOf(ORIGINAL, client);
    const server = deviceOf(ORIGINAL, 7);
    cut(isOwn ? device : server);
    expect(Y.encodeStateVector(device)).toEqual(Y.encodeStateVector(server));
    expect(read(isOwn ? device : server)[0]).toContain(CUT);
    expect(mendPairs(device, server, null)).toBe(true);
    meet(device, server);
    expect([read(device), read(server)]).toEqual([[`${APPLES} 🎈`], [`${APPLES} 🎈`]]);
    expect([titleOf(device), titleOf(server)]).toEqual([APPLES, APPLES]);
    expect(digestOf(device)).toBe(digestOf(server));
    expect(readBlocks(device)[0]!.content[0]).toEqual({ text: APPLES, marks: { bold: true } });
    expect(mendPairs(device, server, null)).toBe(false);
  }
});

test('two who mend it apart do not double it, and what they write meanwhile is there', () => {
  for (const [one, other] of [
    [2, 9],
    [9, 2],
  ] as const) {
    const [ana, ben] = [deviceOf(ORIGINAL, one), deviceOf(ORIGINAL, other)];
    const server = cut(deviceOf(ORIGINAL, 7));
    cut(ben);
    const copy = deviceOf(ORIGINAL, 8);
    mendPairs(ana, server, null);
    mendPairs(ben, copy, null);
    for (const [doc, text] of [
      [ana, 'A'],
      [ben, 'B'],
    ] as const) {
      const body = new Body(doc);
      doc.transact(() => insert(body, body.shown[0]!.id, 0, text));
    }
    meet(ana, server, ben);
    for (const doc of [ana, ben, server]) {
      expect(read(doc)[0]).toMatch(/^(?:AB|BA)buy 🍎🍏 apples 🎈$/u);
      expect(titleOf(doc)).toBe(APPLES);
    }
  }
});

test('what nobody has whole any more opens as it is, and what somebody deleted stays deleted', () => {
  const [ana, server] = [cut(deviceOf(ORIGINAL, 2)), cut(deviceOf(ORIGINAL, 7))];
  expect(mendPairs(ana, server, null)).toBe(false);
  expect(read(ana)[0]).toContain(CUT);
  // As it is stored and sent from then on.
  expect(read(deviceOf(Y.encodeStateAsUpdate(ana), 3))).toEqual(read(ana));

  const [ben, whole] = [cut(deviceOf(ORIGINAL, 2)), deviceOf(ORIGINAL, 7)];
  const body = new Body(ben);
  ben.transact(() => deleteText(body, body.shown[0]!.id, 4, 2));
  meet(ben, whole);
  mendPairs(ben, whole, null);
  meet(ben, whole);
  expect([read(ben), read(whole)]).toEqual([['buy 🍏 apples 🎈'], ['buy 🍏 apples 🎈']]);
});

test('what two mended apart in a title, and somebody took away, stays away', () => {
  const [ana, ben] = [deviceOf(ORIGINAL, 2), deviceOf(ORIGINAL, 9)];
  for (const doc of [ana, ben]) mendPairs(doc, cut(deviceOf(ORIGINAL, 7)), null);
  // The copy of the lower client counts.
  ana.getText(ROOT.title).delete(4, 2);
  meet(ana, ben);
  expect([titleOf(ana), titleOf(ben)]).toEqual(['buy 🍏 apples', 'buy 🍏 apples']);
});

test('whoever only reads leaves a title as it is', () => {
  const [ana, ben] = [deviceOf(ORIGINAL, 2), deviceOf(ORIGINAL, 9)];
  for (const doc of [ana, ben]) mendPairs(doc, cut(deviceOf(ORIGINAL, 7)), null);
  const reader = new Y.Doc();
  let writes = 0;
  keepTitleTidy(reader, () => false, null);
  reader.on('update', (_: Uint8Array, origin: unknown) => {
    if (origin !== 'network') writes++;
  });
  for (const doc of [ana, ben]) Y.applyUpdate(reader, Y.encodeStateAsUpdate(doc), 'network');
  expect([titleOf(reader), writes]).toEqual(['buy 🍎🍎🍏🍏 apples', 0]);
  tidyTitle(reader, null);
  expect(titleOf(reader)).toBe(APPLES);
});
