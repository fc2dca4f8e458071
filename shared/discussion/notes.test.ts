/** What is said about a document, as notes of its text in Markdown and HTML. */
import { beforeAll, expect, test } from 'vitest';
import * as Y from 'yjs';
import { createSecret, docIdOf } from '../access/ids.ts';
import { Body } from '../document/body.ts';
import { Restored } from '../document/restored.ts';
import { documentOf } from '../document/testing/sketch.ts';
import { formatHtml } from '../formats/html.ts';
import { formatMarkdown, parseMarkdown } from '../formats/markdown.ts';
import { Discussion } from './discussion.ts';
import { blocksWithNotes } from './notes.ts';
import { anchorOfBlock, anchorOfText } from './place.ts';
import type { Author } from './signed.ts';
import { newAuthor } from './testing/authors.ts';

const PICTURE = `attachments/${'a1'.repeat(32)}`;

let ana: Author;
let ben: Author;
beforeAll(async () => {
  [ana, ben] = await Promise.all([newAuthor(), newAuthor()]);
});

async function commented(resolved: string | null) {
  const doc = documentOf(['Alpha one two', '⊞ a ¦ b ⁄ c ¦ d', '| code', 'Omega']);
  const body = new Body(doc);
  const discussion = new Discussion({
    doc: new Y.Doc(),
    docId: docIdOf(createSecret()),
    rights: { moderates: () => false },
  });
  const [alpha, table, code] = body.shown;
  const [row] = table!.table!.rows;
  const cell = `${row!.id}/${table!.table!.columns[1]!.id}`;
  const words = anchorOfText(body, { id: alpha!.id, offset: 6 }, { id: alpha!.id, offset: 9 })!;
  const { thread } = await discussion.begin(ana, words, 'one', [
    { text: 'Really ' },
    { text: 'one', marks: { bold: true } },
    { text: '?\nOr two?' },
  ]);
  await discussion.answer(ben, thread, [
    { text: 'One. ' },
    { embed: { object: 'image', src: PICTURE, alt: 'coat.png' } },
  ]);
  await discussion.begin(ben, anchorOfBlock(body, cell)!, '', [{ text: 'a cell' }]);
  await discussion.begin(ben, anchorOfBlock(body, code!.id)!, '', [{ text: 'code' }]);
  await discussion.begin(ben, { kind: 'document' }, '', [{ text: 'all of it' }]);
  const done = await discussion.begin(ana, words, 'one', [{ text: 'typo' }]);
  await discussion.setResolved(ana, done.thread, true);
  return blocksWithNotes({
    body,
    restored: new Restored(doc),
    threads: discussion.threads(),
    nameOf: (person) => (person === ana.id ? 'Ana' : 'Ben'),
    timeOf: () => 'Monday',
    resolved,
  });
}

test('in Markdown each thread is a footnote at its words', async () => {
  const blocks = await commented(null);
  const markdown = formatMarkdown({ title: '', blocks });
  expect(markdown).toContain('Alpha one[^c2] two');
  expect(markdown).toMatch(/\| a +\| b\[\^c3\] +\|/);
  expect(markdown).toContain('```\n\n[^c4]\n\nOmega');
  expect(markdown).toContain(
    `[^c2]: “one” Ana, Monday: Really **one**? Or two? — Ben, Monday: One. ![coat.png](${PICTURE})`,
  );
  expect(markdown).toContain('[^c1]: Ben, Monday: all of it');
  expect(markdown).not.toContain('typo');
  // And it is read again as it was written.
  expect(formatMarkdown({ title: '', blocks: parseMarkdown(markdown).blocks })).toBe(markdown);
});

test('in HTML as well, and resolved ones where they are asked for', async () => {
  const html = formatHtml(await commented('done'));
  expect(html).toContain('Really <strong>one</strong>?');
  expect(html).toMatch(/typo \(done\)/);
  expect(html.replace(/<[^>]*>/g, '')).toContain('Alpha onec2c3 two');
});
