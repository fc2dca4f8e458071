/** Who comes first where several insert at one spot: text, then formatting, then markers. */
import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { insertAs, insertBehindAll, isOwnClient } from './client-ranks.ts';
import { mergeAll } from './testing/sketch.ts';

function docWith(client: number, base?: Y.Doc): { doc: Y.Doc; text: Y.Text } {
  const doc = new Y.Doc();
  doc.clientID = client;
  if (base) Y.applyUpdate(doc, Y.encodeStateAsUpdate(base));
  return { doc, text: doc.getText('body') };
}

/** The text as people would read it, markers by their names. */
const read = (text: Y.Text) =>
  text
    .toDelta()
    .map(({ insert }: { insert: string | { id: string } }) =>
      typeof insert === 'string' ? insert : `[${insert.id}]`,
    )
    .join('');

test('what has a rank is of this device, and the device’s own number stays', () => {
  const { doc, text } = docWith(7);
  insertAs('marker', doc, () => text.insert(0, 'a'));
  insertAs('formatting', doc, () => text.insert(1, 'b'));
  expect(() =>
    insertAs('marker', doc, () => {
      throw new Error('on purpose');
    }),
  ).toThrow('on purpose');
  expect(doc.clientID).toBe(7);
  const clients = [...Y.decodeStateVector(Y.encodeStateVector(doc)).keys()];
  expect(clients).toHaveLength(2);
  for (const client of clients) expect(isOwnClient(doc, client)).toBe(true);
  expect(isOwnClient(doc, 8)).toBe(false);
});

test.each([
  [10, 20],
  [20, 10],
])('a marker stands behind what another types there, numbers %i and %i', (a, b) => {
  const base = docWith(1);
  base.text.insertEmbed(0, { id: 'A' });
  const [ana, ben] = [docWith(a, base.doc), docWith(b, base.doc)];
  ana.text.insert(1, 'text');
  expect(insertBehindAll(ben.text, ben.text._start!, null, { id: 'B' })).not.toBeNull();
  mergeAll([ana.doc, ben.doc]);
  expect(read(ana.text)).toBe('[A]text[B]');
  expect(read(ben.text)).toBe('[A]text[B]');
});

test.each(['ab', '🍎b', '👨‍👩‍👧'])(
  'a block of %s that was split off gets a marker behind it, uncut',
  (word) => {
    const base = docWith(1);
    base.text.insertEmbed(0, { id: 'A' });
    base.text.insert(1, `x${word}`);
    // The marker came between later: what stands behind it hangs on what stands before.
    insertAs('marker', base.doc, () => base.text.insertEmbed(2, { id: 'B' }));
    const ben = docWith(20, base.doc);
    const head = [...items(ben.text)].find(({ content }) => isMarker(content, 'B'))!;
    const before = Y.encodeStateVector(ben.doc);
    const marker = insertBehindAll(ben.text, head, null, { id: 'C' });
    expect(marker).not.toBeNull();
    expect(read(ben.text)).toBe(`[A]x[B]${word}[C]`);
    Y.applyUpdate(base.doc, Y.encodeStateAsUpdate(ben.doc, before));
    expect(read(base.text)).toBe(`[A]x[B]${word}[C]`);
  },
);

test('where what stands to the right was split off the text, it goes right before that, uncut', () => {
  const { doc, text } = docWith(7);
  text.insertEmbed(0, { id: 'A' });
  text.insert(1, '🍎b');
  insertAs('marker', doc, () => text.insertEmbed(4, { id: 'B' }));
  const [head, word, right] = [...items(text)];
  const before = word!.length;
  expect(insertBehindAll(text, head!, right!, { id: 'C' })?.left).toBe(word);
  expect(word!.length).toBe(before);
  expect(read(text)).toBe('[A]🍎b[C][B]');
});

test('where a marker that is gone stands between, nothing is put in and nothing cut', () => {
  const { text } = docWith(7);
  text.insertEmbed(0, { id: 'A' });
  text.insert(1, '🍎b');
  const later = docWith(9, text.doc!);
  later.text.insertEmbed(4, { id: 'B' });
  insertAs('marker', later.doc, () => later.text.insertEmbed(4, { id: 'gone' }));
  later.text.delete(4, 1);
  Y.applyUpdate(text.doc!, Y.encodeStateAsUpdate(later.doc));
  const [head, word, right] = [...items(text)];
  const before = word!.length;
  const { clients } = text.doc!.store;
  const devices = clients.size;
  expect(insertBehindAll(text, head!, right!, { id: 'C' })).toBeNull();
  expect(word!.length).toBe(before);
  expect(read(text)).toBe('[A]🍎b[B]');
  expect(clients.size).toBe(devices);
});

function* items(text: Y.Text): Generator<Y.Item> {
  for (let item = text._start; item !== null; item = item.right) if (!item.deleted) yield item;
}

function isMarker(content: Y.Item['content'], id: string): boolean {
  return content instanceof Y.ContentEmbed && (content.embed as { id?: string }).id === id;
}
