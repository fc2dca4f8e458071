/** Planted secrets, looked for wherever the server leaves something behind or says something. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { createSecret, hashSecret, randomId } from '../shared/access/ids.ts';
import { lockSecret } from '../shared/access/passwords.ts';
import { PERSON_HEADER } from '../shared/protocol/http.ts';
import { SUBPROTOCOL } from '../shared/protocol/messages.ts';
import { cleanUp, until } from './testing/clean-up.ts';
import { RawClient, textUpdate } from './testing/raw-client.ts';
import { call, makeLink, newOwner, startServer } from './testing/server.ts';

afterEach(cleanUp);

test('no secret, password or key of a person is in logs, files, answers or headers', async () => {
  const server = await startServer();
  const owned = newOwner();
  const password = 'sesame-opens-this-door';
  const planted = {
    owner: owned.secret,
    link: createSecret(),
    locked: '',
    revoked: '',
    wrong: createSecret(),
    person: createSecret(),
    password,
  };
  planted.locked = await lockSecret(planted.link, password);
  const answers: string[] = [];
  const ask = async (method: string, path: string, secret: string, body?: unknown) => {
    const {
      status,
      headers,
      body: said,
    } = await call(server, method, path, secret, body, {
      [PERSON_HEADER]: planted.person,
    });
    answers.push(`${status} ${JSON.stringify([...headers])} ${JSON.stringify(said)}`);
  };
  const path = `/api/docs/${owned.docId}`;
  const linkPath = `${path}/links/${randomId(12)}`;

  const client = RawClient.sync(server, owned.docId, planted.owner, SUBPROTOCOL, planted.person);
  await client.synced();
  client.sendUpdate(textUpdate('planted text'));
  await until('stored', () => client.statuses.length === 1);
  await ask('PUT', linkPath, planted.owner, {
    role: 'editor',
    label: 'for the class',
    secretHash: hashSecret(planted.link),
    passwordHash: hashSecret(planted.locked),
  });
  const gone = await makeLink(server, owned, 'viewer');
  planted.revoked = gone.secret;
  await ask('DELETE', `${path}/links/${gone.id}`, planted.owner);
  for (const secret of Object.values(planted)) {
    await ask('GET', path, secret);
    await ask('GET', `${path}/links`, secret);
    await ask('GET', `${path}/events`, secret);
    for (const endpoint of ['sync', 'multiplexed'] as const) {
      const visitor = RawClient[endpoint](server, owned.docId, secret);
      await visitor.synced();
      answers.push(JSON.stringify([visitor.closed, visitor.ended, visitor.socket.protocol]));
    }
  }
  // What is not understood must not be repeated either.
  await ask('PUT', linkPath, planted.owner, { role: planted.link, secretHash: planted.link });
  await ask('PATCH', linkPath, planted.owner, { role: planted.wrong });
  await ask('POST', `${path}/attachments/${planted.link}`, planted.owner);
  await ask('GET', `${path}/nothing/${planted.link}`, planted.owner);
  await server.stop();

  const files = readdirSync(server.folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name)).toString('latin1'));
  expect(files.join('')).toContain('planted text');
  expect(files.join('')).toContain(hashSecret(planted.link));
  expect(server.logLines.join('')).toContain(owned.docId);
  const places = { logs: server.logLines, files, answers };
  for (const [place, texts] of Object.entries(places)) {
    for (const [what, secret] of Object.entries(planted)) {
      expect(
        texts.some((text) => text.includes(secret)),
        `${what} in ${place}`,
      ).toBe(false);
    }
  }
});

test('of a deleted document no word and no label is left in any file', async () => {
  const server = await startServer();
  const owned = newOwner();
  const client = RawClient.sync(server, owned.docId, owned.secret);
  await client.synced();
  client.sendUpdate(textUpdate('planted text'));
  await until('stored', () => client.statuses.length === 1);
  const picture = Buffer.from('planted picture');
  const sha256 = Buffer.from(
    await crypto.subtle.digest('SHA-256', new Uint8Array(picture)),
  ).toString('hex');
  const path = `/api/docs/${owned.docId}`;
  await fetch(`${server.url}${path}/attachments/${sha256}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${owned.secret}` },
    body: new Uint8Array(picture),
  });
  await call(server, 'PUT', `${path}/links/${randomId(12)}`, owned.secret, {
    role: 'editor',
    label: 'planted label',
    secretHash: hashSecret(createSecret()),
  });
  const contents = () =>
    readdirSync(server.folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => readFileSync(join(entry.parentPath, entry.name)).toString('latin1'))
      .join('');
  for (const planted of ['text', 'picture', 'label']) {
    expect(contents()).toContain(`planted ${planted}`);
  }
  expect((await call(server, 'DELETE', path, owned.secret)).status).toBe(200);
  expect(contents()).not.toContain('planted');
  await server.stop();
  expect(contents()).not.toContain('planted');
});
