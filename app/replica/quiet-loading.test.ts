import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { loadQuietly } from './quiet-loading.ts';

const STORAGE = 'storage';
const isStorage = (origin: unknown) => origin === STORAGE;

function stored(): Uint8Array {
  const doc = new Y.Doc();
  doc.getText('body').insert(0, 'what was stored');
  return Y.encodeStateAsUpdate(doc);
}

function listenedTo(): { doc: Y.Doc; heard: [number, unknown][] } {
  const doc = new Y.Doc();
  const heard: [number, unknown][] = [];
  doc.on('update', (update: Uint8Array, origin: unknown) => heard.push([update.length, origin]));
  return { doc, heard };
}

test('what is loaded is announced, and not encoded', () => {
  const { doc, heard } = listenedTo();
  loadQuietly(doc, isStorage);
  Y.applyUpdate(doc, stored(), STORAGE);
  expect(doc.getText('body').toString()).toBe('what was stored');
  expect(heard).toEqual([[2, STORAGE]]);
});

test('what is written later, and what a listener writes at once, is heard in full', () => {
  const { doc, heard } = listenedTo();
  loadQuietly(doc, isStorage);
  doc.once('afterTransaction', () => doc.getText('body').insert(0, 'at once '));
  Y.applyUpdate(doc, stored(), STORAGE);
  doc.getText('body').insert(0, 'later ');
  const [loaded, ...written] = heard;
  expect(loaded).toEqual([2, STORAGE]);
  expect(written).toHaveLength(2);
  for (const [length] of written) expect(length).toBeGreaterThan(2);
  expect(doc.getText('body').toString()).toBe('later at once what was stored');
});

test('what comes from elsewhere before is heard, and loading then too', () => {
  const { doc, heard } = listenedTo();
  loadQuietly(doc, isStorage);
  doc.getText('title').insert(0, 'a title');
  Y.applyUpdate(doc, stored(), STORAGE);
  expect(heard.map(([length]) => length > 2)).toEqual([true, false]);
  Y.applyUpdate(doc, Y.encodeStateAsUpdate(doc), STORAGE);
  doc.getText('body').insert(0, 'x');
  expect(heard).toHaveLength(3);
});

test('a document that is not empty loads as ever', () => {
  const { doc, heard } = listenedTo();
  doc.getText('title').insert(0, 'a title');
  loadQuietly(doc, isStorage);
  Y.applyUpdate(doc, stored(), STORAGE);
  expect(heard.map(([length]) => length > 2)).toEqual([true, true]);
});
