/**
 * Updates made to end the server, to hang it or to fill it, through every door: what they cost is
 * bounded, and it is their sender who pays.
 */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import * as encoding from 'lib0/encoding';
import { afterEach, describe, expect, test } from 'vitest';
import * as Y from 'yjs';
import { createSecret, type DocId } from '../../shared/access/ids.ts';
import { applyUpdate } from '../../shared/document/cutting.ts';
import { readExchange, writeExchange } from '../../shared/protocol/exchange.ts';
import { SUBPROTOCOL, SYNC, syncFrame } from '../../shared/protocol/messages.ts';
import {
  MAX_VALUE_DEPTH,
  scanUpdate,
  withoutUnwritable,
} from '../../shared/protocol/scan-update.ts';
import {
  collected,
  crowd,
  nestedTypes,
  text,
  unwritable,
  updateOf,
} from '../../shared/testing/hostile-updates.ts';
import { DATABASE_FILE, openSqlite } from '../storage/sqlite.ts';
import { examine } from '../storage/sqlite-doctor.ts';
import type { Storage } from '../storage/storage.ts';
import { cleanUp, onCleanUp, temporaryFolder, until } from '../testing/clean-up.ts';
import { bodyOf, RawClient, textUpdate } from '../testing/raw-client.ts';
import { newOwner, type Owned, startServer, type TestServer } from '../testing/server.ts';
import { countConflicts } from './conflict-meter.ts';
import { canApply, inspect, inspectUpdate, MOST_STEPS } from './inspect-update.ts';

afterEach(cleanUp);

const DEEP = 2_700;
/** Deep enough to be left out, and shallow enough for older versions to have compacted it. */
const STORED_DEEP = 1_000;
/** Sends an update by one of the doors; resolves with the code it is refused with, or null. */
const DOORS: Readonly<
  Record<string, (server: TestServer, owned: Owned, update: Uint8Array) => Promise<string | null>>
> = {
  sync: (server, owned, update) => offer(RawClient.sync(server, owned.docId, owned.secret), update),
  discussion: (server, owned, update) =>
    offer(RawClient.sync(server, `${owned.docId}.discussion`, owned.secret), update),
  hocuspocus: (server, owned, update) =>
    offer(RawClient.multiplexed(server, owned.docId, owned.secret), update),
  http: async (server, owned, update) => {
    const answer = await fetch(`${server.url}/api/docs/${owned.docId}/sync`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${owned.secret}`,
        'Content-Type': 'application/octet-stream',
      },
      body: writeExchange({ stateVector: Uint8Array.of(0), update }),
    });
    if (answer.ok) return readExchange(new Uint8Array(await answer.arrayBuffer())) && null;
    return ((await answer.json()) as { error: { code: string } }).error.code;
  },
};

async function offer(client: RawClient, update: Uint8Array): Promise<string | null> {
  await client.synced();
  client.send(syncFrame(SYNC.update, update));
  await until('answered', () => client.gone || client.statuses.length > 0);
  const code = client.ended ?? client.closed?.reason ?? null;
  client.socket.close();
  return code;
}

describe.each(Object.entries(DOORS))('through %s', (_door, send) => {
  test('nothing is let in that could not be written out for the next one', async () => {
    const server = await startServer();
    const owned = newOwner();
    const anna = RawClient.sync(server, owned.docId, owned.secret);
    await anna.synced();
    for (const depth of [MAX_VALUE_DEPTH + 1, DEEP, 50_000]) {
      for (const [what, update] of Object.entries(unwritable(7, depth))) {
        expect([what, depth, await send(server, owned, update)]).toEqual([
          what,
          depth,
          'update_invalid',
        ]);
      }
    }
    expect(await send(server, owned, nestedTypes(7, 20_000))).toBe('update_invalid');
    anna.sendUpdate(textUpdate('still here'));
    await until('others go on', () => anna.statuses.length === 1);
    const next = RawClient.sync(await server.restart(), owned.docId, owned.secret);
    await next.synced();
    expect(bodyOf(next.doc)).toBe('still here');
  });
});

test('what people write is far from the limits, and is let in', () => {
  const document = new Y.Doc();
  const map = document.getMap('fields');
  let value: unknown = 'deep';
  for (let depth = 0; depth < MAX_VALUE_DEPTH - 1; depth++) value = [value];
  map.set('deep', value);
  map.set(
    'wide',
    Array.from({ length: 500 }, (_, at) => ({ at, __proto: at })),
  );
  document.getText('body').insertEmbed(0, { object: 'table', rows: [[{ text: '[[[[' }]] });
  document.getText('body').insert(0, 'text', { link: { href: 'https://example.org' } });
  document.getArray('more').insert(0, [new Y.XmlElement('p'), Uint8Array.of(1, 2), null, 1]);
  document.getMap('docs').set('other', new Y.Doc({ meta: { title: 'x' } }));
  const update = Y.encodeStateAsUpdate(document);
  expect(scanUpdate(update)?.unwritable).toBe(0);
  expect(withoutUnwritable(update)).toBe(update);
  expect(['additions', 'unusual']).toContain(inspectUpdate(new Y.Doc(), update));
  expect(canApply(new Y.Doc(), update)).toBe(true);
});

test('what was stored by an older version and cannot be written out is left out, and what was written around it stays', async () => {
  const { 'a document that is not named by a text': _threw, ...stored } = unwritable(
    7,
    STORED_DEEP,
  );
  for (const [what, update] of Object.entries(stored)) {
    // What is taken for bytes could never be compacted.
    for (const isCompacted of what.includes('bytes') ? [false] : [false, true]) {
      // Somebody wrote behind it.
      const behind = updateOf([{ client: 9, structs: [after(7, 0, 'words')] }]);
      const all = [update, behind];
      const { folder, owned } = await storedOnce(all, async (storage, docId) => {
        if (isCompacted) await storage.compact(docId, 2, Y.mergeUpdates(all), 2);
      });
      const [found] = examine(folder).documents;
      expect([what, found?.isWhole, found?.troubles.length]).toEqual([what, false, 1]);
      const server = await startServer({ dataDir: folder });
      const client = RawClient.sync(server, owned.docId, owned.secret);
      await client.synced();
      expect([what, isCompacted, client.closed, bodyOf(client.doc)]).toEqual([
        what,
        isCompacted,
        null,
        'words',
      ]);
      expect(server.logLines.some((line) => line.includes('value left out'))).toBe(true);
      client.sendUpdate(textUpdate('more ', client.doc));
      await until('it can be written in', () => client.statuses.length === 1);
      await server.stop();
    }
  }
});

/** A text behind an item of another client. */
function after(
  client: number,
  clock: number,
  written: string,
): (encoder: encoding.Encoder) => void {
  return (encoder) => {
    encoding.writeUint8(encoder, 4 | 0x80);
    encoding.writeVarUint(encoder, client);
    encoding.writeVarUint(encoder, clock);
    encoding.writeVarString(encoder, written);
  };
}

test('items that stand in each other’s way are counted before they are let in', () => {
  const document = new Y.Doc();
  const first = crowd(1, 8_000);
  expect(countConflicts(MOST_STEPS, () => Y.applyUpdate(document, first))).toBeLessThan(20_000);
  // Two frames of 70 KB: 64 million steps.
  const second = crowd(2, 8_000);
  expect(inspectUpdate(document, second)).toBe('unusual');
  expect(canApply(document, second)).toBe(false);
});

/** A store in which a document has these updates, as an older version may have taken them in. */
async function storedOnce(
  updates: readonly Uint8Array[],
  then: (storage: Storage, docId: DocId) => Promise<void> = async () => {},
): Promise<{ folder: string; owned: Owned }> {
  const folder = temporaryFolder();
  const owned = newOwner();
  const { docId } = owned;
  const storage = openSqlite(folder);
  await storage.createDocument(docId, 1);
  await storage.append(
    updates.map((bytes) => ({ name: docId, docId, receivedAt: 1, person: null, bytes })),
  );
  await then(storage, docId);
  await storage.close();
  return { folder, owned };
}

test('what was stored by an older version and takes too long in that order is read in another one', async () => {
  const { folder, owned } = await storedOnce([
    textUpdate('words'),
    crowd(1, 8_000),
    crowd(2, 8_000),
  ]);
  const server = await startServer({ dataDir: folder });
  let body = '';
  await until('it is there', async () => {
    const client = RawClient.sync(server, owned.docId, owned.secret);
    await client.synced();
    body = bodyOf(client.doc);
    return client.closed === null;
  });
  expect(body).toContain('words');
  expect(body).toHaveLength(16_005);
});

test('a document that takes too long in any order is left what can be read of it', async () => {
  // Each behind a name that has ever more under it.
  const names = updateOf([
    { client: 3, structs: Array.from({ length: 8_000 }, () => underName('x')) },
  ]);
  const { folder, owned } = await storedOnce([textUpdate('words'), names]);
  const server = await startServer({ dataDir: folder });
  await until('it is there', async () => {
    const client = RawClient.sync(server, owned.docId, owned.secret);
    await client.synced();
    return bodyOf(client.doc) === 'words';
  });
  expect(server.logLines.some((line) => line.includes('update set aside'))).toBe(true);
});

/** A value under a name that knows of none before it. */
function underName(name: string): (encoder: encoding.Encoder) => void {
  return (encoder) => {
    encoding.writeUint8(encoder, 8 | 0x20);
    encoding.writeVarUint(encoder, 1);
    encoding.writeVarString(encoder, 'fields');
    encoding.writeVarString(encoder, name);
    encoding.writeVarUint(encoder, 1);
    encoding.writeUint8(encoder, 126);
  };
}

test('deletions that cut a text in very many places are cut at once, or not let in', () => {
  const most = 40_000;
  const tail = Array.from({ length: 2 * most }, (_, at) => text('y', `${at % 2}`));
  const written = { client: 5, structs: [text('x'.repeat(2 * most)), ...tail] };
  const document = new Y.Doc();
  Y.applyUpdate(document, updateOf([written]));
  const cutting = (places: number, first: Parameters<typeof updateOf>[0] = []) => {
    const ranges = Array.from({ length: places }, (_, at): [number, number] => [2 * at, 1]);
    return updateOf(first, [{ client: 5, ranges }]);
  };
  // Of what the update brings itself each is cut for itself.
  expect(inspectUpdate(new Y.Doc(), cutting(most, [written]))).toBe('invalid');
  // As somebody does who replaces a word everywhere.
  const { verdict, cuts } = inspect(document, cutting(most));
  expect(verdict).toBe('deletions');
  expect(cuts).toBeLessThan(20_000);
  const own = new Y.Doc();
  Y.applyUpdate(own, Y.encodeStateAsUpdate(document));
  for (const [doc, apply] of [[document, applyUpdate] as const, [own, Y.applyUpdate] as const])
    apply(doc, cutting(4_000));
  expect(Y.encodeStateAsUpdate(document)).toEqual(Y.encodeStateAsUpdate(own));
  applyUpdate(document, cutting(most));
  expect(
    document
      .getText('body')
      .toString()
      .slice(0, 2 * most),
  ).toMatch(/^x+y*$/);
  // What was deleted before is in pieces, which are cut nowhere.
  const pieces = Array.from({ length: 2 * most }, (_, at) => (at % 2 ? text('x') : collected(1)));
  const whole = { client: 5, structs: [...pieces, ...tail] };
  expect(inspectUpdate(new Y.Doc(), cutting(most, [whole]))).not.toBe('invalid');
});

test('people who write at one place, live or apart, are let in without a trial', () => {
  const server = new Y.Doc();
  const people = [1, 2, 3].map((client) => Object.assign(new Y.Doc(), { clientID: client }));
  for (const [index, person] of people.entries()) {
    const body = person.getText('body');
    // Each their own text, pasted in pieces, and lines put before each other.
    for (let at = 0; at < 400; at++) body.insertEmbed(body.length, { id: `${index}.${at}` });
    for (let at = 0; at < 100; at++) body.insert(0, 'line');
    person.getMap('fields').set('width', index);
    for (let at = 0; at < 100; at++) person.getMap('fields').set(`width${index}`, at);
  }
  for (const person of people) {
    const update = Y.encodeStateAsUpdate(person);
    expect(inspectUpdate(server, update)).toBe('additions');
    countConflicts(MOST_STEPS, () => Y.applyUpdate(server, update));
  }
  const late = new Y.Doc();
  expect(inspect(late, Y.encodeStateAsUpdate(server)).verdict).toBe('additions');
});

test('who sends more than can be dealt with waits, and the others do not', async () => {
  const server = await startServer();
  const owned = newOwner();
  const anna = RawClient.sync(server, owned.docId, owned.secret);
  await anna.synced();
  const mallory = RawClient.sync(server, owned.docId, owned.secret);
  await mallory.synced();
  const writer = new Y.Doc();
  for (let sent = 0; sent < 5_000; sent++) mallory.sendUpdate(textUpdate('x', writer));
  anna.sendUpdate(textUpdate('Anna. '));
  await until('both are answered', () => anna.statuses.length + mallory.statuses.length === 5_001);
  const database = new DatabaseSync(join(server.folder, DATABASE_FILE), { readOnly: true });
  onCleanUp(() => database.close());
  const rows = database.prepare('SELECT bytes FROM updates ORDER BY sequence').all();
  const place = rows.findIndex(({ bytes }) => Buffer.from(bytes as Uint8Array).includes('Anna.'));
  expect(rows).toHaveLength(5_001);
  expect(place).toBeLessThan(4_000);
});

test('deletions of what is not there do not fill a document', async () => {
  const server = await startServer();
  const owned = newOwner();
  const client = RawClient.sync(server, owned.docId, owned.secret);
  await client.synced();
  const ranges = Array.from({ length: 100_000 }, (_, at): [number, number] => [2 * at, 1]);
  client.sendUpdate(updateOf([], [{ client: 5, ranges }]));
  await client.whenGone();
  expect(client.closed?.reason).toBe('document_full');
});

test('nor do deletions of what waits for something itself', async () => {
  const server = await startServer();
  const owned = newOwner();
  const client = RawClient.sync(server, owned.docId, owned.secret);
  await client.synced();
  const ranges = Array.from({ length: 20_000 }, (_, at): [number, number] => [2 * at + 1, 1]);
  const waiting = { client: 5, clock: 1, structs: [collected(1_000_000)] };
  client.sendUpdate(updateOf([waiting], [{ client: 5, ranges }]));
  await until('answered', () => client.gone || client.statuses.length === 1);
  expect(client.closed?.reason).toBe('document_full');
});

test('what waits for what never comes is bounded', async () => {
  const server = await startServer();
  const owned = newOwner();
  const client = RawClient.sync(server, owned.docId, owned.secret);
  await client.synced();
  for (let clock = 1; clock < 20 && !client.gone; clock++) {
    const structs = [text('y'.repeat(100_000))];
    client.sendUpdate(updateOf([{ client: 5, clock: clock * 1_000_000, structs }]));
    const answers = clock;
    await until('answered', () => client.gone || client.statuses.length === answers);
  }
  expect(client.closed?.reason).toBe('document_full');
});

test('a document is full by what its items take in memory, too', () => {
  const tiny = crowd(1, 150_000);
  expect(tiny.length).toBeLessThan(1_600_000);
  expect(inspect(new Y.Doc(), tiny).weight).toBe(150_000);
});

test('nobody writes under the id of somebody else who is there', async () => {
  const server = await startServer();
  const owned = newOwner();
  const [annaKey, benKey] = [createSecret(), createSecret()];
  const as = (key: string | null) =>
    RawClient.sync(server, owned.docId, owned.secret, SUBPROTOCOL, key);
  const anna = as(annaKey);
  await anna.synced();
  const writer = Object.assign(new Y.Doc(), { clientID: 7 });
  anna.sendUpdate(textUpdate('one ', writer));
  await until('hers', () => anna.statuses.length === 1);
  const forged = updateOf([{ client: 7, clock: 4, structs: [collected(1_000_000)] }]);
  for (const key of [null, benKey]) {
    const other = as(key);
    await other.synced();
    other.sendUpdate(forged);
    await other.whenGone();
    expect(other.closed?.reason).toBe('rate_limited');
  }
  expect(await DOORS.http?.(server, owned, forged)).toBe('rate_limited');
  // Another tab of hers may have what this one wrote.
  const tab = as(annaKey);
  await tab.synced();
  tab.sendUpdate(textUpdate('two ', writer));
  await until('taken from there as well', () => tab.statuses.length === 1);
  anna.socket.close();
  tab.socket.close();
  for (const client of [anna, tab]) await client.whenGone();
  // What she wrote offline may reach the server through somebody else.
  const ben = as(benKey);
  await ben.synced();
  await until('she is gone', async () => {
    if (ben.gone) return true;
    ben.sendUpdate(textUpdate('three', writer));
    await until('answered', () => ben.gone || ben.statuses.length === 1);
    return true;
  });
  expect(bodyOf(writer)).toBe('one two three');
});

test('words whose first ids somebody said were collected end nobody’s document', async () => {
  const server = await startServer();
  const owned = newOwner();
  const client = RawClient.sync(server, owned.docId, owned.secret);
  await client.synced();
  const writer = Object.assign(new Y.Doc(), { clientID: 7 });
  client.sendUpdate(textUpdate('one ', writer));
  client.sendUpdate(updateOf([{ client: 7, clock: 4, structs: [collected(2)] }]));
  client.sendUpdate(textUpdate('two', writer));
  await until('all are answered', () => client.gone || client.statuses.length === 3);
  expect(client.closed).toBe(null);
  const next = RawClient.sync(await server.restart(), owned.docId, owned.secret);
  await next.synced();
  expect(bodyOf(next.doc)).toBe('one ');
});
