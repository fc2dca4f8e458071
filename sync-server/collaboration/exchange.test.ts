/** Exchanges over plain HTTP follow the rules that WebSockets follow. */
import { request } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import * as Y from 'yjs';
import { type DocumentName, discussionOf } from '../../shared/access/document-name.ts';
import { createSecret, hashSecret, personIdOf, randomId } from '../../shared/access/ids.ts';
import { ERRORS } from '../../shared/protocol/errors.ts';
import {
  EXCHANGE_TYPE,
  type Exchange,
  ROLE_HEADER,
  readExchange,
  writeExchange,
} from '../../shared/protocol/exchange.ts';
import { AccessEvents, PERSON_HEADER } from '../../shared/protocol/http.ts';
import { MAX_WRONG_PASSWORDS } from '../../shared/protocol/limits.ts';
import { Bodies } from '../http/bodies.ts';
import { cleanUp, onCleanUp, until } from '../testing/clean-up.ts';
import { bodyOf, RawClient, textUpdate } from '../testing/raw-client.ts';
import { call, makeLink, newOwner, startServer, type TestServer } from '../testing/server.ts';
import { saidIn, sayUpdate } from '../testing/talk.ts';

afterEach(cleanUp);

const NOTHING: Exchange = { stateVector: Uint8Array.of(0), update: new Uint8Array() };

async function post(
  server: TestServer,
  docId: DocumentName,
  secret: string | null,
  body: Uint8Array,
  moreHeaders: Readonly<Record<string, string>> = {},
) {
  const answer = await fetch(`${server.url}/api/docs/${docId}/sync`, {
    method: 'POST',
    headers: secret === null ? {} : { Authorization: `Bearer ${secret}`, ...moreHeaders },
    body: body as Uint8Array<ArrayBuffer>,
  });
  const bytes = new Uint8Array(await answer.arrayBuffer());
  if (answer.ok) {
    expect(answer.headers.get('Content-Type')).toBe(EXCHANGE_TYPE);
    const role = answer.headers.get(ROLE_HEADER);
    return { status: answer.status, code: null, role, read: readExchange(bytes) };
  }
  const { error } = JSON.parse(new TextDecoder().decode(bytes)) as { error: { code: string } };
  return { status: answer.status, code: error.code, role: null, read: null };
}

test('what is answered is stored, live clients see it, and what they write comes out', async () => {
  const server = await startServer({ idleUnloadMs: 0 });
  const { docId, secret } = newOwner();
  const live = RawClient.sync(server, docId, secret);
  await live.synced();
  const writer = new Y.Doc();
  const update = textUpdate('over HTTP ', writer);
  const sent = await post(server, docId, secret, writeExchange({ ...NOTHING, update }));
  expect(sent.status).toBe(200);
  expect(sent.role).toBe('owner');
  await until('the live one sees it', () => bodyOf(live.doc) === 'over HTTP ');
  live.sendUpdate(textUpdate('and back', live.doc));
  await until('stored', () => live.statuses.length === 1);
  const stateVector = Y.encodeStateVector(writer);
  const { read } = await post(server, docId, secret, writeExchange({ ...NOTHING, stateVector }));
  Y.applyUpdate(writer, read!.update);
  expect(bodyOf(writer)).toBe('over HTTP and back');
  expect(Y.decodeStateVector(read!.stateVector)).toEqual(
    Y.decodeStateVector(Y.encodeStateVector(writer)),
  );

  const next = await server.restart();
  const kept = await post(next, docId, secret, writeExchange(NOTHING));
  const fresh = new Y.Doc();
  Y.applyUpdate(fresh, kept.read!.update);
  expect(bodyOf(fresh)).toBe('over HTTP and back');
});

test('a discussion is exchanged under its own name', async () => {
  const server = await startServer();
  const { docId, secret } = newOwner();
  const update = await sayUpdate(docId, 'said');
  const name = discussionOf(docId);
  expect((await post(server, name, secret, writeExchange({ ...NOTHING, update }))).status).toBe(
    200,
  );
  for (const [asked, words] of [
    [name, 'said'],
    [docId, ''],
  ] as const) {
    const reader = new Y.Doc();
    const { read } = await post(server, asked, secret, writeExchange(NOTHING));
    Y.applyUpdate(reader, read!.update);
    expect(saidIn(reader, docId)).toBe(words);
  }
  const forged = { ...NOTHING, update: textUpdate('not said', new Y.Doc()) };
  expect((await post(server, name, secret, writeExchange(forged))).code).toBe('update_invalid');
});

test('each refusal has its code, and refused is not stored', async () => {
  const server = await startServer({ maxFrameBytes: 2048 });
  const owner = newOwner();
  const { docId, secret } = owner;
  const viewer = await makeLink(server, owner, 'viewer');
  const update = textUpdate('no');
  const offer = (offered: Partial<Exchange>) => writeExchange({ ...NOTHING, ...offered });
  const tried: [string | null, Uint8Array, string][] = [
    [null, offer({}), 'token_missing'],
    [newOwner().secret, offer({}), 'token_invalid'],
    [viewer.secret, offer({ update }), 'role_too_low'],
    [secret, offer({ update: Uint8Array.of(1, 2, 3) }), 'update_invalid'],
    [secret, offer({ stateVector: Uint8Array.of(5, 1) }), 'request_invalid'],
    [secret, Uint8Array.of(), 'request_invalid'],
    [secret, Uint8Array.of(...offer({ update }), 0), 'request_invalid'],
    [secret, offer({ update }).slice(0, -1), 'request_invalid'],
    [secret, offer({ update: new Uint8Array(400_000) }), 'payload_too_large'],
  ];
  for (const [who, body, code] of tried) {
    expect((await post(server, docId, who, body)).code).toBe(code);
  }
  const { read } = await post(server, docId, viewer.secret, offer({}));
  expect(read!.update).toEqual(Uint8Array.of(0, 0));
});

test('it is known who made a document like this, and who came with its owner’s link', async () => {
  const server = await startServer();
  const { docId, secret } = newOwner();
  const [ana, ben] = [createSecret(), createSecret()];
  for (const key of [ana, ben]) {
    const offered = writeExchange(NOTHING);
    const { status } = await post(server, docId, secret, offered, { [PERSON_HEADER]: key });
    expect(status).toBe(200);
  }
  const { body } = await call(server, 'GET', `/api/docs/${docId}/events`, secret);
  const found = AccessEvents.parse(body).events.map(({ action, person }) => [action, person]);
  expect(found.reverse()).toEqual([
    ['document-made', personIdOf(ana)],
    ['owner-came', personIdOf(ben)],
  ]);
});

test('who came in with a password before is let in while others guess, and nobody else', async () => {
  const server = await startServer();
  const { docId, secret: owner } = newOwner();
  const [ana, eve, whole] = [createSecret(), createSecret(), createSecret()];
  await call(server, 'PUT', `/api/docs/${docId}/links/${randomId(12)}`, owner, {
    role: 'editor',
    secretHash: hashSecret(createSecret()),
    passwordHash: hashSecret(whole),
  });
  const ask = async (secret: string, key: string) => {
    const headers = { [PERSON_HEADER]: key };
    return (await post(server, docId, secret, writeExchange(NOTHING), headers)).code;
  };
  expect(await ask(whole, ana)).toBeNull();
  for (let guess = 0; guess < MAX_WRONG_PASSWORDS; guess++) await ask(createSecret(), eve);
  expect(await ask(whole, eve)).toBe('rate_limited');
  expect(await ask(whole, ana)).toBeNull();
});

test('a secret is checked before what comes with it is waited for', async () => {
  const server = await startServer();
  const { docId, secret } = newOwner();
  await post(server, docId, secret, writeExchange(NOTHING));
  const stalled = (path: string, with_: string | null, method = 'POST') =>
    new Promise<number>((resolve, reject) => {
      const call = request(`${server.url}/api/docs/${docId}${path}`, {
        method,
        headers: {
          'Content-Length': 10_000,
          ...(with_ === null ? {} : { Authorization: `Bearer ${with_}` }),
        },
      });
      call.on('response', (answer) => resolve(answer.statusCode ?? 0));
      call.on('error', reject);
      onCleanUp(() => call.destroy());
      call.write('0');
    });
  expect(await stalled('/sync', null)).toBe(401);
  expect(await stalled('/sync', createSecret())).toBe(401);
  expect(await stalled('/links/abcdefghijkl', createSecret(), 'PUT')).toBe(401);
});

test('bodies that do not go on hold a bounded piece of memory, and leave room for others', async () => {
  const bodies = new Bodies(1_000, 60_000);
  const sending = (bytes: number, isWhole = false) =>
    new Request('http://localhost/', {
      method: 'POST',
      duplex: 'half',
      body: new ReadableStream({
        start: (controller) => {
          controller.enqueue(new Uint8Array(bytes));
          if (isWhole) controller.close();
        },
      }),
    } as RequestInit);
  const refused: unknown[] = [];
  for (let times = 0; times < 20; times++) {
    bodies.read(sending(100), 500, 'one').catch((error: unknown) => refused.push(error));
  }
  await until('some wait and the others are sent away', () => refused.length === 15);
  expect(bodies.bytes).toBe(500);
  expect((await bodies.read(sending(200, true), 500, 'another')).length).toBe(200);
  expect(bodies.bytes).toBe(500);
  await expect(bodies.read(sending(501), 500, 'another')).rejects.toThrow(
    ERRORS.payload_too_large.message,
  );
});

test('a body of which no more comes is given up', async () => {
  const bodies = new Bodies(1_000, 1);
  const body = new ReadableStream({ start: (controller) => controller.enqueue(new Uint8Array(9)) });
  const call = new Request('http://localhost/', { method: 'POST', duplex: 'half', body } as never);
  await expect(bodies.read(call, 500, 'one')).rejects.toThrow(ERRORS.server_busy.message);
  expect(bodies.bytes).toBe(0);
});
