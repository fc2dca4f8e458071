/** Exchanges over plain HTTP follow the rules that WebSockets follow. */
import { afterEach, expect, test } from 'vitest';
import * as Y from 'yjs';
import {
  EXCHANGE_TYPE,
  type Exchange,
  ROLE_HEADER,
  readExchange,
  writeExchange,
} from '../../shared/protocol/exchange.ts';
import { cleanUp, until } from '../testing/clean-up.ts';
import { bodyOf, RawClient, textUpdate } from '../testing/raw-client.ts';
import { makeLink, newOwner, startServer, type TestServer } from '../testing/server.ts';

afterEach(cleanUp);

const NOTHING: Exchange = { stateVector: Uint8Array.of(0), update: new Uint8Array() };

async function post(server: TestServer, docId: string, secret: string | null, body: Uint8Array) {
  const answer = await fetch(`${server.url}/api/docs/${docId}/sync`, {
    method: 'POST',
    headers: secret === null ? {} : { Authorization: `Bearer ${secret}` },
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
