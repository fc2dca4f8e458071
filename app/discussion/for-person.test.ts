/** What of a discussion somebody is told of. */
import { expect, test } from 'vitest';
import type { Message, Thread } from '../../shared/discussion/discussion.ts';
import { noteCome, saidSince, unreadFor } from './for-person.ts';

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

test('what comes is told also by a clock that is behind, and what was here before is not', () => {
  const [since, hour] = [1_000 * 86_400_000, 3_600_000];
  const before = thread(ANA, { author: ANA }, { at: since - hour });
  const late = { ...before, messages: [...before.messages] };
  const [answer] = thread(ANA, { at: since - hour, id: `${BEN}.${'n'.repeat(12)}` }).messages;
  late.messages.push({ ...answer!, order: 3 });
  const told = (came: Set<string>) =>
    saidSince(
      unreadFor([late], { since: 5, threads: new Map(), known: new Map() }, ANA),
      since,
      came,
    );
  expect(told(new Set())).toEqual([]);
  const came = new Set<string>();
  noteCome(came, [before], [late]);
  expect(told(came).map(({ order }) => order)).toEqual([3]);
  // Of a discussion that comes whole, what was said long before is nothing new.
  const [old] = thread(ANA, { at: since - 100 * 24 * hour }).messages;
  expect(saidSince([old!], since, new Set([old!.id]))).toEqual([]);
});
