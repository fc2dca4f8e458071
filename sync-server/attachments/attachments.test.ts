/** Pictures and files over real HTTP, wherever they are kept: who may, what fits, and what stays inert. */

import { createHash, randomBytes } from 'node:crypto';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { mkdirSync, readdirSync, readlinkSync, writeFileSync } from 'node:fs';
import { type ClientRequest, type Server as HttpServer, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import type { DocId } from '../../shared/access/ids.ts';
import { ErrorBody, type ErrorCode } from '../../shared/protocol/errors.ts';
import { MAX_SAID_PICTURE_BYTES } from '../../shared/protocol/limits.ts';
import { newDatabase } from '../../shared/testing/postgres.ts';
import { namedS3, S3 } from '../../shared/testing/s3.ts';
import type { Config } from '../config.ts';
import { attachmentsIn } from '../data-folder.ts';
import { openPostgres } from '../storage/postgres.ts';
import type { SharedStorage } from '../storage/storage.ts';
import { cleanUp, onCleanUp, until } from '../testing/clean-up.ts';
import {
  call,
  makeLink,
  memoryLog,
  newOwner,
  type Owned,
  startServer,
  type TestServer,
  testConfig,
} from '../testing/server.ts';
import { bucketIn } from './bucket.ts';

afterEach(cleanUp);

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const pathOf = (docId: DocId, name: string) => `/api/docs/${docId}/attachments/${name}`;

async function upload(
  server: TestServer,
  docId: DocId,
  secret: string | null,
  bytes: Uint8Array<ArrayBuffer>,
  name = hashOf(bytes),
): Promise<{ status: number; code: ErrorCode | null }> {
  const answer = await fetch(server.url + pathOf(docId, name), {
    method: 'POST',
    headers: secret === null ? {} : { Authorization: `Bearer ${secret}` },
    body: bytes,
  });
  const body: unknown = await answer.json();
  const refusal = ErrorBody.safeParse(body);
  if (!refusal.success) expect(body).toEqual({ sha256: name, bytes: bytes.length });
  return { status: answer.status, code: refusal.success ? refusal.data.error.code : null };
}

function download(
  server: TestServer,
  { docId, secret }: Owned,
  name: string,
  headers: Record<string, string> = {},
): Promise<Response> {
  return fetch(server.url + pathOf(docId, name), {
    headers: { Authorization: `Bearer ${secret}`, ...headers },
  });
}

interface Place {
  /** Settings of servers that keep pictures and files there. */
  settings: () => Promise<Partial<Config>>;
  /** What is kept there since then, as `<docId>/<sha256>`. */
  stored: (server: TestServer) => Promise<string[]>;
}

const files: Place = {
  settings: async () => ({}),
  stored: async ({ folder }) =>
    attachmentsIn(folder)
      .map((path) => path.slice('attachments/'.length))
      .sort(),
};

let opened: SharedStorage | null = null;
const rows: Place = {
  settings: async () => {
    const { url, remove } = await newDatabase();
    onCleanUp(remove);
    const storage = await openPostgres(url, memoryLog([]));
    onCleanUp(() => storage.close());
    opened = storage;
    return { databaseUrl: url };
  },
  stored: async () =>
    ((await opened?.files.all()) ?? []).map(({ docId, sha256 }) => `${docId}/${sha256}`),
};

const before = new Set<string>();
const objects: Place = {
  settings: async () => {
    const settings = namedS3() ?? (await startS3()).settings;
    for await (const key of keysIn(testConfig(settings))) before.add(key);
    return settings;
  },
  stored: async ({ config }) => {
    const keys: string[] = [];
    for await (const key of keysIn(config)) if (!before.has(key)) keys.push(key);
    return keys.sort();
  },
};

async function startS3(): Promise<S3> {
  const s3 = await S3.start();
  onCleanUp(() => s3.stop());
  return s3;
}

async function* keysIn(config: Config): AsyncGenerator<string> {
  const bucket = bucketIn(config);
  if (bucket === null) return;
  for await (const { key } of bucket.list('attachments/')) {
    if (!key.startsWith('attachments/probe/')) yield key.slice('attachments/'.length);
  }
}

const picture = () => new Uint8Array(randomBytes(70_000));

describe.each([
  ['files', files],
  ['PostgreSQL', rows],
  ['a bucket', objects],
])('in %s', (_title, { settings, stored }) => {
  const start = async (overrides: Partial<Config> = {}) =>
    startServer({ ...(await settings()), ...overrides });

  describe('who may', () => {
    test('an editor stores, a viewer reads the same bytes, and another document has none of it', async () => {
      const server = await start();
      const owner = newOwner();
      // Without a document yet: its owner makes it by this.
      const bytes = picture();
      expect(await upload(server, owner.docId, owner.secret, bytes)).toMatchObject({ status: 200 });
      const editor = await makeLink(server, owner, 'editor');
      const viewer = await makeLink(server, owner, 'viewer');
      const more = picture();
      expect((await upload(server, owner.docId, editor.secret, more)).status).toBe(200);
      for (const sent of [bytes, more]) {
        const answer = await download(server, { ...owner, secret: viewer.secret }, hashOf(sent));
        expect(answer.status).toBe(200);
        expect(new Uint8Array(await answer.arrayBuffer())).toEqual(sent);
      }
      const other = newOwner();
      await upload(server, other.docId, other.secret, picture());
      expect((await download(server, other, hashOf(bytes))).status).toBe(404);
    });

    test('whoever may say something attaches small pictures, and leaves room for those who write', async () => {
      const server = await start({ maxAttachmentBytesPerDocument: 300_000 });
      const owner = newOwner();
      const { docId } = owner;
      await upload(server, docId, owner.secret, picture());
      const { secret } = await makeLink(server, owner, 'commenter');
      const said = picture();
      expect(await upload(server, docId, secret, said)).toMatchObject({ status: 200 });
      const viewer = (await makeLink(server, owner, 'viewer')).secret;
      expect((await download(server, { docId, secret: viewer }, hashOf(said))).status).toBe(200);
      const before = await stored(server);
      expect((await upload(server, docId, secret, picture())).code).toBe('document_full');
      const large = new Uint8Array(MAX_SAID_PICTURE_BYTES + 1);
      expect((await upload(server, docId, secret, large)).code).toBe('payload_too_large');
      // Who does not say how much it is could send any amount.
      const unsaid = await fetch(server.url + pathOf(docId, hashOf(large)), {
        method: 'POST',
        headers: { Authorization: `Bearer ${secret}` },
        body: new Blob([large]).stream(),
        duplex: 'half',
      } as RequestInit);
      expect(unsaid.status).toBe(413);
      expect(await stored(server)).toEqual(before);
      expect((await upload(server, docId, owner.secret, picture())).status).toBe(200);
      const codes = new Set<string | null>();
      for (let at = 0; at < 40; at++)
        codes.add((await upload(server, docId, secret, new Uint8Array([at]))).code);
      expect([...codes]).toEqual(['document_full']);
      const roomy = await start();
      const other = newOwner();
      await upload(roomy, other.docId, other.secret, picture());
      const link = await makeLink(roomy, other, 'commenter');
      let refused: string | null = null;
      for (let at = 0; at < 40 && !refused; at++)
        refused = (await upload(roomy, other.docId, link.secret, new Uint8Array([at]))).code;
      expect(refused).toBe('rate_limited');
    });

    test('what somebody attaches to what they say may come through a proxy that does not say how much it is', async () => {
      const server = await start();
      const owner = newOwner();
      await upload(server, owner.docId, owner.secret, picture());
      const before = await stored(server);
      const { secret } = await makeLink(server, owner, 'commenter');
      const attach = (bytes: Uint8Array<ArrayBuffer>) =>
        fetch(server.url + pathOf(owner.docId, hashOf(bytes)), {
          method: 'POST',
          headers: { Authorization: `Bearer ${secret}` },
          body: new Blob([bytes]).stream(),
          duplex: 'half',
        } as RequestInit);
      const large = await attach(new Uint8Array(MAX_SAID_PICTURE_BYTES + 1));
      expect(ErrorBody.parse(await large.json()).error.code).toBe('payload_too_large');
      expect(await stored(server)).toEqual(before);
      expect((await attach(picture())).status).toBe(200);
    });

    test('a link that is revoked while something arrives stores it no more', async () => {
      const server = await start();
      const owner = newOwner();
      await upload(server, owner.docId, owner.secret, picture());
      const before = await stored(server);
      const editor = await makeLink(server, owner, 'editor');
      const bytes = picture();
      const status = new Promise<number>((resolve, reject) => {
        const sending = request(server.url + pathOf(owner.docId, hashOf(bytes)), {
          method: 'POST',
          headers: { Authorization: `Bearer ${editor.secret}`, 'Content-Length': bytes.length },
        });
        sending.on('response', (answer) => resolve(answer.statusCode ?? 0));
        sending.on('error', reject);
        sending.write(bytes.subarray(0, 1_000));
        const arrives = () => readdirSync(join(server.folder, 'attachments/incoming')).length > 0;
        until('it arrives', arrives)
          .then(() =>
            call(server, 'DELETE', `/api/docs/${owner.docId}/links/${editor.id}`, owner.secret),
          )
          .then(() => sending.end(bytes.subarray(1_000)), reject);
      });
      expect(await status).toBe(403);
      expect(await stored(server)).toEqual(before);
    });

    test('what is refused leaves nothing behind', async () => {
      const server = await start();
      const owner = newOwner();
      await upload(server, owner.docId, owner.secret, picture());
      const before = await stored(server);
      const bytes = picture();
      const of = async (role: 'viewer') => (await makeLink(server, owner, role)).secret;
      const { docId } = owner;
      expect(await upload(server, docId, await of('viewer'), bytes)).toEqual({
        status: 403,
        code: 'role_too_low',
      });
      expect((await upload(server, docId, null, bytes)).code).toBe('token_missing');
      expect((await upload(server, docId, newOwner().secret, bytes)).code).toBe('token_invalid');
      expect((await upload(server, docId, owner.secret, bytes, hashOf(picture()))).code).toBe(
        'attachment_damaged',
      );
      const revoked = await makeLink(server, owner, 'editor');
      await call(server, 'DELETE', `/api/docs/${docId}/links/${revoked.id}`, owner.secret);
      expect((await upload(server, docId, revoked.secret, bytes)).code).toBe('link_revoked');
      const answer = await download(server, { docId, secret: revoked.secret }, hashOf(bytes));
      expect(answer.status).toBe(403);
      expect(await stored(server)).toEqual(before);
    });
  });

  describe('what fits', () => {
    test('a file may be as large as the limit and not a byte larger, announced or not', async () => {
      const server = await start({ maxAttachmentBytes: 100_000 });
      const owner = newOwner();
      const most = new Uint8Array(randomBytes(100_000));
      expect((await upload(server, owner.docId, owner.secret, most)).status).toBe(200);
      const large = new Uint8Array(randomBytes(100_001));
      const refused = await upload(server, owner.docId, owner.secret, large);
      expect(refused).toEqual({ status: 413, code: 'payload_too_large' });
      // In pieces, without saying how many will come.
      const sending = begin(server, owner, hashOf(large));
      for (let at = 0; at < large.length; at += 20_000)
        sending.write(large.subarray(at, at + 20_000));
      sending.end();
      expect(await statusOf(sending)).toBe(413);
      expect(await stored(server)).toEqual([`${owner.docId}/${hashOf(most)}`]);
    });

    test('a document holds so much, counted again after a restart; sending again costs nothing', async () => {
      const limits = { maxAttachmentBytes: 70_000, maxAttachmentBytesPerDocument: 200_000 };
      let server = await start(limits);
      const owner = newOwner();
      const store = (bytes: Uint8Array<ArrayBuffer>) =>
        upload(server, owner.docId, owner.secret, bytes);
      const [first, second, third] = [picture(), picture(), picture()];
      for (const bytes of [first, second, first, first]) {
        expect((await store(bytes)).status).toBe(200);
      }
      // What came to nothing takes no room: neither a refused one nor a damaged one.
      await upload(server, owner.docId, owner.secret, new Uint8Array(60_000), hashOf(third));
      expect(await store(third)).toEqual({ status: 413, code: 'document_full' });
      server = await server.restart();
      expect(await store(third)).toEqual({ status: 413, code: 'document_full' });
      expect((await store(new Uint8Array(randomBytes(60_000)))).status).toBe(200);
    });

    test('the same file sent twice at once is there once', async () => {
      const limits = { maxAttachmentBytesPerDocument: 210_000 };
      const server = await start(limits);
      const owner = newOwner();
      const bytes = picture();
      const both = await Promise.all(
        [1, 2].map(() => upload(server, owner.docId, owner.secret, bytes)),
      );
      expect(both.map(({ status }) => status)).toEqual([200, 200]);
      expect((await upload(server, owner.docId, owner.secret, picture())).status).toBe(200);
      expect((await upload(server, owner.docId, owner.secret, picture())).status).toBe(200);
    });
  });

  describe('what stays inert', () => {
    test.each([
      ['a page', '<!doctype html><script>alert(1)</script>'],
      [
        'a drawing with a script',
        '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
      ],
    ])('%s is given out as a download in a sandbox', async (_what, text) => {
      const server = await start();
      const owner = newOwner();
      const bytes = new TextEncoder().encode(text);
      await upload(server, owner.docId, owner.secret, bytes);
      const answer = await download(server, owner, hashOf(bytes));
      expect(await answer.text()).toBe(text);
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'content-type': 'application/octet-stream',
        'content-disposition': 'attachment',
        'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': 'same-origin',
        'cache-control': 'private, max-age=31536000, immutable',
        vary: 'Authorization',
        etag: `"${hashOf(bytes)}"`,
        'content-length': String(bytes.length),
      });
    });

    test('whoever has it is not sent it again; whoever may not is told nothing', async () => {
      const server = await start();
      const owner = newOwner();
      const bytes = picture();
      await upload(server, owner.docId, owner.secret, bytes);
      const known = { 'If-None-Match': `"${hashOf(bytes)}"` };
      expect((await download(server, owner, hashOf(bytes), known)).status).toBe(304);
      const missing = hashOf(picture());
      const unknown = { 'If-None-Match': `"${missing}"` };
      expect((await download(server, owner, missing, unknown)).status).toBe(404);
      const stranger = { ...owner, secret: newOwner().secret };
      expect((await download(server, stranger, hashOf(bytes), known)).status).toBe(401);
      const head = await fetch(server.url + pathOf(owner.docId, hashOf(bytes)), {
        method: 'HEAD',
        headers: { Authorization: `Bearer ${owner.secret}` },
      });
      expect([head.status, head.headers.get('content-length')]).toEqual([200, '70000']);
    });

    test('a name that is no hash leads nowhere', async () => {
      const server = await start();
      const owner = newOwner();
      const bytes = picture();
      await upload(server, owner.docId, owner.secret, bytes);
      const before = await stored(server);
      const names = [
        '..%2f..%2f..%2fdriftless.sqlite',
        '%2e%2e%2fincoming',
        `${hashOf(bytes)}%00.html`,
        `${hashOf(bytes)}.html`,
        hashOf(bytes).toUpperCase(),
        'CON',
        '%5c%5cserver%5cshare',
      ];
      for (const name of names) {
        expect([name, (await download(server, owner, name)).status]).toEqual([name, 404]);
        const sent = await upload(server, owner.docId, owner.secret, picture(), name);
        expect([name, sent.code]).toEqual([name, 'not_found']);
      }
      // The same with a document's id: one that is none is unknown before anything else.
      const elsewhere = await fetch(`${server.url}/api/docs/..%2f..%2fincoming/attachments/x`, {
        headers: { Authorization: `Bearer ${owner.secret}` },
      });
      expect(elsewhere.status).toBe(404);
      expect(await stored(server)).toEqual(before);
    });
  });

  describe('what goes wrong on the way', () => {
    test('a sender who goes away in the middle leaves nothing, and can send again', async () => {
      const server = await start();
      const owner = newOwner();
      const bytes = new Uint8Array(randomBytes(400_000));
      const sending = begin(server, owner, hashOf(bytes));
      sending.on('error', () => undefined);
      sending.write(bytes.subarray(0, 200_000));
      const incoming = join(server.folder, 'attachments', 'incoming');
      await until('it has begun to arrive', () => readdirSync(incoming).length === 1);
      expect((await download(server, owner, hashOf(bytes))).status).toBe(404);
      sending.destroy();
      await until('it is cleared away', () => readdirSync(incoming).length === 0);
      expect((await download(server, owner, hashOf(bytes))).status).toBe(404);
      expect((await upload(server, owner.docId, owner.secret, bytes)).status).toBe(200);
    });

    test('what a crash left half done is never served, and goes at the next start', async () => {
      let server = await start();
      const owner = newOwner();
      const bytes = picture();
      await upload(server, owner.docId, owner.secret, bytes);
      await server.stop();
      const incoming = join(server.folder, 'attachments', 'incoming');
      mkdirSync(incoming, { recursive: true });
      writeFileSync(join(incoming, 'half'), bytes.subarray(0, 100));
      server = await server.restart();
      expect(readdirSync(incoming)).toEqual([]);
      const answer = await download(server, owner, hashOf(bytes));
      expect(new Uint8Array(await answer.arrayBuffer())).toEqual(bytes);
      expect(await stored(server)).toEqual([`${owner.docId}/${hashOf(bytes)}`]);
    });

    test('a reader who goes away in the middle leaves no open file', async () => {
      const server = await start();
      const owner = newOwner();
      const bytes = new Uint8Array(randomBytes(8_000_000));
      await upload(server, owner.docId, owner.secret, bytes);
      const openFiles = () =>
        readdirSync('/proc/self/fd').filter((fd) => pointsInto(join('/proc/self/fd', fd), server));
      for (let round = 0; round < 5; round++) {
        const leaving = new AbortController();
        const answer = await fetch(server.url + pathOf(owner.docId, hashOf(bytes)), {
          headers: { Authorization: `Bearer ${owner.secret}` },
          signal: leaving.signal,
        });
        await answer.body!.getReader().read();
        leaving.abort();
      }
      // Only Linux tells which files a process has open.
      if (process.platform === 'linux')
        await until('all are closed', () => openFiles().length === 0);
    });
  });
});

function pointsInto(link: string, { folder }: TestServer): boolean {
  try {
    return readlinkSync(link).startsWith(join(folder, 'attachments'));
  } catch {
    // Closed since it was listed.
    return false;
  }
}

function begin(server: TestServer, { docId, secret }: Owned, name: string): ClientRequest {
  const { hostname, port } = new URL(server.url);
  return request({
    hostname,
    port,
    path: pathOf(docId, name),
    method: 'POST',
    headers: { Authorization: `Bearer ${secret}`, 'Transfer-Encoding': 'chunked' },
    agent: false,
  });
}

function statusOf(sending: ClientRequest): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    sending.on('response', (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    sending.on('error', reject);
  });
}

test('who reads pictures too slowly is sent no more of them, and others are', async () => {
  const server = await startServer();
  const owner = newOwner();
  const bytes = randomBytes(12_000_000);
  await upload(server, owner.docId, owner.secret, bytes);
  const { hostname, port } = new URL(server.url);
  const path = pathOf(owner.docId, hashOf(bytes));
  const [answers, readers]: [string[], Socket[]] = [[], []];
  while (!answers.includes('503') && readers.length < 400) {
    const reader = connect({ host: hostname, port: Number(port) });
    onCleanUp(() => reader.destroy());
    reader.on('error', () => undefined);
    reader.write(
      `GET ${path} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nAuthorization: Bearer ${owner.secret}\r\n\r\n`,
    );
    readers.push(reader);
    reader.once('data', (piece: Buffer) => {
      reader.pause();
      answers.push(piece.toString('latin1', 9, 12));
    });
    await until('it is answered', () => answers.length === readers.length);
  }
  expect(answers.pop()).toBe('503');
  expect(new Set(answers)).toEqual(new Set(['200']));

  // What is known, or only asked about, is in nobody's memory.
  const known = { 'If-None-Match': `"${hashOf(bytes)}"` };
  expect((await download(server, owner, hashOf(bytes), known)).status).toBe(304);
  for (const reader of readers) reader.destroy();
  const whole = async () => {
    const answer = await download(server, owner, hashOf(bytes));
    return answer.ok && hashOf(await answer.bytes()) === hashOf(bytes);
  };
  await until('there is room again', whole);
});

test('one that takes ten minutes over a bad line is not cut off before the app gives up', async () => {
  const server = await startServer();
  const told = new Promise<HttpServer>((resolve) => {
    const channel = 'http.server.request.start';
    const listen = (message: unknown) => {
      unsubscribe(channel, listen);
      resolve((message as { server: HttpServer }).server);
    };
    subscribe(channel, listen);
  });
  await call(server, 'GET', '/healthz');
  // What Node ends by itself: nobody waits so long here to see it.
  const { requestTimeout, headersTimeout } = await told;
  expect(requestTimeout).toBeGreaterThan(10 * 60_000);
  expect(headersTimeout).toBeLessThanOrEqual(60_000);
});
