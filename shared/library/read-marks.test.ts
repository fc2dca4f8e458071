/** What one has not read: on every device the same, and never what one said oneself. */
import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { createSecret, docIdOf } from '../access/ids.ts';
import type { Message, Thread } from '../discussion/discussion.ts';
import { addEntry } from './library.ts';
import { countUnread, dropReadMarks, markRead, readMarks } from './read-marks.ts';

const DAY = 86_400_000;
/** When the document comes to a library. */
const CAME = 100 * DAY;
/** Of a link: somebody else made the document. */
const secret = createSecret();
const made = createSecret();
const docId = docIdOf(made);
const ANA = 'A'.repeat(16);
const BEN = 'B'.repeat(16);
const NOTHING = { since: null, threads: new Map(), known: new Map() };

function message(author: string, order: number, at: number, more: Partial<Message> = {}): Message {
  const id = `${author}.${String(order).padStart(12, '0')}`;
  return {
    id,
    author,
    at,
    order,
    editedAt: null,
    text: [{ text: 'said' }],
    reactions: [],
    task: null,
    ...more,
  };
}

function thread(messages: Message[], isResolved = false): Thread {
  const [first] = messages;
  return {
    id: first!.id,
    starter: first!.author,
    at: first!.at,
    anchors: [],
    quote: '',
    messages,
    proposal: null,
    isResolved,
    resolvedBy: null,
  };
}

test('what was there when one came is nothing new, what comes then is, until it is read', () => {
  const library = new Y.Doc();
  const before = thread([message(BEN, 1, 100)]);
  const count = (threads: Thread[]) => countUnread(threads, readMarks(library, docId), ANA);
  expect(count([before]).messages).toBe(0);
  addEntry(library, { docId, secret, now: 1000 });
  const mention = [{ embed: { object: 'mention', person: ANA, name: 'Ana' } }];
  const after = thread([message(BEN, 1, 2000), message(BEN, 2, 2001, { text: mention })]);
  const own = thread([message(ANA, 1, 3000)]);
  expect(count([before, after, own])).toEqual({ messages: 2, toPerson: 1 });
  expect(count([{ ...after, isResolved: true }]).messages).toBe(0);

  // Another device has the same library, and a clock that is wrong.
  const other = new Y.Doc();
  Y.applyUpdate(other, Y.encodeStateAsUpdate(library));
  markRead(other, docId, [after]);
  Y.applyUpdate(library, Y.encodeStateAsUpdate(other));
  expect(count([before, after, own]).messages).toBe(0);
  const late = thread([...after.messages, message(BEN, 3, 1)]);
  expect(count([late]).messages).toBe(1);

  dropReadMarks(library, docId);
  expect(readMarks(library, docId)).toEqual({ ...NOTHING, since: 1000 });
});

test('a clock that is a day behind takes no answer away, nor what names one, nor anything in one’s own document', () => {
  const [joined, own] = [new Y.Doc(), new Y.Doc()];
  addEntry(joined, { docId, secret, now: CAME });
  addEntry(own, { docId, secret: made, now: CAME });
  const count = (library: Y.Doc, messages: Message[]) =>
    countUnread([thread(messages)], readMarks(library, docId), ANA).messages;
  const mention = [{ embed: { object: 'mention', person: ANA, name: 'Ana' } }];
  for (const [before, isToOne] of [
    [DAY, true],
    [30 * DAY, false],
  ] as const) {
    const at = CAME - before;
    const news = isToOne ? 1 : 0;
    const said = message(BEN, 1, at);
    expect(count(joined, [said])).toBe(0);
    expect(count(own, [said])).toBe(news);
    expect(count(joined, [message(ANA, 1, at), message(BEN, 2, at)])).toBe(news);
    expect(count(joined, [message(BEN, 1, at), message(ANA, 2, at)])).toBe(0);
    expect(count(joined, [message(BEN, 1, at, { text: mention })])).toBe(news);
    // Who answers what was said since says it since.
    expect(count(joined, [message(BEN, 1, CAME + 1), message(BEN, 2, at)])).toBe(2);
  }
});

test('what was said without a network is new also where others have gone on meanwhile', () => {
  const library = new Y.Doc();
  addEntry(library, { docId, secret, now: 1000 });
  const unread = (messages: Message[]) =>
    countUnread([thread(messages)], readMarks(library, docId), ANA).messages;
  const [first, second, third] = [1, 2, 3].map((order) => message(BEN, order, 2000));
  markRead(library, docId, [thread([first!, second!, third!])]);
  // Cleo knew of the first message alone when she answered, on a device without a network.
  const late = message('C'.repeat(16), 2, 1500, { id: `${'C'.repeat(16)}.LateLateLate` });
  const all = [first!, second!, late, third!];
  expect(unread(all)).toBe(1);
  markRead(library, docId, [thread(all)]);
  expect(unread(all)).toBe(0);
  // Of a very long thread the last ones are remembered, and those before them were read.
  const many = Array.from({ length: 300 }, (_, at) => message(BEN, at + 1, 2000));
  markRead(library, docId, [thread(many)]);
  expect(unread(many)).toBe(0);
  expect(unread([...many, { ...late, order: 290 }])).toBe(1);
  // What an earlier version read is read.
  library.getMap('read').delete(`${docId}:${first!.id}~`);
  expect(unread(all)).toBe(0);
});

test('what was read of a long thread stays read when much of it was deleted', () => {
  const library = new Y.Doc();
  addEntry(library, { docId, secret, now: 1000 });
  const said = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, at) => message(BEN, from + at + 1, 2000));
  markRead(library, docId, [thread(said(0, 100))]);
  const left = [...said(0, 40), ...said(100, 130)];
  markRead(library, docId, [thread(left)]);
  expect(countUnread([thread(left)], readMarks(library, docId), ANA).messages).toBe(0);
  const state = Y.encodeStateAsUpdate(library);
  markRead(library, docId, [thread(left)]);
  expect(Y.encodeStateAsUpdate(library)).toEqual(state);
});

test('an earlier version said when one had come to the discussion', () => {
  const library = new Y.Doc();
  addEntry(library, { docId, secret, now: 1000 });
  library.getMap('read').set(`${docId}:since`, 5000);
  expect(readMarks(library, docId).since).toBe(5000);
});

test('reading what was read writes nothing', () => {
  const library = new Y.Doc();
  const one = thread([message(BEN, 2, 1), message(BEN, 4, 1)]);
  markRead(library, docId, [one]);
  const state = Y.encodeStateAsUpdate(library);
  markRead(library, docId, [one]);
  markRead(library, docId, [thread([message(BEN, 2, 1)])]);
  expect(Y.encodeStateAsUpdate(library)).toEqual(state);
  // A device that lacks some, and has another one, takes nothing back of what was read elsewhere.
  const other = message('C'.repeat(16), 3, 1, { id: `${'C'.repeat(16)}.LateLateLate` });
  markRead(library, docId, [thread([message(BEN, 2, 1), other])]);
  const all = thread([message(BEN, 2, 1), other, message(BEN, 4, 1)]);
  expect(countUnread([all], readMarks(library, docId), ANA).messages).toBe(0);
});

test('what another program put there counts as nothing read', () => {
  const library = new Y.Doc();
  for (const wrong of ['x', -1, 1.5, null, {}]) library.getMap('read').set(`${docId}:since`, wrong);
  library.getMap('read').set(`${docId}:t`, 'much');
  library.getMap('read').set(`${docId}:t~`, ['x']);
  expect(readMarks(library, docId)).toEqual(NOTHING);
});
