/** Who wrote what, in a format that can tell. */
import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { Body, readBlocks } from '../document/body.ts';
import { createDocument } from '../document/create.ts';
import { deleteText, format, insert } from '../document/operations/text.ts';
import { UndoHistory } from '../document/undo-history.ts';
import { authoredBlocks } from './authored.ts';
import { formatHtml } from './html.ts';

function written(): Y.Doc {
  const anas = new Y.Doc();
  anas.clientID = 10;
  createDocument(anas, {
    blocks: [
      { type: 'paragraph', content: [{ text: 'Hello 🍎 world' }] },
      {
        type: 'table',
        content: [],
        table: { columns: [{ id: 'c' }], rows: [{ id: 'r', cells: [[{ text: 'one' }]] }] },
      },
    ],
  });
  const bens = new Y.Doc();
  Y.applyUpdate(bens, Y.encodeStateAsUpdate(anas));
  bens.clientID = 20;
  const body = new Body(bens);
  const [first] = body.shown.map(({ id }) => id);
  bens.transact(() => insert(body, first!, 6, 'big '));
  bens.transact(() => format(body, first!, 3, 9, { bold: true }));
  bens.transact(() => insert(body, 'r/c', 3, ' & two'));
  return bens;
}

const NAMES = new Map([
  [10, 'Ana'],
  [20, 'Ben "the <b>'],
]);

test('words say who wrote them, formatted as they are, in cells too', () => {
  const html = formatHtml(authoredBlocks(written(), (client) => NAMES.get(client) ?? null));
  expect(html).toContain('<span title="Ana">Hel<strong>lo </strong></span>');
  expect(html).toContain(
    '<strong><span title="Ben &quot;the &lt;b&gt;">big </span><span title="Ana">🍎</span></strong>',
  );
  expect(html).toContain('<span title="Ana">one</span>');
  expect(html).toContain('<span title="Ben &quot;the &lt;b&gt;"> &amp; two</span>');
});

test('of whom nobody is named nothing is said, and all reads as without', () => {
  const doc = written();
  expect(formatHtml(authoredBlocks(doc, () => null))).toBe(formatHtml(readBlocks(doc)));
});

test('what undo brought back is its writer’s', () => {
  const doc = written();
  const history = new UndoHistory(doc, { origin: 'me' });
  const body = new Body(doc);
  const [first] = body.shown.map(({ id }) => id);
  doc.clientID = 30;
  doc.transact(() => deleteText(body, first!, 0, 5), 'me');
  history.undo();
  history.destroy();
  const html = formatHtml(authoredBlocks(doc, (client) => NAMES.get(client) ?? `${client}`));
  expect(html).toContain('<span title="Ana">Hel<strong>lo');
  expect(html).not.toContain('title="30"');
});
