/** Clients of others, unchanged, meet in one document. */
import { HocuspocusProvider } from '@hocuspocus/provider';
import { afterEach, expect, test } from 'vitest';
import { WebsocketProvider } from 'y-websocket';
import * as Y from 'yjs';
import {
  bodyOf,
  cleanUp,
  newOwner,
  onCleanUp,
  startServer,
  type TestServer,
  until,
} from '../test-support.ts';

afterEach(cleanUp);

function join(server: TestServer, docId: string, secret: string, doc = new Y.Doc()) {
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
