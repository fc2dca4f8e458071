/** What browsers get: files, headers, and refusals in words. */
import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { get, type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { afterEach, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { createSecret, hashSecret, randomId } from '../../shared/access/ids.ts';
import { ErrorBody } from '../../shared/protocol/errors.ts';
import {
  DISCUSSION_HEADER,
  HIDDEN_HISTORY_HEADER,
  ROLE_HEADER,
  SUGGESTS_HEADER,
} from '../../shared/protocol/exchange.ts';
import { ServerInfo } from '../../shared/protocol/http.ts';
import { MAX_FRAME_BYTES } from '../../shared/protocol/limits.ts';
import { CHALLENGE_HEADER } from '../../shared/protocol/person-proof.ts';
import { cleanUp, onCleanUp, temporaryFolder, until } from '../testing/clean-up.ts';
import { collectGarbage } from '../testing/garbage.ts';
import { RawClient } from '../testing/raw-client.ts';
import { call, makeLink, newOwner, startServer, type TestServer } from '../testing/server.ts';

afterEach(cleanUp);

const SHELL = `<!doctype html><title>Driftless</title>${'<p>shell</p>'.repeat(200)}`;
const SCRIPT = `export const words = ${JSON.stringify('same words again '.repeat(500))};`;

async function startWithApp(overrides = {}): Promise<TestServer> {
  const publicDir = temporaryFolder();
  mkdirSync(join(publicDir, 'assets'));
  writeFileSync(join(publicDir, 'index.html'), SHELL);
  writeFileSync(join(publicDir, 'sw.js'), SCRIPT);
  writeFileSync(join(publicDir, 'manifest.webmanifest'), '{"name":"Driftless"}');
  writeFileSync(join(publicDir, 'assets/index-Dk3j9xQ.js'), SCRIPT);
  writeFileSync(join(publicDir, 'assets/built-Dk3j9xQb.js'), SCRIPT);
  writeFileSync(
    join(publicDir, 'assets/built-Dk3j9xQb.js.gz'),
    gzipSync('compressed by the build'),
  );
  writeFileSync(join(publicDir, 'assets/font-Dk3j9xQc.woff2'), Buffer.alloc(5_000, 1));
  writeFileSync(join(publicDir, 'diagram-frame.html'), '<!doctype html><title>Diagrams</title>');
  writeFileSync(join(publicDir, 'secret.key'), 'not for anybody');
  return startServer({ publicDir, ...overrides });
}

/** A request as it is, with nothing a client adds or decodes by itself. */
function raw(
  server: TestServer,
  path: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; headers: IncomingMessage['headers']; body: Buffer }> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(server.url);
    get({ hostname, port, path, headers, agent: false }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(parts),
        }),
      );
    }).on('error', reject);
  });
}

describe('files', () => {
  test('hashed files may be kept for ever, the shell and the service worker never', async () => {
    const server = await startWithApp();
    const control = async (path: string) => (await raw(server, path)).headers['cache-control'];
    expect(await control('/assets/index-Dk3j9xQ.js')).toBe('public, max-age=31536000, immutable');
    for (const path of ['/', '/index.html', '/sw.js', '/manifest.webmanifest', '/d/abc']) {
      expect([path, await control(path)]).toEqual([path, 'no-cache']);
    }
  });

  test('text is sent with brotli or gzip, as the client likes, and says the same', async () => {
    const server = await startWithApp();
    const path = '/assets/index-Dk3j9xQ.js';
    const brotli = await raw(server, path, { 'accept-encoding': 'gzip, deflate, br' });
    expect(brotli.headers).toMatchObject({
      'content-encoding': 'br',
      'content-type': 'text/javascript; charset=utf-8',
      'content-length': String(brotli.body.length),
      vary: 'Accept-Encoding',
    });
    expect(brotliDecompressSync(brotli.body).toString()).toBe(SCRIPT);
    expect(brotli.body.length).toBeLessThan(SCRIPT.length / 10);
    const gzip = await raw(server, path, { 'accept-encoding': 'gzip, br;q=0' });
    expect(gzip.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(gzip.body).toString()).toBe(SCRIPT);
    const plain = await raw(server, path);
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(plain.body.toString()).toBe(SCRIPT);
  });

  test('what the build has compressed is sent as it is', async () => {
    const server = await startWithApp();
    const answer = await raw(server, '/assets/built-Dk3j9xQb.js', { 'accept-encoding': 'gzip' });
    expect(gunzipSync(answer.body).toString()).toBe('compressed by the build');
  });

  test.each(['br', 'identity'])(
    'however many read a file slowly (%s), they hold one copy of it together',
    async (encoding) => {
      const publicDir = temporaryFolder();
      const bytes = 12_000_000;
      for (const name of ['long.js', 'long.js.br'])
        writeFileSync(join(publicDir, name), randomBytes(bytes));
      const server = await startServer({ publicDir });
      const { hostname, port } = new URL(server.url);
      const held = () => {
        collectGarbage();
        return process.memoryUsage().arrayBuffers;
      };
      const before = held();
      let begun = 0;
      for (let reader = 0; reader < 20; reader++) {
        const socket = connect({ host: hostname, port: Number(port) });
        onCleanUp(() => socket.destroy());
        socket.on('error', () => undefined);
        socket.once('data', () => {
          socket.pause();
          begun += 1;
        });
        socket.write(
          `GET /long.js HTTP/1.1\r\nHost: ${hostname}:${port}\r\nAccept-Encoding: ${encoding}\r\n\r\n`,
        );
      }
      await until('all have begun', () => begun === 20);
      expect((held() - before) / bytes).toBeLessThan(6);
      const whole = await raw(server, '/long.js', { 'Accept-Encoding': encoding });
      expect(
        whole.body.equals(
          readFileSync(join(publicDir, encoding === 'br' ? 'long.js.br' : 'long.js')),
        ),
      ).toBe(true);
    },
  );

  test('fonts are not compressed again', async () => {
    const server = await startWithApp();
    const answer = await raw(server, '/assets/font-Dk3j9xQc.woff2', { 'accept-encoding': 'br' });
    expect(answer.headers['content-encoding']).toBeUndefined();
    expect(answer.headers['content-type']).toBe('font/woff2');
    expect(answer.body).toHaveLength(5_000);
  });

  test('a file that has not changed is not sent again', async () => {
    const server = await startWithApp();
    const first = await raw(server, '/');
    const again = await raw(server, '/', { 'if-none-match': first.headers.etag! });
    expect(again.status).toBe(304);
    expect(again.body).toHaveLength(0);
  });

  test('a file that is another one is sent, also where an image of the disk has one time for all', async () => {
    const built = (text: string) => {
      const folder = temporaryFolder();
      const path = join(folder, 'index.html');
      writeFileSync(path, text);
      utimesSync(path, 1, 1);
      return folder;
    };
    const before = await startServer({ publicDir: built('<script src="/assets/a-AAAAAAAA.js">') });
    const { etag } = (await raw(before, '/')).headers;
    const after = await startServer({ publicDir: built('<script src="/assets/a-BBBBBBBB.js">') });
    const answer = await raw(after, '/', { 'if-none-match': etag! });
    expect([answer.status, answer.body.toString()]).toEqual([
      200,
      '<script src="/assets/a-BBBBBBBB.js">',
    ]);
  });

  test('any address of the app gets the shell, a missing file does not', async () => {
    const server = await startWithApp();
    for (const path of ['/', '/d/9tLk', '/settings', '/join', '/no/such/screen?x=1']) {
      const answer = await raw(server, path, { accept: 'text/html,*/*;q=0.8' });
      expect([path, answer.status, answer.body.toString()]).toEqual([path, 200, SHELL]);
    }
    for (const path of ['/assets/gone-AAAAAAAA.js', '/favicon.ico']) {
      expect([path, (await raw(server, path)).status]).toEqual([path, 404]);
    }
    expect((await raw(server, '/d/9tLk', { accept: 'image/png' })).status).toBe(404);
  });

  test('nothing outside the folder, and nothing of an unknown kind, is served', async () => {
    const server = await startWithApp();
    for (const path of [
      '/../driftless.sqlite',
      '/..%2f..%2fetc%2fpasswd',
      '/assets/../../../../etc/passwd',
      '/assets/%2e%2e/%2e%2e/etc/passwd',
      '/secret.key',
    ]) {
      const { body } = await raw(server, path, { accept: 'text/html' });
      expect([path, /root:|not for anybody|SQLite/.test(body.toString())]).toEqual([path, false]);
    }
  });

  test('a server without a built app still answers, with an error of the catalogue', async () => {
    const server = await startServer();
    const answer = await call(server, 'GET', '/');
    expect(answer.status).toBe(404);
    expect(ErrorBody.parse(answer.body).error.code).toBe('not_found');
  });
});

describe('headers', () => {
  test('every answer carries the security headers', async () => {
    const server = await startWithApp();
    for (const path of ['/', '/sw.js', '/healthz', '/api/server', '/api/nothing', '/gone.js']) {
      const { headers } = await raw(server, path);
      expect([path, headers]).toEqual([
        path,
        expect.objectContaining({
          'referrer-policy': 'no-referrer',
          'x-content-type-options': 'nosniff',
          'x-robots-tag': 'noindex',
          'cross-origin-opener-policy': 'same-origin',
          'permissions-policy': expect.stringContaining('camera=()'),
        }),
      ]);
      const policy = headers['content-security-policy'] as string;
      const host = new URL(server.url).host;
      expect(policy.split('; ')).toEqual([
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data: blob:",
        "font-src 'self'",
        `connect-src 'self' ws://${host} wss://${host}`,
        "worker-src 'self'",
        "manifest-src 'self'",
        "frame-src 'self'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
        // The service worker loads its parts by text, and has no page.
        ...(String(headers['content-type']).startsWith('text/html')
          ? [
              "require-trusted-types-for 'script'",
              'trusted-types driftless driftless-picture ProseMirrorClipboard',
            ]
          : []),
      ]);
    }
  });

  test('the frame that draws diagrams is kept apart from the page, and from the network', async () => {
    const server = await startWithApp();
    for (const path of ['/diagram-frame.html', '/diagram-frame.html?x', '/diagram%2Dframe.html']) {
      const { status, headers } = await raw(server, path);
      expect([path, status]).toEqual([path, 200]);
      const policy = (headers['content-security-policy'] as string).split('; ');
      expect(policy).toEqual(
        expect.arrayContaining(["default-src 'none'", 'sandbox allow-scripts']),
      );
      expect(policy.filter((rule) => /connect|http|'self'/.test(rule))).toEqual([
        "frame-ancestors 'self'",
      ]);
    }
  });

  test('a strange Host header does not get into the policy', async () => {
    const server = await startWithApp();
    for (const host of ["evil.example; script-src 'unsafe-inline'", 'evil.example/x', 'a b']) {
      const { status, headers } = await raw(server, '/', { host });
      expect([host, status]).toEqual([host, 400]);
      expect(headers['content-security-policy']).toContain("connect-src 'self';");
      expect(headers['referrer-policy']).toBe('no-referrer');
    }
  });
});

describe('origins', () => {
  const attempt = (server: TestServer, origin: string | undefined, headers = {}) => {
    const { docId, secret } = newOwner();
    const socket = new WebSocket(`${server.ws}/sync/${docId}`, ['y-websocket', `token.${secret}`], {
      ...(origin === undefined ? {} : { origin }),
      headers,
    });
    onCleanUp(() => socket.terminate());
    return new Promise<string>((resolve) => {
      socket.once('open', () => resolve('open'));
      socket.once('error', (error) => resolve(error.message));
    });
  };

  test('pages of other sites are refused, own pages and programs are not', async () => {
    const server = await startWithApp();
    const other = await raw(server, '/api/server', { origin: 'https://evil.example' });
    expect(other.status).toBe(403);
    expect(ErrorBody.parse(JSON.parse(other.body.toString())).error.code).toBe('origin_refused');
    expect(await attempt(server, 'https://evil.example')).toContain('403');
    expect(await attempt(server, 'null')).toContain('403');
    expect((await raw(server, '/api/server', { origin: server.url })).status).toBe(200);
    expect(await attempt(server, server.url)).toBe('open');
    expect(await attempt(server, undefined)).toBe('open');
  });

  test('a site the operator named is let in, and told so', async () => {
    const server = await startWithApp({ allowedOrigins: ['https://notes.example'] });
    const answer = await raw(server, '/api/server', { origin: 'https://notes.example' });
    expect(answer.status).toBe(200);
    expect(answer.headers['access-control-allow-origin']).toBe('https://notes.example');
    expect(await attempt(server, 'https://notes.example')).toBe('open');
    expect(await attempt(server, 'https://other.example')).toContain('403');
    const preflight = await fetch(`${server.url}/api/server`, {
      method: 'OPTIONS',
      headers: { Origin: 'https://notes.example', 'Access-Control-Request-Method': 'PUT' },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-methods')).toContain('PUT');
  });

  test('a site the operator named may read every header that answers say something by', async () => {
    const server = await startWithApp({ allowedOrigins: ['https://notes.example'] });
    const answer = await raw(server, '/api/server', { origin: 'https://notes.example' });
    const exposed = String(answer.headers['access-control-expose-headers']).split(', ');
    expect(exposed.sort()).toEqual(
      [
        ROLE_HEADER,
        DISCUSSION_HEADER,
        HIDDEN_HISTORY_HEADER,
        SUGGESTS_HEADER,
        CHALLENGE_HEADER,
      ].sort(),
    );
  });

  test('headers of a proxy count only when there is one', async () => {
    const origin = 'https://docs.example';
    const headers = { 'x-forwarded-host': 'docs.example' };
    expect(await attempt(await startWithApp(), origin, headers)).toContain('403');
    expect(await attempt(await startWithApp({ trustProxy: 1 }), origin, headers)).toBe('open');
  });
});

test('sockets at unknown addresses are refused before they open', async () => {
  const server = await startServer();
  for (const path of ['/', '/sync', '/sync/a/b', '/socket.io/']) {
    const socket = new WebSocket(server.ws + path);
    const message = await new Promise<string>((resolve) => {
      socket.once('error', (error) => resolve(error.message));
    });
    expect([path, message]).toEqual([path, expect.stringContaining('404')]);
  }
});

test('whoever is refused and keeps their end of the connection open holds nothing up', async () => {
  const server = await startServer();
  const { hostname, port } = new URL(server.url);
  const stream = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
  onCleanUp(() => stream.destroy());
  const ended = new Promise((resolve) => stream.once('end', resolve));
  stream.resume();
  stream.write(
    `GET /nowhere HTTP/1.1\r\nHost: ${hostname}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`,
  );
  await ended;
  await server.stop();
  expect(server.logLines.join()).toContain('"stopped"');
});

test('whoever changes a link without end has to wait, and others do not', async () => {
  const server = await startServer();
  const [owner, other] = [newOwner(), newOwner()];
  const { id } = await makeLink(server, owner, 'editor');
  const change = (role: string) =>
    call(server, 'PATCH', `/api/docs/${owner.docId}/links/${id}`, owner.secret, { role });
  let status = 200;
  let changes = 0;
  for (; status === 200 && changes < 1_000; changes++)
    ({ status } = await change(changes % 2 === 0 ? 'viewer' : 'editor'));
  expect(status).toBe(429);
  expect(changes).toBeGreaterThan(200);
  const removed = await call(server, 'DELETE', `/api/docs/${owner.docId}`, owner.secret);
  expect(removed.body).toMatchObject({ error: { code: 'rate_limited' } });
  await makeLink(server, other, 'editor');
});

test('whoever opens connections and says nothing leaves room for others', async () => {
  const server = await startServer({ maxSockets: 10 });
  const { hostname, port } = new URL(server.url);
  let [open, ended] = [0, 0];
  const silent = Array.from({ length: 8 }, () => {
    const socket = connect({ host: hostname, port: Number(port) });
    onCleanUp(() => socket.destroy());
    socket.on('error', () => undefined);
    socket.on('connect', () => open++).on('close', () => ended++);
    return socket;
  });
  // Half of all and one are theirs.
  await until('the rest is ended', () => open === 8 && ended === 2);
  await expect(fetch(`${server.url}/healthz`)).rejects.toThrow();
  for (const socket of silent) socket.destroy();
  await until('there is room', async () => {
    const answer = await fetch(`${server.url}/healthz`).catch(() => null);
    return answer?.status === 200;
  });
  // WebSockets are counted by themselves.
  const { docId, secret } = newOwner();
  const sockets = Array.from({ length: 5 }, () => RawClient.sync(server, docId, secret));
  await Promise.all(sockets.map((socket) => socket.synced()));
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
});

test('a balancer that asks in the words of HTTP/1.0, without a name, is told how it is', async () => {
  const server = await startServer();
  const { hostname, port } = new URL(server.url);
  for (const [path, says] of [
    ['/healthz', 'ok'],
    ['/readyz', 'ready'],
  ]) {
    const stream = connect({ host: hostname, port: Number(port) });
    let answer = '';
    stream.on('data', (piece: Buffer) => {
      answer += piece.toString();
    });
    stream.write(`GET ${path} HTTP/1.0\r\n\r\n`);
    await new Promise((resolve) => stream.once('close', resolve));
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
    expect(answer).toContain(`{"status":"${says}"`);
  }
});

test('health, version and limits are told to anyone', async () => {
  const server = await startServer();
  expect(await call(server, 'GET', '/healthz')).toMatchObject({ status: 200 });
  expect(await call(server, 'GET', '/readyz')).toMatchObject({ status: 200 });
  const info = ServerInfo.parse((await call(server, 'GET', '/api/server')).body);
  expect(info.version).toMatch(/^\d+\.\d+\.\d+/);
  expect(info.limits.frameBytes).toBe(MAX_FRAME_BYTES);
});

test('unknown calls and methods get an error of the catalogue', async () => {
  const server = await startWithApp();
  for (const [method, path] of [
    ['GET', '/api/nothing'],
    ['GET', '/api/'],
    ['GET', '/sync/9tLk'],
    ['GET', '/hocuspocus'],
    ['POST', '/api/server'],
    ['POST', '/'],
    ['DELETE', '/healthz'],
  ] as const) {
    const answer = await call(server, method, path);
    expect([path, ErrorBody.parse(answer.body).error.code]).toEqual([path, 'not_found']);
    expect(answer.headers.get('cache-control')).toBe('no-store');
  }
});

test('browsers are told to stay with https where a trusted proxy speaks it', async () => {
  const told = async (trustProxy: number, proto: string) => {
    const server = await startServer({ trustProxy });
    const answer = await fetch(`${server.url}/healthz`, {
      headers: { 'X-Forwarded-Proto': proto },
    });
    return answer.headers.get('Strict-Transport-Security');
  };
  expect(await told(1, 'https')).toBe('max-age=31536000');
  expect(await told(1, 'http')).toBeNull();
  expect(await told(1, 'https, http')).toBeNull();
  expect(await told(0, 'https')).toBeNull();
});

test('where to report a hole is said where the host says it', async () => {
  const server = await startServer({ securityContact: 'mailto:security@example.org' });
  const answer = await fetch(`${server.url}/.well-known/security.txt`);
  expect(answer.headers.get('Content-Type')).toMatch(/^text\/plain/);
  expect(await answer.text()).toMatch(
    /^Contact: mailto:security@example\.org\nExpires: \d{4}-\d\d-\d\dT[\d:.]+Z\n$/,
  );
  const silent = await startServer();
  expect((await fetch(`${silent.url}/.well-known/security.txt`)).status).toBe(404);
});

test('a program that offers another protocol beside is answered by the one there is', async () => {
  const server = await startServer();
  const { docId, secret } = newOwner();
  // As Java's client does, unless it is told not to.
  const headers = {
    Connection: 'Upgrade, HTTP2-Settings',
    Upgrade: 'h2c',
    'HTTP2-Settings': 'AAEAAEAAAAIAAAAB',
    Authorization: `Bearer ${secret}`,
  };
  const ask = (method: string, path: string, body = '') =>
    new Promise<number | undefined>((resolve, reject) => {
      request(server.url + path, { method, headers }, (answer) => {
        answer.resume();
        resolve(answer.statusCode);
      })
        .on('error', reject)
        .end(body);
    });
  const link = JSON.stringify({ role: 'viewer', secretHash: hashSecret(createSecret()) });
  expect(await ask('GET', '/healthz')).toBe(200);
  expect(await ask('PUT', `/api/docs/${docId}/links/${randomId(12)}`, link)).toBe(200);
  expect(await ask('GET', `/api/docs/${docId}/links`)).toBe(200);
});
