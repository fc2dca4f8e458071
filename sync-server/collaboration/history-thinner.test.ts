/** What a document takes on disk is bounded, whatever was written and deleted in it. */
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, expect, test } from 'vitest';
import * as Y from 'yjs';
import { DocId } from '../../shared/access/ids.ts';
import { DATABASE_FILE, openSqlite } from '../storage/sqlite.ts';
import { examine } from '../storage/sqlite-doctor.ts';
import { cleanUp, onCleanUp, temporaryFolder } from '../testing/clean-up.ts';
import { bodyOf, textUpdate } from '../testing/raw-client.ts';
import { memoryLog } from '../testing/server.ts';
import { MAX_HISTORY_BYTES } from './history-thinner.ts';
import { type LiveDocument, UpdateLog } from './update-log.ts';

afterEach(cleanUp);

const NAME = DocId.parse('DocDocDocDocDocDoc1');
const DAY_MS = 86_400_000;

async function openDocument(
  folder: string,
  clock = { ahead: 0 },
  compactAfterUpdates = 500,
  maxHistoryBytes = MAX_HISTORY_BYTES,
) {
  const storage = openSqlite(folder);
  onCleanUp(() => storage.close().catch(() => undefined));
  const logLines: string[] = [];
  const updates = new UpdateLog({
    storage,
    log: memoryLog(logLines),
    compactAfterUpdates,
    maxDocumentBytes: 100_000_000,
    maxHistoryBytes,
    origin: 'log',
    now: () => Date.now() + clock.ahead,
    hangLimitMs: 15_000,
    onHealth: () => undefined,
    onApplied: () => undefined,
    onBroken: () => undefined,
  });
  onCleanUp(() => updates.close());
  const document: LiveDocument = Object.assign(new Y.Doc(), { name: NAME });
  await storage.createDocument(NAME, 1);
  await updates.load(document);
  const write = (bytes: Uint8Array, person: string | null = 'anna') =>
    updates.append(document, { docId: NAME, person, bytes });
  return { storage, updates, document, write, logLines };
}

/** What somebody changes, as one update. */
function changed(doc: Y.Doc, change: () => void): Uint8Array {
  const before = Y.encodeStateVector(doc);
  doc.transact(change);
  return Y.encodeStateAsUpdate(doc, before);
}

/** Text in which nothing repeats. */
function long(seed: number, length: number): string {
  let text = '';
  for (let at = 0; text.length < length; at++) text += `${seed}-${at} `;
  return text.slice(0, length);
}

test('writing and deleting the same over and over does not fill the disk', async () => {
  const folder = temporaryFolder();
  const { storage, updates, document, write } = await openDocument(folder);
  const writer = new Y.Doc();
  const body = writer.getText('body');
  await write(changed(writer, () => body.insert(0, 'stays ')));
  for (let round = 0; round < 30; round++) {
    await write(changed(writer, () => body.insert(6, long(round, 1_400_000))));
    await write(changed(writer, () => body.delete(6, 1_400_000)));
    await updates.idle();
    await updates.thinned();
  }
  const file = join(folder, DATABASE_FILE);
  expect(statSync(file).size).toBeLessThan(3 * MAX_HISTORY_BYTES);
  expect(bodyOf(document)).toBe('stays ');
  const size = await storage.historySize(NAME);
  expect(size?.bytes).toBeLessThan(MAX_HISTORY_BYTES);
  // Who wrote, and that what they wrote is gone, is still known.
  const history = await storage.history(NAME);
  expect(history.every(({ person }) => person === 'anna')).toBe(true);
  expect(history.reduce((sum, { standsFor }) => sum + standsFor, 0)).toBe(61);
  const again = new Y.Doc();
  for (const { bytes } of history) Y.applyUpdate(again, bytes);
  expect(bodyOf(again)).toBe('stays ');
  updates.close();
  await storage.close();
  expect(examine(folder).documents).toMatchObject([{ troubles: [], isWhole: true }]);
});

test.each([200, 12_000])(
  '%i tiny words written and deleted again and again do not either, and what is there is whole',
  async (words) => {
    const folder = temporaryFolder();
    const most = words * 40;
    const { storage, updates, document, write } = await openDocument(folder, { ahead: 0 }, 6, most);
    await write(textUpdate('stays'), 'ben');
    for (let round = 0; round < 12; round++) {
      const writer = new Y.Doc();
      const list = writer.getArray<string>(`list ${round}`);
      // Each word an item of its own: none goes on where the last one ended.
      const writeAll = () => {
        for (let at = 0; at < words; at++) list.insert(0, ['x']);
      };
      await write(changed(writer, writeAll));
      await write(changed(writer, () => list.delete(0, words)));
      await updates.idle();
      await updates.thinned();
    }
    const size = await storage.historySize(NAME);
    const state = Y.encodeStateAsUpdate(document).length;
    expect(size?.bytes).toBeLessThanOrEqual(Math.max(most, 4 * state));
    const again = new Y.Doc();
    for (const { bytes } of await storage.history(NAME)) Y.applyUpdate(again, bytes);
    expect(bodyOf(again)).toBe('stays');
    updates.close();
    await storage.close();
    expect(examine(folder).documents).toMatchObject([{ troubles: [], isWhole: true }]);
  },
);

test('what is a week old is one row for a person and minute, and what is new stays as it came', async () => {
  const clock = { ahead: 0 };
  const { storage, updates, document, write } = await openDocument(temporaryFolder(), clock, 20);
  const writer = new Y.Doc();
  for (let at = 0; at < 20; at++) {
    await write(textUpdate(`${at} `, writer), at % 2 === 0 ? 'anna' : 'ben');
  }
  await updates.idle();
  await updates.thinned();
  expect(await storage.history(NAME)).toHaveLength(20);
  clock.ahead = 8 * DAY_MS;
  for (let at = 20; at < 40; at++) await write(textUpdate(`${at} `, writer));
  await updates.idle();
  await updates.thinned();
  const history = await storage.history(NAME);
  // Two people, whose words may stand in two minutes of the clock.
  expect(history.length).toBeLessThanOrEqual(6);
  expect(new Set(history.map(({ person }) => person))).toEqual(new Set(['anna', 'ben']));
  const again = new Y.Doc();
  for (const { bytes } of history) Y.applyUpdate(again, bytes);
  expect(bodyOf(again)).toBe(bodyOf(document));
});

test('a beginning that says it is of the future keeps nothing behind it from growing old', async () => {
  const clock = { ahead: 400 * DAY_MS };
  const { storage, updates, document, write } = await openDocument(temporaryFolder(), clock, 20);
  const writer = new Y.Doc();
  await write(textUpdate('of the future ', writer));
  clock.ahead = 0;
  for (let at = 1; at < 20; at++) await write(textUpdate(`${at} `, writer));
  await updates.idle();
  await updates.thinned();
  clock.ahead = 8 * DAY_MS;
  for (let at = 20; at < 40; at++) await write(textUpdate(`${at} `, writer));
  await updates.idle();
  await updates.thinned();
  const history = await storage.history(NAME);
  expect(history.length).toBeLessThan(40);
  const again = new Y.Doc();
  for (const { bytes } of history) Y.applyUpdate(again, bytes);
  expect(bodyOf(again)).toBe(bodyOf(document));
});

test('history that a clock gone ahead has thinned grows old by the right one again', async () => {
  const clock = { ahead: 400 * DAY_MS };
  const { storage, updates, write } = await openDocument(temporaryFolder(), clock, 20);
  const writer = new Y.Doc();
  const writeSome = async () => {
    for (let at = 0; at < 20; at++) await write(textUpdate(`${at} `, writer));
    await updates.idle();
    await updates.thinned();
    return (await storage.history(NAME)).length;
  };
  const before = await writeSome();
  clock.ahead = 8 * DAY_MS;
  expect(await writeSome()).toBeLessThan(before + 20);
});

test('a damaged checkpoint is made again of thinned history', async () => {
  const folder = temporaryFolder();
  const clock = { ahead: 8 * DAY_MS };
  const { storage, updates, write } = await openDocument(folder, clock, 20);
  const writer = new Y.Doc();
  for (let at = 0; at < 20; at++) await write(textUpdate(`${at} `, writer));
  await updates.idle();
  await updates.thinned();
  expect((await storage.history(NAME)).length).toBeLessThan(20);
  // It is what was written, and cannot be read.
  await storage.compact(NAME, 20, Uint8Array.of(7, 7, 7), 2);
  const next: LiveDocument = Object.assign(new Y.Doc(), { name: NAME });
  await updates.load(next).catch(() => undefined);
  const healed: LiveDocument = Object.assign(new Y.Doc(), { name: NAME });
  await updates.load(healed);
  expect(bodyOf(healed)).toBe(bodyOf(writer));
});

test('nothing that was compacted away or thinned can be read in the files of a deleted document', async () => {
  const folder = temporaryFolder();
  const { storage, updates, write } = await openDocument(folder, { ahead: 8 * DAY_MS }, 4);
  const writer = new Y.Doc();
  const body = writer.getText('body');
  for (let round = 0; round < 8; round++) {
    await write(changed(writer, () => body.insert(0, `planted${long(round, 9_000)}`)));
    await write(changed(writer, () => body.delete(0, 9_007)));
    await updates.idle();
    await updates.thinned();
  }
  await updates.forbid(NAME);
  await storage.deleteDocument(NAME, 5);
  updates.close();
  await storage.close();
  const database = new DatabaseSync(join(folder, DATABASE_FILE));
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  database.close();
  expect(readFileSync(join(folder, DATABASE_FILE)).includes('planted')).toBe(false);
});
