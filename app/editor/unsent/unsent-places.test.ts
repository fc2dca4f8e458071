/** Where characters stand now, found by the clocks under which they were written. */
import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { Body } from '../../../shared/document/body.ts';
import { createDocument } from '../../../shared/document/create.ts';
import { insert } from '../../../shared/document/operations/text.ts';
import { stretchesOf } from './unsent-places.ts';

test('what has certain clocks is found where it stands now, and what is deleted is not', () => {
  const theirs = new Y.Doc();
  createDocument(theirs, { blocks: [{ type: 'paragraph', content: [{ text: 'one two' }] }] });
  const ours = new Y.Doc();
  Y.applyUpdate(ours, Y.encodeStateAsUpdate(theirs));
  const body = new Body(ours);
  const id = body.shown[0]!.id;
  const from = Y.getState(ours.store, ours.clientID);
  ours.transact(() => insert(body, id, 3, ' and a half'));
  ours.transact(() => insert(body, id, 0, 'Not '));
  const ranges = new Map([
    [ours.clientID, [[from, Y.getState(ours.store, ours.clientID) - from] as [number, number]]],
  ]);
  const read = () =>
    stretchesOf(new Body(ours), ranges).map(([start, end]) => plain(ours).slice(start, end));
  expect(read()).toEqual(['Not ', ' and a half']);
  ours.getText('body').delete(plain(ours).indexOf(' half'), ' half'.length);
  expect(read()).toEqual(['Not ', ' and a']);
});

/** The text with a character for each mark, as the Y.Text counts. */
function plain(doc: Y.Doc): string {
  return (doc.getText('body').toDelta() as { insert: unknown }[])
    .map(({ insert: put }) => (typeof put === 'string' ? put : '\uFFFC'))
    .join('');
}
