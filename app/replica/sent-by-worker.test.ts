/** What a worker of this browser sent is this device's own, whatever others made of it since. */
import 'fake-indexeddb/auto';
import { createServer, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sendStored } from './send-stored.ts';
import { oneDocument } from './testing/one-document.ts';
import { eventually, isAllThere, until } from './testing/until.ts';

const one = oneDocument();
let isOnline = true;
// The two things of a page that a replica listens to; the rest of one would replace Node's sockets.
const page = new EventTarget();
Object.assign(globalThis, {
  addEventListener: page.addEventListener.bind(page),
  removeEventListener: page.removeEventListener.bind(page),
});
Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => isOnline });

function setOnline(online: boolean): void {
  isOnline = online;
  page.dispatchEvent(new Event(online ? 'online' : 'offline'));
}

const closing: (() => Promise<void>)[] = [];
beforeEach(() => setOnline(true));
afterEach(async () => {
  vi.restoreAllMocks();
  for (const close of closing.splice(0)) await close();
});

/** The server through a network that lets no socket through. */
async function withoutSockets(): Promise<string> {
  const target = one.server.url.replace(/^ws/, 'http').replace(/\/sync$/, '');
  const proxy = createServer((request, response) => {
    const { method, headers } = request;
    if (headers.upgrade) {
      request.destroy();
      return;
    }
    const asked = httpRequest(`${target}${request.url}`, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(response);
    });
    request.pipe(asked.on('error', () => response.destroy()));
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  closing.push(async () => {
    proxy.closeAllConnections();
    await new Promise((resolve) => proxy.close(resolve));
  });
  return `ws://127.0.0.1:${(proxy.address() as AddressInfo).port}/sync`;
}

test.each([
  'a socket',
  'plain HTTP',
])('a page back online, of whose words a worker sent some, writes nothing again: %s', async (way) => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => {});
  const { server, docId, secret } = one;
  const serverUrl = way === 'a socket' ? server.url : await withoutSockets();
  const replica = one.open({ serverUrl });
  replica.doc.getText('body').insert(0, 'Known. ');
  await until(replica.status, isAllThere);
  const { clientID } = replica.doc;
  setOnline(false);
  await eventually(() => server.connections === 0);
  replica.doc.getText('body').insert(7, 'Offline.');
  replica.doc.getMap('fields').set('a:type', 'heading');
  await until(replica.status, ({ device }) => device === 'saved');
  expect(await sendStored({ name: docId, room: docId, secret }, server.url)).toBe('sent');
  const doc = server.doc(docId);
  expect(doc.getText('body').toString()).toBe('Known. Offline.');
  // Others have it, and go on.
  doc.getMap('fields').set('a:type', 'quote');
  doc.getText('body').delete(7, 3);
  replica.doc.getText('body').insert(15, ' And more.');
  setOnline(true);
  await until(replica.status, isAllThere);
  expect(warned.mock.calls).toEqual([]);
  expect(replica.doc.clientID).toBe(clientID);
  for (const { body, type } of [replica.doc, doc].map((each) => ({
    body: each.getText('body').toString(),
    type: each.getMap('fields').get('a:type'),
  }))) {
    expect(body).toBe('Known. line. And more.');
    expect(type).toBe('quote');
  }
});
