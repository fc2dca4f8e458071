/** How a document is to look: read from whatever stands there, and merged register by register. */
import { expect, it } from 'vitest';
import * as Y from 'yjs';
import { createDocument } from './create.ts';
import { iconIn } from './look.ts';
import { readLook, writeLook } from './look-registers.ts';
import { ROOT } from './schema.ts';

it('an icon is one emoji, however many signs that has', () => {
  for (const emoji of ['🚀', '❤️', '👩‍👩‍👧‍👦', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '🇫🇷', '1️⃣', '👩🏽‍❤️‍💋‍👨🏿'])
    expect(iconIn(emoji)).toBe(emoji);
});

it('anything else that stands there is no icon', () => {
  const others = [
    '',
    'a',
    '<b>',
    '🚀 ',
    '1234567890',
    '\u202e🚀',
    '🚀'.repeat(11),
    7,
    null,
    { toString: 1 },
    ['🚀'],
  ];
  for (const value of [...others, undefined]) expect(iconIn(value)).toBe('');
});

it('two people who change different things apart both keep what they chose', () => {
  const ana = new Y.Doc();
  createDocument(ana);
  const ben = new Y.Doc();
  Y.applyUpdate(ben, Y.encodeStateAsUpdate(ana));
  writeLook(ana, 'icon', '🚀');
  writeLook(ben, 'width', 'wide');
  writeLook(ben, 'face', 'serif');
  Y.applyUpdate(ben, Y.encodeStateAsUpdate(ana));
  Y.applyUpdate(ana, Y.encodeStateAsUpdate(ben));
  for (const doc of [ana, ben]) {
    expect(doc.getMap(ROOT.meta).toJSON()).toMatchObject({
      icon: '🚀',
      width: 'wide',
      face: 'serif',
      schema: 1,
    });
  }
});

it('what is chosen already is not written again', () => {
  const doc = new Y.Doc();
  let updates = 0;
  doc.on('update', () => {
    updates += 1;
  });
  writeLook(doc, 'face', 'serif');
  writeLook(doc, 'face', 'serif');
  expect([readLook(doc, 'face'), updates]).toEqual(['serif', 1]);
});
