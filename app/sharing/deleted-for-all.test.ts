/** What was deleted for everyone stays deleted, on a real server that is restored from a backup. */
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import * as Y from 'yjs';
import { createSecret, docIdOf, randomId } from '../../shared/access/ids.ts';
import { forget } from '../../shared/library/arrange.ts';
import { readDeletedForAll, recordDeletedForAll } from '../../shared/library/deleted-for-all.ts';
import { addEntry } from '../../shared/library/library.ts';
import { dropMadeLinks, keepMadeLink } from '../../shared/library/made-links.ts';
import { sealLibrary } from '../../shared/library/seal-library.ts';
import { setLibrarySecret } from '../../shared/library/sealer.ts';
import { type RunningServer, startServer } from '../e2e/support/server.ts';
import { createLinkQueue } from './link-queue.ts';
import { createServerApi, type ServerApi } from './server-api.ts';

let server: RunningServer;
let api: ServerApi;
let backup: string;

beforeEach(async () => {
  server = await startServer({ LOG_LEVEL: 'warn' });
  api = createServerApi(`http://127.0.0.1:${server.port}`);
  backup = mkdtempSync(join(tmpdir(), 'driftless-'));
});

afterEach(async () => {
  await server.dispose();
  rmSync(backup, { recursive: true, force: true });
});

const ownerSecret = createSecret();
const docId = docIdOf(ownerSecret);

test.each(['an older backup', 'nothing'])(
  'where the server is restored from %s, a device of the owner deletes it again, also another one',
  async (from) => {
    const library = new Y.Doc();
    addEntry(library, { docId, secret: ownerSecret, now: 1 });
    const link = { docId, id: randomId(12), secret: createSecret(), role: 'viewer' } as const;
    const more = { label: null, createdAt: 1, expiresAt: null, passwordHash: null };
    keepMadeLink(library, { ...link, ...more });
    const made = await startWithout(from === 'nothing', () => createLinkQueue(library, api).send());
    await api.deleteDocument(docId, ownerSecret);
    recordDeletedForAll(library, { docId, secret: ownerSecret, now: 2 });
    // It goes from the library, too, which is linked with another device.
    forget(library, docId);
    dropMadeLinks(library, docId);
    const shared = createSecret();
    sealLibrary(library, shared);
    expect(JSON.stringify(library.toJSON())).not.toContain(ownerSecret);
    await made.restore();

    const other = new Y.Doc();
    setLibrarySecret(other, shared);
    Y.applyUpdate(other, Y.encodeStateAsUpdate(library));
    if (from === 'an older backup') expect(await api.listLinks(docId, ownerSecret)).toHaveLength(1);
    await createLinkQueue(other, api).doubt();
    await expect(api.listLinks(docId, ownerSecret)).rejects.toMatchObject({
      code: 'document_deleted',
    });
    await createLinkQueue(library, api).doubt();
    expect([...readDeletedForAll(library)]).toEqual([[docId, ownerSecret]]);
  },
);

/** Makes something on the server, and can put back what it had before or after that. */
async function startWithout(isBefore: boolean, make: () => Promise<void>) {
  if (!isBefore) await make();
  await server.stop();
  cpSync(server.dataDir, backup, { recursive: true });
  await server.start();
  if (isBefore) await make();
  return {
    async restore() {
      await server.stop();
      rmSync(server.dataDir, { recursive: true });
      cpSync(backup, server.dataDir, { recursive: true });
      await server.start();
    },
  };
}
