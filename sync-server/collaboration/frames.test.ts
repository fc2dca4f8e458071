/** Frames that should not be, limits, and signs of life. */
import { connect } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import * as Y from 'yjs';
import { createSecret } from '../../shared/access/ids.ts';
import { ERRORS, type ErrorCode } from '../../shared/protocol/errors.ts';
import { FRAME, SYNC, syncFrame } from '../../shared/protocol/messages.ts';
import { text, updateOf } from '../../shared/testing/hostile-updates.ts';
import { cleanUp, onCleanUp, until } from '../testing/clean-up.ts';
import { bodyOf, RawClient, textUpdate } from '../testing/raw-client.ts';
import { makeLink, newOwner, startServer } from '../testing/server.ts';
import { addressed, addressOf, tokenFrame } from './hocuspocus-frames.ts';

afterEach(cleanUp);

const BROKEN: [string, Uint8Array, ErrorCode][] = [
  ['an empty frame', Uint8Array.of(), 'request_invalid'],
  ['an unknown type', Uint8Array.of(42), 'request_invalid'],
  [
    'an authentication frame without a token',
    Uint8Array.of(FRAME.syncStatus, 1),
    'request_invalid',
  ],
  ['an unknown sync step', Uint8Array.of(FRAME.sync, 9, 0), 'request_invalid'],
  ['a frame that ends early', Uint8Array.of(FRAME.sync, SYNC.update, 200, 1), 'request_invalid'],
  ['bytes after the end', Uint8Array.of(FRAME.sync, SYNC.step1, 1, 0, 7), 'request_invalid'],
  ['a broken state vector', syncFrame(SYNC.step1, Uint8Array.of(5, 1)), 'request_invalid'],
  ['broken awareness', Uint8Array.of(FRAME.awareness, 2, 9, 9), 'request_invalid'],
  ['a stateless message', Uint8Array.of(FRAME.stateless, 2, 104, 105), 'request_invalid'],
  ['a broadcast stateless message', Uint8Array.of(6, 2, 104, 105), 'request_invalid'],
  ['an update that is none', syncFrame(SYNC.update, Uint8Array.of(1, 2, 3)), 'update_invalid'],
  ['an empty update', syncFrame(SYNC.step2, Uint8Array.of()), 'update_invalid'],
];

describe.each(['sync', 'multiplexed'] as const)('at the endpoint %s', (endpoint) => {
  test('each kind of broken frame ends its sender with the right code, and nobody else', async () => {
    const server = await startServer();
    const owned = newOwner();
    const other = RawClient.sync(server, owned.docId, owned.secret);
    await other.synced();
    for (const [what, frame, code] of BROKEN) {
      const client = RawClient[endpoint](server, owned.docId, owned.secret);
      await client.synced();
      client.send(frame);
      await client.whenGone();
      if (endpoint === 'multiplexed' && code === 'update_invalid') {
        expect([what, client.ended]).toEqual([what, code]);
      } else {
        const expected = { code: ERRORS[code].close, reason: code };
        expect([what, client.closed]).toEqual([what, expected]);
      }
    }
    other.sendUpdate(textUpdate('still here'));
    await until('others go on', () => other.statuses.length === 1);
    expect(other.gone).toBe(false);
  });

  test('a frame above the limit is refused, one at the limit is taken', async () => {
    const server = await startServer({ maxFrameBytes: 20_000 });
    const owned = newOwner();
    const other = RawClient.sync(server, owned.docId, owned.secret);
    await other.synced();
    const client = RawClient[endpoint](server, owned.docId, owned.secret);
    await client.synced();
    client.sendUpdate(textUpdate('y'.repeat(19_900)));
    await until('taken', () => client.statuses.length === 1);
    client.sendUpdate(textUpdate('z'.repeat(20_000)));
    await until('closed', () => client.closed !== null);
    expect(client.closed).toEqual({ code: 4409, reason: 'payload_too_large' });
    other.sendUpdate(textUpdate('still here', other.doc));
    await until('others go on', () => other.statuses.length === 1);
    expect(bodyOf(other.doc).startsWith('y')).toBe(true);
  });

  test('a full document takes deletions, and additions only when there is room again', async () => {
    const server = await startServer({ maxDocumentBytes: 4_000 });
    const owned = newOwner();
    const writer = new Y.Doc();
    const client = RawClient[endpoint](server, owned.docId, owned.secret);
    await client.synced();
    client.sendUpdate(textUpdate('a'.repeat(3_500), writer));
    await until('room', () => client.statuses.length === 1);
    client.sendUpdate(textUpdate('b'.repeat(600), writer));
    await client.whenGone();
    if (endpoint === 'sync') expect(client.closed).toEqual({ code: 4409, reason: 'document_full' });
    else expect(client.ended).toBe('document_full');

    const again = RawClient[endpoint](server, owned.docId, owned.secret);
    await again.synced();
    const before = Y.encodeStateVector(again.doc);
    again.doc.getText('body').delete(0, 3_400);
    again.sendUpdate(Y.encodeStateAsUpdate(again.doc, before));
    await until('deleted', () => again.statuses.length === 1);
    again.sendUpdate(textUpdate('c'.repeat(600), again.doc));
    await until('room again', () => again.statuses.length === 2);
    expect(again.statuses).toEqual([1, 1]);
  });

  test('a client that asks for the whole state without end is sent away for now', async () => {
    const server = await startServer();
    const owned = newOwner();
    const client = RawClient[endpoint](server, owned.docId, owned.secret);
    for (let i = 0; i < 50; i++) client.sendStateVector();
    await until('closed', () => client.closed !== null);
    expect(client.closed).toEqual({ code: 4529, reason: 'rate_limited' });
  });
});

test.each(['sync', 'multiplexed'] as const)(
  'at %s no random bytes bring the server down or change the document',
  async (endpoint) => {
    const server = await startServer();
    const owned = newOwner();
    const other = RawClient.sync(server, owned.docId, owned.secret);
    await other.synced();
    other.sendUpdate(textUpdate('untouched'));
    await until('stored', () => other.statuses.length === 1);
    const { secret } = await makeLink(server, owned, 'viewer');
    let state = 20_261_121;
    const random = (below: number) => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return Math.floor((state / 2 ** 32) * below);
    };
    for (let round = 0; round < 60; round++) {
      const client = RawClient[endpoint](server, owned.docId, secret);
      for (let i = 0; i < 5; i++) {
        const frame = Uint8Array.from({ length: 1 + random(40) }, () => random(256));
        // Half of them look like frames of the protocol at first.
        if (random(2) === 0) frame.set([random(4), random(3), random(40)].slice(0, frame.length));
        client.send(frame);
      }
      await client.synced();
      client.socket.terminate();
    }
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
    const reader = RawClient.sync(server, owned.docId, owned.secret);
    await reader.synced();
    expect(bodyOf(reader.doc)).toBe('untouched');
    expect(other.gone).toBe(false);
  },
);

test('text instead of bytes, and bytes that are no WebSocket frame, are refused', async () => {
  const server = await startServer();
  const owned = newOwner();
  const texting = RawClient.sync(server, owned.docId, owned.secret);
  texting.whenOpen(() => texting.socket.send('hello'));
  await texting.whenGone();
  expect(texting.closed).toEqual({ code: 4400, reason: 'request_invalid' });

  const garbling = RawClient.sync(server, owned.docId, owned.secret);
  await garbling.synced();
  const { _socket } = garbling.socket as unknown as { _socket: { write(bytes: Uint8Array): void } };
  _socket.write(Uint8Array.of(0xff, 0xff, 0xff, 0xff));
  await garbling.whenGone();
  expect(garbling.closed).toEqual({ code: 4400, reason: 'request_invalid' });
});

test('a flood before the document is open is cut off', async () => {
  const server = await startServer();
  const { docId } = newOwner();
  const client = RawClient.multiplexed(server, docId, null);
  for (let i = 0; i < 1_100; i++) client.send(Uint8Array.of(FRAME.queryAwareness));
  await until('closed', () => client.closed !== null);
  expect(client.closed).toEqual({ code: 4529, reason: 'rate_limited' });
});

describe('a client with a document of its own that asks for others without end is sent away', () => {
  async function newcomer() {
    const server = await startServer();
    const owned = newOwner();
    const client = RawClient.multiplexed(server, owned.docId, owned.secret);
    await client.synced();
    return { server, client };
  }
  const tooMany = { code: 4529, reason: 'rate_limited' };

  test('by names of nothing', async () => {
    const { client } = await newcomer();
    const nothing = addressed(addressOf('nothing'), Uint8Array.of(FRAME.queryAwareness));
    for (let times = 0; times < 5_000; times++) client.socket.send(nothing);
    await until('closed', () => client.closed !== null);
    expect(client.closed).toEqual(tooMany);
    expect(client.count(FRAME.auth)).toBeLessThan(500);
  });

  test('by secrets that open nothing', async () => {
    const { server, client } = await newcomer();
    const other = newOwner();
    await RawClient.sync(server, other.docId, other.secret).synced();
    const address = addressOf(other.docId);
    for (let times = 0; times < 500 && client.closed === null; times++) {
      client.ended = null;
      client.socket.send(addressed(address, tokenFrame(createSecret())));
      await until('refused', () => client.gone);
    }
    expect(client.closed).toEqual(tooMany);
  });

  test('and not for as many as it may have, left and asked for again', async () => {
    const { client } = await newcomer();
    const more = Array.from({ length: 49 }, newOwner);
    for (let times = 0; times < 2; times++) {
      const synced = client.count(FRAME.sync);
      for (const { docId, secret } of more) {
        const address = addressOf(docId);
        client.socket.send(addressed(address, tokenFrame(secret)));
        client.socket.send(addressed(address, syncFrame(SYNC.step1, Uint8Array.of(0))));
      }
      await until('all are there', () => client.count(FRAME.sync) >= synced + 2 * more.length);
      for (const { docId } of more)
        client.socket.send(addressed(addressOf(docId), Uint8Array.of(FRAME.close)));
    }
    expect(client.closed).toBeNull();
  });
});

test.each(['sync', 'multiplexed'] as const)(
  'at %s a client of a document that very many wrote in comes in with the first try',
  async (endpoint) => {
    const server = await startServer();
    const owned = newOwner();
    const first = RawClient.sync(server, owned.docId, owned.secret);
    await first.synced();
    const writers = Array.from({ length: 8_000 }, (_, at) => ({
      client: 1_000_000_000 + at,
      structs: [text('x')],
    }));
    first.sendUpdate(updateOf(writers));
    await until('stored', () => first.statuses.length === 1);
    // As providers do it: who they are and what they have, without waiting for an answer.
    const client = RawClient[endpoint](server, owned.docId, owned.secret);
    Y.applyUpdate(client.doc, updateOf(writers));
    client.sendStateVector();
    await until('answered', () => client.count(FRAME.sync) >= 2 || client.gone);
    expect(client.closed).toBeNull();
  },
);

test('a client that pings now and then is answered, and one that does without end is sent away', async () => {
  const server = await startServer();
  const owned = newOwner();
  for (const flood of ['ping', 'pong'] as const) {
    const client = RawClient.sync(server, owned.docId, owned.secret);
    await client.synced();
    const answers: string[] = [];
    client.socket.on('pong', (data) => answers.push(data.toString()));
    for (let times = 0; times < 20; times++) client.socket.ping(`${times}`);
    await until('all are answered', () => answers.length === 20);
    expect(answers).toEqual(Array.from({ length: 20 }, (_, times) => `${times}`));
    for (let times = 0; times < 500; times++) client.socket[flood]();
    await until('it is sent away', () => client.closed !== null);
    expect(client.closed).toEqual({ code: 4529, reason: 'rate_limited' });
    expect(answers.length).toBeLessThan(200);
  }
});

const [OWNED, REFUSED] = [newOwner(), newOwner()];

test.each([
  ['that say nothing', Uint8Array.of(10)],
  [
    'of a document that it was refused',
    addressed(addressOf(REFUSED.docId), Uint8Array.of(FRAME.queryAwareness)),
  ],
  ['with a secret that it has shown', addressed(addressOf(OWNED.docId), tokenFrame(OWNED.secret))],
  [
    'that leave what it does not have open',
    addressed(addressOf(newOwner().docId), Uint8Array.of(FRAME.close)),
  ],
])('a client that sends frames %s without end is sent away', async (_title, frame) => {
  const server = await startServer();
  const client = RawClient.multiplexed(server, OWNED.docId, OWNED.secret);
  await client.synced();
  client.socket.send(addressed(addressOf(REFUSED.docId), tokenFrame(createSecret())));
  await until('it is refused', () => client.ended !== null);
  for (let times = 0; times < 500; times++) client.socket.send(frame);
  await client.synced();
  expect(client.closed).toBeNull();
  for (let times = 0; times < 2_000; times++) client.socket.send(frame);
  await until('it is sent away', () => client.closed !== null);
  expect(client.closed).toEqual({ code: 4529, reason: 'rate_limited' });
});

test('a name too long for any document ends the socket', async () => {
  const server = await startServer();
  const client = RawClient.multiplexed(server, 'x'.repeat(5_000), newOwner().secret);
  await client.whenGone();
  expect(client.closed).toEqual({ code: 4400, reason: 'request_invalid' });
});

test('a refused document can be tried again on the same socket, and others on it live on', async () => {
  const server = await startServer();
  const owned = newOwner();
  const first = RawClient.sync(server, owned.docId, owned.secret);
  await first.synced();
  const viewer = await makeLink(server, owned, 'viewer');
  const client = RawClient.multiplexed(server, owned.docId, viewer.secret);
  await client.synced();
  client.sendUpdate(textUpdate('not allowed'));
  await until('refused', () => client.ended === 'role_too_low');
  client.ended = null;
  client.send(tokenFrame(owned.secret));
  await client.synced();
  client.sendUpdate(textUpdate('allowed'));
  await until('confirmed', () => client.statuses.length === 1);
  expect(client.statuses).toEqual([1]);
  expect(client.closed).toBeNull();
});

test.each(['sync', 'multiplexed'] as const)(
  'at %s a client without presence hears from the server again and again',
  async (endpoint) => {
    const server = await startServer({ keepaliveMs: 25 });
    const owned = newOwner();
    const client = RawClient[endpoint](server, owned.docId, owned.secret);
    await client.synced();
    const heard = client.count(FRAME.awareness);
    await until('ten signs of life', () => client.count(FRAME.awareness) >= heard + 10);
    expect(client.gone).toBe(false);
    // The frames say nothing about anybody.
    const signs = client.received.filter(({ type }) => type === FRAME.awareness).slice(-5);
    for (const { body } of signs) expect([...body]).toEqual([1, 0]);
  },
);

test('a client that answers no pings is cut', async () => {
  const server = await startServer({ keepaliveMs: 25, silenceLimitMs: 500 });
  const { docId, secret } = newOwner();
  const socket = new WebSocket(`${server.ws}/sync/${docId}`, ['y-websocket', `token.${secret}`], {
    autoPong: false,
  });
  const closed = await new Promise<number>((resolve) => socket.once('close', resolve));
  expect(closed).toBe(1006);
});

test('a client whose long frame comes over a slow line is not taken for dead', async () => {
  const server = await startServer({ keepaliveMs: 50, silenceLimitMs: 500 });
  const { docId, secret } = newOwner();
  const text = 'as slow as it comes';
  const { hostname, port } = new URL(server.url);
  const stream = connect({ host: hostname, port: Number(port) });
  onCleanUp(() => stream.destroy());
  stream.write(
    `GET /sync/${docId} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nConnection: Upgrade\r\n` +
      'Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n' +
      'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n' +
      `Sec-WebSocket-Protocol: y-websocket, token.${secret}\r\n\r\n`,
  );
  const frame = syncFrame(SYNC.update, textUpdate(text));
  // Masked with nothing. While it comes no answer to a ping can be put between, as in browsers.
  const sent = Buffer.concat([Buffer.of(0x82, 0x80 | frame.length, 0, 0, 0, 0), frame]);
  let pieces = 0;
  let isOver = false;
  stream.on('close', () => {
    isOver = true;
  });
  // A piece whenever the server says something, as it does again and again.
  stream.on('data', () => stream.write(sent.subarray(pieces++, pieces)));
  await until('all came, or it was cut', () => pieces >= sent.length || isOver);
  expect(isOver).toBe(false);
  const reader = RawClient.sync(server, docId, secret);
  await until('it is stored', async () => {
    await reader.synced();
    return bodyOf(reader.doc) === text;
  });
});
