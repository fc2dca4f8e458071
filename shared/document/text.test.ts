import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { MAX_TITLE_LENGTH } from '../protocol/limits.ts';
import { ROOT } from './schema.ts';
import { clipTitle, readTitle, writeTitle } from './text.ts';

function titled(title: string): Y.Doc {
  const doc = new Y.Doc();
  doc.getText(ROOT.title).insert(0, title);
  return doc;
}
const titleOf = (doc: Y.Doc) => doc.getText(ROOT.title).toString();

test('a title that two people made too long keeps all of it when somebody writes on', () => {
  const merged = 'a'.repeat(MAX_TITLE_LENGTH) + 'b'.repeat(40);
  const doc = titled(merged);
  writeTitle(doc, `${merged}c`);
  expect(titleOf(doc)).toBe(merged);
  writeTitle(doc, merged.slice(1));
  expect(titleOf(doc)).toBe(merged.slice(1));
});

test('what is written beyond the limit is left out, and the text around it stays', () => {
  const doc = titled('begin end');
  writeTitle(doc, `begin ${'x'.repeat(300)}end`);
  expect(titleOf(doc)).toBe(`begin ${'x'.repeat(MAX_TITLE_LENGTH - 9)}end`);
});

test('no character is cut in half', () => {
  const emoji = '🎒'.repeat(150);
  const doc = titled('x');
  writeTitle(doc, `x${emoji}`);
  for (const title of [titleOf(doc), readTitle(doc), clipTitle(`x${emoji}`)]) {
    expect(title).toBe(`x${'🎒'.repeat(99)}`);
  }
});
