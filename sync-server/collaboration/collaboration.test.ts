/** What happens to everybody when a document in memory cannot be trusted any more. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import * as Y from 'yjs';
import { parseDocumentName } from '../../shared/access/document-name.ts';
import { Links } from '../access/links.ts';
import { PersonProofs } from '../access/person-proofs.ts';
import { AddressLimit } from '../access/rates.ts';
import { SetApart } from '../set-apart.ts';
import { openSqlite } from '../storage/sqlite.ts';
import { cleanUp, onCleanUp, temporaryFolder, until } from '../testing/clean-up.ts';
import { bodyOf, RawClient, textUpdate } from '../testing/raw-client.ts';
import { memoryLog, newOwner, testConfig } from '../testing/server.ts';
import { Collaboration } from './collaboration.ts';
import { Sockets } from './sockets.ts';

afterEach(cleanUp);

test('a document broken in memory is given up, and clients find it whole when they come back', async () => {
  const config = testConfig({ idleUnloadMs: 0 });
  const log = memoryLog([]);
  const storage = openSqlite(temporaryFolder());
  const collaboration = new Collaboration({
    proofs: new PersonProofs(storage, log),
    config,
    storage,
    links: new Links(storage, 100, log),
    newDocuments: new AddressLimit(100),
    setApart: new SetApart(temporaryFolder(), log),
    log,
  });
  const sockets = new Sockets(collaboration, new PersonProofs(storage, log), config, log);
  const http = createServer();
  sockets.attach(http);
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  onCleanUp(async () => {
    await sockets.closeAll(100);
    collaboration.stop();
    http.close();
    await storage.close();
  });
  const ws = `ws://127.0.0.1:${(http.address() as AddressInfo).port}`;

  const owned = newOwner();
  const writer = new Y.Doc();
  const first = RawClient.sync({ ws }, owned.docId, owned.secret);
  const second = RawClient.multiplexed({ ws }, owned.docId, owned.secret);
  await first.synced();
  await second.synced();
  first.sendUpdate(textUpdate('good ', writer));
  await until('stored', () => first.statuses.length === 1);

  const name = parseDocumentName(owned.docId)!;
  const live = await collaboration.reader.read(name, (document) => document);
  // No client can get this far with it: it stands for a fault that is not known yet.
  const bytes = Uint8Array.of(1, 1, 5, 0, 132, 5, 3, 1, 97, 0);
  const entry = { docId: owned.docId, person: null, bytes };
  await expect(collaboration.updates.append(live, entry)).rejects.toMatchObject({
    code: 'update_invalid',
  });
  await first.whenGone();
  await second.whenGone();
  expect(first.closed).toEqual({ code: 4500, reason: 'storage_failed' });
  expect(second.ended).toBe('storage_failed');

  const again = RawClient.sync({ ws }, owned.docId, owned.secret);
  await again.synced();
  again.sendUpdate(textUpdate('as ever', writer));
  await until('stored', () => again.statuses.length === 1);
  const other = RawClient.sync({ ws }, owned.docId, owned.secret);
  await other.synced();
  expect(bodyOf(other.doc)).toBe('good as ever');
  other.sendUpdate(textUpdate('!', other.doc));
  await until('they share one document', () => bodyOf(again.doc).includes('!'));
});
