/**
 * Emoji stay whole: whatever cuts the text they stand in, and on every device alike.
 */
import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { Body, readBlocks } from './body.ts';
import { insertBlocks, split } from './operations/blocks.ts';
import { deleteText, format, insert } from './operations/text.ts';
import { valueWithoutHalves, withoutHalves } from './pairs.ts';
import { textOf } from './plain-text.ts';
import { ROOT } from './schema.ts';
import { ModelDriver } from './testing/model-driver.ts';
import { copyOf, documentOf, mergeAll, sketch } from './testing/sketch.ts';
import { readTitle, writeTitle } from './text.ts';
import { UndoHistory } from './undo-history.ts';

const texts = (doc: Y.Doc) => readBlocks(doc).map(textOf);
/** What somebody is given who has nothing yet. */
const loaded = (doc: Y.Doc) => {
  const copy = new Y.Doc();
  Y.applyUpdate(copy, Y.encodeStateAsUpdate(doc));
  return copy;
};

test('Enter before an emoji, and again at the end, leaves the emoji', () => {
  const doc = documentOf(['buy 🍎 apples']);
  const driver = new ModelDriver(doc).split('buy', 'buy ').split('🍎', 'apples');
  expect(sketch(doc)).toEqual(['buy ', '🍎 apples', '']);
  expect(sketch(loaded(doc))).toEqual(['buy ', '🍎 apples', '']);
  driver.undo().undo();
  expect(sketch(doc)).toEqual(['buy 🍎 apples']);
});

test('two who are connected see the same emoji after Enter twice', () => {
  const ana = documentOf(['🎉 Launch on Monday']);
  const ben = copyOf(ana, 20);
  const driver = new ModelDriver(ana);
  driver.split('🎉', 'Launch');
  mergeAll([ana, ben]);
  driver.split('🎉', 'Launch');
  mergeAll([ana, ben]);
  for (const doc of [ana, ben, loaded(ana), loaded(ben)])
    expect(sketch(doc)).toEqual(['🎉 Launch', '', ' on Monday']);
});

test('an undo that arrives before what it takes back leaves the emoji as it is', () => {
  const ana = documentOf(['🎉🎉 Launch']);
  const ben = copyOf(ana, 20);
  const updates: Uint8Array[] = [];
  ana.on('update', (update: Uint8Array) => updates.push(update));
  new ModelDriver(ana).erase('🎉', '🎉🎉 Launch').undo();
  new Body(ben);
  Y.applyUpdate(ben, updates[1]!);
  expect(texts(ben).join()).not.toContain('\ufffd');
  expect(texts(loaded(ben)).join()).not.toContain('\ufffd');
  mergeAll([ana, ben]);
  expect(texts(ben)).toEqual(texts(ana));
  expect(texts(ben)).toEqual(['🎉🎉 Launch']);
});

test('somebody else’s program that cuts and joins again cuts nothing', () => {
  const doc = documentOf(['a🍎b']);
  doc.transact((transaction) => {
    const { client, clock } = itemWith(doc, '🍎').id;
    Y.getItemCleanStart(transaction, Y.createID(client, clock + 2));
  });
  expect(texts(doc)).toEqual(['a🍎b']);
  expect(texts(loaded(doc))).toEqual(['a🍎b']);
});

/** An update of somebody whose program puts text, or a deletion, between the halves. */
function cutByOther(doc: Y.Doc, change: 'insert' | 'insert and delete' | 'delete'): Uint8Array {
  const other = copyOf(doc, 99);
  const before = Y.encodeStateVector(other);
  const text = other.getText(ROOT.body);
  const at = text.toString().indexOf('🍎') + 2;
  if (change === 'delete') text.delete(at, 1);
  else text.insert(at, '-');
  if (change === 'insert and delete') text.delete(at, 1);
  return Y.encodeStateAsUpdate(other, before);
}

test.each(['insert', 'insert and delete', 'delete'] as const)(
  'where somebody else’s program does %s in an emoji, all show the same from then on',
  (change) => {
    const doc = documentOf(['a🍎b']);
    const update = cutByOther(doc, change);
    const live = copyOf(doc, 20);
    const body = new Body(live);
    live.on('afterTransaction', (transaction: Y.Transaction) => body.applyTransaction(transaction));
    // A server, which has no text but the bytes.
    const server = loaded(doc);
    const early = new Y.Doc();
    Y.applyUpdate(early, update);
    for (const other of [live, server]) Y.applyUpdate(other, update);
    Y.applyUpdate(early, Y.encodeStateAsUpdate(doc));
    const merged = new Y.Doc();
    Y.applyUpdate(merged, Y.mergeUpdates([Y.encodeStateAsUpdate(doc), update]));
    const wanted = texts(loaded(server));
    for (const other of [live, early, merged, loaded(live), loaded(early), loaded(merged)])
      expect(texts(other)).toEqual(wanted);
    expect(body.shown.map((shown) => textOf(body.read(shown)))).toEqual(wanted);
    expect(wanted[0]!.isWellFormed()).toBe(true);
  },
);

test('what is done at half an emoji is done to all of it, or behind it', () => {
  const doc = documentOf(['a🍎b']);
  const act = (change: (body: Body, id: string) => void) =>
    doc.transact(() => {
      const body = new Body(doc);
      change(body, body.shown[0]!.id);
    });
  act((body, id) => insert(body, id, 2, '-'));
  expect(sketch(doc)).toEqual(['a🍎-b']);
  act((body, id) => format(body, id, 2, 2, { bold: true }));
  expect(sketch(doc)).toEqual(['a*🍎-*b']);
  act((body, id) => split(body, id, 2, { type: 'paragraph' }));
  expect(sketch(doc)).toEqual(['a*🍎*', '*-*b']);
  act((body, id) => deleteText(body, id, 0, 2));
  expect(sketch(doc)).toEqual(['', '*-*b']);
  expect(texts(loaded(doc))).toEqual(texts(doc));
});

test('halves that come alone are U+FFFD at once, and the same for everybody', () => {
  const doc = documentOf(['a']);
  const history = new UndoHistory(doc, { origin: 'own' });
  doc.transact(() => {
    const body = new Body(doc);
    insert(body, body.shown[0]!.id, 1, 'x\ud83cy');
    insertBlocks(body, null, [
      { type: 'paragraph', content: [{ text: '\udf4e!', marks: { bold: true } }] },
    ]);
    body.setRegister(body.shown[0]!.id, 'alt', { says: '\ud83c' });
  }, 'own');
  writeTitle(doc, 'Plan \ud83c');
  expect(texts(doc)).toEqual(['\ufffd!', 'ax\ufffdy']);
  expect(readTitle(doc)).toBe('Plan \ufffd');
  const copy = loaded(doc);
  expect(texts(copy)).toEqual(texts(doc));
  expect(readTitle(copy)).toBe(readTitle(doc));
  expect(copy.getMap(ROOT.fields).toJSON()).toEqual(doc.getMap(ROOT.fields).toJSON());
  history.undo();
  history.redo();
  expect(texts(loaded(doc))).toEqual(texts(doc));
  expect(withoutHalves('🍎👨‍👩‍👧\ud83c🇩🇪')).toBe('🍎👨‍👩‍👧\ufffd🇩🇪');
  expect(valueWithoutHalves([1, null, { '\ud83c': ['\ud83c', '🍎'] }])).toEqual([
    1,
    null,
    { '\ufffd': ['\ufffd', '🍎'] },
  ]);
});

test('a title keeps its emoji where two write beside and instead of them', () => {
  const docs = [documentOf(['a'], '🍎🍏'), new Y.Doc()] as const;
  mergeAll(docs);
  writeTitle(docs[0], '🍎🍐🍏');
  writeTitle(docs[1], '🍏');
  mergeAll(docs);
  expect(readTitle(docs[0])).toBe('🍐🍏');
  expect(readTitle(docs[1])).toBe('🍐🍏');
});

function itemWith(doc: Y.Doc, text: string): Y.Item {
  for (let item = doc.getText(ROOT.body)._start; item; item = item.right)
    if (item.content instanceof Y.ContentString && item.content.str.includes(text)) return item;
  throw new Error(`Nothing has "${text}".`);
}
