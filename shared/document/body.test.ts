/** Single cases of reading a document that random histories brought to light. */
import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { Body } from './body.ts';
import { split } from './operations.ts';
import { rewrite } from './rewrite.ts';
import { Hand } from './testing/hand.ts';
import { documentOf, sketch } from './testing/sketch.ts';

test('writing in a document from stored bytes leaves the formatting around as it is', () => {
  const stored = documentOf(['Alpha', 'Bravo']);
  new Hand(stored).mark('Alpha', 'p', { bold: true });
  const doc = new Y.Doc();
  Y.applyUpdate(doc, Y.encodeStateAsUpdate(stored));
  new Hand(doc).erase('Alpha', 'ha');
  expect(sketch(doc)).toEqual(['Al*p*', 'Bravo']);
});

test('an attribute a block was born with can be taken back', () => {
  const doc = documentOf(['1. Alpha']);
  doc.transact(() => {
    const body = new Body(doc);
    const shape = { type: 'ordered', start: 7 };
    const id = split(body, body.shown[0]!.id, 5, shape, 'new');
    const was = { id, shape, content: [] };
    rewrite(body, 1, [was], [{ ...was, shape: { type: 'ordered' } }]);
    expect(body.read(body.shown[1]!)).toEqual({ id, type: 'ordered', content: [] });
  });
});

test('an empty line made before the text of a table that is gone stays', () => {
  const doc = documentOf(['⊞ a']);
  doc.getMap('fields').set(`${new Body(doc).shown[0]!.id}:type`, 'timeline');
  expect(sketch(doc)).toEqual(['?timeline ', 'a']);
  doc.transact(() => {
    const body = new Body(doc);
    split(body, body.shown[1]!.id, 0, { type: 'paragraph' });
  });
  expect(sketch(doc)).toEqual(['?timeline ', '', 'a']);
});
