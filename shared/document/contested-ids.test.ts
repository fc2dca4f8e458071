/** Two copies of a document wrote under the same ids: what either wrote stands once, where it was written. */
import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { type Cut, deleteAgain, findContested, giveWay } from './contested-ids.ts';
import { ROOT } from './schema.ts';
import { UndoHistory } from './undo-history.ts';
import { takeNewClientId } from './written-again.ts';

const ME = 'me';
const body = (doc: Y.Doc) => doc.getText(ROOT.body);

/** A document and a copy of it that writes under its id, too. */
function pair(known: string): [Y.Doc, Y.Doc] {
  const doc = new Y.Doc();
  body(doc).insert(0, known);
  const copy = new Y.Doc();
  Y.applyUpdate(copy, Y.encodeStateAsUpdate(doc));
  copy.clientID = doc.clientID;
  return [doc, copy];
}

/** The copy comes to a server that has what the document wrote; resolves with what is forgotten. */
function meet(copy: Y.Doc, server: Y.Doc, from: number): Cut {
  const { clientID } = copy;
  const end = Y.getState(copy.store, clientID);
  const contested = findContested(
    copy,
    server,
    new Map([[clientID, [[from, end - from]]]]),
    () => 'both',
  );
  if (!contested) throw new Error('Nothing is contested.');
  takeNewClientId(copy, [clientID]);
  giveWay(copy, contested, ME);
  Y.applyUpdate(copy, Y.encodeStateAsUpdate(server));
  deleteAgain(copy, contested, ME);
  Y.applyUpdate(server, Y.encodeStateAsUpdate(copy, Y.encodeStateVector(server)));
  return contested.cut;
}

test('each keeps its words, and what others wrote behind either', () => {
  const [doc, copy] = pair('Known.');
  body(doc).insert(6, ' Doc.');
  body(copy).insert(6, ' Copied.');
  copy.getMap('fields').set('a', 1);
  doc.getMap('fields').set('b', 2);
  const ben = new Y.Doc();
  Y.applyUpdate(ben, Y.encodeStateAsUpdate(doc));
  body(ben).insert(11, ' Ben.');
  Y.applyUpdate(doc, Y.encodeStateAsUpdate(ben));
  meet(copy, doc, 6);
  expect(body(copy).toString()).toBe(body(doc).toString());
  for (const word of ['Known.', ' Doc.', ' Ben.', ' Copied.'])
    expect(body(doc).toString().split(word)).toHaveLength(2);
  expect(doc.getMap('fields').toJSON()).toEqual({ a: 1, b: 2 });
  expect(copy.getMap('fields').toJSON()).toEqual({ a: 1, b: 2 });
});

test('whoever stands on what is forgotten comes back with it, and what was deleted there stays deleted', () => {
  const [doc, copy] = pair('Known.');
  const ben = new Y.Doc();
  body(doc).insert(6, 'x');
  Y.applyUpdate(ben, Y.encodeStateAsUpdate(doc));
  body(ben).insert(7, 'Ben wrote this.');
  body(copy).insert(6, 'y');
  // The copy hears of Ben, and takes its own letter for the one he wrote behind.
  Y.applyUpdate(copy, Y.encodeStateAsUpdate(ben));
  body(copy).delete(body(copy).toString().indexOf('wrote '), 6);
  const cut = meet(copy, ben, 6);
  expect([...cut.keys()]).toContain(ben.clientID);
  expect(body(copy).toString()).toBe('Known.xBen this.y');
  expect(body(ben).toString()).toBe('Known.xBen this.y');
});

test('undo takes back what one wrote, under whatever ids it is by now, and nothing of the other', () => {
  const [doc, copy] = pair('Known.');
  const history = new UndoHistory(copy, { origin: ME });
  body(doc).insert(6, ' Doc.');
  copy.transact(() => body(copy).insert(6, ' Copied.'), ME);
  meet(copy, doc, 6);
  history.undo();
  expect(body(copy).toString()).toBe('Known. Doc.');
  history.redo();
  expect(body(copy).toString()).toContain(' Copied.');
  expect(body(copy).toString()).toContain(' Doc.');
  history.destroy();
});

test('what the copy brought back is known as that under its new ids, and the other’s words are not', () => {
  const author = new Y.Doc();
  const written = new UndoHistory(author, { origin: ME });
  author.transact(() => body(author).insert(0, 'Known.'), ME);
  const [doc, copy] = [new Y.Doc(), new Y.Doc()];
  for (const one of [doc, copy]) Y.applyUpdate(one, Y.encodeStateAsUpdate(author));
  copy.clientID = doc.clientID;
  const history = new UndoHistory(copy, { origin: ME });
  copy.transact(() => body(copy).delete(0, 6), ME);
  history.undo();
  body(doc).insert(6, ' Doc.');
  meet(copy, doc, 0);
  for (const one of [doc, copy]) expect(body(one).toString()).toBe('Known. Doc.');
  Y.applyUpdate(author, Y.encodeStateAsUpdate(doc));
  expect(body(author).toString()).toBe('Known. Doc.');
  written.undo();
  expect(body(author).toString()).toBe(' Doc.');
  for (const one of [written, history]) one.destroy();
});

test('ids of which nothing is there are taken, not contested', () => {
  const [doc, copy] = pair('Known.');
  body(copy).insert(6, ' Copied.');
  expect(findContested(copy, doc, new Map([[copy.clientID, [[6, 8]]]]))).toBeNull();
});
