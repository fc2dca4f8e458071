/** Clients of others, unchanged, meet in one document. */

import { HocuspocusProvider } from '@hocuspocus/provider';
import { afterEach, expect, test } from 'vitest';
import { WebsocketProvider } from 'y-websocket';
import * as Y from 'yjs';
import type { DocId } from '../../shared/access/ids.ts';
import { cleanUp, onCleanUp, until } from '../testing/clean-up.ts';
import { bodyOf } from '../testing/raw-client.ts';
import { makeLink, newOwner, startServer, type TestServer } from '../testing/server.ts';

afterEach(cleanUp);

function join(server: TestServer, docId: DocId, secret: string, doc = new Y.Doc()) {
  const provider = new WebsocketProvider(`${server.ws}/sync`, docId, doc, {
    protocols: ['y-websocket', `token.${secret}`],
    disableBc: true,
  });
  onCleanUp(() => provider.destroy());
  return { provider, doc };
}

test('two plain y-websocket clients and one plain Hocuspocus provider write one text', async () => {
  const server = await startServer();
  const { docId, secret } = newOwner();
  const anna = join(server, docId, secret);
  const ben = join(server, docId, secret);
  const cleo = new Y.Doc();
  const provider = new HocuspocusProvider({
    url: `${server.ws}/hocuspocus`,
    name: docId,
    token: secret,
    document: cleo,
  });
  onCleanUp(() => provider.destroy());
  await until('all are in', () => anna.provider.synced && ben.provider.synced && provider.synced);

  anna.doc.getText('body').insert(0, 'from Anna; ');
  ben.doc.getText('body').insert(0, 'from Ben; ');
  cleo.getText('body').insert(0, 'from Cleo; ');
  const docs = [anna.doc, ben.doc, cleo];
  await until('everybody has everything', () =>
    docs.every((doc) => ['Anna', 'Ben', 'Cleo'].every((name) => bodyOf(doc).includes(name))),
  );
  expect(bodyOf(ben.doc)).toBe(bodyOf(anna.doc));
  expect(bodyOf(cleo)).toBe(bodyOf(anna.doc));
  await until('the provider knows it is saved', () => !provider.hasUnsyncedChanges);

  const later = await server.restart();
  const dora = join(later, docId, secret);
  await until('a late guest has it', () => dora.provider.synced);
  expect(bodyOf(dora.doc)).toBe(bodyOf(anna.doc));
});

test('a plain y-websocket client that is refused says so and does not come back', async () => {
  const server = await startServer();
  const owned = newOwner();
  const owner = join(server, owned.docId, owned.secret);
  await until('the document is there', () => owner.provider.synced);
  const { provider } = join(server, owned.docId, newOwner().secret);
  const closed = await new Promise((resolve) => provider.on('closed', resolve));
  expect(closed).toEqual({ code: 4401, reason: 'token_invalid' });
  expect(provider.shouldConnect).toBe(false);
});

test('a plain y-websocket client finds its way back to a server that was restarted', async () => {
  const server = await startServer();
  const { docId, secret } = newOwner();
  const anna = join(server, docId, secret);
  await until('in', () => anna.provider.synced);
  await server.stop();
  await until('cut off', () => !anna.provider.wsconnected);
  anna.doc.getText('body').insert(0, 'written without a server');
  const next = await startServer({
    dataDir: server.folder,
    port: Number(new URL(server.url).port),
  });
  await until('back', () => anna.provider.synced);
  const ben = join(next, docId, secret);
  await until('it has arrived', () => bodyOf(ben.doc) === 'written without a server');
});

test('a Hocuspocus provider with a view link reads and is told that it only reads', async () => {
  const server = await startServer();
  const owned = newOwner();
  const owner = join(server, owned.docId, owned.secret);
  owner.doc.getText('body').insert(0, 'to be read');
  await until('in', () => owner.provider.synced);
  const { secret } = await makeLink(server, owned, 'viewer');
  const document = new Y.Doc();
  const provider = new HocuspocusProvider({
    url: `${server.ws}/hocuspocus`,
    name: owned.docId,
    token: secret,
    document,
  });
  onCleanUp(() => provider.destroy());
  await until('it has the text', () => bodyOf(document) === 'to be read');
  expect(provider.authorizedScope).toBe('readonly');
  const refused = new Promise((resolve) => {
    const other = new HocuspocusProvider({
      url: `${server.ws}/hocuspocus`,
      name: owned.docId,
      token: newOwner().secret,
      onAuthenticationFailed: ({ reason }) => resolve(reason),
    });
    onCleanUp(() => other.destroy());
  });
  expect(await refused).toBe('token_invalid');
});

test('a plain y-websocket client without presence hears enough to stay connected', async () => {
  const server = await startServer({ keepaliveMs: 20 });
  const { docId, secret } = newOwner();
  const { provider } = join(server, docId, secret);
  provider.awareness.setLocalState(null);
  await until('in', () => provider.synced);
  let closings = 0;
  provider.on('connection-close', () => closings++);
  const heard = new Set<number>();
  // Its watchdog looks at this time and nothing else.
  await until('ten signs of life', () => heard.add(provider.wsLastMessageReceived).size >= 10);
  expect(closings).toBe(0);
  expect(provider.awareness.getStates().size).toBe(0);
});
