/**
 * Everything a client may not do, tried by clients that send whatever they like: opcode × role ×
 * result, at both endpoints.
 *
 * Invariant: each attempt is looked at from the outside, by what others see and what a fresh load
 * gives, and not only by what the one who tried was answered.
 */
import * as decoding from 'lib0/decoding';
import * as encoding from 'lib0/encoding';
import { afterEach, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { Awareness, applyAwarenessUpdate } from 'y-protocols/awareness';
import * as Y from 'yjs';
import { createSecret, personIdOf } from '../../shared/access/ids.ts';
import { ROLES, type Role } from '../../shared/access/roles.ts';
import { ERRORS, type ErrorCode } from '../../shared/protocol/errors.ts';
import { FRAME, SUBPROTOCOL, SYNC } from '../../shared/protocol/messages.ts';
import { cleanUp, onCleanUp, until } from '../testing/clean-up.ts';
import { bodyOf, RawClient, textUpdate } from '../testing/raw-client.ts';
import { makeLink, newOwner, type Owned, startServer, type TestServer } from '../testing/server.ts';
import { saidIn, sayUpdate } from '../testing/talk.ts';
import { addressed, addressOf, tokenFrame } from './hocuspocus-frames.ts';

afterEach(cleanUp);

const ENDPOINTS = ['sync', 'multiplexed'] as const;
type EndpointName = (typeof ENDPOINTS)[number];
/** Whoever has no secret at all is tried, too. */
const WHO = ['nobody', ...ROLES] as const;
type Who = (typeof WHO)[number];

interface Scene {
  server: TestServer;
  owned: Owned;
  /** Connected to the body all along, and shown there as client 11. */
  anna: RawClient;
  annaKey: string;
  /** What others see of the people in the body. */
  people: Awareness;
}

interface Attempt {
  /** The opcodes of the frames, as in `FRAME` and `SYNC`. */
  opcode: string;
  what: string;
  name?: (scene: Scene) => string;
  send: (client: RawClient, scene: Scene) => void | Promise<void>;
  /** Whether it had an effect on anybody or anything. */
  worked: (scene: Scene, client: RawClient) => Promise<boolean>;
  by: readonly Who[];
  /** How it ends for those who may not, once they are let in; null if they stay. */
  ends: ErrorCode | null;
}

const EVERYBODY_WITH_A_LINK: readonly Who[] = ROLES;
const WRITERS: readonly Who[] = ['editor', 'owner'];
const NOBODY: readonly Who[] = [];
const CURSOR = { anchor: { tname: 'body', assoc: 0 }, head: { tname: 'body', assoc: 0 } };
const discussionOf = ({ owned }: Scene) => `${owned.docId}.discussion`;

/** What a fresh load of a document gives its owner. */
async function stored({ server, owned }: Scene): Promise<string> {
  const reader = RawClient.sync(server, owned.docId, owned.secret);
  await reader.synced();
  return bodyOf(reader.doc);
}

/** What a fresh load of the discussion gives its owner. */
async function said({ server, owned }: Scene): Promise<string> {
  const reader = RawClient.sync(server, `${owned.docId}.discussion`, owned.secret);
  await reader.synced();
  return saidIn(reader.doc, owned.docId);
}

function frame(type: number, text: string): Uint8Array {
  const encoder = encoding.createEncoder();
  encoding.writeVarUint(encoder, type);
  encoding.writeVarString(encoder, text);
  return encoding.toUint8Array(encoder);
}

const showsAnna = ({ people, annaKey }: Scene) =>
  JSON.stringify(people.states.get(11)) ===
  JSON.stringify({ person: { id: personIdOf(annaKey), name: 'Anna', color: 'teal' } });

const ATTEMPTS: readonly Attempt[] = [
  {
    opcode: '0/0',
    what: 'reads the body',
    send: (client) => client.sendStateVector(),
    worked: async (_scene, client) => bodyOf(client.doc) === 'kept',
    by: EVERYBODY_WITH_A_LINK,
    ends: null,
  },
  ...([SYNC.step2, SYNC.update] as const).map(
    (step): Attempt => ({
      opcode: `0/${step}`,
      what: 'writes the body',
      send: (client) => client.sendUpdate(textUpdate(' and more', client.doc), step),
      worked: async (scene) => (await stored(scene)) !== 'kept',
      by: WRITERS,
      ends: 'role_too_low',
    }),
  ),
  {
    opcode: '0/2',
    what: 'deletes from the body',
    send: (client) => {
      const copy = new Y.Doc();
      Y.applyUpdate(copy, Y.encodeStateAsUpdate(client.doc));
      const before = Y.encodeStateVector(copy);
      copy.getText('body').delete(0, copy.getText('body').length);
      client.sendUpdate(Y.encodeStateAsUpdate(copy, before));
    },
    worked: async (scene) => (await stored(scene)) !== 'kept',
    by: WRITERS,
    // It is what Yjs itself does when it tidies up: said to be not taken, and no reason to end.
    ends: null,
  },
  {
    opcode: '0/2',
    what: 'writes the discussion',
    name: discussionOf,
    send: async (client, { owned }) => client.sendUpdate(await sayUpdate(owned.docId, 'remark')),
    worked: async (scene) => (await said(scene)) === 'remark',
    by: ['commenter', 'suggester', 'editor', 'owner'],
    ends: 'role_too_low',
  },
  {
    opcode: '1',
    what: 'shows a cursor',
    send: (client) =>
      client.sendAwareness(66, 1, {
        person: { id: 'x'.repeat(16), name: 'Eve', color: 'red' },
        cursor: CURSOR,
      }),
    worked: async ({ people }) => people.states.get(66)?.cursor !== undefined,
    by: ['commenter', 'suggester', 'editor', 'owner'],
    ends: null,
  },
  {
    opcode: '1',
    what: 'changes what others see of somebody else’s connection',
    send: (client, { annaKey }) =>
      client.sendAwareness(11, 9, {
        person: { id: personIdOf(annaKey), name: 'Nonsense', color: 'red' },
      }),
    worked: async (scene) => !showsAnna(scene),
    by: NOBODY,
    ends: null,
  },
  {
    opcode: '1',
    what: 'has somebody else leave',
    send: (client) => client.sendAwareness(11, 10, null),
    worked: async (scene) => !showsAnna(scene),
    by: NOBODY,
    ends: null,
  },
  {
    opcode: '1',
    what: 'shows up as somebody else',
    send: (client, { annaKey }) =>
      client.sendAwareness(66, 1, {
        person: { id: personIdOf(annaKey), name: 'Anna', color: 'teal' },
      }),
    worked: async ({ people, annaKey }) => people.states.get(66)?.person.id === personIdOf(annaKey),
    by: NOBODY,
    ends: null,
  },
  ...(
    [
      [FRAME.stateless, 'sends a stateless message'],
      [6, 'sends a stateless message to all'],
      [FRAME.syncStatus, 'sends a confirmation'],
      [FRAME.store, 'speaks for the store'],
      [FRAME.role, 'gives a role'],
    ] as const
  ).map(
    ([type, what]): Attempt => ({
      opcode: String(type),
      what,
      send: (client) => client.send(frame(type, 'owner')),
      worked: async ({ anna }) => anna.received.some((received) => received.type === type),
      by: NOBODY,
      ends: 'request_invalid',
    }),
  ),
];

async function write(server: TestServer, { docId, secret }: Owned, text: string): Promise<void> {
  const writer = RawClient.sync(server, docId, secret);
  await writer.synced();
  writer.sendUpdate(textUpdate(text));
  await until('it is stored', () => writer.statuses.length === 1);
}

async function setScene(): Promise<Scene> {
  const server = await startServer();
  const owned = newOwner();
  await write(server, owned, 'kept');
  const annaKey = createSecret();
  // Plain, so that any frame of the server that is not the protocol's own would be noticed.
  const anna = RawClient.sync(server, owned.docId, owned.secret, 'plain', annaKey);
  const people = new Awareness(new Y.Doc());
  onCleanUp(() => people.destroy());
  anna.socket.on('message', (data) => {
    const decoder = decoding.createDecoder(new Uint8Array(data as ArrayBuffer));
    if (decoding.readVarUint(decoder) !== FRAME.awareness) return;
    applyAwarenessUpdate(people, decoding.readVarUint8Array(decoder), null);
  });
  await anna.synced();
  anna.sendAwareness(11, 1, { person: { id: personIdOf(annaKey), name: 'Anna', color: 'teal' } });
  const scene = { server, owned, anna, annaKey, people };
  const watcher = RawClient.sync(server, owned.docId, owned.secret);
  await watcher.synced();
  // What one shows of oneself is not told back: another connection sees it.
  watcher.socket.on('message', (data) => {
    const decoder = decoding.createDecoder(new Uint8Array(data as ArrayBuffer));
    if (decoding.readVarUint(decoder) !== FRAME.awareness) return;
    applyAwarenessUpdate(people, decoding.readVarUint8Array(decoder), null);
  });
  watcher.send(Uint8Array.of(FRAME.queryAwareness));
  await until('Anna is there', () => showsAnna(scene));
  return scene;
}

async function secretOf({ server, owned }: Scene, who: Who): Promise<string | null> {
  if (who === 'nobody') return null;
  return who === 'owner' ? owned.secret : (await makeLink(server, owned, who)).secret;
}

/** Resolves when the server has dealt with all that this client has sent. */
async function heardOut(client: RawClient): Promise<void> {
  const before = client.count(FRAME.awareness);
  client.send(Uint8Array.of(FRAME.queryAwareness));
  await until('heard out', () => client.gone || client.count(FRAME.awareness) > before);
}

function endOf(client: RawClient): string | null {
  return client.closed?.reason ?? client.ended;
}

describe.each(ENDPOINTS)('at the endpoint %s', (endpoint: EndpointName) => {
  const cells = ATTEMPTS.flatMap((attempt) => WHO.map((who) => ({ ...attempt, who })));

  test.each(
    cells.map((cell) => ({ ...cell, result: cell.by.includes(cell.who) ? 'done' : 'no effect' })),
  )('opcode $opcode, $who $what: $result', async ({ who, by, ends, name, send, worked }) => {
    const scene = await setScene();
    const secret = await secretOf(scene, who);
    const client = RawClient[endpoint](scene.server, name?.(scene) ?? scene.owned.docId, secret);
    if (who === 'nobody') {
      client.sendStateVector();
      await send(client, scene);
      // Hocuspocus' protocol waits for a token; nothing is said or done meanwhile.
      if (endpoint === 'sync') await client.whenGone();
      else {
        const asked = RawClient.multiplexed(scene.server, scene.owned.docId, scene.owned.secret);
        await asked.synced();
      }
      expect(await worked(scene, client)).toBe(false);
      expect(client.count(FRAME.sync)).toBe(0);
      expect(endOf(client)).toBe(endpoint === 'sync' ? 'token_missing' : null);
      return;
    }
    await client.synced();
    await send(client, scene);
    await heardOut(client);
    const isDone = by.includes(who);
    if (isDone) await until('it is done', () => worked(scene, client));
    else {
      // What might have come of it has come by the time something sent later is there.
      await heardOut(scene.anna);
      expect(await worked(scene, client)).toBe(false);
    }
    const end = isDone ? null : ends;
    if (end !== null) await client.whenGone();
    expect(endOf(client)).toBe(end);
    if (end !== null && endpoint === 'sync') expect(client.closed?.code).toBe(ERRORS[end].close);
  });

  test.each(ROLES)('a %s cannot become somebody else by a second token', async (role) => {
    const scene = await setScene();
    const client = RawClient[endpoint](
      scene.server,
      scene.owned.docId,
      (await secretOf(scene, role)) ?? '',
    );
    await client.synced();
    const better = await makeLink(scene.server, scene.owned, 'editor');
    client.send(tokenFrame(better.secret));
    if (endpoint === 'multiplexed') {
      client.sendUpdate(textUpdate(' and more', client.doc));
      await heardOut(client);
    } else await client.whenGone();
    const mayWrite = endpoint === 'multiplexed' && WRITERS.includes(role);
    expect(await stored(scene)).toBe(mayWrite ? 'kept and more' : 'kept');
  });
});

describe('on one socket of Hocuspocus’ protocol', () => {
  test.each(ROLES)('a %s gets at no other document', async (role: Role) => {
    const scene = await setScene();
    const { server } = scene;
    const other = newOwner();
    await write(server, other, 'other');
    const secret = (await secretOf(scene, role)) ?? '';
    const client = RawClient.multiplexed(scene.server, scene.owned.docId, secret);
    await client.synced();
    const socket = client.socket;
    const before = client.received.length;
    const address = addressOf(other.docId);
    const ask = encoding.createEncoder();
    encoding.writeVarUint(ask, FRAME.sync);
    encoding.writeVarUint(ask, SYNC.step1);
    encoding.writeVarUint8Array(ask, Uint8Array.of(0));
    const put = encoding.createEncoder();
    encoding.writeVarUint(put, FRAME.sync);
    encoding.writeVarUint(put, SYNC.update);
    encoding.writeVarUint8Array(put, textUpdate('!'));
    for (const sent of [
      encoding.toUint8Array(ask),
      encoding.toUint8Array(put),
      tokenFrame(secret),
    ]) {
      socket.send(addressed(address, sent));
    }
    await until('it was refused', () => client.ended === 'token_invalid');
    expect(client.received.slice(before).filter(({ type }) => type === FRAME.sync)).toEqual([]);
    expect(await stored({ ...scene, owned: other })).toBe('other');
    expect(socket.readyState).toBe(WebSocket.OPEN);
  });
});

test('the name that the server selects has a secret in it only where nothing else was offered', async () => {
  const server = await startServer();
  const { docId, secret } = newOwner();
  for (const offered of [[SUBPROTOCOL], ['plain']]) {
    const client = RawClient.sync(server, docId, secret, offered[0], createSecret());
    await client.synced();
    expect(client.socket.protocol).toBe(offered[0]);
  }
  const bare = new WebSocket(`${server.ws}/sync/${docId}`, [
    `person.${createSecret()}`,
    `token.${secret}`,
  ]);
  onCleanUp(() => bare.terminate());
  bare.on('error', () => undefined);
  await until('answered', () => bare.readyState !== WebSocket.CONNECTING);
  // A browser takes no connection without one of the names it offered; and the key of a person is no link.
  expect(bare.protocol).toBe(`token.${secret}`);
});
