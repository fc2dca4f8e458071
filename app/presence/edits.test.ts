// @vitest-environment jsdom
/** Who is seen to write in an open document. */
import { expect, test } from 'vitest';
import { Awareness } from 'y-protocols/awareness';
import * as Y from 'yjs';
import { insertAs } from '../../shared/document/client-ranks.ts';
import { type Edited, followEdits } from './edits.ts';

function open() {
  const doc = new Y.Doc();
  const awareness = new Awareness(doc);
  const told: Edited[] = [];
  const end = followEdits(doc, awareness, (edited) => told.push(edited));
  const write = (other: Y.Doc) =>
    insertAs('marker', other, () => other.getText('body').insert(0, 'x'));
  const take = (other: Y.Doc) => Y.applyUpdate(doc, Y.encodeStateAsUpdate(other), 'the server');
  const stop = () => {
    end();
    awareness.destroy();
    return told.map(({ by }) => by);
  };
  return { doc, awareness, write, take, stop };
}

test('what this person writes is told once it ends, not at each key', () => {
  const { doc, write, stop } = open();
  for (let key = 0; key < 100; key++) write(doc);
  expect(stop()).toEqual(['']);
});

test('somebody who is here is named, by whatever id of theirs; nobody is where they are not', () => {
  const person = { id: 'benbenbenbenbenb', name: 'Ben', color: 'blue' };
  const here = open();
  const ben = new Y.Doc();
  here.awareness.states.set(ben.clientID, { person });
  here.write(ben);
  here.take(ben);
  expect(here.stop()).toEqual(['Ben']);
  const later = open();
  later.take(ben);
  expect(later.stop()).toEqual([]);
});

test('what this person writes on another device is told as theirs, not as that of somebody of their name', () => {
  const person = { id: 'benbenbenbenbenb', name: 'Ben', color: 'blue' };
  const here = open();
  here.awareness.setLocalState({ person });
  const phone = new Y.Doc();
  here.awareness.states.set(phone.clientID, { person });
  here.write(phone);
  here.take(phone);
  expect(here.stop()).toEqual(['']);
});
