/** Links over HTTP: made, listed, changed, revoked, and by whom. */
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { createSecret, hashSecret, personIdOf, randomId } from '../../shared/access/ids.ts';
import { lockSecret } from '../../shared/access/passwords.ts';
import { CatalogueError, ERRORS, ErrorBody, type ErrorCode } from '../../shared/protocol/errors.ts';
import {
  AccessEvents,
  DocumentInfo,
  Link,
  LinkList,
  PERSON_HEADER,
} from '../../shared/protocol/http.ts';
import {
  MAX_REVOKED_LINKS,
  MAX_WRONG_PASSWORDS,
  MAX_WRONG_SECRETS_PER_MINUTE,
} from '../../shared/protocol/limits.ts';
import { SUBPROTOCOL } from '../../shared/protocol/messages.ts';
import { DATABASE_FILE, openSqlite } from '../storage/sqlite.ts';
import type { StoredLink } from '../storage/storage.ts';
import { cleanUp, onCleanUp, temporaryFolder, until } from '../testing/clean-up.ts';
import { RawClient, textUpdate } from '../testing/raw-client.ts';
import { call, makeLink, memoryLog, newOwner, type Owned, startServer } from '../testing/server.ts';
import { Guesses } from './guesses.ts';
import { Links } from './links.ts';

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
  expect(LinkList.parse(list.body)).toEqual({ links: [link], now: expect.any(Number) });
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

test('of a class that leaves together the store is told at once, also where the server stops', async () => {
  const server = await startServer();
  const owned = newOwner();
  const link = await makeLink(server, owned, 'viewer');
  const writes = () => statSync(join(server.folder, `${DATABASE_FILE}-wal`)).size;
  const pupils = Array.from({ length: 30 }, () => RawClient.sync(server, owned.docId, link.secret));
  await Promise.all(pupils.map((pupil) => pupil.synced()));
  const before = writes();
  const leaving = Date.now();
  for (const pupil of pupils) pupil.socket.close();
  await Promise.all(pupils.map((pupil) => pupil.whenGone()));
  const gone = () => server.logLines.filter((line) => line.includes('"gone"')).length;
  await until('all are gone', () => gone() === pupils.length);
  // A page and its head each time.
  expect(writes() - before).toBeLessThan(10 * 4_120);
  await server.stop();
  const storage = openSqlite(server.folder);
  onCleanUp(() => storage.close());
  const [stored] = await storage.links(owned.docId);
  expect(stored?.lastUsedAt).toBeGreaterThanOrEqual(leaving);
});

test('the last use of a link is no day to come once the clock that said so is right', async () => {
  const storage = openSqlite(temporaryFolder());
  onCleanUp(() => storage.close());
  const links = new Links(storage, 10, memoryLog([]));
  const { docId } = newOwner();
  const [id, secret] = [randomId(12), createSecret()];
  const byOwner = { linkId: null, person: null };
  await storage.createDocument(docId, 1);
  await links.put(docId, id, { role: 'editor', secretHash: hashSecret(secret) }, byOwner);
  await storage.touchLinks([{ docId, linkId: id, at: Date.now() + 86_400_000 }]);
  await links.identify(docId, secret, 'here');
  expect((await links.list(docId))[0]!.lastUsedAt).toBeLessThanOrEqual(Date.now());
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

test('who presents a secret is known without a look at what was written', async () => {
  const storage = openSqlite(temporaryFolder());
  onCleanUp(() => storage.close());
  const looked = (): never => {
    throw new Error('it looked');
  };
  Object.assign(storage, { sizeOf: looked, loadLog: looked, history: looked });
  const links = new Links(storage, 10, memoryLog([]));
  const { docId, secret } = newOwner();
  await storage.createDocument(docId, 1);
  expect(await links.identify(docId, secret, 'here')).toMatchObject({ role: 'owner' });
  await expect(links.identify(docId, createSecret(), 'here')).rejects.toThrow();
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

  test('cannot be guessed at length, and nobody else waits for those who try', async () => {
    const { server, owned, whole, ask } = await withPassword('1234');
    const open = await makeLink(server, owned, 'viewer');
    const anna = createSecret();
    const visit = async () => {
      const client = RawClient.sync(server, owned.docId, whole, SUBPROTOCOL, anna);
      await client.synced();
      return client.closed?.reason ?? null;
    };
    expect(await visit()).toBeNull();
    for (let guess = 0; guess < MAX_WRONG_PASSWORDS; guess++)
      expectError(await ask(createSecret()), 'token_invalid');
    for (let guess = 0; guess < 10; guess++) expectError(await ask(createSecret()), 'rate_limited');
    // It might be a guess; but whoever proved who they are with it before is known.
    expectError(await ask(whole), 'rate_limited');
    expect(await visit()).toBeNull();
    expect((await ask(owned.secret)).status).toBe(200);
    expect((await ask(open.secret)).status).toBe(200);
  });

  test('of four digits does not fall in eight hours, from one network or from many', () => {
    const lookedAt = (networks: number) => {
      const guesses = new Guesses();
      let count = 0;
      for (let second = 0; second < 8 * 3600; second += 2) {
        const address = `10.${second % networks}.0.1`;
        if (!guesses.areLookedAt('doc', address, second * 1000)) continue;
        count += 1;
        guesses.wasWrong('doc', address, second * 1000);
      }
      return count;
    };
    expect(lookedAt(1)).toBeLessThan(150);
    expect(lookedAt(200)).toBeLessThan(700);
  });

  test('that is wrong keeps nobody out who comes from elsewhere with the right one', () => {
    const guesses = new Guesses();
    for (let index = 0; index < 1000; index++) {
      const address = `10.${index % 200}.0.1`;
      if (guesses.areLookedAt('doc', address, 1)) guesses.wasWrong('doc', address, 1);
    }
    expect(guesses.areLookedAt('doc', '10.1.0.1', 1)).toBe(false);
    expect(guesses.areLookedAt('doc', '192.0.2.1', 1)).toBe(true);
  });
});

test('wrong secrets are a flood after some, and a good one from the same address comes in', async () => {
  const server = await startServer();
  const owned = newOwner();
  const link = await makeLink(server, owned, 'viewer');
  const ask = (secret: string) => call(server, 'GET', `/api/docs/${owned.docId}`, secret);
  for (let times = 0; times < MAX_WRONG_SECRETS_PER_MINUTE; times++)
    expectError(await ask(createSecret()), 'token_invalid');
  expectError(await ask(createSecret()), 'rate_limited');
  expect((await ask(link.secret)).status).toBe(200);
});

describe('a link that is made already', () => {
  const setUp = async () => {
    const server = await startServer();
    const owned = newOwner();
    const link = await makeLink(server, owned, 'editor');
    const path = `/api/docs/${owned.docId}/links/${link.id}`;
    const patch = (body: unknown, secret = owned.secret) =>
      call(server, 'PATCH', path, secret, body);
    const ask = (secret: string) => call(server, 'GET', `/api/docs/${owned.docId}`, secret);
    const visit = async (secret: string) => {
      const client = RawClient.sync(server, owned.docId, secret);
      await client.synced();
      return client;
    };
    return { server, owned, link, path, patch, ask, visit };
  };

  test('gets another label, end and password, one by one, and the rest stays', async () => {
    const { patch, ask } = await setUp();
    const whole = createSecret();
    expect((await patch({ label: ' The class ' })).body).toMatchObject({ label: 'The class' });
    const before = Date.now();
    const timed = Link.parse((await patch({ worksFor: 60_000 })).body);
    expect(timed.expiresAt).toBeGreaterThanOrEqual(before + 60_000);
    const locked = Link.parse((await patch({ passwordHash: hashSecret(whole) })).body);
    expect(locked).toEqual({ ...timed, hasPassword: true, lastUsedAt: locked.lastUsedAt });
    expect((await ask(whole)).status).toBe(200);
    expect((await patch({ worksFor: null })).body).toMatchObject({
      expiresAt: null,
      label: 'The class',
      role: 'editor',
      hasPassword: true,
    });
    expect((await patch({ label: null })).body).toMatchObject({ label: null });
  });

  test('that is changed twice at once is as both said', async () => {
    const storage = openSqlite(temporaryFolder());
    onCleanUp(() => storage.close());
    const links = new Links(storage, 10, memoryLog([]));
    const { docId } = newOwner();
    const id = randomId(12);
    const by = { linkId: null, person: null };
    await storage.createDocument(docId, 1);
    await links.put(docId, id, { role: 'editor', secretHash: hashSecret(createSecret()) }, by);
    const told = await Promise.all([
      links.change(docId, id, { role: 'viewer' }, by),
      links.change(docId, id, { label: 'For the class' }, by),
      links.change(docId, id, { passwordHash: 'ab'.repeat(32), passwordKdf: 'x' }, by),
      links.change(docId, id, { hidesHistory: true }, by),
    ]);
    expect(told[0]?.role).toBe('viewer');
    expect(await links.list(docId)).toMatchObject([
      { role: 'viewer', label: 'For the class', hasPassword: true, hidesHistory: true },
    ]);
  });

  test('ends for whoever is in when its time is over by a change, and opens again with another', async () => {
    const { patch, ask, visit, link } = await setUp();
    const client = await visit(link.secret);
    await patch({ worksFor: 0 });
    await client.whenGone();
    expect(client.closed).toEqual({ code: 4403, reason: 'link_expired' });
    expectError(await ask(link.secret), 'link_expired');
    await patch({ worksFor: 60_000 });
    await visit(link.secret);
  });

  test('lasts as long as it is to last now for whoever is in, not as it was when they came', async () => {
    const { patch, visit, link } = await setUp();
    await patch({ worksFor: 30_000 });
    const client = await visit(link.secret);
    const later = Link.parse((await patch({ worksFor: 60_000 })).body);
    expect(client.closed).toBeNull();
    const shorter = Link.parse((await patch({ worksFor: 500 })).body);
    expect(shorter.expiresAt).toBeLessThan(later.expiresAt ?? 0);
    await client.whenGone();
    expect(client.closed).toEqual({ code: 4403, reason: 'link_expired' });
    expect(Date.now()).toBeGreaterThanOrEqual(shorter.expiresAt ?? 0);
  });

  test('asks whoever is in for a password that was changed, and nobody of them counts as guessing', async () => {
    const { server, owned, patch, ask, visit, link } = await setUp();
    const [first, second] = [createSecret(), createSecret()];
    const passwordKdf = 'scrypt-17';
    await patch({ passwordHash: hashSecret(first), passwordKdf });
    const client = await visit(first);
    const owner = await visit(owned.secret);
    await patch({ passwordHash: hashSecret(second), passwordKdf });
    await client.whenGone();
    // It comes back by itself, and hears then what it needs.
    expect(client.closed?.reason).toBe('server_busy');
    for (let times = 0; times < MAX_WRONG_PASSWORDS + 5; times++)
      expectError(await ask(first), 'token_invalid');
    expectError(await ask(link.secret), 'password_required');
    expect((await ask(second)).status).toBe(200);
    expect(owner.closed).toBeNull();
    // The same after a restart, and guesses are guesses as ever.
    const restarted = await server.restart();
    const again = (secret: string) => call(restarted, 'GET', `/api/docs/${owned.docId}`, secret);
    for (let times = 0; times < MAX_WRONG_PASSWORDS + 5; times++)
      expectError(await again(first), 'token_invalid');
    for (let guess = 0; guess < MAX_WRONG_PASSWORDS; guess++)
      expectError(await again(createSecret()), 'token_invalid');
    expectError(await again(first), 'rate_limited');
    expectError(await again(createSecret()), 'rate_limited');
  });

  test('tells whoever has it how its password was made into a secret, and nobody else', async () => {
    const { server, owned, patch, link } = await setUp();
    const path = `/api/docs/${owned.docId}/password`;
    const kdf = async () => (await call(server, 'GET', path, link.secret)).body;
    expect(await kdf()).toEqual({ kdf: null });
    const passwordHash = hashSecret(createSecret());
    await patch({ passwordHash, passwordKdf: 'scrypt-17' });
    expect(await kdf()).toEqual({ kdf: 'scrypt-17' });
    await patch({ passwordHash: hashSecret(createSecret()) });
    expect(await kdf()).toEqual({ kdf: null });
    expectError(await call(server, 'GET', path, createSecret()), 'token_invalid');
    expectError(await call(server, 'GET', path), 'token_missing');
    await patch({ worksFor: 0 });
    expectError(await call(server, 'GET', path, link.secret), 'link_expired');
  });

  test('is changed by its owner alone, by what is understood, as long as it is of use', async () => {
    const { server, owned, path, patch, link } = await setUp();
    expectError(await patch({ label: 'mine' }, link.secret), 'role_too_low');
    for (const body of [
      {},
      [],
      { role: 'owner' },
      { label: 'x'.repeat(81) },
      { label: ' ' },
      { worksFor: -1 },
      { worksFor: 'long' },
      { passwordHash: 'open sesame' },
      { passwordHash: null, passwordKdf: 'no name' },
      { passwordKdf: 'scrypt-17' },
    ]) {
      expectError(await patch(body), 'request_invalid');
    }
    const other = path.replace(link.id, randomId(12));
    expectError(await call(server, 'PATCH', other, owned.secret, { label: 'x' }), 'not_found');
    await call(server, 'DELETE', path, owned.secret);
    expectError(await patch({ worksFor: null }), 'link_revoked');
  });

  test('is noted as changed in what was done to access, each change once', async () => {
    const { server, owned, patch } = await setUp();
    const passwordHash = hashSecret(createSecret());
    await patch({ worksFor: 60_000, passwordHash, label: 'one' });
    await patch({ passwordHash, label: 'two' });
    await patch({ passwordHash: null });
    const { body } = await call(server, 'GET', `/api/docs/${owned.docId}/events`, owned.secret);
    expect(AccessEvents.parse(body).events.map(({ action }) => action)).toEqual([
      'password-removed',
      'password-set',
      'expiry-changed',
      'link-made',
      'document-made',
    ]);
  });
});

describe('what was done to the access to a document', () => {
  const eventsOf = async (server: { url: string }, { docId, secret }: Owned) => {
    const { body } = await call(server, 'GET', `/api/docs/${docId}/events`, secret);
    return AccessEvents.parse(body).events;
  };

  test('is read by its owner, and by nobody else, with who did it', async () => {
    const server = await startServer();
    const owned = newOwner();
    const [ana, ben] = [createSecret(), createSecret()];
    const path = `/api/docs/${owned.docId}`;
    const as = (key: string | null, method: string, at: string, body?: unknown) =>
      call(server, method, at, owned.secret, body, key === null ? {} : { [PERSON_HEADER]: key });
    const owner = RawClient.sync(server, owned.docId, owned.secret, SUBPROTOCOL, ana);
    await owner.synced();
    const id = randomId(12);
    const secret = createSecret();
    const link = `${path}/links/${id}`;
    await as(ana, 'PUT', link, wanted(secret));
    for (let times = 0; times < 2; times++) await as(null, 'PATCH', link, { role: 'viewer' });
    expectError(await call(server, 'GET', `${path}/events`, secret), 'role_too_low');
    // The document is handed over, and whoever has it now comes twice.
    for (let times = 0; times < 2; times++) {
      const other = RawClient.sync(server, owned.docId, owned.secret, SUBPROTOCOL, ben);
      await other.synced();
    }
    const locked = { ...wanted(secret), role: 'viewer' };
    const passwordHash = hashSecret(createSecret());
    const expiresAt = Date.now() + 60_000;
    await as(ben, 'PUT', link, { ...locked, passwordHash });
    await as(ben, 'PUT', link, { ...locked, passwordHash: null, expiresAt });
    for (let times = 0; times < 2; times++) await as(ben, 'DELETE', link);
    const restarted = await server.restart();
    const events = await eventsOf(restarted, owned);
    const [byAna, byBen] = [personIdOf(ana), personIdOf(ben)];
    expect(
      events.map(({ action, linkId, role, person }) => [action, linkId, role, person]),
    ).toEqual([
      ['link-revoked', id, 'viewer', byBen],
      ['password-removed', id, 'viewer', byBen],
      ['expiry-changed', id, 'viewer', byBen],
      ['password-set', id, 'viewer', byBen],
      ['owner-came', null, null, byBen],
      ['link-changed', id, 'viewer', null],
      ['link-made', id, 'editor', byAna],
      ['document-made', null, null, byAna],
    ]);
    expect(events.every(({ byLinkId }) => byLinkId === null)).toBe(true);
  });

  test('holds that a link has expired, once, and not before', async () => {
    const server = await startServer();
    const owned = newOwner();
    const path = `/api/docs/${owned.docId}`;
    const make = async (expiresAt: number) => {
      const id = randomId(12);
      const body = { ...wanted(createSecret()), expiresAt };
      await call(server, 'PUT', `${path}/links/${id}`, owned.secret, body);
      return id;
    };
    const gone = await make(Date.now() - 1_000);
    await make(Date.now() + 60_000);
    // Withdrawn before it could expire, and so never expired.
    const revoked = await make(Date.now() + 60_000);
    await call(server, 'DELETE', `${path}/links/${revoked}`, owned.secret);
    const expired = (await eventsOf(server, owned)).filter(
      ({ action }) => action === 'link-expired',
    );
    expect(expired.map(({ linkId }) => linkId)).toEqual([gone]);
  });

  test('is nothing but its end once it is deleted for everyone', async () => {
    const server = await startServer();
    const owned = newOwner();
    const link = await makeLink(server, owned, 'editor');
    const path = `/api/docs/${owned.docId}`;
    const ana = createSecret();
    for (const key of [ana, createSecret()])
      await call(server, 'DELETE', path, owned.secret, undefined, { [PERSON_HEADER]: key });
    const events = await eventsOf(server, owned);
    expect(events).toMatchObject([{ action: 'document-deleted', person: personIdOf(ana) }]);
    expectError(await call(server, 'GET', `${path}/events`, link.secret), 'document_deleted');
  });

  test('is not told to whoever says to be somebody with what is no key', async () => {
    const server = await startServer();
    const { docId, secret } = newOwner();
    const answer = await call(
      server,
      'PUT',
      `/api/docs/${docId}/links/${randomId(12)}`,
      secret,
      {
        ...wanted(createSecret()),
      },
      { [PERSON_HEADER]: 'Ana' },
    );
    expectError(answer, 'token_invalid');
  });
});

test('a proxy of which nothing was said is told of once', async () => {
  const server = await startServer();
  for (let times = 0; times < 3; times++) {
    await fetch(`${server.url}/healthz`, { headers: { 'X-Forwarded-For': '192.0.2.1' } });
  }
  expect(server.logLines.filter((line) => line.includes('TRUST_PROXY')).length).toBe(1);
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

test('revoked links are told apart from unknown ones until very many others were revoked', async () => {
  const storage = openSqlite(temporaryFolder());
  onCleanUp(() => storage.close());
  const lines: string[] = [];
  const links = new Links(storage, 100, memoryLog(lines));
  const { docId } = newOwner();
  const by = { linkId: null, person: null };
  await storage.createDocument(docId, Date.now());
  const secrets = Array.from({ length: MAX_REVOKED_LINKS + 1 }, createSecret);
  const kept = createSecret();
  await links.put(docId, randomId(12), { role: 'viewer', secretHash: hashSecret(kept) }, by);
  for (const [at, secret] of secrets.entries()) {
    const id = String(at).padStart(12, 'A');
    await storage.putLink({ ...(await linkOf(id, secret)), revokedAt: null });
    if (at >= MAX_REVOKED_LINKS - 1) await links.revoke(docId, id, by);
    else await storage.putLink({ ...(await linkOf(id, secret)), revokedAt: at + 1 });
  }
  const codeOf = async (secret: string) => {
    const error = await links
      .identify(docId, secret, '10.0.0.1')
      .catch((thrown: unknown) => thrown);
    return error instanceof CatalogueError ? error.code : 'let in';
  };
  expect(await codeOf(secrets[0]!)).toBe('token_invalid');
  for (const at of [1, MAX_REVOKED_LINKS / 2, MAX_REVOKED_LINKS]) {
    expect(await codeOf(secrets[at]!)).toBe('link_revoked');
  }
  expect(await codeOf(kept)).toBe('let in');
  expect(await storage.links(docId)).toHaveLength(MAX_REVOKED_LINKS + 1);
  expect(lines.filter((line) => line.includes('revoked links forgotten'))).toHaveLength(1);

  async function linkOf(id: string, secret: string): Promise<StoredLink> {
    const [example] = await storage.linksFor(docId, '');
    return { ...example!, id, secretHash: hashSecret(secret) };
  }
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
      // Later than any date, and than what a store gives back.
      { ...good, expiresAt: Number.MAX_SAFE_INTEGER },
      { ...good, worksFor: Number.MAX_SAFE_INTEGER },
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

test('a link that works longer than there are dates works until the last one', async () => {
  const server = await startServer();
  const owned = newOwner();
  const link = await makeLink(server, owned, 'viewer');
  const path = `/api/docs/${owned.docId}/links`;
  const worksFor = 8.64e15;
  const changed = await call(server, 'PATCH', `${path}/${link.id}`, owned.secret, { worksFor });
  expect(changed.body).toMatchObject({ expiresAt: worksFor });
  expect((await call(server, 'GET', path, owned.secret)).body).toMatchObject({
    links: [{ expiresAt: worksFor }],
  });
  expect((await call(server, 'GET', `/api/docs/${owned.docId}`, link.secret)).status).toBe(200);
});

test('a link for a day works for a day by the clock of the server, also where it is sent twice', async () => {
  const server = await startServer();
  const { docId, secret } = newOwner();
  const path = `/api/docs/${docId}/links/${randomId(12)}`;
  const day = 86_400_000;
  // As a device says it whose clock is a year behind.
  const body = {
    ...wanted(createSecret()),
    expiresAt: Date.now() - 364 * day,
    worksFor: day,
  };
  const before = Date.now();
  const link = Link.parse((await call(server, 'PUT', path, secret, body)).body);
  expect(link.expiresAt).toBeGreaterThanOrEqual(before + day);
  expect(link.expiresAt).toBeLessThanOrEqual(Date.now() + day);
  const again = { ...body, worksFor: day - 5000 };
  expect((await call(server, 'PUT', path, secret, again)).body).toEqual(link);
});
