/**
 * What may be said in a discussion, and what somebody who makes updates by hand can do to it.
 *
 * Each attempt is judged by what the server then has: nothing that another person said is changed,
 * deleted, or kept from being written, and nothing stands in their name that they did not sign.
 */
import * as encoding from 'lib0/encoding';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import * as Y from 'yjs';
import { discussionOf } from '../../shared/access/document-name.ts';
import { createSecret, docIdOf, personIdOf } from '../../shared/access/ids.ts';
import { openPersonKey } from '../../shared/access/person-key.ts';
import { Discussion } from '../../shared/discussion/discussion.ts';
import { DISCUSSION_ROOT, keyOf, parseKey } from '../../shared/discussion/keys.ts';
import { plainMessage } from '../../shared/discussion/message-text.ts';
import { MAX_SAYS_LENGTH } from '../../shared/discussion/registers.ts';
import { type Author, authorWith, signedBytes } from '../../shared/discussion/signed.ts';
import { newAuthor } from '../../shared/discussion/testing/authors.ts';
import { MAX_DISCUSSION_BYTES } from '../../shared/protocol/limits.ts';
import { updateOf as byHand } from '../../shared/testing/hostile-updates.ts';
import { cleanUp, until } from '../testing/clean-up.ts';
import { RawClient } from '../testing/raw-client.ts';
import { makeLink, newOwner, startServer } from '../testing/server.ts';
import { checkSignatures, judge } from './discussion-gate.ts';
import { inspect } from './inspect-update.ts';

afterEach(cleanUp);

const docId = docIdOf(createSecret());
const DOCUMENT = { kind: 'document' } as const;
const says = (words: string) => [{ text: words }];
let ana: Author;
let ben: Author;
let eve: Author;
beforeAll(async () => {
  [ana, ben, eve] = await Promise.all([newAuthor(), newAuthor(), newAuthor()]);
});

/** A discussion as a server has it: everything comes through the gate. */
class Gated {
  doc = new Y.Doc();

  async offer(update: Uint8Array, person: string | null): Promise<string> {
    const { verdict } = inspect(this.doc, update);
    if (verdict === 'invalid' || verdict === 'nothing-new') return verdict;
    const signed = await checkSignatures(this.doc, docId, update, person);
    const judged = judge(this.doc, update, person, signed);
    if (judged.kind === 'store') {
      expect(inspect(this.doc, judged.update).verdict).not.toBe('invalid');
      Y.applyUpdate(this.doc, judged.update);
    }
    return judged.kind;
  }

  /** What stands under which key. */
  get registers(): Record<string, unknown> {
    return this.doc.getMap(DISCUSSION_ROOT).toJSON();
  }

  read(): string[] {
    return readIn(this.doc);
  }
}

function open(doc: Y.Doc): Discussion {
  return new Discussion({ doc, docId, rights: { moderates: () => true } });
}

function readIn(doc: Y.Doc): string[] {
  const discussion = open(doc);
  const threads = discussion
    .threads()
    .map(({ messages }) => messages.map(({ text }) => plainMessage(text)).join(' | '));
  discussion.destroy();
  return threads.sort();
}

function copyOf(doc: Y.Doc): Y.Doc {
  const copy = new Y.Doc();
  Y.applyUpdate(copy, Y.encodeStateAsUpdate(doc));
  return copy;
}

/** What somebody's device sends of what it did. */
async function doing(doc: Y.Doc, act: (doc: Y.Doc) => unknown): Promise<Uint8Array> {
  const copy = copyOf(doc);
  const before = Y.encodeStateVector(copy);
  await act(copy);
  return Y.encodeStateAsUpdate(copy, before);
}

const mapOf = (doc: Y.Doc) => doc.getMap(DISCUSSION_ROOT);

/** Ana began a thread, and Ben answered. */
async function scene() {
  const gated = new Gated();
  const anas = new Y.Doc();
  const { thread, message } = await open(anas).begin(ana, DOCUMENT, '', says('Ana’s'));
  expect(await gated.offer(Y.encodeStateAsUpdate(anas), ana.id)).toBe('store');
  const bens = copyOf(gated.doc);
  const before = Y.encodeStateVector(bens);
  const answer = await open(bens).answer(ben, thread, says('Ben’s'));
  expect(await gated.offer(Y.encodeStateAsUpdate(bens, before), ben.id)).toBe('store');
  expect(gated.read()).toEqual(['Ana’s | Ben’s']);
  const field = `message:${message.split('.')[1]}`;
  const key = keyOf({ person: ana.id, thread, field, n: 1 });
  const next = keyOf({ person: ana.id, thread, field, n: 2 });
  return { gated, anas, bens, thread, message, answer, field, key, next };
}
type Scene = Awaited<ReturnType<typeof scene>>;

async function registerBy(author: Author, key: string, json: string, of = docId) {
  return [json, await author.sign(signedBytes(of, key, json))];
}

const WORDS = JSON.stringify({ at: 1, order: 1, text: says('Eve’s words') });

/** Each by Eve, who may comment. */
const ATTEMPTS: Record<string, (scene: Scene) => Uint8Array | Promise<Uint8Array>> = {
  'says something in another’s name, unsigned': ({ gated, next }) =>
    doing(gated.doc, (doc) => mapOf(doc).set(next, [WORDS, ''])),
  'says something in another’s name, signed by herself': ({ gated, next }) =>
    doing(gated.doc, async (doc) => mapOf(doc).set(next, await registerBy(eve, next, WORDS))),
  'puts what another signed under another key': ({ gated, key, next }) =>
    doing(gated.doc, (doc) => mapOf(doc).set(next, mapOf(doc).get(key))),
  'brings what another signed in another document': ({ gated, next }) =>
    doing(gated.doc, async (doc) =>
      mapOf(doc).set(next, await registerBy(ana, next, WORDS, docIdOf(createSecret()))),
    ),
  'deletes what another said': ({ gated, key }) =>
    doing(gated.doc, (doc) => mapOf(doc).delete(key)),
  'deletes everything': ({ gated }) => doing(gated.doc, (doc) => mapOf(doc).clear()),
  'puts the same words in the place of another’s, and deletes those': ({ gated, key }) =>
    doing(gated.doc, (doc) => {
      const copy = mapOf(doc).get(key);
      mapOf(doc).set(key, copy);
      mapOf(doc).delete(key);
    }),
  'puts the same words in the place of another’s, and deletes those in another update': async ({
    gated,
    key,
  }) => {
    const update = await doing(gated.doc, (doc) => mapOf(doc).set(key, mapOf(doc).get(key)));
    expect(await gated.offer(update, eve.id)).toBe('store');
    return doing(gated.doc, (doc) => mapOf(doc).delete(key));
  },
  'puts the same words in the place of another’s, deleted as they come': ({ gated, key }) => {
    const { lastId, content } = gated.doc.getMap(DISCUSSION_ROOT)._map.get(key)!;
    const id = Y.createID(7, 0);
    const item = new Y.Item(id, null, lastId, null, null, null, null, content.copy());
    return updateOf([item], new Map([[7, [{ clock: 0, len: 1 }]]]));
  },
  'puts something deleted in the place of another’s': ({ gated, key }) =>
    doing(gated.doc, (doc) => {
      mapOf(doc).set(key, 'anything');
      mapOf(doc).delete(key);
    }),
  'puts something deleted where another will write': ({ gated, next }) =>
    doing(gated.doc, (doc) => {
      doc.clientID = 2 ** 31;
      mapOf(doc).set(next, 'anything');
      mapOf(doc).delete(next);
    }),
  'deletes what another has yet to write': ({ anas }) =>
    updateOf([], new Map([[anas.clientID, [{ clock: 2, len: 1000 }]]])),
  'writes stretches of nothing over another’s clocks': ({ anas }) =>
    updateOf([new Y.GC(Y.createID(anas.clientID, 2), 50)]),
  'begins a shared type in the map': ({ gated, thread }) =>
    doing(gated.doc, (doc) =>
      mapOf(doc).set(keyOf({ person: eve.id, thread, field: 'state', n: 1 }), new Y.Map()),
    ),
  'writes in another root': ({ gated }) =>
    doing(gated.doc, (doc) => doc.getText('body').insert(0, 'x')),
  'writes in another map': ({ gated, key }) =>
    doing(gated.doc, (doc) => doc.getMap('x').set(key, 1)),
  'puts the map’s name to a list': ({ gated }) =>
    doing(new Y.Doc(), (doc) => doc.getArray(DISCUSSION_ROOT).insert(0, ['x'])).then((update) => {
      expect(gated.read()).toHaveLength(1);
      return update;
    }),
  'says more than one may at once': ({ gated, thread }) =>
    doing(gated.doc, async (doc) => {
      const key = keyOf({ person: eve.id, thread, field: 'later', n: 1 });
      const json = JSON.stringify('x'.repeat(MAX_SAYS_LENGTH));
      mapOf(doc).set(key, await registerBy(eve, key, json));
    }),
  'says something without form, signed': ({ gated, thread }) =>
    doing(gated.doc, async (doc) => {
      const key = keyOf({ person: eve.id, thread, field: 'message:abc', n: 1 });
      mapOf(doc).set(key, await registerBy(eve, key, '{"at":1}'));
    }),
  'writes under something that is no key': ({ gated }) =>
    doing(gated.doc, async (doc) => mapOf(doc).set('x', await registerBy(eve, 'x', WORDS))),
  'stands before what is there': async ({ gated, key, thread }) => {
    const found = gated.doc.getMap(DISCUSSION_ROOT)._map.get(key)!;
    const own = keyOf({ person: eve.id, thread, field: 'person', n: 1 });
    const content = new Y.ContentAny([await registerBy(eve, own, '{"name":"E","color":"red"}')]);
    const id = Y.createID(7, 0);
    return updateOf([
      new Y.Item(id, null, null, null, found.id, DISCUSSION_ROOT as never, own, content),
    ]);
  },
};

function updateOf(
  structs: readonly (Y.Item | Y.GC)[],
  deleted: ReadonlyMap<number, { clock: number; len: number }[]> = new Map(),
): Uint8Array {
  const encoder = new Y.UpdateEncoderV1();
  const { restEncoder } = encoder;
  const write = (value: number) => {
    for (let left = value; ; left = Math.floor(left / 128)) {
      restEncoder.cbuf[restEncoder.cpos++] = left > 127 ? 128 | (left % 128) : left;
      if (left <= 127) return;
    }
  };
  write(structs.length);
  for (const struct of structs) {
    write(1);
    encoder.writeClient(struct.id.client);
    write(struct.id.clock);
    struct.write(encoder, 0);
  }
  write(deleted.size);
  for (const [client, ranges] of deleted) {
    write(client);
    write(ranges.length);
    for (const { clock, len } of ranges) {
      write(clock);
      write(len);
    }
  }
  return encoder.toUint8Array();
}

describe('somebody who may comment, and makes updates by hand,', () => {
  test.each(Object.entries(ATTEMPTS))('%s: to no effect', async (_name, attempt) => {
    const played = await scene();
    const { gated, anas, thread, message } = played;
    const update = await attempt(played);
    const before = gated.registers;
    const answer = await gated.offer(update, eve.id);
    expect(gated.registers).toEqual(before);
    expect(['invalid', 'nothing', 'nothing-new', 'store']).toContain(answer);
    // Whoever was to be kept from it writes on, and is read.
    const vector = Y.encodeStateVector(anas);
    await open(anas).edit(ana, thread, message, says('Ana’s still'));
    expect(await gated.offer(Y.encodeStateAsUpdate(anas, vector), ana.id)).toBe('store');
    expect(gated.read()).toEqual(['Ana’s still | Ben’s']);
    // And so is everybody who loads it.
    expect(readIn(copyOf(gated.doc))).toEqual(['Ana’s still | Ben’s']);
  });

  test('by chance: nothing of others is touched, whatever comes', async () => {
    const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 1e9));
    let state = seed;
    const random = (below: number) => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      return Math.floor((state / 2 ** 32) * below);
    };
    const { gated, anas, bens, thread } = await scene();
    const clients = [anas.clientID, bens.clientID, 1, 2 ** 31];
    const others = () =>
      Object.entries(gated.registers).filter(([key]) => parseKey(key)?.person !== eve.id);
    const before = JSON.stringify(others());
    let stored = 0;
    for (let round = 0; round < 400; round++) {
      const keys = Object.keys(gated.registers);
      const anyKey = () => {
        const key = keys[random(keys.length)]!;
        return random(3) === 0 ? key.replace(/\d+$/, String(1 + random(4))) : key;
      };
      let update = await doing(gated.doc, async (doc) => {
        if (random(2) === 0) doc.clientID = clients[random(clients.length)]!;
        for (let times = random(4); times >= 0; times--) {
          const map = mapOf(doc);
          const own = keyOf({ person: eve.id, thread, field: 'message:e', n: 1 + random(5) });
          const kind = random(6);
          if (kind === 0) map.delete(anyKey());
          else if (kind === 1) map.set(anyKey(), map.get(anyKey()) ?? null);
          else if (kind === 2) map.set(anyKey(), [WORDS, 'x'.repeat(86)]);
          else if (kind === 3) map.set(own, await registerBy(eve, own, WORDS));
          else if (kind === 4) map.delete(own);
          else doc.getText(random(2) === 0 ? 'body' : 'x').insert(0, 'x');
        }
      });
      if (random(3) === 0) {
        update = update.slice();
        for (let times = random(3); times >= 0; times--)
          update[random(update.length)] = random(256);
      }
      const answer = await gated.offer(update, random(5) === 0 ? null : eve.id);
      if (answer === 'store') stored++;
      expect(JSON.stringify(others()), `seed ${seed}, round ${round}`).toBe(before);
    }
    // What she said in her own name is there: it was not for nothing that nothing happened.
    expect(stored, `seed ${seed}`).toBeGreaterThan(10);
    expect(gated.read()[0]).toContain('Ana’s');
  });
});

describe('a server that has lost a discussion', () => {
  test('is given all of it by anybody who has it, as those who wrote it signed it', async () => {
    const { gated, anas, thread, message, field } = await scene();
    const anasLast = copyOf(gated.doc);
    anasLast.clientID = anas.clientID;
    const vector = Y.encodeStateVector(anasLast);
    await open(anasLast).edit(ana, thread, message, says('Ana’s second'));
    await gated.offer(Y.encodeStateAsUpdate(anasLast, vector), ana.id);
    const bens = copyOf(gated.doc);
    const restored = new Gated();
    expect(await restored.offer(Y.encodeStateAsUpdate(bens), ben.id)).toBe('store');
    expect(restored.registers).toEqual(gated.registers);
    expect(restored.read()).toEqual(['Ana’s second | Ben’s']);
    // Both go on, and a third one who has everything of both reads the same.
    await open(bens).answer(ben, thread, says('on'));
    await restored.offer(Y.encodeStateAsUpdate(bens), ben.id);
    await restored.offer(Y.encodeStateAsUpdate(anasLast), ana.id);
    const all = copyOf(restored.doc);
    for (const doc of [bens, anasLast]) Y.applyUpdate(all, Y.encodeStateAsUpdate(doc));
    expect(readIn(all)).toEqual(['Ana’s second | Ben’s | on']);
    expect(restored.read()).toEqual(readIn(all));
    expect(Object.keys(restored.registers)).not.toContain(
      keyOf({ person: ana.id, thread, field, n: 1 }),
    );
  });

  test('takes no words back that their author has written otherwise', async () => {
    const { gated, anas, thread, message, key } = await scene();
    const old = mapOf(gated.doc).get(key);
    const vector = Y.encodeStateVector(anas);
    await open(anas).deleteMessage(ana, thread, message);
    await gated.offer(Y.encodeStateAsUpdate(anas, vector), ana.id);
    const update = await doing(gated.doc, (doc) => mapOf(doc).set(key, old));
    await gated.offer(update, eve.id);
    expect(JSON.stringify(gated.registers)).not.toContain('Ana’s');
    expect(Buffer.from(Y.encodeStateAsUpdate(gated.doc)).toString()).not.toContain('Ana’s');
    expect(gated.read()).toEqual(['Ben’s']);
  });

  test('by chance: people write, delete and resolve, and bring all to a new server now and then', async () => {
    const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 1e9));
    let state = seed;
    const random = (below: number) => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      return Math.floor((state / 2 ** 32) * below);
    };
    let gated = new Gated();
    const people = [ana, ben, eve].map((author) => ({ author, doc: new Y.Doc() }));
    const exchange = async ({ author, doc }: { author: Author; doc: Y.Doc }) => {
      const offered = Y.encodeStateAsUpdate(doc, Y.encodeStateVector(gated.doc));
      expect(await gated.offer(offered, author.id), `seed ${seed}`).not.toBe('invalid');
      Y.applyUpdate(doc, Y.encodeStateAsUpdate(gated.doc));
    };
    for (let step = 0; step < 200; step++) {
      const person = people[random(3)]!;
      const { author, doc } = person;
      const discussion = open(doc);
      const threads = discussion.threads();
      const thread = threads[random(threads.length || 1)];
      const message = thread?.messages[random(thread.messages.length)];
      const isOwn = message?.author === author.id;
      const kind = random(8);
      if (!thread || !message || kind === 0)
        await discussion.begin(author, DOCUMENT, '', says('b'));
      else if (kind === 1) await discussion.answer(author, thread.id, says(`${step}`));
      else if (kind === 2 && isOwn)
        await discussion.edit(author, thread.id, message.id, says(`e${step}`));
      else if (kind === 3 && isOwn) await discussion.deleteMessage(author, thread.id, message.id);
      else if (kind === 4) await discussion.setResolved(author, thread.id, random(2) === 0);
      else if (kind === 5) await discussion.react(author, thread.id, message.id, '🎉', true);
      else if (kind === 6) await exchange(person);
      else if (random(5) === 0) gated = new Gated();
      discussion.destroy();
    }
    for (let round = 0; round < 2; round++) for (const person of people) await exchange(person);
    for (const { doc } of people) expect(readIn(doc), `seed ${seed}`).toEqual(gated.read());
    expect(gated.read().length, `seed ${seed}`).toBeGreaterThan(0);
  });
});

test('a register of an older id is taken from that person alone', async () => {
  const secret = createSecret();
  const old = authorWith(personIdOf(secret), await openPersonKey(secret));
  const doc = new Y.Doc();
  await open(doc).begin(old, DOCUMENT, '', says('from long ago'));
  const update = Y.encodeStateAsUpdate(doc);
  const gated = new Gated();
  expect(await gated.offer(update, eve.id)).toBe('invalid');
  expect(await gated.offer(update, null)).toBe('invalid');
  expect(await gated.offer(update, old.id)).toBe('store');
  expect(gated.read()).toEqual(['from long ago']);
});

describe('over the network', () => {
  test('people talk, viewers read, and what is forged ends the connection', async () => {
    const server = await startServer();
    const owned = newOwner();
    const name = discussionOf(owned.docId);
    const body = RawClient.sync(server, owned.docId, owned.secret);
    await body.synced();
    const commenter = await makeLink(server, owned, 'commenter');
    const viewer = await makeLink(server, owned, 'viewer');
    const clientOf = async (secret: string) => {
      const client = RawClient.sync(server, name, secret);
      await client.synced();
      return client;
    };
    const rights = { moderates: () => true };
    const talk = (doc: Y.Doc) => new Discussion({ doc, docId: owned.docId, rights });
    const first = await clientOf(commenter.secret);
    const doc = new Y.Doc();
    const { thread, message } = await talk(doc).begin(ana, DOCUMENT, '', says('over the network'));
    first.sendUpdate(Y.encodeStateAsUpdate(doc));
    await until('confirmed', () => first.statuses.length === 1);
    expect(first.statuses).toEqual([1]);
    const reader = await clientOf(viewer.secret);
    expect(talk(reader.doc).threads()).toHaveLength(1);
    // A viewer's own words go nowhere, signed or not.
    const viewers = copyOf(reader.doc);
    await talk(viewers).answer(ben, thread, says('may I?'));
    reader.sendUpdate(Y.encodeStateAsUpdate(viewers));
    await reader.whenGone();
    expect(reader.closed?.reason).toBe('role_too_low');
    // A deletion of what is another's is answered, and does nothing.
    const second = await clientOf(commenter.secret);
    const copy = copyOf(second.doc);
    copy.getMap(DISCUSSION_ROOT).clear();
    second.sendUpdate(Y.encodeStateAsUpdate(copy));
    await until('answered', () => second.statuses.length === 1);
    const forged = await doing(second.doc, (into) => {
      const field = `message:${message.split('.')[1]}`;
      mapOf(into).set(keyOf({ person: ana.id, thread, field, n: 2 }), [WORDS, '']);
    });
    second.sendUpdate(forged);
    await second.whenGone();
    expect(second.closed?.reason).toBe('update_invalid');
    const last = await clientOf(owned.secret);
    expect(talk(last.doc).threads()).toMatchObject([{ messages: [{ author: ana.id }] }]);
    // And so it is on the disk.
    const again = RawClient.sync(await server.restart(), name, owned.secret);
    await again.synced();
    expect(talk(again.doc).threads()).toHaveLength(1);
  });

  test('nobody says more than a discussion holds, nor more at once than anybody could mean', async () => {
    const server = await startServer();
    const owned = newOwner();
    const name = discussionOf(owned.docId);
    const owner = RawClient.sync(server, owned.docId, owned.secret);
    await owner.synced();
    const thread = `${ben.id}.${'x'.repeat(12)}`;
    let doc = new Y.Doc();
    const say = async (author: Author, field: string, json: string, of = owned.docId) => {
      const key = keyOf({ person: author.id, thread, field, n: 1 });
      mapOf(doc).set(key, await registerBy(author, key, json, of));
    };
    const send = async (client: RawClient, act: () => Promise<unknown>) => {
      const before = Y.encodeStateVector(doc);
      await act();
      const answers = client.statuses.length;
      client.sendUpdate(Y.encodeStateAsUpdate(doc, before));
      await until('answered', () => client.gone || client.statuses.length > answers);
    };
    const big = JSON.stringify('x'.repeat(MAX_SAYS_LENGTH - 2));
    const most = Math.ceil(MAX_DISCUSSION_BYTES / MAX_SAYS_LENGTH);
    let nth = 0;
    const sayMuch = async (client: RawClient) => {
      await client.synced();
      doc = copyOf(client.doc);
      const from = nth;
      while (nth < most + 20 && !client.gone)
        await send(client, async () => {
          for (let times = 0; times < 20; times++) await say(ben, `later:${nth++}`, big);
        });
      return nth - from;
    };
    const commenter = await makeLink(server, owned, 'commenter');
    const guest = RawClient.sync(server, name, commenter.secret);
    const said = await sayMuch(guest);
    expect(guest.closed?.reason).toBe('document_full');
    // Who may write in the document finds room to answer, and to take all that away.
    const first = RawClient.sync(server, name, owned.secret);
    expect(await sayMuch(first)).toBeGreaterThan(said / 2);
    expect(first.closed?.reason).toBe('document_full');

    const other = newOwner();
    const body = RawClient.sync(server, other.docId, other.secret);
    await body.synced();
    const second = RawClient.sync(server, discussionOf(other.docId), other.secret);
    await second.synced();
    doc.destroy();
    const little = new Y.Doc();
    const sayLittle = async (from: number, to: number) => {
      const before = Y.encodeStateVector(little);
      for (let nth = from; nth < to; nth++) {
        const key = keyOf({ person: eve.id, thread, field: `later:${nth}`, n: 1 });
        mapOf(little).set(key, await registerBy(eve, key, '1', other.docId));
      }
      const answers = second.statuses.length;
      second.sendUpdate(Y.encodeStateAsUpdate(little, before));
      await until('answered', () => second.gone || second.statuses.length > answers);
    };
    await sayLittle(0, 2_010);
    expect(second.statuses).toEqual([1]);
    await sayLittle(2_010, 2_011);
    expect(second.closed?.reason).toBe('rate_limited');
  });
});

describe('what somebody sends is judged in the time that so much takes', () => {
  const root = (key: string) => (encoder: encoding.Encoder) => {
    encoding.writeUint8(encoder, 0x21);
    encoding.writeVarUint(encoder, 1);
    encoding.writeVarString(encoder, DISCUSSION_ROOT);
    encoding.writeVarString(encoder, key);
    encoding.writeVarUint(encoder, 1);
  };
  const behind = (client: number, clock: number) => (encoder: encoding.Encoder) => {
    encoding.writeUint8(encoder, 0x81);
    encoding.writeVarUint(encoder, client);
    encoding.writeVarUint(encoder, clock);
    encoding.writeVarUint(encoder, 1);
  };

  const judged = async (update: Uint8Array) => {
    const doc = new Y.Doc();
    return judge(doc, update, eve.id, await checkSignatures(doc, docId, update, eve.id)).kind;
  };

  test('each item behind one of another client, the last one first', async () => {
    const many = 300_000;
    const items = Array.from({ length: many }, (_, at) => ({
      client: at + 1,
      structs: [at === many - 1 ? root('-x') : behind(at + 2, 0)],
    }));
    expect(await judged(byHand(items))).toBe('store');
  });

  test('each item of one client, and each deleted by itself', async () => {
    const structs = [root('-x'), ...Array.from({ length: 250_000 }, (_, at) => behind(5, at))];
    const ranges = structs.map((_, at): [number, number] => [at, 1]);
    const update = byHand([{ client: 5, structs }], [{ client: 5, ranges }]);
    expect(await judged(update)).toBe('store');
  });
});
