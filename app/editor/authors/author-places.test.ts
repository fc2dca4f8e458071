/** Whose words stand where, as they are drawn. */
import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { Body } from '../../../shared/document/body.ts';
import { createDocument } from '../../../shared/document/create.ts';
import { deleteText, insert } from '../../../shared/document/operations/text.ts';
import { UndoHistory } from '../../../shared/document/undo-history.ts';
import { authoredStretches } from './author-places.ts';

test('each stretch is its writer’s, of the blocks that are asked for and of no other', () => {
  const theirs = new Y.Doc();
  theirs.clientID = 10;
  createDocument(theirs, {
    blocks: [
      { type: 'paragraph', content: [{ text: 'one two' }] },
      { type: 'paragraph', content: [{ text: 'far 🦊 away' }] },
    ],
  });
  const ours = new Y.Doc();
  Y.applyUpdate(ours, Y.encodeStateAsUpdate(theirs));
  ours.clientID = 20;
  const body = new Body(ours);
  const [first, second] = body.shown.map(({ id }) => id) as [string, string];
  ours.transact(() => insert(body, first, 3, ' and a half'));
  ours.transact(() => insert(body, second, 0, 'Not '));
  const read = (...ids: string[]) =>
    authoredStretches(new Body(ours), new Set(ids)).map(({ from, to, client }) => [
      plain(ours).slice(from, to),
      client,
    ]);
  expect(read(first)).toEqual([
    ['one', 10],
    [' and a half', 20],
    [' two', 10],
  ]);
  expect(read(second)).toEqual([
    ['Not ', 20],
    ['far 🦊 away', 10],
  ]);
  ours.getText('body').delete(plain(ours).indexOf(' half'), ' half'.length);
  expect(read(first)[1]).toEqual([' and a', 20]);
  expect(read('nothing')).toEqual([]);
});

/** The text with a character for each mark, as the Y.Text counts. */
function plain(doc: Y.Doc): string {
  return (doc.getText('body').toDelta() as { insert: unknown }[])
    .map(({ insert: put }) => (typeof put === 'string' ? put : '\uFFFC'))
    .join('');
}

test('what undo brought back is whose it was first', () => {
  const doc = new Y.Doc();
  doc.clientID = 10;
  createDocument(doc, { blocks: [{ type: 'paragraph', content: [{ text: 'one two' }] }] });
  doc.clientID = 20;
  const history = new UndoHistory(doc, { origin: 'me' });
  const body = new Body(doc);
  const [first] = body.shown.map(({ id }) => id) as [string];
  doc.transact(() => deleteText(body, first, 0, 4), 'me');
  history.undo();
  history.destroy();
  const stretches = authoredStretches(new Body(doc), new Set([first]));
  expect(stretches.map(({ from, to, client }) => [plain(doc).slice(from, to), client])).toEqual([
    ['one two', 10],
  ]);
});
