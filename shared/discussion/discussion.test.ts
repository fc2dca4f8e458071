/**
 * What people read of a discussion after what they did, together and apart, with whatever clocks,
 * and after what others put there who may not.
 */
import { afterEach, beforeAll, beforeEach, expect, type MockInstance, test, vi } from 'vitest';
import * as Y from 'yjs';
import { createSecret, docIdOf, personIdOf } from '../access/ids.ts';
import { openPersonKey } from '../access/person-key.ts';
import type { Inline } from '../document/schema.ts';
import { Discussion, type Thread, UNKNOWN_AUTHOR } from './discussion.ts';
import {
  authorOf,
  DISCUSSION_ROOT,
  freshName,
  keyOf,
  MAX_NUMBER,
  parseKey,
  type ThreadId,
} from './keys.ts';
import { plainMessage } from './message-text.ts';
import { makeKnown, rightsBy } from './rights.ts';
import { type Author, authorWith, signedBytes } from './signed.ts';
import { newAuthor } from './testing/authors.ts';

const docId = docIdOf(createSecret());
const DOCUMENT = { kind: 'document' } as const;
/** Cara may write in the document, the others comment. */
let ana: Author;
let ben: Author;
let cara: Author;
beforeAll(async () => {
  [ana, ben, cara] = await Promise.all([newAuthor(), newAuthor(), newAuthor()]);
});

let warn: MockInstance<typeof console.warn>;
beforeEach(() => {
  warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});
afterEach(() => warn.mockRestore());

function open(doc = new Y.Doc()): Discussion {
  return new Discussion({ doc, docId, rights: { moderates: (person) => person === cara.id } });
}
const docs = new WeakMap<Discussion, Y.Doc>();
function replica(): Discussion {
  const doc = new Y.Doc();
  const discussion = open(doc);
  docs.set(discussion, doc);
  return discussion;
}
function exchange(...replicas: Discussion[]): void {
  for (const from of replicas)
    for (const to of replicas) Y.applyUpdate(docs.get(to)!, Y.encodeStateAsUpdate(docs.get(from)!));
}
const says = (words: string): Inline[] => [{ text: words }];
const read = (thread: Thread | null) =>
  thread?.messages.map(({ text }) => plainMessage(text)).join(' | ') ?? null;

test('a thread is begun, answered, written otherwise, and read the same everywhere', async () => {
  const [one, two] = [replica(), replica()];
  const { thread, message } = await one.begin(ana, DOCUMENT, 'the words', says('Really?'));
  exchange(one, two);
  await two.answer(ben, thread, says('Yes'));
  await one.edit(ana, thread, message, says('Really so?'));
  await one.answer(ana, thread, says('Hm'));
  exchange(one, two);
  expect(one.threads()).toEqual(two.threads());
  expect(read(one.thread(thread))).toMatch(/^Really so\? \| (Yes \| Hm|Hm \| Yes)$/);
  expect(one.thread(thread)).toMatchObject({ starter: ana.id, quote: 'the words' });
  expect(one.thread(thread)?.messages[0]?.editedAt).not.toBeNull();
  // Nothing is left of what it said before.
  expect(JSON.stringify(docs.get(two)!.getMap(DISCUSSION_ROOT))).not.toContain('Really?');
});

test('an answer comes behind what it answers, whatever the clocks say', async () => {
  const [one, two] = [replica(), replica()];
  const { thread } = await one.begin(ana, DOCUMENT, '', says('first'));
  exchange(one, two);
  const now = Date.now;
  try {
    Date.now = () => 1;
    await two.answer(ben, thread, says('second'));
    exchange(one, two);
    Date.now = () => 0;
    await one.answer(ana, thread, says('third'));
  } finally {
    Date.now = now;
  }
  exchange(one, two);
  expect(read(two.thread(thread))).toBe('first | second | third');
});

test('a message is deleted by its author, and a thread is there while anybody said something', async () => {
  const one = replica();
  const { thread, message } = await one.begin(ana, DOCUMENT, '', says('secret'));
  const answer = await one.answer(ben, thread, says('oh'));
  await one.deleteMessage(ana, thread, message);
  expect(read(one.thread(thread))).toBe('oh');
  expect(JSON.stringify(docs.get(one)!.getMap(DISCUSSION_ROOT))).not.toContain('secret');
  await expect(one.deleteMessage(ana, thread, answer)).rejects.toThrow();
  await one.deleteMessage(ben, thread, answer);
  expect(one.threads()).toEqual([]);
});

test('its starter and those who moderate resolve and open again; nobody else does', async () => {
  const one = replica();
  const { thread } = await one.begin(ana, DOCUMENT, '', says('?'));
  await one.setResolved(ben, thread, true);
  expect(one.thread(thread)?.isResolved).toBe(false);
  await one.setResolved(ana, thread, true);
  expect(one.thread(thread)?.resolvedBy?.person).toBe(ana.id);
  await one.setResolved(ben, thread, false);
  expect(one.thread(thread)?.isResolved).toBe(true);
  await one.setResolved(cara, thread, false);
  expect(one.thread(thread)?.isResolved).toBe(false);
  await one.setResolved(cara, thread, true);
  expect(one.thread(thread)?.resolvedBy?.person).toBe(cara.id);
});

test('what was resolved or removed unseen is there again, and what was seen is not', async () => {
  const [one, two] = [replica(), replica()];
  const { thread } = await one.begin(ana, DOCUMENT, '', says('first'));
  exchange(one, two);
  await one.setResolved(ana, thread, true);
  await two.answer(ben, thread, says('wait'));
  exchange(one, two);
  expect(two.thread(thread)?.isResolved).toBe(false);
  await one.setRemoved(cara, thread, true);
  expect(one.thread(thread)).toBeNull();
  await two.answer(ben, thread, says('still there?'));
  exchange(one, two);
  expect(read(one.thread(thread))).toBe('first | wait | still there?');
  await two.setRemoved(ana, thread, true);
  expect(two.thread(thread)).not.toBeNull();
  await two.setRemoved(cara, thread, true);
  await two.setRemoved(cara, thread, false);
  expect(two.thread(thread)).not.toBeNull();
});

test('a thread in which somebody says more than can be named is resolved and removed all the same', async () => {
  const [one, two] = [replica(), replica()];
  const { thread } = await one.begin(ana, DOCUMENT, '', says('first'));
  exchange(one, two);
  // Nobody looks at the signatures here.
  const unsigned = { id: ben.id, sign: async () => '' };
  for (let count = 0; count < 2_000; count++) await one.answer(unsigned, thread, says('spam'));
  await one.setResolved(ana, thread, true);
  expect(one.thread(thread)?.isResolved).toBe(true);
  await one.setRemoved(cara, thread, true);
  expect(one.thread(thread)).toBeNull();
  // Whoever had not seen that says something all the same.
  await two.answer(cara, thread, says('wait'));
  exchange(one, two);
  expect(one.thread(thread)?.isResolved).toBe(false);
  await one.setRemoved(cara, thread, true);
  await one.answer(ben, thread, says('more spam'));
  expect(one.thread(thread)).not.toBeNull();
});

test('reactions are counted by person, each emoji once, and taken back', async () => {
  const one = replica();
  const { thread, message } = await one.begin(ana, DOCUMENT, '', says('!'));
  const family = '👩‍👩‍👧‍👦';
  await one.react(ben, thread, message, family, true);
  await one.react(ben, thread, message, family, true);
  await one.react(ana, thread, message, family, true);
  await one.react(ben, thread, message, '👍', true);
  expect(one.thread(thread)?.messages[0]?.reactions).toEqual([
    { emoji: family, people: [ana.id, ben.id].sort() },
    { emoji: '👍', people: [ben.id] },
  ]);
  await one.react(ben, thread, message, family, false);
  await one.react(ben, thread, message, '👍', false);
  expect(one.thread(thread)?.messages[0]?.reactions).toEqual([{ emoji: family, people: [ana.id] }]);
});

test('what is handed to somebody is done when they, the author or an editor say so', async () => {
  const one = replica();
  const task = { person: ben.id, name: 'Ben' };
  const { thread, message } = await one.begin(ana, DOCUMENT, '', says('do it'), task);
  const other = await newAuthor();
  await one.setDone(other, thread, message, true);
  expect(one.thread(thread)?.messages[0]?.task).toEqual({ for: task, isDone: false, doneBy: null });
  await one.setDone(ben, thread, message, true);
  expect(one.thread(thread)?.messages[0]?.task?.doneBy).toBe(ben.id);
  await one.setDone(ana, thread, message, false);
  expect(one.thread(thread)?.messages[0]?.task?.isDone).toBe(false);
  await one.edit(ana, thread, message, says('or not'), null);
  expect(one.thread(thread)?.messages[0]?.task).toBeNull();
});

test('what somebody ordered counts as soon as it is known that they may, and told', async () => {
  const [doc, body] = [new Y.Doc(), new Y.Doc()];
  const discussion = new Discussion({ doc, docId, rights: rightsBy(body) });
  const { thread } = await discussion.begin(ana, DOCUMENT, '', says('Really?'));
  await discussion.setResolved(cara, thread, true);
  expect(discussion.thread(thread)?.isResolved).toBe(false);
  const told: ThreadId[] = [];
  discussion.subscribe((threads) => told.push(...threads));
  // What somebody wrote in the text may come behind what they said of it.
  const elsewhere = new Y.Doc();
  makeKnown(elsewhere, { id: cara.id, name: 'Cára', color: 'blue' }, null);
  Y.applyUpdate(body, Y.encodeStateAsUpdate(elsewhere));
  expect(discussion.thread(thread)?.isResolved).toBe(true);
  expect(told).toEqual([thread]);
  discussion.destroy();
  makeKnown(body, { id: ben.id, name: 'Ben', color: 'red' }, null);
  expect(told).toEqual([thread]);
});

test('who used up the numbers of a thread has not the last word against who moderates', async () => {
  const one = replica();
  const { thread, message } = await one.begin(ana, DOCUMENT, '', says('mine'));
  const key = keyOf({ person: ana.id, thread, field: 'state', n: MAX_NUMBER });
  const json = JSON.stringify({ at: 0, resolved: false, seen: [message] });
  const proof = await ana.sign(signedBytes(docId, key, json));
  docs.get(one)!.getMap(DISCUSSION_ROOT).set(key, [json, proof]);
  await one.setResolved(cara, thread, true);
  expect(one.thread(thread)?.isResolved).toBe(true);
});

test('what a signature does not stand for counts for nothing once that was looked at', async () => {
  const one = replica();
  const { thread, message } = await one.begin(ana, DOCUMENT, '', says('honest'));
  await one.answer(ben, thread, says('me too'));
  const map = docs.get(one)!.getMap(DISCUSSION_ROOT);
  expect(await one.verify()).toBe(0);
  const field = `message:${message.split('.')[1]}`;
  const words = JSON.stringify({ at: 1, order: 1, text: says('forged') });
  const key = keyOf({ person: ana.id, thread, field, n: 7 });
  // Signed by somebody else, for another key, for another document, and by nobody.
  const elsewhere = signedBytes(docIdOf(createSecret()), key, words);
  const proofs = [
    await ben.sign(signedBytes(docId, key, words)),
    await ana.sign(signedBytes(docId, key.replace(/7$/, '8'), words)),
    await ana.sign(elsewhere),
    '',
    '💥',
  ];
  for (const [index, proof] of proofs.entries()) {
    map.set(key.replace(/7$/, String(7 + 10 * index)), [words, proof]);
    expect(read(one.thread(thread))).toBe('forged | me too');
    expect(await one.verify()).toBe(1);
    expect(read(one.thread(thread))).toBe('honest | me too');
  }
  expect(await one.verify()).toBe(0);
  await one.edit(ana, thread, message, says('honest still'));
  expect(await one.verify()).toBe(0);
  expect(read(one.thread(thread))).toBe('honest still | me too');
});

/** Somebody whose id is older than public keys, and somebody else who signs for it. */
async function olderAndHostile(): Promise<{ dora: Author; eve: Author; key: string }> {
  const secret = createSecret();
  const [own, other] = [await openPersonKey(secret), await openPersonKey(createSecret())];
  const id = personIdOf(secret);
  return { dora: authorWith(id, own), eve: authorWith(id, other), key: own.publicKey };
}

/** A register as somebody makes it by hand. */
async function putBy(
  author: Author,
  one: Discussion,
  name: { thread: string; field: string; n: number },
  words: object,
): Promise<void> {
  const key = keyOf({ person: author.id, ...name });
  const json = JSON.stringify(words);
  const proof = await author.sign(signedBytes(docId, key, json));
  docs.get(one)!.getMap(DISCUSSION_ROOT).set(key, [json, proof]);
}

const spoken = (thread: Thread | null) =>
  new Map(thread?.messages.map(({ text, author }) => [plainMessage(text), author]));

test('a message that its person did not sign is read as nobody’s, and told once', async () => {
  const one = replica();
  const { thread } = await one.begin(ben, DOCUMENT, '', says('mine'));
  const forger = { ...cara, id: ana.id };
  for (const [index, words] of ['forged 👩‍👩‍👧', 'שקר'].entries()) {
    const field = `message:${'x'.repeat(11)}${index}`;
    await putBy(forger, one, { thread, field, n: 1 }, { at: 9, order: 9, text: says(words) });
  }
  await putBy(forger, one, { thread: '-', field: 'person', n: 1 }, { name: 'Ana', color: 'blue' });
  const reacts = `reacts:${one.thread(thread)!.messages[0]!.id}`;
  await putBy(forger, one, { thread, field: reacts, n: 1 }, { at: 1, emoji: ['👎'] });
  const heard = vi.fn();
  one.subscribe(heard);
  expect(await one.verify()).toBe(4);
  expect(heard).toHaveBeenCalledWith(new Set([thread, '-']));
  expect(spoken(one.thread(thread))).toEqual(
    new Map([
      ['mine', ben.id],
      ['forged 👩‍👩‍👧', UNKNOWN_AUTHOR],
      ['שקר', UNKNOWN_AUTHOR],
    ]),
  );
  expect(one.thread(thread)!.messages[0]!.reactions).toEqual([]);
  expect([...one.people()]).toEqual([]);
  expect(await one.verify()).toBe(0);
  expect(warn).toHaveBeenCalledTimes(1);
});

test('a thread that nobody is shown to have begun keeps its place, and is nobody’s to resolve', async () => {
  const one = replica();
  const forger = { ...ben, id: ana.id };
  const { thread } = await one.begin(forger, DOCUMENT, 'the words', says('forged'));
  await one.setResolved(forger, thread, true);
  await one.verify();
  expect(one.thread(thread)).toMatchObject({
    starter: UNKNOWN_AUTHOR,
    quote: 'the words',
    isResolved: false,
  });
  expect(spoken(one.thread(thread))).toEqual(new Map([['forged', UNKNOWN_AUTHOR]]));
  // Whoever it names says so by their own key.
  await one.setResolved(ana, thread, true);
  expect(one.thread(thread)?.isResolved).toBe(true);
});

test('who says something in a thread that somebody never began does not have them begin it', async () => {
  const one = replica();
  const thread = freshName(ana.id);
  await one.answer(ben, thread, says('an answer to nothing'));
  await one.verify();
  expect(one.thread(thread)).toMatchObject({ starter: UNKNOWN_AUTHOR, anchors: [DOCUMENT] });
  expect(spoken(one.thread(thread))).toEqual(new Map([['an answer to nothing', ben.id]]));
});

test('an older id is its only signer’s, or the one’s whose key is known', async () => {
  const { dora, key } = await olderAndHostile();
  const one = replica();
  const { thread } = await one.begin(dora, DOCUMENT, '', says('mine'));
  expect(await one.verify()).toBe(0);
  expect(await one.verify(new Map([[dora.id, key]]))).toBe(0);
  expect(one.thread(thread)?.starter).toBe(dora.id);
  const other = (await openPersonKey(createSecret())).publicKey;
  expect(await one.verify(new Map([[dora.id, other]]))).toBe(2);
  expect(spoken(one.thread(thread))).toEqual(new Map([['mine', UNKNOWN_AUTHOR]]));
  // Better known.
  expect(await one.verify(new Map([[dora.id, key]]))).toBe(0);
  expect(spoken(one.thread(thread))).toEqual(new Map([['mine', dora.id]]));
});

test.each(['first', 'last'])(
  'who signs for an older id too, and comes %s, hides no words and gives nobody theirs',
  async (when) => {
    const { dora, eve, key } = await olderAndHostile();
    const honest = replica();
    const { thread, message } = await honest.begin(dora, DOCUMENT, 'words', says('mine'));
    const answer = await honest.answer(dora, thread, says('more'));
    await honest.keepName(dora, { name: 'Dora', color: 'blue' });
    const hostile = async (to: Discussion) => {
      const of = (id: string) => `message:${id.split('.')[1]}`;
      const put = (field: string, n: number, words: object) =>
        putBy(eve, to, { thread, field, n }, words);
      await put(of(message), 7, { at: 1, order: 1, text: says('forged') });
      await put(of(answer), 7, { at: 1, order: 2, deleted: true });
      await put('state', 7, { at: 1, resolved: true, seen: [message, answer] });
      await putBy(eve, to, { thread: '-', field: 'person', n: 7 }, { name: 'Eve', color: 'blue' });
    };
    const one = replica();
    if (when === 'first') await hostile(one);
    Y.applyUpdate(docs.get(one)!, Y.encodeStateAsUpdate(docs.get(honest)!));
    if (when === 'last') await hostile(one);
    await one.verify();
    expect(spoken(one.thread(thread))).toEqual(
      new Map([
        ['mine', UNKNOWN_AUTHOR],
        ['forged', UNKNOWN_AUTHOR],
        ['more', UNKNOWN_AUTHOR],
      ]),
    );
    const ids = one.thread(thread)!.messages.map(({ id }) => id);
    expect(new Set(ids).size).toBe(3);
    for (const id of ids) expect(parseKey(`${ana.id}/${id}/thread/1`)).not.toBeNull();
    expect(one.thread(thread)).toMatchObject({ quote: 'words', isResolved: false });
    expect([...one.people()]).toEqual([]);
    // Whoever knows the key, as the person themself does, reads what they said as theirs.
    await one.verify(new Map([[dora.id, key]]));
    expect(spoken(one.thread(thread))).toEqual(
      new Map([
        ['mine', dora.id],
        ['more', dora.id],
      ]),
    );
    expect(one.people().get(dora.id)?.name).toBe('Dora');
    await one.edit(dora, thread, message, says('mine still'));
    expect(await one.verify(new Map([[dora.id, key]]))).toBe(0);
    expect(read(one.thread(thread))).toBe('mine still | more');
  },
);

test('signatures are looked at once each, with a pause after each', async () => {
  const one = replica();
  const { thread } = await one.begin(ana, DOCUMENT, '', says('1'));
  const pause = vi.fn(() => Promise.resolve());
  await one.verify(new Map(), pause);
  expect(pause).toHaveBeenCalledTimes(2);
  // What comes while it is looked at is looked at by the next one.
  await one.answer(ana, thread, says('2'));
  await one.verify(new Map(), pause);
  expect(pause).toHaveBeenCalledTimes(3);
  await one.verify(new Map(), pause);
  expect(pause).toHaveBeenCalledTimes(3);
});

test('nonsense is read as nothing', async () => {
  const one = replica();
  const map = docs.get(one)!.getMap(DISCUSSION_ROOT);
  const thread = `${ana.id}.${'x'.repeat(12)}`;
  const name = { person: ana.id, thread, n: 1 };
  for (const field of ['thread', 'message:abc', 'state', 'removed', 'person', 'reacts:x', 'later'])
    for (const value of [null, 1, 'x', [], ['{}', ''], ['nonsense', ''], ['[]', ''], [{}, {}]])
      map.set(keyOf({ ...name, field }), value);
  for (const key of [
    '',
    '/',
    'a/b/c/1',
    `${ana.id}/${thread}/thread/0`,
    `${ana.id}/${thread}/x/01`,
  ])
    map.set(key, ['{}', '']);
  map.set(keyOf({ ...name, field: 'removed', n: 2 }), new Y.Map());
  expect(one.threads()).toEqual([]);
  expect([...one.people()]).toEqual([]);
});

test('what is said at a time that no day has is not said', async () => {
  const one = replica();
  const { thread } = await one.begin(ana, DOCUMENT, '', says('a day'));
  const never = { at: Number.MAX_SAFE_INTEGER, order: 2, text: says('no day') };
  await putBy(ben, one, { thread, field: 'message:neverneverne', n: 1 }, never);
  const edited = { at: 1, order: 3, text: says('a day'), editedAt: Number.MAX_SAFE_INTEGER };
  await putBy(ben, one, { thread, field: 'message:editednevern', n: 1 }, edited);
  expect(read(one.thread(thread))).toBe('a day');
});

test('keys say who wrote what, and nothing else is a key', () => {
  const thread = `${ana.id}.${'x'.repeat(12)}`;
  const name = { person: ben.id, thread, field: `reacts:${thread}`, n: 12 };
  expect(parseKey(keyOf(name))).toEqual(name);
  expect(authorOf(thread)).toBe(ana.id);
  for (const bad of ['0', '-1', '1.5', '1e3', String(MAX_NUMBER + 1), '١'])
    expect(parseKey(keyOf(name).replace(/12$/, bad))).toBeNull();
});

/** Everybody does anything, on replicas that exchange now and then; a seed repeats it. */
test('replicas with the same updates read the same, whoever did what', async () => {
  const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 1e9));
  let state = seed;
  const random = (below: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  const authors = [ana, ben, cara];
  const replicas = [replica(), replica(), replica()];
  for (let step = 0; step < 300; step++) {
    const mine = random(3);
    const [one, who] = [replicas[mine]!, authors[mine]!];
    const threads = one.threads();
    const thread = threads[random(threads.length || 1)];
    const message = thread?.messages[random(thread.messages.length)];
    const word = says(`${step}`);
    const isOwn = message?.author === who.id;
    const kind = random(9);
    if (!thread || !message || kind === 0) await one.begin(who, DOCUMENT, '', word);
    else if (kind === 1) await one.answer(who, thread.id, word);
    else if (kind === 2 && isOwn) await one.edit(who, thread.id, message.id, word);
    else if (kind === 3 && isOwn) await one.deleteMessage(who, thread.id, message.id);
    else if (kind === 4) await one.setResolved(who, thread.id, random(2) === 0);
    else if (kind === 5) await one.setRemoved(who, thread.id, random(3) > 0);
    else if (kind === 6) await one.react(who, thread.id, message.id, '🎉', random(2) === 0);
    else if (kind === 7) await one.setDone(who, thread.id, message.id, random(2) === 0);
    else exchange(one, replicas[random(3)]!);
  }
  exchange(...replicas);
  const [first, ...others] = replicas.map((one) => one.threads());
  for (const other of others) expect(other, `seed ${seed}`).toEqual(first);
  // The same as read at once by whoever opens it, and all of it genuine.
  const fresh = open(docs.get(replicas[0]!));
  expect(fresh.threads(), `seed ${seed}`).toEqual(first);
  expect(await fresh.verify(), `seed ${seed}`).toBe(0);
});
