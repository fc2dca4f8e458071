/** Calls to a server: what they tell it of secrets, and what becomes of each kind of answer. */
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { createSecret, docIdOf, hashSecret, randomId } from '../../shared/access/ids.ts';
import { Unreachable } from '../../shared/protocol/answers.ts';
import { CatalogueError } from '../../shared/protocol/errors.ts';
import { createServerApi } from './server-api.ts';

const secret = createSecret();
const docId = docIdOf(secret);
const servers: Server[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

interface Seen {
  method: string | undefined;
  url: string | undefined;
  authorization: string | undefined;
  body: string;
}

/** A real HTTP server that gives one answer and remembers what it was asked. */
async function answering(status: number, body: string): Promise<{ origin: string; seen: Seen[] }> {
  const seen: Seen[] = [];
  const server = createServer((request: IncomingMessage, response) => {
    let text = '';
    request.on('data', (chunk: Buffer) => {
      text += chunk.toString();
    });
    request.on('end', () => {
      const { method, url } = request;
      seen.push({ method, url, authorization: request.headers.authorization, body: text });
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(body);
    });
  });
  servers.push(server);
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen };
}

const link = {
  docId,
  id: randomId(12),
  secret: createSecret(),
  role: 'editor' as const,
  label: null,
  createdAt: 1,
  expiresAt: null,
  passwordHash: null,
  sentAt: null,
};
const linkAnswer = {
  id: link.id,
  role: 'editor',
  label: null,
  hasPassword: false,
  createdAt: 1,
  expiresAt: null,
  revokedAt: null,
  lastUsedAt: null,
};

describe('calls to the server', () => {
  it('send the hash of a link, never its secret, and no secret in the address', async () => {
    const { origin, seen } = await answering(200, JSON.stringify(linkAnswer));
    await createServerApi(origin).putLink(link, secret);
    expect(seen).toHaveLength(1);
    expect(seen[0]).toMatchObject({
      method: 'PUT',
      url: `/api/docs/${docId}/links/${link.id}`,
      authorization: `Bearer ${secret}`,
    });
    expect(JSON.parse(seen[0]!.body)).toEqual({
      role: 'editor',
      secretHash: hashSecret(link.secret),
      expiresAt: null,
      passwordHash: null,
    });
    expect(`${seen[0]!.url}${seen[0]!.body}`).not.toContain(link.secret);
  });

  it('turn a refusal into an error of the catalogue', async () => {
    const body = { error: { code: 'link_revoked', message: 'x' } };
    const { origin } = await answering(403, JSON.stringify(body));
    const refused = createServerApi(origin).documentInfo(docId, secret);
    await expect(refused).rejects.toMatchObject({ code: 'link_revoked' });
    await expect(refused).rejects.toBeInstanceOf(CatalogueError);
  });

  it.each([
    ['a page of a hotel network', 200, '<html>Welcome, please log in</html>'],
    ['JSON of someone else', 200, '{"ok":true}'],
    ['an error that is not ours', 502, '{"message":"bad gateway"}'],
  ])('do not believe %s', async (_what, status, body) => {
    const { origin } = await answering(status, body);
    await expect(createServerApi(origin).listLinks(docId, secret)).rejects.toBeInstanceOf(
      Unreachable,
    );
  });

  it('say that nobody answers when nobody does', async () => {
    const { origin } = await answering(200, '{}');
    await new Promise((closed) => servers.pop()!.close(closed));
    await expect(createServerApi(origin).documentInfo(docId, secret)).rejects.toBeInstanceOf(
      Unreachable,
    );
  });
});

it('reads the times of a server whose clock is another one by the clock of this device', async () => {
  const day = 86_400_000;
  const now = Date.now() + 400 * day;
  const listed = { ...linkAnswer, createdAt: now, expiresAt: now + day, revokedAt: null };
  const { origin } = await answering(200, JSON.stringify({ links: [listed], now }));
  const [read] = await createServerApi(origin).listLinks(docId, secret);
  expect(Math.abs(read!.expiresAt! - (Date.now() + day))).toBeLessThan(60_000);
  expect(Math.abs(read!.createdAt - Date.now())).toBeLessThan(60_000);
});
