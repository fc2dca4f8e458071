/** The log and the documents made from it. */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, expect, test, vi } from 'vitest';
import * as Y from 'yjs';
import type { DocumentName } from '../../shared/access/document-name.ts';
import { DocId } from '../../shared/access/ids.ts';
import { FRAME, SYNC } from '../../shared/protocol/messages.ts';
import { newDatabase } from '../../shared/testing/postgres.ts';
import { openPostgres } from '../storage/postgres.ts';
import { OneConnection } from '../storage/postgres-connections.ts';
import { DATABASE_FILE, openSqlite } from '../storage/sqlite.ts';
import type { NewUpdate, Storage } from '../storage/storage.ts';
import { cleanUp, onCleanUp, temporaryFolder, until } from '../testing/clean-up.ts';
import { bodyOf, RawClient, textUpdate } from '../testing/raw-client.ts';
import { memoryLog, newOwner, startServer } from '../testing/server.ts';
import { inspect } from './inspect-update.ts';
import { type LiveDocument, UpdateLog } from './update-log.ts';

afterEach(cleanUp);

const NAME = DocId.parse('DocDocDocDocDocDoc1');
/** Decodes, and throws when applied: its left neighbour is a clock of its own that is to come. */
const THROWS = Uint8Array.of(1, 1, 5, 0, 132, 5, 3, 1, 97, 0);

function openStorage(folder: string): Storage {
  const storage = openSqlite(folder);
  onCleanUp(() => storage.close());
  return storage;
}

function openLog(storage: Storage, compactAfterUpdates = 500, now = Date.now) {
  const broken: LiveDocument[] = [];
  const gone: LiveDocument[] = [];
  const updates = new UpdateLog({
    storage,
    log: memoryLog([]),
    compactAfterUpdates,
    maxDocumentBytes: 1_000_000,
    origin: 'log',
    now,
    hangLimitMs: 15_000,
    onHealth: () => undefined,
    onApplied: () => undefined,
    onBroken: (document) => broken.push(document),
    onGone: (document) => gone.push(document),
  });
  onCleanUp(() => updates.close());
  return { updates, broken, gone };
}

function newDocument(): LiveDocument {
  return Object.assign(new Y.Doc(), { name: NAME });
}

const entry = (bytes: Uint8Array) => ({ docId: NAME, person: null, bytes });

test('compacting keeps the content, the history, and the size of the log small', async () => {
  const server = await startServer({ compactAfterUpdates: 50 });
  const owned = newOwner();
  const client = RawClient.sync(server, owned.docId, owned.secret);
  await client.synced();
  const writer = new Y.Doc();
  for (let i = 0; i < 175; i++) {
    client.sendUpdate(textUpdate(`${i} `, writer));
    if (i % 25 === 0) await until('taken', () => client.statuses.length > i);
  }
  await until('all are confirmed', () => client.statuses.length === 175);

  const database = new DatabaseSync(join(server.folder, DATABASE_FILE));
  onCleanUp(() => database.close());
  const upTo = database.prepare('SELECT up_to FROM checkpoints');
  await until('compacted', () => Number(upTo.get()?.up_to ?? 0) > 175 - 50);
  expect(database.prepare('SELECT sequence FROM updates').all()).toHaveLength(175);
  const history = new Y.Doc();
  for (const { bytes } of database.prepare('SELECT bytes FROM updates ORDER BY sequence').all()) {
    Y.applyUpdate(history, bytes as Uint8Array);
  }
  expect(bodyOf(history)).toBe(bodyOf(writer));

  const again = RawClient.sync(await server.restart(), owned.docId, owned.secret);
  await again.synced();
  expect(bodyOf(again.doc)).toBe(bodyOf(writer));
});

test('a document that goes out of memory is loaded again with everything in it', async () => {
  const server = await startServer({ idleUnloadMs: 0, compactAfterUpdates: 20 });
  const owned = newOwner();
  const writer = new Y.Doc();
  for (let round = 0; round < 5; round++) {
    const client = RawClient.sync(server, owned.docId, owned.secret);
    await client.synced();
    expect(bodyOf(client.doc)).toBe(bodyOf(writer));
    const confirmed = client.statuses.length;
    for (let i = 0; i < 7; i++) client.sendUpdate(textUpdate(`${round}.${i} `, writer));
    await until('confirmed', () => client.statuses.length === confirmed + 7);
    client.socket.close();
    await client.whenGone();
  }
});

test('an emoji that a neighbour refers into is stored whole', async () => {
  const server = await startServer({ idleUnloadMs: 0, compactAfterUpdates: 2 });
  const owned = newOwner();
  const client = RawClient.sync(server, owned.docId, owned.secret);
  await client.synced();
  const writer = new Y.Doc();
  client.sendUpdate(textUpdate('🍎', writer));
  const before = Y.encodeStateVector(writer);
  // It stands behind the emoji, and says that it was written behind the first half of it.
  writer.transact((transaction) => {
    const text = writer.getText('body');
    const left = text._start!;
    const origin = Y.createID(left.id.client, left.id.clock);
    const id = Y.createID(2 ** 33, 0);
    const content = new Y.ContentString('!');
    new Y.Item(id, left, origin, null, null, text, null, content).integrate(transaction, 0);
  });
  client.sendUpdate(Y.encodeStateAsUpdate(writer, before));
  await until('confirmed', () => client.statuses.length === 2);
  client.socket.close();
  await client.whenGone();
  const again = RawClient.sync(await server.restart(), owned.docId, owned.secret);
  await again.synced();
  expect(bodyOf(again.doc)).toBe('🍎!');
});

test('the first who opens a document is sent it once', async () => {
  const server = await startServer();
  const owned = newOwner();
  const writer = RawClient.sync(server, owned.docId, owned.secret);
  await writer.synced();
  writer.sendUpdate(textUpdate('once'));
  await until('stored', () => writer.statuses.length === 1);
  const reader = RawClient.sync(await server.restart(), owned.docId, owned.secret);
  await reader.synced();
  await reader.synced();
  const steps = reader.received
    .filter(({ type }) => type === FRAME.sync)
    .map(({ body }) => body[0]);
  expect(steps).toEqual([SYNC.step1, SYNC.step2, SYNC.step1, SYNC.step2]);
});

test('what is sent just before the connection closes reaches the others and the disk', async () => {
  const server = await startServer();
  const owned = newOwner();
  const reader = RawClient.sync(server, owned.docId, owned.secret);
  await reader.synced();
  const writer = RawClient.sync(server, owned.docId, owned.secret);
  await writer.synced();
  writer.sendUpdate(textUpdate('last words'));
  writer.socket.close();
  await until('the others have it', () => bodyOf(reader.doc) === 'last words');
  const again = RawClient.sync(await server.restart(), owned.docId, owned.secret);
  await again.synced();
  expect(bodyOf(again.doc)).toBe('last words');
});

test('an update that throws when it is applied is quarantined, and the document given up', async () => {
  const folder = temporaryFolder();
  const storage = openStorage(folder);
  const { updates, broken } = openLog(storage);
  const document = newDocument();
  await updates.load(document);
  const writer = new Y.Doc();
  await updates.append(document, entry(textUpdate('before ', writer)));
  const results = await Promise.allSettled([
    updates.append(document, entry(THROWS)),
    updates.append(document, entry(textUpdate('after', writer))),
  ]);
  expect(results[0]).toMatchObject({ status: 'rejected', reason: { code: 'update_invalid' } });
  expect(results[1]).toMatchObject({ status: 'fulfilled' });
  expect(broken).toEqual([document]);

  const fresh = newDocument();
  await updates.load(fresh);
  expect(bodyOf(fresh)).toBe('before after');
  expect((await storage.history(NAME)).map(({ quarantined }) => quarantined === null)).toEqual([
    true,
    false,
    true,
  ]);
});

test('rows that cannot be applied are quarantined, and the rest is there for who comes next', async () => {
  const storage = openStorage(temporaryFolder());
  const writer = new Y.Doc();
  const update = (bytes: Uint8Array) => ({ ...entry(bytes), name: NAME, receivedAt: 1 });
  await storage.append([
    update(textUpdate('one ', writer)),
    update(THROWS),
    update(Uint8Array.of(9, 9, 9)),
    update(textUpdate('two', writer)),
  ]);
  const { updates } = openLog(storage);
  await expect(updates.load(newDocument())).rejects.toMatchObject({ code: 'storage_failed' });
  const document = newDocument();
  await updates.load(document);
  expect(bodyOf(document)).toBe('one two');
  expect((await storage.loadLog(NAME)).rows).toHaveLength(2);
});

test('a document with a missing update is refused, never shown in part', async () => {
  const server = await startServer();
  const owned = newOwner();
  const client = RawClient.sync(server, owned.docId, owned.secret);
  await client.synced();
  const writer = new Y.Doc();
  for (const word of ['one ', 'two ', 'three']) client.sendUpdate(textUpdate(word, writer));
  await until('stored', () => client.statuses.length === 3);
  await server.stop();
  const database = new DatabaseSync(join(server.folder, DATABASE_FILE));
  database.exec('DELETE FROM updates WHERE sequence = 2');
  database.close();

  const damaged = await server.restart();
  const asking = RawClient.sync(damaged, owned.docId, owned.secret);
  asking.sendStateVector();
  await asking.whenGone();
  expect(asking.closed).toEqual({ code: 4424, reason: 'document_damaged' });
  expect(asking.received.filter(({ type }) => type === 0)).toEqual([]);
  // Others are not touched by it.
  const other = newOwner();
  const fine = RawClient.sync(damaged, other.docId, other.secret);
  await fine.synced();
  expect(fine.gone).toBe(false);
});

test('an unreadable checkpoint is refused too', async () => {
  const storage = openStorage(temporaryFolder());
  await storage.append([{ ...entry(textUpdate('text')), name: NAME, receivedAt: 1 }]);
  await storage.compact(NAME, 1, Uint8Array.of(7, 7, 7), 2);
  const { updates } = openLog(storage);
  await expect(updates.load(newDocument())).rejects.toMatchObject({ code: 'storage_failed' });
});

test('updates that belong together are stored in the order they were handed over', async () => {
  const storage = openStorage(temporaryFolder());
  const { updates } = openLog(storage, 10);
  const document = newDocument();
  await updates.load(document);
  const writer = new Y.Doc();
  const sent = Array.from({ length: 35 }, (_, i) => textUpdate(`${i},`, writer));
  await Promise.all(sent.map((bytes) => updates.append(document, entry(bytes))));
  await updates.idle();
  expect((await storage.history(NAME)).map(({ bytes }) => Buffer.from(bytes))).toEqual(
    sent.map((bytes) => Buffer.from(bytes)),
  );
  const fresh = newDocument();
  await updates.load(fresh);
  expect(bodyOf(fresh)).toBe(bodyOf(writer));
  expect((await storage.loadLog(NAME)).rows.length).toBeLessThan(10);
});

test('while the disk takes long, everybody else has many turns between two writes', async () => {
  const storage = openStorage(temporaryFolder());
  await storage.createDocument(NAME, 1);
  let writes = 0;
  const slow: Storage = Object.assign(Object.create(storage), {
    loadLog: (name: DocumentName) => storage.loadLog(name),
    append: (batch: readonly NewUpdate[]) => {
      writes += 1;
      const until = performance.now() + 10;
      while (performance.now() < until);
      return storage.append(batch);
    },
  });
  const { updates } = openLog(slow);
  const document = newDocument();
  await updates.load(document);
  let isOver = false;
  const write = async () => {
    while (!isOver) await updates.append(document, entry(textUpdate('x')));
  };
  const people = [write(), write()];
  for (let turns = 0; turns < 100; turns++) await new Promise((resolve) => setImmediate(resolve));
  isOver = true;
  expect(writes).toBeLessThan(50);
  await Promise.all(people);
});

test('who comes when the time between two writes is up does not wait for a timer that is late', async () => {
  const storage = openStorage(temporaryFolder());
  const { updates } = openLog(storage);
  const document = newDocument();
  await storage.createDocument(NAME, 1);
  await updates.load(document);
  await updates.append(document, entry(textUpdate('a')));
  // That write is over.
  await new Promise((resolve) => setImmediate(resolve));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const early = updates.append(document, entry(textUpdate('b')));
    const until = performance.now() + 5;
    while (performance.now() < until);
    await Promise.all([early, updates.append(document, entry(textUpdate('c')))]);
    expect(vi.getTimerCount()).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});

test('where many documents are to be compacted at once, those who write are answered in between', async () => {
  const storage = openStorage(temporaryFolder());
  const { updates } = openLog(storage, 1);
  const order: string[] = [];
  const { compact } = storage;
  storage.compact = async (...args) => {
    await compact.apply(storage, args);
    order.push('compacted');
  };
  const documents = Array.from({ length: 20 }, () =>
    Object.assign(new Y.Doc(), { name: newOwner().docId }),
  );
  const write = (document: LiveDocument, docId: DocId) =>
    updates.append(document, { docId, person: null, bytes: textUpdate('a') });
  for (const document of documents) await updates.load(document);
  await Promise.all(documents.map((document) => write(document, document.name)));
  await write(documents[0]!, documents[0]!.name);
  order.push('answered');
  await updates.idle();
  expect(order.indexOf('answered')).toBeLessThan(20);
  expect(order.filter((what) => what === 'compacted').length).toBeGreaterThanOrEqual(20);
});

test('who lets go of a document, deletes one or stops does not wait for others to be compacted', async () => {
  const storage = openStorage(temporaryFolder());
  const { updates } = openLog(storage, 1);
  const open = () => Object.assign(new Y.Doc(), { name: newOwner().docId });
  const [first, second, third] = [open(), open(), open()];
  const compacted: string[] = [];
  let goOn: () => void = () => undefined;
  const slow = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const { compact } = storage;
  storage.compact = async (...args) => {
    compacted.push(args[0]);
    if (args[0] === first.name) await slow;
    await compact.apply(storage, args);
  };
  for (const document of [first, second, third]) {
    await updates.load(document);
    const update = { docId: document.name, person: null, bytes: textUpdate('a') };
    await updates.append(document, update);
  }
  await until('the first is compacted', () => compacted.length > 0);

  await updates.written();
  await updates.unload(second);
  expect(compacted).toEqual([first.name, second.name]);
  await updates.forbid(third.name);
  goOn();
  await updates.idle();
  expect(compacted).toEqual([first.name, second.name]);
});

test('a log that is closed refuses, and says so to everybody who waits', async () => {
  const storage = openStorage(temporaryFolder());
  const { updates } = openLog(storage);
  const document = newDocument();
  await updates.load(document);
  const waiting = updates.append(document, entry(textUpdate('a')));
  updates.close();
  await expect(waiting).rejects.toMatchObject({ code: 'storage_failed' });
  await expect(updates.append(document, entry(textUpdate('b')))).rejects.toMatchObject({
    code: 'storage_failed',
  });
  expect(bodyOf(document)).toBe('');
});

test('a deleted document is remembered as long as something of it may be in memory, no longer', async () => {
  let now = 1_000;
  const { updates } = openLog(openStorage(temporaryFolder()), 500, () => now);
  const ids = Array.from({ length: 50 }, () => newOwner().docId);
  for (const docId of ids) await updates.forbid(docId);
  expect(updates.remembered).toBe(50);
  const late = Object.assign(new Y.Doc(), { name: ids[7]! });
  const entry = { docId: ids[7]!, person: null, bytes: textUpdate('late') };
  await expect(updates.append(late, entry)).rejects.toMatchObject({ code: 'document_deleted' });
  now += 59 * 60_000;
  await updates.forbid(ids[7]!);
  now += 2 * 60_000;
  await updates.forbid(newOwner().docId);
  expect(updates.remembered).toBe(2);
  await expect(updates.append(late, entry)).rejects.toMatchObject({ code: 'document_deleted' });
});

test('a document that is measured while it is compacted is not taken for smaller than it is', async () => {
  const storage = openStorage(temporaryFolder());
  let [isAsked, isHeld] = [false, true];
  const slow: Storage = Object.assign(Object.create(storage), {
    loadLog: (name: DocumentName) => storage.loadLog(name),
    append: (rows: readonly NewUpdate[]) => storage.append(rows),
    historySize: async () => null,
    compact: async (...compacted: Parameters<Storage['compact']>) => {
      isAsked = true;
      await until('the store takes it', () => !isHeld);
      return storage.compact(...compacted);
    },
  });
  const { updates } = openLog(slow, 2);
  const document = newDocument();
  await updates.load(document);
  const writer = new Y.Doc();
  await updates.append(document, entry(textUpdate('x'.repeat(900_000), writer)));
  const before = Y.encodeStateVector(writer);
  writer.getText('body').delete(0, 900_000);
  await updates.append(document, entry(Y.encodeStateAsUpdate(writer, before)));
  await until('it is being compacted', () => isAsked);
  // It fits only once it is known how much of it is deleted.
  const more = textUpdate('y'.repeat(200_000), writer);
  expect(updates.obstacleTo(document, more, inspect(document, more))).toBeNull();
  await updates.append(document, entry(more));
  isHeld = false;
  await updates.idle();
  expect(updates.bytesOf(document)).toBeGreaterThanOrEqual(Y.encodeStateAsUpdate(document).length);
});

test('visits of a few words each leave no more on disk than one compaction would take up', async () => {
  const storage = openStorage(temporaryFolder());
  const { updates } = openLog(storage, 50);
  const writer = new Y.Doc();
  for (let visit = 1; visit <= 30; visit++) {
    const document = newDocument();
    await updates.load(document);
    for (let times = 0; times < 3; times++) {
      await updates.append(document, entry(textUpdate(`${visit}.${times} `, writer)));
    }
    await updates.unload(document);
    const { rows } = await storage.loadLog(NAME);
    // A fifth of what is compacted while somebody writes.
    expect(rows.length).toBeLessThan(10);
  }
  await updates.thinned();
  expect((await storage.historySize(NAME))?.bytes).toBeGreaterThan(0);
});

test('visits that each end with the process are compacted when there are enough of them', async () => {
  const storage = openStorage(temporaryFolder());
  const writer = new Y.Doc();
  for (let visit = 1; visit <= 40; visit++) {
    // It is never unloaded: the process was killed.
    const { updates } = openLog(storage, 50);
    const document = newDocument();
    await updates.load(document);
    for (let times = 0; times < 3; times++) {
      await updates.append(document, entry(textUpdate(`${visit}.${times} `, writer)));
    }
    await updates.idle();
    expect((await storage.loadLog(NAME)).rows.length).toBeLessThanOrEqual(52);
    updates.close();
  }
});

/** A log on a store that another node writes to, too, and a connection of nobody's. */
async function onTwoNodes() {
  const { url, remove } = await newDatabase();
  onCleanUp(remove);
  const [here, elsewhere] = [
    await openPostgres(url, memoryLog([])),
    await openPostgres(url, memoryLog([])),
  ];
  const outside = new OneConnection(url);
  onCleanUp(() => Promise.all([here.close(), elsewhere.close(), outside.close()]));
  const log = openLog(here);
  const document = newDocument();
  await log.updates.load(document);
  return { ...log, document, elsewhere, outside };
}

test('what is stored behind rows of another node is waited for until it is applied, too', async () => {
  const { updates, document, elsewhere } = await onTwoNodes();
  // Nobody has told of it.
  const row = { ...entry(textUpdate('there ')), name: NAME, receivedAt: 1 };
  await elsewhere.append([row]);
  const stored = updates.append(document, entry(textUpdate('here ')));
  await updates.settled(document);
  expect(bodyOf(document)).toContain('here ');
  await stored;
});

/** A document of two words in memory, of which a store that was put back knows the first one. */
async function putBack() {
  const nodes = await onTwoNodes();
  const { updates, document, outside } = nodes;
  for (const word of ['kept ', 'lost ']) await updates.append(document, entry(textUpdate(word)));
  await outside.query('DELETE FROM updates WHERE sequence > 1');
  await outside.query('UPDATE logs SET last_sequence = 1');
  return nodes;
}

test('what is stored in the place of a row that the store has lost is not taken for that row', async () => {
  const { updates, document, broken } = await putBack();
  const next = entry(textUpdate('next '));
  await expect(updates.append(document, next)).rejects.toMatchObject({ code: 'storage_failed' });
  expect(broken).toEqual([document]);
  // Whoever wrote it comes again, and finds it there.
  const again = newDocument();
  await updates.load(again);
  expect(bodyOf(again)).toContain('next ');
  expect(bodyOf(again)).not.toContain('lost ');
});

test('what another node stores in the place of a row that the store has lost is looked into', async () => {
  const { updates, document, elsewhere, gone } = await putBack();
  const bytes = textUpdate('next ');
  const [sequence] = await elsewhere.append([{ ...entry(bytes), name: NAME, receivedAt: 1 }]);
  expect(sequence).toBe(2);
  updates.appendedElsewhere(NAME, 2, bytes);
  expect(gone).toEqual([document]);
});

test('what Yjs keeps for later though it could have it is not taken for lost', async () => {
  const { updates, document, gone } = await onTwoNodes();
  const [one, two] = [new Y.Doc(), new Y.Doc()];
  [one.clientID, two.clientID] = [1, 2];
  const [a, b, , d] = ['a', 'b', 'c', 'd'].map((letter) => {
    const before = Y.encodeStateVector(one);
    one.getText('body').insert(one.getText('body').length, letter);
    return Y.encodeStateAsUpdate(one, before);
  });
  for (const update of [a!, b!]) Y.applyUpdate(two, update);
  const before = Y.encodeStateVector(two);
  two.getText('body').insert(2, 'x');
  const x = Y.encodeStateAsUpdate(two, before);
  // Behind what `d` waits for, Yjs does not look at `x` again when `b` is there.
  for (const update of [d!, x, a!, b!]) await updates.append(document, entry(update));
  expect(bodyOf(document)).toBe('ab');
  updates.appendedElsewhere(NAME, 2, x);
  expect(gone).toEqual([]);
  updates.appendedElsewhere(NAME, 3, textUpdate('another '));
  expect(gone).toEqual([document]);
});

test('nobody waits for what is stored of a document that was let go of meanwhile', async () => {
  const { updates, document, outside } = await onTwoNodes();
  await updates.append(document, entry(textUpdate('first ')));
  await outside.query('BEGIN');
  await outside.query('SELECT 1 FROM logs FOR UPDATE');
  const refused = expect(
    updates.append(document, entry(textUpdate('late '))),
  ).rejects.toMatchObject({ code: 'storage_failed' });
  await until('it is on its way', () => updates.waiting.updates === 0);
  updates.giveUp(document);
  await outside.query('COMMIT');
  await refused;
});

test('nobody waits for what is stored and not applied of a document that is let go of', async () => {
  const { updates, document, elsewhere } = await onTwoNodes();
  const row = { ...entry(textUpdate('there ')), name: NAME, receivedAt: 1 };
  await elsewhere.append([row]);
  const refused = expect(
    updates.append(document, entry(textUpdate('here '))),
  ).rejects.toMatchObject({ code: 'storage_failed' });
  await updates.written();
  expect(updates.waits(document)).toBe(true);
  const settled = updates.settled(document);
  updates.giveUp(document);
  await refused;
  await settled;
});
