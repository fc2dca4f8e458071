/** Links over HTTP: made, listed, changed, revoked, and by whom. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { createSecret, hashSecret, lockSecret, randomId } from '../../shared/access/ids.ts';
import { ERRORS, ErrorBody, type ErrorCode } from '../../shared/protocol/errors.ts';
import { DocumentInfo, Link, LinkList } from '../../shared/protocol/http.ts';
import { MAX_WRONG_SECRETS_PER_MINUTE } from '../../shared/protocol/limits.ts';
import { cleanUp, until } from '../testing/clean-up.ts';
import { RawClient, textUpdate } from '../testing/raw-client.ts';
import { call, makeLink, newOwner, startServer } from '../testing/server.ts';

afterEach(cleanUp);

function expectError(answer: { status: number; body: unknown }, code: ErrorCode): void {
  expect(ErrorBody.parse(answer.body).error.code).toBe(code);
  expect(answer.status).toBe(ERRORS[code].status);
}

const wanted = (secret: string) => ({ role: 'editor', secretHash: hashSecret(secret) });

test('a put of a link makes the document and the link, and a second one changes nothing', async () => {
  const server = await startServer();
  const { docId, secret } = newOwner();
  const path = `/api/docs/${docId}/links/${randomId(12)}`;
  const body = { ...wanted(createSecret()), label: '  For the class ' };
  const first = await call(server, 'PUT', path, secret, body);
  expect(first.status).toBe(200);
  const link = Link.parse(first.body);
  expect(link).toMatchObject({
    role: 'editor',
    label: 'For the class',
    expiresAt: null,
    revokedAt: null,
    lastUsedAt: null,
  });
  expect((await call(server, 'PUT', path, secret, body)).body).toEqual(link);
  const list = await call(server, 'GET', `/api/docs/${docId}/links`, secret);
  expect(LinkList.parse(list.body)).toEqual({ links: [link] });
});

test('role and label can be changed, and what is not named stays', async () => {
  const server = await startServer();
  const { docId, secret } = newOwner();
  const path = `/api/docs/${docId}/links/${randomId(12)}`;
  const linkSecret = createSecret();
  await call(server, 'PUT', path, secret, { ...wanted(linkSecret), label: 'one' });
  const changed = await call(server, 'PUT', path, secret, {
    ...wanted(linkSecret),
    role: 'viewer',
  });
  expect(changed.body).toMatchObject({ role: 'viewer', label: 'one' });
  const info = await call(server, 'GET', `/api/docs/${docId}`, linkSecret);
  expect(DocumentInfo.parse(info.body).role).toBe('viewer');
});

test('the last use of a link is noted', async () => {
  const server = await startServer();
  const owned = newOwner();
  const link = await makeLink(server, owned, 'viewer');
  const before = Date.now();
  const client = RawClient.sync(server, owned.docId, link.secret);
  await client.synced();
  const list = await call(server, 'GET', `/api/docs/${owned.docId}/links`, owned.secret);
  expect(LinkList.parse(list.body).links[0]!.lastUsedAt).toBeGreaterThanOrEqual(before);
  const lastUsed = async () => {
    const { body } = await call(server, 'GET', `/api/docs/${owned.docId}/links`, owned.secret);
    return LinkList.parse(body).links[0]!.lastUsedAt ?? 0;
  };
  // Whoever is still here was last seen now, and whoever left, when they left.
  const first = await lastUsed();
  await until('later', async () => (await lastUsed()) > first);
  const leaving = Date.now();
  client.socket.close();
  let seen = 0;
  await until('gone', async () => {
    const before = seen;
    seen = await lastUsed();
    return seen === before;
  });
  expect(await lastUsed()).toBeGreaterThanOrEqual(leaving);
});

test('a revoked link is listed with its time, and no put brings it back', async () => {
  const server = await startServer();
  const owned = newOwner();
  const link = await makeLink(server, owned, 'editor');
  const path = `/api/docs/${owned.docId}/links/${link.id}`;
  const revoked = Link.parse((await call(server, 'DELETE', path, owned.secret)).body);
  expect(revoked.revokedAt).toBeGreaterThan(0);
  expect((await call(server, 'DELETE', path, owned.secret)).body).toEqual(revoked);
  expect((await call(server, 'PUT', path, owned.secret, wanted(link.secret))).body).toEqual(
    revoked,
  );
  expectError(await call(server, 'GET', `/api/docs/${owned.docId}`, link.secret), 'link_revoked');
});

test('an expired link opens nothing', async () => {
  const server = await startServer();
  const owned = newOwner();
  const secret = createSecret();
  await call(server, 'PUT', `/api/docs/${owned.docId}/links/${randomId(12)}`, owned.secret, {
    ...wanted(secret),
    expiresAt: Date.now() - 1,
  });
  expectError(await call(server, 'GET', `/api/docs/${owned.docId}`, secret), 'link_expired');
  const client = RawClient.sync(server, owned.docId, secret);
  await client.whenGone();
  expect(client.closed).toEqual({ code: 4403, reason: 'link_expired' });
});

test('a link that expires ends what it opened', async () => {
  const server = await startServer();
  const owned = newOwner();
  const secret = createSecret();
  const path = `/api/docs/${owned.docId}/links/${randomId(12)}`;
  const expiresAt = Date.now() + 1_500;
  await call(server, 'PUT', path, owned.secret, { ...wanted(secret), expiresAt });
  const owner = RawClient.sync(server, owned.docId, owned.secret);
  const client = RawClient.sync(server, owned.docId, secret);
  await client.synced();
  await owner.synced();
  await client.whenGone();
  expect(client.closed).toEqual({ code: 4403, reason: 'link_expired' });
  expect(Date.now()).toBeGreaterThanOrEqual(expiresAt);
  expect(owner.closed).toBeNull();
});

describe('a password', () => {
  const withPassword = async (password: string | null) => {
    const server = await startServer();
    const owned = newOwner();
    const secret = createSecret();
    const whole = password === null ? null : await lockSecret(secret, password);
    const path = `/api/docs/${owned.docId}/links/${randomId(12)}`;
    const put = (passwordHash: string | null) =>
      call(server, 'PUT', path, owned.secret, { ...wanted(secret), passwordHash });
    const made = await put(whole && hashSecret(whole));
    const ask = (with_: string) => call(server, 'GET', `/api/docs/${owned.docId}`, with_);
    return { server, owned, secret, whole: whole ?? '', put, ask, made };
  };

  test('opens the link only together with it, over HTTP and over sockets', async () => {
    const { server, owned, secret, whole, ask, made } = await withPassword('open sésame');
    expect(Link.parse(made.body).hasPassword).toBe(true);
    expectError(await ask(secret), 'password_required');
    expectError(await ask(await lockSecret(secret, 'open sesame')), 'token_invalid');
    expect((await ask(whole)).body).toMatchObject({ role: 'editor' });
    // However the device writes its accents.
    expect(await lockSecret(secret, 'open se\u0301same')).toBe(whole);
    const refused = RawClient.sync(server, owned.docId, secret);
    await refused.whenGone();
    expect(refused.closed).toEqual({ code: 4413, reason: 'password_required' });
    const client = RawClient.sync(server, owned.docId, whole);
    await client.synced();
  });

  test('that is set or taken away cuts those who came in before', async () => {
    const { server, owned, secret, put, ask } = await withPassword(null);
    const client = RawClient.sync(server, owned.docId, secret);
    await client.synced();
    const whole = await lockSecret(secret, 'now');
    await put(hashSecret(whole));
    await client.whenGone();
    expect(client.closed?.reason).toBe('server_busy');
    expectError(await ask(secret), 'password_required');
    await put(null);
    expect((await ask(secret)).status).toBe(200);
    expectError(await ask(whole), 'token_invalid');
  });

  test('cannot be guessed at length: after some tries even the right one has to wait', async () => {
    const { whole, ask } = await withPassword('right');
    for (let guess = 0; guess < MAX_WRONG_SECRETS_PER_MINUTE; guess++)
      expectError(await ask(createSecret()), 'token_invalid');
    expectError(await ask(whole), 'rate_limited');
  });
});

test('there is an end to links, and a revoked one makes room', async () => {
  const server = await startServer({ maxLinksPerDocument: 2 });
  const owned = newOwner();
  const first = await makeLink(server, owned, 'viewer');
  await makeLink(server, owned, 'viewer');
  const path = `/api/docs/${owned.docId}/links`;
  const third = () =>
    call(server, 'PUT', `${path}/${randomId(12)}`, owned.secret, wanted(createSecret()));
  expectError(await third(), 'too_many_links');
  await call(server, 'DELETE', `${path}/${first.id}`, owned.secret);
  expect((await third()).status).toBe(200);
});

describe('refused', () => {
  test('an id that belongs to another secret, and a secret that belongs to another id', async () => {
    const server = await startServer();
    const owned = newOwner();
    const link = await makeLink(server, owned, 'viewer');
    const path = `/api/docs/${owned.docId}/links`;
    const other = await call(
      server,
      'PUT',
      `${path}/${link.id}`,
      owned.secret,
      wanted(createSecret()),
    );
    expectError(other, 'request_invalid');
    const twin = await call(
      server,
      'PUT',
      `${path}/${randomId(12)}`,
      owned.secret,
      wanted(link.secret),
    );
    expectError(twin, 'request_invalid');
  });

  test('everybody who is not the owner', async () => {
    const server = await startServer();
    const owned = newOwner();
    const path = `/api/docs/${owned.docId}/links`;
    for (const role of ['viewer', 'commenter', 'editor'] as const) {
      const link = await makeLink(server, owned, role);
      expectError(await call(server, 'GET', path, link.secret), 'role_too_low');
      expectError(await call(server, 'DELETE', `${path}/${link.id}`, link.secret), 'role_too_low');
      const put = await call(
        server,
        'PUT',
        `${path}/${randomId(12)}`,
        link.secret,
        wanted(createSecret()),
      );
      expectError(put, 'role_too_low');
      expect(
        (await call(server, 'GET', `/api/docs/${owned.docId}`, link.secret)).body,
      ).toMatchObject({ role });
    }
    expectError(await call(server, 'GET', path, createSecret()), 'token_invalid');
    expectError(await call(server, 'GET', path, 'nonsense'), 'token_invalid');
    expectError(await call(server, 'GET', path), 'token_missing');
  });

  test('documents that are not there, and names that are none', async () => {
    const server = await startServer();
    const { docId, secret } = newOwner();
    expectError(await call(server, 'GET', `/api/docs/${docId}`, secret), 'document_unknown');
    expectError(await call(server, 'GET', `/api/docs/${docId}/links`, secret), 'document_unknown');
    expectError(
      await call(server, 'GET', `/api/docs/${docId}`, createSecret()),
      'document_unknown',
    );
    expectError(await call(server, 'GET', '/api/docs/0OIl', secret), 'document_unknown');
  });

  test('bodies and ids that do not fit', async () => {
    const server = await startServer();
    const owned = newOwner();
    const path = `/api/docs/${owned.docId}/links`;
    const put = (id: string, body: unknown) =>
      call(server, 'PUT', `${path}/${id}`, owned.secret, body);
    const id = randomId(12);
    const good = wanted(createSecret());
    for (const body of [
      {},
      [],
      { ...good, role: 'owner' },
      { ...good, secretHash: createSecret() },
      { ...good, label: 'x'.repeat(81) },
      { ...good, expiresAt: -1 },
    ]) {
      expectError(await put(id, body), 'request_invalid');
    }
    expectError(await put('short', good), 'request_invalid');
    expectError(await put(id, { ...good, padding: 'x'.repeat(20_000) }), 'payload_too_large');
    const broken = await fetch(`${server.url}${path}/${id}`, {
      method: 'PUT',
      headers: { Authorization: `Bearer ${owned.secret}` },
      body: '{',
    });
    expectError({ status: broken.status, body: await broken.json() }, 'request_invalid');
    expectError(await call(server, 'DELETE', `${path}/${id}`, owned.secret), 'not_found');
  });
});

test('no secret is in the log or in any file of the data folder', async () => {
  const server = await startServer();
  const owned = newOwner();
  const link = await makeLink(server, owned, 'editor');
  const wrong = createSecret();
  for (const secret of [owned.secret, link.secret]) {
    for (const endpoint of ['sync', 'multiplexed'] as const) {
      const client = RawClient[endpoint](server, owned.docId, secret);
      await client.synced();
      client.sendUpdate(textUpdate('text '));
      await until('confirmed', () => client.statuses.length === 1);
      client.send(Uint8Array.of(42));
      await client.whenGone();
    }
    await call(server, 'GET', `/api/docs/${owned.docId}/links`, secret);
    await call(server, 'GET', `/api/docs/${owned.docId}?token=${secret}`, secret);
    await fetch(`${server.url}/d/${owned.docId}/${secret}`);
  }
  for (const endpoint of ['sync', 'multiplexed'] as const) {
    const client = RawClient[endpoint](server, owned.docId, wrong);
    await client.whenGone();
  }
  await call(server, 'DELETE', `/api/docs/${owned.docId}/links/${link.id}`, owned.secret);
  const files = ['driftless.sqlite', 'driftless.sqlite-wal'].map((file) =>
    readFileSync(join(server.folder, file)).toString('latin1'),
  );
  await server.stop();
  const everything = [
    ...files,
    readFileSync(join(server.folder, 'driftless.sqlite')).toString('latin1'),
    ...server.logLines,
  ].join('\n');
  expect(server.logLines.length).toBeGreaterThan(10);
  expect(everything).toContain(owned.docId);
  expect(everything).toContain(hashSecret(link.secret));
  for (const secret of [owned.secret, link.secret, wrong]) expect(everything).not.toContain(secret);
  expect(server.logLines.join('\n')).not.toContain(hashSecret(link.secret));
});
