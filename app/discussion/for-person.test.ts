/** What of a discussion somebody is told of. */
import { expect, test } from 'vitest';
import type { Message, Thread } from '../../shared/discussion/discussion.ts';
import { unreadFor } from './for-person.ts';

const [ANA, BEN] = ['A'.repeat(16), 'B'.repeat(16)];

function thread(starter: string, ...messages: Partial<Message>[]): Thread {
  return {
    id: `${starter}.${'t'.repeat(12)}`,
    starter,
    at: 1,
    anchors: [],
    quote: '',
    messages: messages.map((message, index) => ({
      id: `${message.author ?? BEN}.${String(index).padStart(12, '0')}`,
      author: BEN,
      at: 10,
      editedAt: null,
      order: index + 1,
      text: [{ text: `said ${index}` }],
      reactions: [],
      task: null,
      ...message,
    })),
    proposal: null,
    isResolved: false,
    resolvedBy: null,
  };
}

function toldOf(one: Thread, read = 0): string[] {
  const threads = new Map(read > 0 ? [[one.id, read]] : []);
  const marks = { since: 5, threads, known: new Map() };
  return unreadFor([one], marks, ANA).map(({ order }) => `${order}`);
}

test('answers in one’s own thread, mentions and what is handed over, until it is read', () => {
  const own = thread(ANA, { author: ANA }, {}, {});
  expect(toldOf(own)).toEqual(['2', '3']);
  expect(toldOf(own, 2)).toEqual(['3']);
  const mention = { embed: { object: 'mention', person: ANA, name: 'Ana' } };
  const task = { for: { person: ANA, name: 'Ana' }, isDone: false, doneBy: null };
  expect(toldOf(thread(BEN, {}, { text: [mention] }, { task }))).toEqual(['2', '3']);
});

test('nothing of what others say to each other, said oneself, or from before one came', () => {
  const mention = { embed: { object: 'mention', person: BEN, name: 'Ben' } };
  expect(toldOf(thread(BEN, {}, { text: [mention] }))).toEqual([]);
  const self = { embed: { object: 'mention', person: ANA, name: 'Ana' } };
  expect(toldOf(thread(BEN, { author: ANA, text: [self] }))).toEqual([]);
  expect(toldOf(thread(ANA, { at: 4 }))).toEqual([]);
  expect(toldOf({ ...thread(ANA, {}), isResolved: true })).toEqual([]);
});
