/** The title, changed by two people at once, up to the limit of its length. */
import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { MAX_TITLE_LENGTH } from '../protocol/limits.ts';
import { ROOT } from './schema.ts';
import { clip, readTitle, renameTitle, writeTitle } from './text.ts';

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
  for (const title of [titleOf(doc), readTitle(doc), clip(`x${emoji}`)]) {
    expect(title).toBe(`x${'🎒'.repeat(99)}`);
  }
});

test.each([
  // Was shown, is by now, is to be called, and what it is called.
  ['My Plan', 'My Plan', 'Roadmap', 'Roadmap'],
  ['My Plan', 'My Plan hello', 'Our Plan', 'Our Plan hello'],
  ['My Plan h', 'My Plan hello', 'My Plan h, part 2', 'My Plan hello, part 2'],
  ['My Plan', 'This is My Plan', 'My Plan for May', 'This is My Plan for May'],
  ['My Plan', 'My big Plan', 'Roadmap', 'Roadmapbig '],
  ['My big Plan', 'My Plan', 'Our big Plan', 'Our Plan'],
  ['one two six', 'one 2 six', 'one two seven', 'one 2 seven'],
  ['one two six', 'one 2 six', 'none', 'none2'],
])('a title seen as "%s" that is "%s" by now and to be "%s"', (was, now, wanted, is) => {
  const doc = titled(now);
  renameTitle(doc, was, wanted);
  expect(titleOf(doc)).toBe(is);
});
