/**
 * Two servers on one PostgreSQL, each with its own people: what one does the other sees, with a bus
 * and without.
 */
import { createHash, randomBytes } from 'node:crypto';
import { request } from 'node:http';
import { crc32 } from 'node:zlib';
import { createClient } from '@redis/client';
import { afterEach, describe, expect, test, vi } from 'vitest';
import * as Y from 'yjs';
import { discussionOf } from '../../shared/access/document-name.ts';
import { createSecret } from '../../shared/access/ids.ts';
import { writeExchange } from '../../shared/protocol/exchange.ts';
import { AttachmentId, LinkList } from '../../shared/protocol/http.ts';
import { FRAME } from '../../shared/protocol/messages.ts';
import { newDatabase } from '../../shared/testing/postgres.ts';
import { Redis, redisProgram } from '../../shared/testing/redis.ts';
import type { Bus, BusListener } from '../bus/bus.ts';
import { openPostgres } from '../storage/postgres.ts';
import { OneConnection } from '../storage/postgres-connections.ts';
import { cleanUp, onCleanUp, until } from '../testing/clean-up.ts';
import { bodyOf, RawClient, textUpdate } from '../testing/raw-client.ts';
import {
  call,
  makeLink,
  memoryLog,
  newOwner,
  type Owned,
  startCollaboration,
  startServer,
  type TestServer,
} from '../testing/server.ts';

afterEach(cleanUp);

interface Pair {
  one: TestServer;
  two: TestServer;
  url: string;
}

interface Surroundings {
  silent?: boolean;
  /** What they tell each other goes over a Redis. */
  redis?: boolean;
}

async function pair(
  options: Surroundings = {},
  settings: Parameters<typeof startServer>[0] = {},
): Promise<Pair> {
  const { url, remove } = await newDatabase(undefined, options);
  onCleanUp(remove);
  const both = { ...settings, databaseUrl: url };
  if (options.redis === true) {
    const redis = await Redis.start();
    onCleanUp(() => redis.stop());
    both.redisUrl = redis.url;
  }
  const [one, two] = await Promise.all([startServer(both), startServer(both)]);
  return { one, two, url };
}

/** That nothing is left out unsaid is looked after in `redis-bus.test.ts`. */
const SURROUNDINGS: [string, Surroundings][] = [
  ['with the bus', {}],
  ['with a bus that is silent', { silent: true }],
  ...(redisProgram() === null
    ? []
    : [['with Redis as the bus', { redis: true, silent: true }] satisfies [string, Surroundings]]),
];

async function join(server: TestServer, { docId, secret }: Owned, name: string = docId) {
  const client = RawClient.sync(server, name, secret);
  await client.synced();
  return client;
}

/** A server that hears of others what the test says. */
async function alone() {
  const { url, remove } = await newDatabase();
  onCleanUp(remove);
  const followed = new Set<string>();
  const ears: BusListener[] = [];
  const bus: Bus = {
    isUp: true,
    trouble: null,
    listen: (ear) => ears.push(ear),
    follow: (docId) => followed.add(docId),
    unfollow: () => undefined,
    tell: () => undefined,
    close: async () => undefined,
  };
  const storage = await openPostgres(url, memoryLog([]));
  const server = await startCollaboration({ storage, bus });
  return { storage, server, followed, ear: ears[0]! };
}

test('whoever changes links without end has others look at nothing but that document', async () => {
  const { storage, server, ear } = await alone();
  const owned = newOwner();
  const owner = RawClient.sync(server, owned.docId, owned.secret);
  await owner.synced();
  const looks = vi.spyOn(storage, 'accessVersions');
  const wholeLooks = vi.spyOn(storage, 'positions');
  for (let times = 1; times <= 50; times++) {
    ear.heard({ kind: 'access', name: owned.docId });
    await until('it looked', () => looks.mock.calls.length >= times);
    await Promise.all(looks.mock.results.map(({ value }) => value));
  }
  expect(wholeLooks.mock.calls.length).toBeLessThan(10);
  // All the others are looked at now and then all the same, also while that goes on.
  const before = wholeLooks.mock.calls.length;
  await until('all were looked at', () => {
    ear.heard({ kind: 'access', name: owned.docId });
    return wholeLooks.mock.calls.length > before + 1;
  });
});

test('a document is followed for whoever shows a secret of it, and for nobody else', async () => {
  const { server, followed } = await alone();
  const silent = RawClient.multiplexed(server, newOwner().docId, null);
  silent.sendStateVector();
  const wrong = RawClient.sync(server, newOwner().docId, createSecret());
  await wrong.whenGone();
  const owned = newOwner();
  const owner = RawClient.sync(server, owned.docId, owned.secret);
  await owner.synced();
  expect([...followed]).toEqual([owned.docId]);
  expect([...server.collaboration.docIdsInUse()]).toEqual([owned.docId]);
});

/** Types so many words, each as an update of its own; resolves when all are confirmed. */
async function type(client: RawClient, who: string, words: number): Promise<void> {
  const writer = new Y.Doc();
  for (let at = 0; at < words; at++) {
    const before = client.statuses.length;
    client.sendUpdate(textUpdate(`${who}${at} `, writer));
    // Not each waits for the one before it.
    if (at % 3 === 0) await until('it is confirmed', () => client.statuses.length > before);
  }
  await until('all is confirmed', () => client.statuses.length >= words);
  expect(client.statuses.every((status) => status === 1)).toBe(true);
}

const wordsIn = (doc: Y.Doc) => bodyOf(doc).split(' ').filter(Boolean).sort();

describe.each(SURROUNDINGS)('%s', (_title, options) => {
  test('people at two nodes write together, and everybody has all of it once', async () => {
    const { one, two, url } = await pair(options, { compactAfterUpdates: 20 });
    const owner = newOwner();
    const people = [await join(one, owner), await join(two, owner), await join(two, owner)];
    const count = 40;
    await Promise.all(people.map((person, who) => type(person, 'abc'[who]!, count)));
    const all = ['a', 'b', 'c']
      .flatMap((who) => Array.from({ length: count }, (_, at) => `${who}${at}`))
      .sort();
    for (const { doc } of people) {
      await until('everybody has it', () => wordsIn(doc).length >= all.length);
      expect(wordsIn(doc)).toEqual(all);
    }
    expect(new Set(people.map(({ doc }) => bodyOf(doc))).size).toBe(1);
    // The store has each row once, and makes the same of them.
    const storage = await openPostgres(url, memoryLog([]));
    onCleanUp(() => storage.close());
    const history = await storage.history(owner.docId);
    expect(history.map(({ sequence }) => sequence)).toEqual(
      Array.from({ length: 3 * count }, (_, index) => index + 1),
    );
    const { checkpoint, rows } = await storage.loadLog(owner.docId);
    expect(checkpoint).not.toBeNull();
    const stored = new Y.Doc();
    for (const bytes of [checkpoint!.state, ...rows.map((row) => row.bytes)]) {
      Y.applyUpdate(stored, bytes);
    }
    expect(bodyOf(stored)).toBe(bodyOf(people[0]!.doc));
  });

  test('a link that is changed or revoked at one node is so at the other, for who is connected there', async () => {
    const { one, two } = await pair(options);
    const owner = newOwner();
    await join(one, owner);
    const link = await makeLink(one, owner, 'editor');
    const other = await makeLink(one, owner, 'editor');
    const at = (id: string) => `/api/docs/${owner.docId}/links/${id}`;
    const guest = await join(two, { ...owner, secret: link.secret });
    const second = await join(two, { ...owner, secret: other.secret });
    expect(guest.roles).toEqual(['editor']);
    await call(one, 'PATCH', at(link.id), owner.secret, { role: 'viewer' });
    await until('the role is another', () => guest.roles.at(-1) === 'viewer');
    expect(second.roles).toEqual(['editor']);
    await call(one, 'DELETE', at(link.id), owner.secret);
    await guest.whenGone();
    expect(guest.closed?.reason).toBe('link_revoked');
    expect(second.gone).toBe(false);
    await call(one, 'PATCH', at(other.id), owner.secret, {
      passwordHash: 'cd'.repeat(32),
      passwordKdf: 'x',
    });
    await second.whenGone();
    expect(second.closed?.reason).toBe('server_busy');
  });

  test('what came over HTTP is not kept where its link was revoked at the other node meanwhile', async () => {
    const { one, two } = await pair(options);
    const owner = newOwner();
    const first = await join(one, owner);
    const link = await makeLink(one, owner, 'editor');
    const body = Buffer.from(
      writeExchange({ stateVector: Uint8Array.of(0), update: textUpdate('came late') }),
    );
    const sending = request(`${two.url}/api/docs/${owner.docId}/sync`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${link.secret}`, 'Content-Length': body.length },
    });
    const answered = new Promise<number | undefined>((resolve, reject) => {
      sending.once('response', ({ statusCode }) => resolve(statusCode)).once('error', reject);
    });
    sending.write(body.subarray(0, 10));
    await until('its secret was checked', async () => {
      const { links } = LinkList.parse(
        (await call(one, 'GET', `/api/docs/${owner.docId}/links`, owner.secret)).body,
      );
      return links[0]?.lastUsedAt !== null;
    });
    const path = `/api/docs/${owner.docId}/links/${link.id}`;
    expect((await call(one, 'DELETE', path, owner.secret)).status).toBe(200);
    sending.end(body.subarray(10));
    expect(await answered).toBe(403);
    await first.synced();
    expect(bodyOf(first.doc)).toBe('');
  });

  test('a document that is deleted at one node is gone at the other, and nothing more goes into it', async () => {
    const { one, two, url } = await pair(options);
    const owner = newOwner();
    const first = await join(one, owner);
    const second = await join(two, owner);
    const talk = await join(two, owner, discussionOf(owner.docId));
    await type(second, 'w', 3);
    const deleted = await call(one, 'DELETE', `/api/docs/${owner.docId}`, owner.secret);
    expect(deleted.status).toBe(200);
    for (const client of [first, second, talk]) {
      await client.whenGone();
      expect(client.closed?.reason).toBe('document_deleted');
    }
    const again = RawClient.sync(two, owner.docId, owner.secret);
    await again.whenGone();
    expect(again.closed?.reason).toBe('document_deleted');
    const storage = await openPostgres(url, memoryLog([]));
    onCleanUp(() => storage.close());
    expect(await storage.history(owner.docId)).toEqual([]);
  });
});

test('people see at one node who is at the other, where their cursors are, and that they leave', async () => {
  const { one, two } = await pair();
  const owner = newOwner();
  const first = await join(one, owner);
  const show = (client: RawClient, id: number, clock: number, name: string) =>
    client.sendAwareness(id, clock, {
      person: { id: 'p'.repeat(16), name, color: 'red' },
    });
  const isSeen = (client: RawClient, text: string) =>
    client.received.some(
      ({ type, body }) => type === FRAME.awareness && Buffer.from(body).includes(text),
    );
  show(first, 11, 1, 'Ada');
  // Who comes later is shown who was there before.
  const second = await join(two, owner);
  await until('Ada is seen', () => isSeen(second, 'Ada'));
  show(second, 22, 1, 'Ben');
  await until('Ben is seen', () => isSeen(first, 'Ben'));
  const third = await join(two, owner);
  await until('both are seen', () => isSeen(third, 'Ada') && isSeen(third, 'Ben'));
  const before = third.received.length;
  first.socket.close();
  await until('she is seen to leave', () =>
    third.received
      .slice(before)
      .some(({ type, body }) => type === FRAME.awareness && Buffer.from(body).includes('null')),
  );
  // She comes back at the other node, under the same client, and is not taken for gone.
  const back = await join(two, owner);
  show(back, 11, 2, 'Ada again');
  await until('she is back', () => isSeen(third, 'Ada again'));
});

test('a store that was put back to an earlier time gets again what people have', async () => {
  const { one, two, url } = await pair();
  const owner = newOwner();
  const first = await join(one, owner);
  const second = await join(two, owner);
  const writer = new Y.Doc();
  for (const word of ['kept ', 'lost ']) {
    first.sendUpdate(textUpdate(word, writer));
  }
  await until('both have it', () => bodyOf(second.doc) === 'kept lost ');
  const connection = new OneConnection(url);
  await connection.query('DELETE FROM updates WHERE sequence > 1');
  await connection.query('UPDATE logs SET last_sequence = 1');
  await connection.close();
  for (const client of [first, second]) {
    await client.whenGone();
    expect(client.closed?.reason).toBe('storage_failed');
  }
  const again = await join(two, owner);
  expect(bodyOf(again.doc)).toBe('kept ');
  again.sendUpdate(Y.encodeStateAsUpdate(second.doc));
  const other = await join(one, owner);
  await until('it is there again', () => bodyOf(other.doc) === 'kept lost ');
});

/** Puts the store back by one row, in the place of which another node appends another one. */
async function replaceLastRow(url: string, { docId }: Owned, word: string): Promise<void> {
  const connection = new OneConnection(url);
  const bytes = Buffer.from(textUpdate(word));
  await connection.query(
    `WITH newer AS (DELETE FROM checkpoints WHERE name = $1) UPDATE updates SET bytes = $2, crc = $3 WHERE name = $1
       AND sequence = (SELECT last_sequence FROM logs WHERE name = $1)`,
    [docId, bytes, crc32(bytes)],
  );
  await connection.close();
}

test.each([
  ['in rows', {}],
  ['in one piece', { compactAfterUpdates: 1, idleUnloadMs: 0 }],
])(
  'another row in the place of one that a store has lost is seen, though the log is as long: %s',
  async (_how, settings) => {
    const { one, two, url } = await pair({ silent: true }, settings);
    const owner = newOwner();
    let first = await join(one, owner);
    await type(first, 'kept', 1);
    await type(first, 'lost', 1);
    first.socket.close();
    await first.whenGone();
    // Whatever it was loaded from, and whoever appended what is lost.
    first = await join(one, owner);
    const second = await join(two, owner);
    for (const { doc } of [first, second]) expect(wordsIn(doc)).toEqual(['kept0', 'lost0']);
    await replaceLastRow(url, owner, 'other ');
    for (const client of [first, second]) {
      await client.whenGone();
      expect(client.closed?.reason).toBe('storage_failed');
    }
    const again = await join(two, owner);
    again.sendUpdate(Y.encodeStateAsUpdate(second.doc));
    const other = await join(one, owner);
    await until('all is there', () => wordsIn(other.doc).length === 3);
  },
);

test('what a store has put in the place of a row is not compacted away by who has the old one', async () => {
  const { url, remove } = await newDatabase(undefined, { silent: true });
  onCleanUp(remove);
  const server = await startServer({ databaseUrl: url, compactAfterUpdates: 5 });
  const owner = newOwner();
  const writer = await join(server, owner);
  await type(writer, 'kept', 1);
  await type(writer, 'lost', 1);
  await replaceLastRow(url, owner, 'other ');
  // It is worth it to be made one piece before the server stops.
  await server.stop();
  const storage = await openPostgres(url, memoryLog([]));
  onCleanUp(() => storage.close());
  const { checkpoint, rows } = await storage.loadLog(owner.docId);
  expect(checkpoint).toBeNull();
  const stored = new Y.Doc();
  for (const { bytes } of rows) Y.applyUpdate(stored, bytes);
  expect(wordsIn(stored)).toEqual(['kept0', 'other']);
});

if (redisProgram() !== null) {
  test('servers on two databases with the same document do not mix them over one Redis', async () => {
    const redis = await Redis.start();
    onCleanUp(() => redis.stop());
    const [one, two] = await Promise.all(
      [1, 2].map(async () => {
        const { url, remove } = await newDatabase();
        onCleanUp(remove);
        return startServer({ databaseUrl: url, redisUrl: redis.url });
      }),
    );
    let frames = 0;
    const ear = createClient({ url: redis.url });
    await ear.connect();
    onCleanUp(() => ear.destroy());
    await ear.pSubscribe('*', () => {
      frames += 1;
    });
    const owner = newOwner();
    const [first, second] = [await join(one!, owner), await join(two!, owner)];
    // So that both follow it: each asks who is there.
    await until('both have asked', () => frames >= 2);
    const before = frames;
    await type(first, 'one', 1);
    await until('it was told', () => frames > before);
    await type(second, 'two', 1);
    expect(wordsIn(second.doc)).toEqual(['two0']);
    expect(wordsIn(first.doc)).toEqual(['one0']);
  });
}

test('a node that is stopped leaves nothing undone, and one that starts later has all of it', async () => {
  const { one, two, url } = await pair();
  const owner = newOwner();
  const first = await join(one, owner);
  await type(first, 'a', 10);
  await one.stop();
  // They are told to come back at once, and not to leave the server alone for a while.
  expect(first.closed).toEqual({ code: 4530, reason: 'server_leaving' });
  const second = await join(two, owner);
  expect(wordsIn(second.doc).length).toBe(10);
  await type(second, 'b', 10);
  const three = await startServer({ databaseUrl: url });
  expect(wordsIn((await join(three, { ...owner })).doc).length).toBe(20);
  const stranger = RawClient.sync(three, owner.docId, createSecret());
  await stranger.whenGone();
  expect(stranger.closed?.reason).toBe('token_invalid');
});

test('a picture that came in at one node is read at the other, counted once, and goes with its document', async () => {
  const { one, two, url } = await pair(
    {},
    { maxAttachmentBytes: 700_000, maxAttachmentBytesPerDocument: 1_000_000 },
  );
  const owner = newOwner();
  await join(one, owner);
  const headers = { Authorization: `Bearer ${owner.secret}` };
  const put = async (server: TestServer, bytes: Uint8Array<ArrayBuffer>, name = hashOf(bytes)) =>
    (
      await fetch(`${server.url}/api/docs/${owner.docId}/attachments/${name}`, {
        method: 'POST',
        headers,
        body: bytes,
      })
    ).status;
  const picture = () => new Uint8Array(randomBytes(600_000));
  const [first, second, third] = [picture(), picture(), picture()];
  expect(await put(one, first, hashOf(second))).toBe(422);
  // Two nodes at once: one of them has room.
  const both = await Promise.all([put(one, first), put(two, second)]);
  expect([...both].sort()).toEqual([200, 413]);
  const kept = both[0] === 200 ? first : second;
  expect(await put(two, kept)).toBe(200);
  expect(await put(two, third)).toBe(413);
  for (const server of [one, two]) {
    const found = await fetch(`${server.url}/api/docs/${owner.docId}/attachments/${hashOf(kept)}`, {
      headers,
    });
    expect(found.headers.get('content-length')).toBe('600000');
    expect(new Uint8Array(await found.arrayBuffer())).toEqual(kept);
  }
  await call(two, 'DELETE', `/api/docs/${owner.docId}`, owner.secret);
  const storage = await openPostgres(url, memoryLog([]));
  onCleanUp(() => storage.close());
  expect(await storage.files.all()).toEqual([]);
  expect(await storage.files.piece(owner.docId, AttachmentId.parse(hashOf(kept)), 0)).toBeNull();
});

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

test('a document with a damaged row of another node goes out of memory, and is told as damaged', async () => {
  const { one, url } = await pair({ silent: true }, { idleUnloadMs: 0 });
  const owner = newOwner();
  const writer = await join(one, owner);
  await type(writer, 'w', 1);
  const outside = new OneConnection(url);
  onCleanUp(() => outside.close());
  // One that was appended elsewhere and is not what was written.
  await outside.query('UPDATE logs SET last_sequence = last_sequence + 1 WHERE name = $1', [
    owner.docId,
  ]);
  await outside.query(
    `INSERT INTO updates (name, sequence, received_at, bytes, crc) VALUES ($1, 2, 1, 'x', 0)`,
    [owner.docId],
  );
  writer.sendUpdate(textUpdate('behind'));
  await until('it is not read', () =>
    one.logLines.some((line) => line.includes('what others wrote was not read')),
  );
  writer.socket.close();
  await writer.whenGone();
  let reader = await join(one, owner);
  while (reader.closed?.reason !== 'document_damaged') {
    reader.socket.close();
    await reader.whenGone();
    reader = await join(one, owner);
  }
  expect(bodyOf(reader.doc)).toBe('w0 ');
});
