/** Reading a document on the server: what one finds, and that nothing comes of it. */
import { afterEach, expect, test } from 'vitest';
import * as Y from 'yjs';
import { parseDocumentName } from '../../shared/access/document-name.ts';
import { Links } from '../access/links.ts';
import { PersonProofs } from '../access/person-proofs.ts';
import { AddressLimit } from '../access/rates.ts';
import { SetApart } from '../set-apart.ts';
import { openSqlite } from '../storage/sqlite.ts';
import { cleanUp, onCleanUp, temporaryFolder } from '../testing/clean-up.ts';
import { bodyOf, textUpdate } from '../testing/raw-client.ts';
import { memoryLog, newOwner, testConfig } from '../testing/server.ts';
import { saidIn, sayUpdate } from '../testing/talk.ts';
import { Collaboration } from './collaboration.ts';

afterEach(cleanUp);

function start() {
  const lines: string[] = [];
  const log = memoryLog(lines);
  const storage = openSqlite(temporaryFolder());
  const collaboration = new Collaboration({
    proofs: new PersonProofs(storage, log),
    config: testConfig({ idleUnloadMs: 0 }),
    storage,
    links: new Links(storage, 100, log),
    newDocuments: new AddressLimit(100),
    setApart: new SetApart(temporaryFolder(), log),
    log,
  });
  onCleanUp(async () => {
    collaboration.stop();
    await storage.close();
  });
  const { docId, secret } = newOwner();
  const bring = (name: string, update: Uint8Array) =>
    collaboration.exchange(parseDocumentName(name)!, secret, '::1', async () => ({
      stateVector: Uint8Array.of(0),
      update,
    }));
  const write = (name: string, text: string) => bring(name, textUpdate(text, new Y.Doc()));
  const read = (name: string) => collaboration.reader.read(parseDocumentName(name)!, bodyOf);
  return { lines, storage, collaboration, docId, bring, write, read };
}

test('the body and the discussion are read as they stand in the log', async () => {
  const { docId, bring, write, read, storage, collaboration } = start();
  await write(docId, 'written');
  const talk = parseDocumentName(`${docId}.discussion`)!;
  await bring(talk.name, await sayUpdate(docId, 'said'));
  expect(await read(docId)).toBe('written');
  expect(await collaboration.reader.read(talk, (document) => saidIn(document, docId))).toBe('said');
  const { lastSequence } = await storage.loadLog(docId);
  expect(lastSequence).toBe(1);
});

test('nobody brings a document into being by reading it, or back', async () => {
  const { docId, write, read, storage } = start();
  await expect(read(docId)).rejects.toMatchObject({ code: 'document_unknown' });
  expect(await storage.findDocument(docId)).toBeNull();
  await write(docId, 'written');
  await storage.deleteDocument(docId, 5);
  await expect(read(docId)).rejects.toMatchObject({ code: 'document_deleted' });
});

test('a document that was changed where it should be read is thrown away', async () => {
  const { docId, write, read, collaboration, lines } = start();
  await write(docId, 'written');
  const name = parseDocumentName(docId)!;
  await collaboration.reader.read(name, (document) => document.getText('body').insert(0, 'not '));
  expect(await read(docId)).toBe('written');
  expect(lines.join('\n')).toContain('reading changed a document');
});
