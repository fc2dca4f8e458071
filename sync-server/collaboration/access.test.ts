/** Who may read and write what, asked with clients that send whatever they like. */
import { afterEach, describe, expect, test } from 'vitest';
import * as Y from 'yjs';
import { createSecret } from '../../shared/access/ids.ts';
import type { Role } from '../../shared/access/roles.ts';
import { ERRORS, type ErrorCode } from '../../shared/protocol/errors.ts';
import { FRAME, SYNC } from '../../shared/protocol/messages.ts';
import { cleanUp, until } from '../testing/clean-up.ts';
import { bodyOf, RawClient, textUpdate } from '../testing/raw-client.ts';
import {
  call,
  makeLink,
  newOwner,
  type Owned,
  startServer,
  type TestServer,
} from '../testing/server.ts';
import { saidIn, sayUpdate } from '../testing/talk.ts';

afterEach(cleanUp);

const ENDPOINTS = ['sync', 'multiplexed'] as const;
type EndpointName = (typeof ENDPOINTS)[number];

/** How the catalogue's refusal looks at each endpoint. */
function expectRefused(client: RawClient, endpoint: EndpointName, code: ErrorCode): void {
  if (endpoint === 'sync')
    expect(client.closed).toEqual({ code: ERRORS[code].close, reason: code });
  else expect(client.ended).toBe(code);
}

async function documentWithText(server: TestServer, owned: Owned): Promise<RawClient> {
  const owner = RawClient.sync(server, owned.docId, owned.secret);
  await owner.synced();
  owner.sendUpdate(textUpdate('kept'));
  await until('it is stored', () => owner.statuses.length === 1);
  return owner;
}

async function secretFor(server: TestServer, owned: Owned, role: Role): Promise<string> {
  return role === 'owner' ? owned.secret : (await makeLink(server, owned, role)).secret;
}

describe.each(ENDPOINTS)('at the endpoint %s', (endpoint) => {
  const connect = (server: TestServer, name: string, secret: string | null) =>
    RawClient[endpoint](server, name, secret);

  test.each([
    ['viewer', false],
    ['commenter', false],
    ['editor', true],
    ['owner', true],
  ] as const)('a %s reads the body, and writes it: %s', async (role, writes) => {
    const server = await startServer();
    const owned = newOwner();
    const owner = await documentWithText(server, owned);
    const client = connect(server, owned.docId, await secretFor(server, owned, role));
    await client.synced();
    expect(bodyOf(client.doc)).toBe('kept');

    client.sendUpdate(textUpdate(' and more', client.doc));
    if (writes) {
      await until('confirmed', () => client.statuses.length === 1);
      expect(client.statuses).toEqual([1]);
      await owner.synced();
      expect(bodyOf(owner.doc)).toBe('kept and more');
    } else {
      await client.whenGone();
      expectRefused(client, endpoint, 'role_too_low');
      await owner.synced();
      expect(bodyOf(owner.doc)).toBe('kept');
      const fresh = connect(await server.restart(), owned.docId, owned.secret);
      await fresh.synced();
      expect(bodyOf(fresh.doc)).toBe('kept');
    }
  });

  test.each([
    ['viewer', false],
    ['commenter', true],
    ['editor', true],
    ['owner', true],
  ] as const)('a %s reads the discussion, and writes it: %s', async (role, writes) => {
    const server = await startServer();
    const owned = newOwner();
    await documentWithText(server, owned);
    const client = connect(
      server,
      `${owned.docId}.discussion`,
      await secretFor(server, owned, role),
    );
    await client.synced();
    client.sendUpdate(await sayUpdate(owned.docId, 'a remark'));
    if (writes) {
      await until('confirmed', () => client.statuses.length === 1);
      expect(client.statuses).toEqual([1]);
    } else {
      await client.whenGone();
      expectRefused(client, endpoint, 'role_too_low');
    }
    const reader = connect(server, `${owned.docId}.discussion`, owned.secret);
    await reader.synced();
    expect(saidIn(reader.doc, owned.docId)).toBe(writes ? 'a remark' : '');
  });

  test.each(['viewer', 'commenter'] as const)(
    'a %s that only cleans up is told no and stays, and old news is confirmed',
    async (role) => {
      const server = await startServer();
      const owned = newOwner();
      const owner = await documentWithText(server, owned);
      const client = connect(server, owned.docId, await secretFor(server, owned, role));
      await client.synced();

      client.sendUpdate(Y.encodeStateAsUpdate(client.doc), SYNC.step2);
      client.sendUpdate(Y.encodeStateAsUpdate(client.doc), SYNC.update);
      const copy = new Y.Doc();
      Y.applyUpdate(copy, Y.encodeStateAsUpdate(client.doc));
      const before = Y.encodeStateVector(copy);
      copy.getText('body').delete(0, 4);
      client.sendUpdate(Y.encodeStateAsUpdate(copy, before));
      await until('three answers', () => client.statuses.length === 3);
      expect(client.statuses).toEqual([1, 1, 0]);
      expect(client.gone).toBe(false);
      await owner.synced();
      expect(bodyOf(owner.doc)).toBe('kept');
    },
  );

  test('an unknown document is said to be unknown, and is not made', async () => {
    const server = await startServer();
    const { docId } = newOwner();
    const client = connect(server, docId, createSecret());
    await client.whenGone();
    expectRefused(client, endpoint, 'document_unknown');
    const again = connect(server, docId, createSecret());
    await again.whenGone();
    expectRefused(again, endpoint, 'document_unknown');
  });

  test('a wrong secret opens nothing', async () => {
    const server = await startServer();
    const owned = newOwner();
    await documentWithText(server, owned);
    for (const secret of [createSecret(), 'short', `${owned.secret}x`]) {
      const client = connect(server, owned.docId, secret);
      await client.whenGone();
      expectRefused(client, endpoint, 'token_invalid');
      expect(client.count(FRAME.sync)).toBe(0);
    }
  });

  test('no token means no access', async () => {
    const server = await startServer();
    const owned = newOwner();
    await documentWithText(server, owned);
    const client = connect(server, owned.docId, endpoint === 'sync' ? null : '');
    client.sendStateVector();
    await client.whenGone();
    expectRefused(client, endpoint, 'token_missing');
    expect(client.count(FRAME.sync)).toBe(0);
  });

  test('a link opens its own document only', async () => {
    const server = await startServer();
    const one = newOwner();
    const other = newOwner();
    await documentWithText(server, one);
    await documentWithText(server, other);
    const link = await makeLink(server, one, 'editor');
    const client = connect(server, other.docId, link.secret);
    await client.whenGone();
    expectRefused(client, endpoint, 'token_invalid');
  });

  test('a revoked link cuts its live connections at once and never opens again', async () => {
    const server = await startServer();
    const owned = newOwner();
    const owner = await documentWithText(server, owned);
    const kept = await makeLink(server, owned, 'editor');
    const gone = await makeLink(server, owned, 'editor');
    const stays = connect(server, owned.docId, kept.secret);
    const goes = connect(server, owned.docId, gone.secret);
    await stays.synced();
    await goes.synced();

    const revoked = await call(
      server,
      'DELETE',
      `/api/docs/${owned.docId}/links/${gone.id}`,
      owned.secret,
    );
    expect(revoked.status).toBe(200);
    await goes.whenGone();
    expectRefused(goes, endpoint, 'link_revoked');
    if (endpoint === 'multiplexed') {
      // The socket stays, but what it sends about the document is heard no more.
      goes.sendUpdate(textUpdate(' too late', goes.doc));
    }
    const again = connect(server, owned.docId, gone.secret);
    await again.whenGone();
    expectRefused(again, endpoint, 'link_revoked');

    stays.sendUpdate(textUpdate(' on', stays.doc));
    await until('the other link still writes', () => stays.statuses.length === 1);
    await owner.synced();
    expect(bodyOf(owner.doc)).toBe('kept on');
  });

  test('a role that is changed holds at once on every connection, and none is cut', async () => {
    const server = await startServer();
    const owned = newOwner();
    const owner = await documentWithText(server, owned);
    const link = await makeLink(server, owned, 'viewer');
    const clients = [0, 1].map(() => connect(server, owned.docId, link.secret));
    for (const client of clients) await client.synced();
    const give = (role: string) =>
      call(server, 'PATCH', `/api/docs/${owned.docId}/links/${link.id}`, owned.secret, { role });

    expect((await give('editor')).body).toMatchObject({ id: link.id, role: 'editor' });
    for (const client of clients) {
      client.sendUpdate(textUpdate(' and', client.doc));
      await until('taken', () => client.statuses.length === 1);
      expect(client.statuses).toEqual([1]);
    }
    await owner.synced();
    expect(bodyOf(owner.doc)).toBe('kept and and');

    await give('commenter');
    for (const client of clients) {
      expect(client.gone).toBe(false);
      client.sendUpdate(textUpdate(' no', client.doc));
      await client.whenGone();
      expectRefused(client, endpoint, 'role_too_low');
    }
    if (endpoint === 'sync') {
      for (const client of clients) expect(client.roles).toEqual(['viewer', 'editor', 'commenter']);
    }
    await owner.synced();
    expect(bodyOf(owner.doc)).toBe('kept and and');
  });

  test('a document that is deleted for everyone ends for all and is never there again', async () => {
    const server = await startServer();
    const owned = newOwner();
    const owner = await documentWithText(server, owned);
    const link = await makeLink(server, owned, 'editor');
    const client = connect(server, owned.docId, link.secret);
    await client.synced();
    const path = `/api/docs/${owned.docId}`;
    const mayNot = await call(server, 'DELETE', path, link.secret);
    expect(mayNot.body).toMatchObject({ error: { code: 'role_too_low' } });
    expect(client.gone).toBe(false);

    const deleted = await call(server, 'DELETE', path, owned.secret);
    expect(deleted.status).toBe(200);
    expect(await call(server, 'DELETE', path, owned.secret)).toMatchObject({ body: deleted.body });
    await client.whenGone();
    expectRefused(client, endpoint, 'document_deleted');
    await owner.whenGone();
    const isGone = async (running: TestServer) => {
      for (const secret of [owned.secret, link.secret, createSecret()]) {
        expect((await call(running, 'GET', path, secret)).status).toBe(410);
      }
    };
    await isGone(server);
    await isGone(await server.restart());
  });

  test('names that are no document open nothing', async () => {
    const server = await startServer();
    for (const name of ['body', 'x'.repeat(23), '..%2fetc', 'docs.discussion']) {
      const client = connect(server, name, createSecret());
      await client.whenGone();
      expectRefused(client, endpoint, 'document_unknown');
    }
  });
});

test('the owner is the owner before the server has ever heard of the document', async () => {
  const server = await startServer();
  const owned = newOwner();
  expect((await call(server, 'GET', `/api/docs/${owned.docId}`, owned.secret)).status).toBe(404);
  const client = RawClient.sync(server, owned.docId, owned.secret);
  await client.synced();
  const info = await call(server, 'GET', `/api/docs/${owned.docId}`, owned.secret);
  expect(info.body).toMatchObject({ docId: owned.docId, role: 'owner', bytes: 0 });
});

test('an address may make only so many documents a minute, and that passes', async () => {
  const server = await startServer({ maxNewDocumentsPerMinute: 2 });
  for (const expected of [null, null, 'rate_limited']) {
    const owned = newOwner();
    const client = RawClient.sync(server, owned.docId, owned.secret);
    if (expected === null) await client.synced();
    else {
      await client.whenGone();
      expectRefused(client, 'sync', 'rate_limited');
    }
  }
});

test('more connections than allowed are sent away for now', async () => {
  const server = await startServer({ maxConnectionsPerDocument: 1 });
  const owned = newOwner();
  const first = RawClient.sync(server, owned.docId, owned.secret);
  await first.synced();
  const second = RawClient.sync(server, owned.docId, owned.secret);
  await second.whenGone();
  expect(second.closed).toEqual({ code: 4529, reason: 'server_busy' });
  expect(first.gone).toBe(false);
});

test('who may only read leaves room in a document for those who write in it', async () => {
  const server = await startServer({ maxConnectionsPerDocument: 20 });
  const owned = newOwner();
  const owner = RawClient.sync(server, owned.docId, owned.secret);
  await owner.synced();
  const viewer = await makeLink(server, owned, 'viewer');
  let readers = 0;
  for (let times = 0; times < 25; times++) {
    const reader = RawClient.sync(server, owned.docId, viewer.secret);
    await reader.synced();
    if (!reader.gone) readers++;
  }
  expect(readers).toBe(17);
  // From another device, as one does.
  const again = RawClient.sync(server, owned.docId, owned.secret);
  await again.synced();
  expect(again.closed).toBeNull();
});

test('a client that offers nothing but its token is let in', async () => {
  const server = await startServer();
  const { docId, secret } = newOwner();
  const client = new RawClient(`${server.ws}/sync/${docId}`, [`token.${secret}`], null);
  await client.synced();
  expect(client.gone).toBe(false);
});
