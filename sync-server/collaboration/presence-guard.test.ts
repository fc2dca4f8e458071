/** Whom others see, and whom they do not. */

import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { HocuspocusProvider } from '@hocuspocus/provider';
import * as decoding from 'lib0/decoding';
import { afterEach, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { Awareness, applyAwarenessUpdate } from 'y-protocols/awareness';
import { WebsocketProvider } from 'y-websocket';
import * as Y from 'yjs';
import { parseDocumentName } from '../../shared/access/document-name.ts';
import { personIdOf } from '../../shared/access/ids.ts';
import { FRAME, SUBPROTOCOL, SYNC, syncFrame } from '../../shared/protocol/messages.ts';
import { Presence } from '../../shared/protocol/presence.ts';
import { DATABASE_FILE } from '../storage/sqlite.ts';
import { cleanUp, onCleanUp, until } from '../testing/clean-up.ts';
import { RawClient, textUpdate } from '../testing/raw-client.ts';
import {
  call,
  makeLink,
  newOwner,
  type Owned,
  startCollaboration,
  startServer,
  type TestServer,
} from '../testing/server.ts';
import { addressed, addressOf, tokenFrame } from './hocuspocus-frames.ts';
import { serveMultiplexed } from './multiplexed.ts';
import type { ClientSocket } from './sockets.ts';
import { serveYWebsocket } from './y-websocket.ts';

afterEach(cleanUp);

/** The key with which somebody proves who they are. */
const keyOf = (who: string) => who.padEnd(43, '0');
const person = (who: string, name = who) => ({ id: personIdOf(keyOf(who)), name, color: 'teal' });
const cursor = { anchor: { type: null, tname: 'body', item: null, assoc: 0 }, head: { assoc: 0 } };

/** What a client would show of the others. */
function watch(client: RawClient): Awareness {
  const awareness = new Awareness(new Y.Doc());
  onCleanUp(() => awareness.destroy());
  awareness.setLocalState(null);
  const take = (frame: Uint8Array) => {
    const decoder = decoding.createDecoder(frame);
    if (decoding.readVarUint(decoder) !== FRAME.awareness) return;
    applyAwarenessUpdate(awareness, decoding.readVarUint8Array(decoder), null);
  };
  for (const { type, body } of client.received) take(Uint8Array.of(type, ...body));
  client.socket.on('message', (data) => take(new Uint8Array(data as ArrayBuffer)));
  return awareness;
}

async function connect(
  server: TestServer,
  owned: Owned,
  who: string | null = null,
  secret = owned.secret,
): Promise<RawClient> {
  const key = who === null ? null : keyOf(who);
  const client = RawClient.sync(server, owned.docId, secret, SUBPROTOCOL, key);
  await client.synced();
  return client;
}

test('people and cursors are shown, and go when the connection goes', async () => {
  const server = await startServer();
  const owned = newOwner();
  const anna = await connect(server, owned, 'anna');
  const seen = watch(await connect(server, owned));
  anna.sendAwareness(11, 1, { person: person('anna'), cursor, extra: 'not of the schema' });
  await until('Anna is there', () => seen.states.has(11));
  expect(seen.states.get(11)).toEqual({ person: person('anna'), cursor });
  anna.socket.close();
  await until('Anna has gone', () => !seen.states.has(11));
});

test('who leaves by saying so is gone at once, and may come back', async () => {
  const server = await startServer();
  const owned = newOwner();
  const anna = await connect(server, owned, 'anna');
  const seen = watch(await connect(server, owned));
  anna.sendAwareness(11, 1, { person: person('anna') });
  await until('Anna is there', () => seen.states.has(11));
  anna.sendAwareness(11, 2, null);
  await until('Anna has gone', () => !seen.states.has(11));
  anna.sendAwareness(11, 3, { person: person('anna') });
  await until('Anna is back', () => seen.states.has(11));
  anna.socket.terminate();
  await until('Anna has gone again', () => !seen.states.has(11));
});

test('a viewer is shown without a cursor', async () => {
  const server = await startServer();
  const owned = newOwner();
  const seen = watch(await connect(server, owned));
  for (const [role, clientId] of [
    ['viewer', 21],
    ['commenter', 22],
  ] as const) {
    const link = await makeLink(server, owned, role);
    const client = await connect(server, owned, role, link.secret);
    client.sendAwareness(clientId, 1, { person: person(role), cursor });
  }
  await until('both are there', () => seen.states.has(21) && seen.states.has(22));
  expect(seen.states.get(21)).toEqual({ person: person('viewer') });
  expect(seen.states.get(22)).toEqual({ person: person('commenter'), cursor });
});

test('nobody can change, remove or repeat the state of somebody else', async () => {
  const server = await startServer();
  const owned = newOwner();
  const anna = await connect(server, owned, 'anna');
  const mallory = await connect(server, owned, 'mallory');
  const seen = watch(await connect(server, owned));
  anna.sendAwareness(11, 1, { person: person('anna') });
  await until('Anna is there', () => seen.states.has(11));
  mallory.sendAwareness(66, 1, { person: person('mallory') });
  mallory.sendAwareness(11, 9, { person: person('anna', 'Nonsense') });
  mallory.sendAwareness(11, 10, null);
  mallory.sendAwareness(66, 2, { person: person('mallory', 'Mallory') });
  await until('all of it has been read', () =>
    JSON.stringify(seen.states.get(66) ?? null).includes('"Mallory"'),
  );
  expect(seen.states.get(11)).toEqual({ person: person('anna') });
  expect(seen.meta.get(11)?.clock).toBe(1);
});

test('one connection is one client and one person', async () => {
  const server = await startServer();
  const owned = newOwner();
  const mallory = await connect(server, owned, 'mallory');
  const seen = watch(await connect(server, owned));
  mallory.sendAwareness(66, 1, { person: person('mallory') });
  mallory.sendAwareness(67, 1, { person: person('second') });
  mallory.sendAwareness(66, 2, { person: person('somebody') });
  mallory.sendAwareness(66, 3, { person: person('mallory', 'Renamed') });
  await until('all of it has been read', () =>
    JSON.stringify(seen.states.get(66) ?? null).includes('Renamed'),
  );
  expect([...seen.states.keys()]).toEqual([66]);
  expect(seen.states.get(66)).toEqual({ person: person('mallory', 'Renamed') });
});

test('what does not fit the schema, or is too large, is not shown', async () => {
  const server = await startServer();
  const owned = newOwner();
  const client = await connect(server, owned, 'anna');
  const seen = watch(await connect(server, owned));
  client.sendAwareness(31, 1, {});
  client.sendAwareness(31, 2, { user: { name: '  ', color: '#f00' } });
  client.sendAwareness(31, 3, { person: { ...person('anna'), color: 'url(x)' } });
  client.sendAwareness(31, 4, { person: person('anna'), cursor, junk: 'x'.repeat(5_000) });
  client.sendAwareness(31, 5, { person: person('anna', '  Anna  ') });
  await until('the good one is there', () => seen.states.has(31));
  expect(seen.states.get(31)).toEqual({ person: person('anna', 'Anna') });
  expect(seen.meta.get(31)?.clock).toBe(5);
});

test('of changes that come too fast the last one is shown', async () => {
  const server = await startServer();
  const owned = newOwner();
  const client = await connect(server, owned, 'anna');
  const watcher = await connect(server, owned);
  const seen = watch(watcher);
  const before = watcher.count(FRAME.awareness);
  for (let clock = 1; clock <= 300; clock++) {
    client.sendAwareness(41, clock, { person: person('anna', `Anna ${clock}`) });
  }
  await until('the last one is shown', () => seen.meta.get(41)?.clock === 300);
  expect(seen.states.get(41)).toEqual({ person: person('anna', 'Anna 300') });
  expect(watcher.count(FRAME.awareness) - before).toBeLessThan(60);
  expect(client.gone).toBe(false);
});

test('a client that asks who is there is told', async () => {
  const server = await startServer();
  const owned = newOwner();
  const anna = await connect(server, owned, 'anna');
  const asking = await connect(server, owned);
  anna.sendAwareness(11, 1, { person: person('anna') });
  const seen = watch(asking);
  await until('heard', () => seen.states.has(11));
  const heard = asking.count(FRAME.awareness);
  asking.send(Uint8Array.of(FRAME.queryAwareness));
  await until('answered', () => asking.count(FRAME.awareness) > heard);
  const answer = asking.received.at(-1)!;
  expect(Buffer.from(answer.body).toString()).toContain('anna');
});

test('a cursor never arrives before the text it stands in', async () => {
  const server = await startServer();
  const owned = newOwner();
  const anna = await connect(server, owned, 'anna');
  const ben = await connect(server, owned);
  const typed = new Y.Doc();
  for (let clock = 1; clock <= 10; clock++) {
    anna.sendUpdate(textUpdate('word ', typed));
    anna.sendAwareness(11, clock, { person: person('anna', `after ${clock}`), cursor });
  }
  const seen = watch(ben);
  await until('the last cursor is there', () => seen.meta.get(11)?.clock === 10);
  let words = 0;
  const doc = new Y.Doc();
  for (const { type, body } of ben.received) {
    const decoder = decoding.createDecoder(body);
    if (type === FRAME.sync) {
      const step = decoding.readVarUint(decoder);
      if (step !== 0) Y.applyUpdate(doc, decoding.readVarUint8Array(decoder));
      words = doc.getText('body').length / 'word '.length;
    }
    const after = /after (\d+)/.exec(Buffer.from(body).toString())?.[1];
    if (type === FRAME.awareness && after !== undefined) {
      expect(words).toBeGreaterThanOrEqual(Number(after));
    }
  }
  expect(words).toBe(10);
});

test('a client whose old socket is dead gets its place back', async () => {
  const server = await startServer();
  const owned = newOwner();
  const seen = watch(await connect(server, owned));
  const old = await connect(server, owned, 'anna');
  old.sendAwareness(51, 1, { person: person('anna', 'Old') });
  await until('there', () => seen.states.has(51));
  // A network that is gone: nothing of the old socket is read or answered any more.
  old.socket.pause();
  const next = await connect(server, owned, 'anna');
  let clock = 2;
  await until('taken over', () => {
    next.sendAwareness(51, clock++, { person: person('anna', 'New') });
    return JSON.stringify(seen.states.get(51) ?? null).includes('New');
  });
});

test('the log remembers who sent an update, as far as they have shown themselves', async () => {
  const server = await startServer();
  const owned = newOwner();
  const anna = await connect(server, owned, 'anna');
  const typed = new Y.Doc();
  anna.sendUpdate(textUpdate('unknown ', typed));
  await until('stored', () => anna.statuses.length === 1);
  anna.sendAwareness(11, 1, { person: person('anna') });
  anna.sendUpdate(textUpdate('known', typed));
  await until('stored', () => anna.statuses.length === 2);
  const database = new DatabaseSync(join(server.folder, DATABASE_FILE));
  onCleanUp(() => database.close());
  const rows = database.prepare('SELECT person FROM updates ORDER BY sequence').all();
  expect(rows.map((row) => row.person)).toEqual([null, person('anna').id]);
});

test('claiming the place of somebody who is there cuts nobody off', async () => {
  const server = await startServer({ keepaliveMs: 30 });
  const owned = newOwner();
  const anna = await connect(server, owned, 'anna');
  const seen = watch(await connect(server, owned));
  anna.sendAwareness(11, 1, { person: person('anna') });
  await until('Anna is there', () => seen.states.has(11));
  const mallory = await connect(server, owned, 'mallory');
  const heard = anna.count(FRAME.awareness);
  let clock = 2;
  await until('many rounds of pings have passed', () => {
    mallory.sendAwareness(11, clock++, { person: person('anna', 'Not Anna') });
    return anna.count(FRAME.awareness) > heard + 10;
  });
  expect(anna.gone).toBe(false);
  expect(seen.states.get(11)).toEqual({ person: person('anna') });
});

test('nobody shows up as somebody else, there or not: what is not proved is nobody’s id', async () => {
  const server = await startServer();
  const owned = newOwner();
  const seen = watch(await connect(server, owned));
  const mallory = await connect(server, owned, 'mallory');
  mallory.sendAwareness(66, 1, { person: person('anna') });
  const plain = await connect(server, owned);
  plain.sendAwareness(77, 1, { person: person('anna') });
  const hocuspocus = RawClient.multiplexed(server, owned.docId, owned.secret);
  await hocuspocus.synced();
  hocuspocus.sendAwareness(88, 1, { person: person('anna') });
  await until('all are there', () => [66, 77, 88].every((client) => seen.states.has(client)));
  const ids = [66, 77, 88].map((client) => seen.states.get(client)?.person.id);
  for (const id of ids) expect(id).toMatch(/^[0-9A-Za-z]{16}$/);
  expect(ids).not.toContain(person('anna').id);
  // A program that comes back is the same as before, as long as it comes with the same.
  expect(new Set(ids).size).toBe(1);
  const link = await makeLink(server, owned, 'editor');
  const other = await connect(server, owned, null, link.secret);
  other.sendAwareness(99, 1, { person: person('anna') });
  await until('the other is there', () => seen.states.has(99));
  expect(seen.states.get(99)?.person.id).not.toBe(ids[0]);
});

test('somebody on two devices is one person, who is there until both have gone', async () => {
  const server = await startServer();
  const owned = newOwner();
  const seen = watch(await connect(server, owned));
  const desk = await connect(server, owned, 'anna');
  desk.sendAwareness(11, 1, { person: person('anna'), cursor });
  // The phone was somebody else until it was linked, and comes back with the same client.
  const before = await connect(server, owned, 'phone');
  before.sendAwareness(22, 1, { person: person('phone') });
  await until('both are there', () => seen.states.has(11) && seen.states.has(22));
  before.socket.close();
  await until('the phone has gone', () => !seen.states.has(22));
  const phone = await connect(server, owned, 'anna');
  phone.sendAwareness(22, 2, { person: person('anna'), cursor });
  await until('the phone is back', () => seen.states.has(22));
  const shown = { person: person('anna'), cursor };
  expect([11, 22].map((client) => seen.states.get(client))).toEqual([shown, shown]);
  desk.socket.close();
  await until('the desk has gone', () => !seen.states.has(11));
  expect(seen.states.get(22)).toEqual(shown);
});

test('who may only read from now on loses the cursor, and may have it again later', async () => {
  const server = await startServer();
  const owned = newOwner();
  const link = await makeLink(server, owned, 'editor');
  const seen = watch(await connect(server, owned));
  const ben = await connect(server, owned, 'ben', link.secret);
  ben.sendAwareness(11, 1, { person: person('ben'), cursor });
  await until('Ben is there', () => seen.states.has(11));
  const path = `/api/docs/${owned.docId}/links/${link.id}`;
  await call(server, 'PATCH', path, owned.secret, { role: 'viewer' });
  await until('without a cursor', () => seen.states.get(11)?.cursor === undefined);
  expect(seen.states.get(11)).toEqual({ person: person('ben') });
  ben.sendAwareness(11, 3, { person: person('ben'), cursor });
  await call(server, 'PATCH', path, owned.secret, { role: 'editor' });
  ben.sendAwareness(11, 4, { person: person('ben'), cursor });
  await until('with a cursor', () => seen.states.get(11)?.cursor !== undefined);
});

test('whoever took the client of somebody who was away gives it back to them', async () => {
  const server = await startServer();
  const owned = newOwner();
  const seen = watch(await connect(server, owned));
  const first = await connect(server, owned, 'anna');
  first.sendAwareness(11, 1, { person: person('anna') });
  await until('Anna is there', () => seen.states.has(11));
  first.socket.close();
  await until('Anna has gone', () => !seen.states.has(11));
  const viewer = await makeLink(server, owned, 'viewer');
  const mallory = await connect(server, owned, 'mallory', viewer.secret);
  mallory.sendAwareness(11, 50, { person: person('mallory') });
  await until('Mallory is shown', () => seen.states.has(11));
  const anna = await connect(server, owned, 'anna');
  anna.sendAwareness(11, 60, { person: person('anna') });
  const nameAt11 = () => (seen.states.get(11) as { person: { name: string } } | undefined)?.person;
  await until('Anna is there again', () => nameAt11()?.name === 'anna');
  mallory.sendAwareness(11, 70, { person: person('mallory') });
  mallory.sendAwareness(12, 1, { person: person('mallory') });
  await until('Mallory is shown as another', () => seen.states.has(12));
  expect(nameAt11()).toEqual(person('anna'));
});

test('people in other editors are shown as guests, with their cursors, and as nobody known', async () => {
  const server = await startServer();
  const owned = newOwner();
  const anna = await connect(server, owned, 'anna');
  const seen = watch(anna);
  const editor = await makeLink(server, owned, 'editor');
  const providers = ['Ben', ' Zoë 👩‍👩‍👧 '].map((name, index) => {
    const doc = new Y.Doc();
    const provider =
      index === 0
        ? new WebsocketProvider(`${server.ws}/sync`, owned.docId, doc, {
            protocols: ['y-websocket', `token.${editor.secret}`],
            disableBc: true,
          })
        : new HocuspocusProvider({
            url: `${server.ws}/hocuspocus`,
            name: owned.docId,
            token: editor.secret,
            document: doc,
          });
    onCleanUp(() => provider.destroy());
    const user = { name, color: '#d01020', id: personIdOf(keyOf('anna')), html: '<b>' };
    provider.awareness?.setLocalStateField('user', user);
    provider.awareness?.setLocalStateField('cursor', cursor);
    return { clientId: doc.clientID, awareness: provider.awareness };
  });
  const [ben, zoe] = providers as [(typeof providers)[0], (typeof providers)[0]];
  const hasCursor = (id: number) => seen.states.get(id)?.cursor !== undefined;
  await until('both are there', () => providers.every(({ clientId }) => hasCursor(clientId)));
  for (const { clientId } of providers) {
    const { person: shown } = Presence.parse(seen.states.get(clientId));
    expect(shown.id).not.toBe(personIdOf(keyOf('anna')));
    expect(shown.color).toBe('red');
    expect(Object.keys(seen.states.get(clientId) ?? {}).sort()).toEqual([
      'cursor',
      'person',
      'user',
    ]);
  }
  // And their stock cursors find each other.
  await until('Ben sees Zoë', () => ben.awareness?.getStates().has(zoe.clientId) === true);
  expect(ben.awareness?.getStates().get(zoe.clientId)).toMatchObject({
    user: { name: 'Zoë 👩‍👩‍👧', color: '#d01020' },
  });
});

test('a clock that nobody can count on from is passed over', async () => {
  const server = await startServer();
  const owned = newOwner();
  const link = await makeLink(server, owned, 'editor');
  const seen = watch(await connect(server, owned));
  const first = await connect(server, owned, 'anna');
  first.sendAwareness(11, 1, { person: person('anna') });
  await until('Anna is there', () => seen.states.has(11));
  first.socket.close();
  await until('Anna has gone', () => !seen.states.has(11));
  const mallory = await connect(server, owned, 'mallory', link.secret);
  for (const clock of [2 ** 53, 2 ** 53 - 1, 2 ** 40]) {
    mallory.sendAwareness(11, clock, { person: person('mallory') });
    mallory.sendAwareness(66, clock, { person: person('mallory'), cursor });
  }
  await mallory.synced();
  mallory.sendAwareness(66, 7, { person: person('mallory'), cursor });
  await until('Mallory is there', () => seen.states.has(66));
  const anna = await connect(server, owned, 'anna');
  anna.sendAwareness(11, 2, { person: person('anna') });
  await until('Anna is there again', () => seen.states.has(11));
  expect(
    [...seen.meta].filter(([id]) => id === 11 || id === 66).map(([, { clock }]) => clock),
  ).toEqual([2, 7]);
  const path = `/api/docs/${owned.docId}/links/${link.id}`;
  await call(server, 'PATCH', path, owned.secret, { role: 'viewer' });
  await until('without a cursor', () => seen.states.get(66)?.cursor === undefined);
});

/** A socket that nobody reads, of which the test says how much waits for it, and what was sent to it. */
function unread() {
  const sent: Uint8Array[] = [];
  const socket: ClientSocket & { isFarBehind: boolean } = {
    ...{ address: '192.0.2.1', hosts: [], readyState: WebSocket.OPEN, isFarBehind: false },
    send: (frame) => void sent.push(frame),
    close: () => expect.fail('it goes on'),
    cut: () => expect.fail('it goes on'),
    challenge: () => undefined,
    hold: () => undefined,
    admitted: () => undefined,
  };
  return { socket, sent };
}

test.each(['sync', 'multiplexed'] as const)(
  'at %s whoever is far behind is not told who is here, and all else',
  async (endpoint) => {
    const { collaboration, ws } = await startCollaboration({});
    const { docId, secret } = newOwner();
    const anna = RawClient.sync({ ws }, docId, secret);
    await anna.synced();
    const { socket, sent } = unread();
    const address = addressOf(docId);
    const isMultiplexed = endpoint === 'multiplexed';
    const handler = isMultiplexed
      ? serveMultiplexed(collaboration, socket)
      : serveYWebsocket(collaboration, socket, {
          ...{ document: parseDocumentName(docId)!, secret, person: null, confirms: true },
          ...{ hasNoState: false, hearsDigest: false, signs: false },
        });
    onCleanUp(() => handler.closed());
    const say = (frame: Uint8Array) =>
      handler.receive(isMultiplexed ? addressed(address, frame) : frame);
    const count = (type: number) =>
      sent.filter((whole) => (isMultiplexed ? whole[address.length] : whole[0]) === type).length;
    if (isMultiplexed) say(tokenFrame(secret));
    say(syncFrame(SYNC.step1, Uint8Array.of(0)));
    await until('it is let in', () => count(FRAME.sync) >= 2);
    anna.sendAwareness(11, 1, { person: person('anna') });
    await until('it is told of Anna', () => count(FRAME.awareness) > 0);
    const told = count(FRAME.awareness);

    socket.isFarBehind = true;
    const synced = count(FRAME.sync);
    say(Uint8Array.of(FRAME.queryAwareness));
    anna.sendAwareness(11, 2, { person: person('anna', 'Anna') });
    anna.sendUpdate(textUpdate('word'));
    await until('it has the word', () => count(FRAME.sync) > synced);
    expect(count(FRAME.awareness)).toBe(told);

    socket.isFarBehind = false;
    say(Uint8Array.of(FRAME.queryAwareness));
    await until('it is told again', () => count(FRAME.awareness) > told);
  },
);
