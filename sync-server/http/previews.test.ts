/** What a bookmark is told of its page, by a real server of pages and past what guards it. */
import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import type { Config } from '../config.ts';
import { cleanUp, onCleanUp, until } from '../testing/clean-up.ts';
import {
  call,
  makeLink,
  newOwner,
  type Owned,
  startServer,
  type TestServer,
} from '../testing/server.ts';

afterEach(cleanUp);

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const page = (head: string) => `<!doctype html><html><head>${head}</head><body>words</body></html>`;

/** A site of the web; every request it gets is noted. */
async function site(
  pages: Record<string, RequestListener>,
): Promise<{ url: string; asked: string[] }> {
  const asked: string[] = [];
  const web = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    const answer = pages[request.url ?? ''];
    if (answer) return answer(request, response);
    response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve));
  onCleanUp(() => {
    web.closeAllConnections();
    web.close();
  });
  return { url: `http://127.0.0.1:${(web.address() as AddressInfo).port}`, asked };
}

const html =
  (body: string, type = 'text/html; charset=utf-8'): RequestListener =>
  (_, response) =>
    response.writeHead(200, { 'Content-Type': type }).end(body);

async function start(overrides: Partial<Config> = {}) {
  const server = await startServer({
    linkPreviews: 'on',
    linkPreviewsAllow: ['127.0.0.1'],
    ...overrides,
  });
  const { docId, secret } = newOwner();
  return { server, docId, secret, ask: ask(server, docId, secret) };
}

const ask = (server: TestServer, docId: string, secret: string) => async (address: string) => {
  const { status, body } = await call(server, 'POST', `/api/docs/${docId}/preview`, secret, {
    address,
  });
  return { status, body: body as Record<string, unknown> };
};
const refusal = ({ status, body }: { status: number; body: Record<string, unknown> }) => [
  status,
  (body.error as { code: string } | undefined)?.code,
];

describe('what a page says of itself', () => {
  test('its title, description and picture, after it was sent on', async () => {
    const web = await site({
      '/old': (_, response) => response.writeHead(301, { Location: '/new' }).end(),
      '/new': html(
        page(
          '<title>Of the tab</title><meta property="og:title" content="Apples &amp;\n 🍎 pears">' +
            '<meta name="description" content="About fruit"><meta property="og:image" content="/a.png">',
        ),
      ),
      '/a.png': (_, response) => response.writeHead(200, { 'Content-Type': 'image/png' }).end(PNG),
    });
    const { ask } = await start();
    expect(await ask(`${web.url}/old`)).toEqual({
      status: 200,
      body: {
        title: 'Apples & 🍎 pears',
        description: 'About fruit',
        picture: `data:image/png;base64,${PNG.toString('base64')}`,
      },
    });
    expect(web.asked).toEqual(['GET /old', 'GET /new', 'GET /a.png']);
  });

  test('a title in another encoding, one that is too long, and a page without any', async () => {
    const web = await site({
      '/latin': (_, response) =>
        response
          .writeHead(200, { 'Content-Type': 'text/html' })
          .end(Buffer.from(page('<meta charset="windows-1252"><title>Caf\xe9</title>'), 'latin1')),
      '/long': html(page(`<title>${'👩‍👩‍👧'.repeat(60)}</title>`)),
      '/none': html('<p>words'),
    });
    const { ask } = await start();
    const titles = [];
    for (const path of ['/latin', '/long', '/none'])
      titles.push((await ask(web.url + path)).body.title);
    // Cut between two signs, never in one.
    expect(titles).toEqual(['Café', `${'👩‍👩‍👧'.repeat(24)}…`, '']);
  });

  test('a page whose picture cannot be had, runs scripts, or is too large is a page all the same', async () => {
    const pictured = (picture: string) =>
      html(page(`<title>Here</title><meta property="og:image" content="${picture}">`));
    const web = await site({
      '/gone': pictured('/missing.png'),
      '/drawing': pictured('/a.svg'),
      '/a.svg': html('<svg onload="alert(1)"/>', 'image/svg+xml'),
      '/large': pictured('/a.jpg'),
      '/a.jpg': (_, response) =>
        response.writeHead(200, { 'Content-Type': 'image/jpeg' }).end(Buffer.alloc(2 ** 21)),
      '/file': pictured('file:///etc/passwd'),
    });
    const { ask } = await start();
    for (const path of ['/gone', '/drawing', '/large', '/file'])
      expect((await ask(web.url + path)).body).toMatchObject({ title: 'Here', picture: null });
  });
});

describe('what is not opened', () => {
  test('an address that is not public, by number, by name, or where a page leads to one', async () => {
    const web = await site({ '/': html(page('<title>Inside</title>')) });
    const { port } = new URL(web.url);
    // Of the host's own network another address may be asked, and this one not.
    const { ask } = await start({ linkPreviewsAllow: ['127.0.0.2'] });
    for (const host of [
      '127.0.0.1',
      'localhost',
      '[::1]',
      '[::ffff:127.0.0.1]',
      '0.0.0.0',
      '2130706433',
    ])
      expect([host, ...refusal(await ask(`http://${host}:${port}/`))]).toEqual([
        host,
        502,
        'page_unreachable',
      ]);
    expect(web.asked).toEqual([]);
    const outside = await site({
      '/': (_, response) => response.writeHead(302, { Location: 'http://169.254.169.254/' }).end(),
      '/round': (_, response) => response.writeHead(302, { Location: '/round' }).end(),
      '/elsewhere': (_, response) =>
        response.writeHead(302, { Location: 'file:///etc/passwd' }).end(),
    });
    const open = await start();
    for (const path of ['/', '/round', '/elsewhere'])
      expect(refusal(await open.ask(outside.url + path))).toEqual([502, 'page_unreachable']);
    expect(outside.asked.filter((line) => line === 'GET /round')).toHaveLength(5);
  });

  test('an unusual port, a password, what is no page, and what is compressed unasked', async () => {
    const { ask: strict } = await start({ linkPreviewsAllow: [] });
    expect(refusal(await strict('http://example.com:22/'))).toEqual([502, 'page_unreachable']);
    const web = await site({
      '/': html(page('<title>Here</title>')),
      '/zip': html('PK', 'application/zip'),
      '/packed': (_, response) =>
        response
          .writeHead(200, { 'Content-Type': 'text/html', 'Content-Encoding': 'gzip' })
          .end('not for us'),
      '/cut': (_, response) => {
        response.writeHead(200, { 'Content-Type': 'text/html', 'Content-Length': '9999' });
        response.write('<title>Half');
        response.destroy();
      },
    });
    const { ask } = await start();
    const withPassword = web.url.replace('http://', 'http://ana:secret@');
    for (const address of [
      withPassword,
      ...['/zip', '/packed', '/cut', '/404'].map((p) => web.url + p),
    ])
      expect([address, ...refusal(await ask(address))]).toEqual([address, 502, 'page_unreachable']);
    for (const address of [
      'ftp://a/',
      'javascript:alert(1)',
      '/etc/passwd',
      '',
      'http://a:99999/',
      'http://[::/',
    ])
      expect(refusal(await ask(address))).toEqual([400, 'request_invalid']);
    expect((await ask(`${web.url}/`)).status).toBe(200);
  });

  test('anything where the host did not turn it on, for a viewer, and too often', async () => {
    const web = await site({ '/': html(page('<title>Here</title>')) });
    const off = await start({ linkPreviews: 'off' });
    expect(refusal(await off.ask(web.url))).toEqual([404, 'not_found']);
    const said = await call(off.server, 'GET', '/api/server');
    expect(said.body).toMatchObject({ linkPreviews: false });
    const { server, docId, secret, ask: asOwner } = await start();
    const { secret: viewer } = await makeLink(server, { docId, secret }, 'viewer');
    expect(refusal(await ask(server, docId, viewer)(web.url))).toEqual([403, 'role_too_low']);
    expect(web.asked).toEqual([]);
    let last = await asOwner(web.url);
    for (let turn = 0; turn < 60 && last.status === 200; turn++) last = await asOwner(web.url);
    expect(refusal(last)).toEqual([429, 'rate_limited']);
    expect(web.asked.length).toBeLessThanOrEqual(31);
  });
});

test('who has pages asked that do not answer leaves room for others', async () => {
  const held: ServerResponse[] = [];
  const web = await site({
    '/slow': (_, response) => void held.push(response),
    '/here': html(page('<title>Here</title>')),
  });
  const { server, ...owned } = await start({ trustProxy: 1 });
  const from = (address: string, path: string, { docId, secret }: Owned) => {
    const wanted = { address: web.url + path };
    const headers = { 'X-Forwarded-For': address };
    return call(server, 'POST', `/api/docs/${docId}/preview`, secret, wanted, headers);
  };
  const answers: number[] = [];
  const slow = Array.from({ length: 8 }, async () => {
    answers.push((await from('203.0.113.5', '/slow', owned)).status);
  });
  await until('all are under way, or refused', () => held.length + answers.length === 8);
  const other = await from('198.51.100.7', '/here', newOwner());
  expect(other.body).toMatchObject({ title: 'Here' });
  for (const response of held) response.end();
  await Promise.all(slow);
});
