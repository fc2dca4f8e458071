/**
 * History that is older than the server keeps it, on a real server whose days are counted by the test:
 * what is forgotten, what stays, and when no clock is believed.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import * as Y from 'yjs';
import { createSecret } from '../../shared/access/ids.ts';
import { addVersion, momentOf, readMoment } from '../../shared/document/versions.ts';
import { writeExchange } from '../../shared/protocol/exchange.ts';
import {
  type HistoryEntry,
  type HistoryPage,
  readHistoryPage,
} from '../../shared/protocol/history.ts';
import { PERSON_HEADER } from '../../shared/protocol/http.ts';
import { untilHolds } from '../../shared/testing/until-holds.ts';
import { DATABASE_FILE } from '../storage/sqlite.ts';
import { copyDatabase, examine } from '../storage/sqlite-doctor.ts';
import { cleanUp, temporaryFolder } from '../testing/clean-up.ts';
import { bodyOf, RawClient } from '../testing/raw-client.ts';
import { newOwner, type Owned, startServer, type TestServer } from '../testing/server.ts';

const DAY_MS = 86_400_000;
const KEPT_DAYS = 30;

// Nothing but the calendar: sockets, timers and the disk are real.
beforeEach(() => vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(async () => {
  await cleanUp();
  vi.useRealTimers();
});

const start = (compactAfterUpdates = 500) =>
  startServer({ historyDays: KEPT_DAYS, idleUnloadMs: 0, compactAfterUpdates });

/** Lets days pass, in which the server looks as it does. */
async function pass(server: TestServer, days: number): Promise<void> {
  for (let half = 0; half < 2 * days; half++) {
    vi.setSystemTime(Date.now() + DAY_MS / 2);
    await server.forgetHistory();
  }
}

/** A device that writes in a document over HTTP. */
class Writer {
  readonly doc = new Y.Doc();
  readonly text = this.doc.getText('body');
  readonly #key = createSecret();
  #sent = Y.encodeStateVector(this.doc);

  async write(server: TestServer, { docId, secret }: Owned, change: () => void): Promise<void> {
    this.doc.transact(change);
    const update = Y.encodeStateAsUpdate(this.doc, this.#sent);
    this.#sent = Y.encodeStateVector(this.doc);
    const answer = await fetch(`${server.url}/api/docs/${docId}/sync`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${secret}`, [PERSON_HEADER]: this.#key },
      body: writeExchange({ stateVector: Uint8Array.of(0), update }),
    });
    expect(answer.status).toBe(200);
    await answer.arrayBuffer();
  }
}

async function historyOf(server: TestServer, { docId, secret }: Owned): Promise<HistoryEntry[]> {
  const entries: HistoryEntry[] = [];
  for (let after: number | null = 0; after !== null; ) {
    const answer: Response = await fetch(`${server.url}/api/docs/${docId}/history?after=${after}`, {
      headers: { Authorization: `Bearer ${secret}` },
    });
    const page: HistoryPage = readHistoryPage(new Uint8Array(await answer.arrayBuffer()))!;
    entries.push(...page.entries);
    after = page.next;
  }
  return entries;
}

function textOf(entries: readonly HistoryEntry[]): string {
  const doc = new Y.Doc();
  for (const { update } of entries) Y.applyUpdate(doc, update!);
  return doc.getText('body').toString();
}

async function shownBy(server: TestServer, { docId, secret }: Owned): Promise<string> {
  const client = RawClient.sync(server, docId, secret);
  await client.synced();
  return bodyOf(client.doc);
}

/** What the database and what SQLite keeps beside it hold, as bytes. */
async function isInFiles(server: TestServer, words: string): Promise<boolean> {
  await server.stop();
  const database = new DatabaseSync(join(server.folder, DATABASE_FILE));
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  database.close();
  return readFileSync(join(server.folder, DATABASE_FILE)).includes(words);
}

test.each([1, 500])(
  'what is older is the document as it was then, and nobody’s (compacted every %i)',
  async (compactAfter) => {
    const server = await start(compactAfter);
    const owned = newOwner();
    const ana = new Writer();
    await ana.write(server, owned, () => ana.text.insert(0, 'first planted 🎉 '));
    await ana.write(server, owned, () => ana.text.delete(6, 8));
    await pass(server, 20);
    await ana.write(server, owned, () => ana.text.insert(9, 'second '));
    expect((await historyOf(server, owned)).some(({ isBeginning }) => isBeginning)).toBe(false);
    await pass(server, 12);
    const entries = await historyOf(server, owned);
    expect(entries.map(({ isBeginning, person }) => [isBeginning, person === null])).toEqual([
      [true, true],
      [false, false],
    ]);
    expect(textOf(entries.slice(0, 1))).toBe('first 🎉 ');
    expect(textOf(entries)).toBe('first 🎉 second ');
    expect(await shownBy(server, owned)).toBe('first 🎉 second ');
    // Another look the same day has nothing to do.
    const lines = server.logLines.length;
    await server.forgetHistory();
    const more = server.logLines.slice(lines);
    expect(more.filter((line) => line.includes('history forgotten'))).toEqual([]);
    await pass(server, 20);
    expect((await historyOf(server, owned)).map(({ isBeginning }) => isBeginning)).toEqual([true]);
    expect(await shownBy(server, owned)).toBe('first 🎉 second ');
    // What was deleted before is nowhere any more, and nobody takes what is forgotten for damage.
    expect(await isInFiles(server, 'planted')).toBe(false);
    const copy = temporaryFolder();
    copyDatabase(server.folder, copy);
    for (const folder of [server.folder, copy])
      expect(examine(folder).documents).toMatchObject([{ troubles: [], isWhole: true }]);
  },
);

test('a version that somebody named stays as it was, whatever is thinned and forgotten around it', async () => {
  const server = await start(1);
  const owned = newOwner();
  const ana = new Writer();
  await ana.write(server, owned, () => ana.text.insert(0, 'planted first draft 🎉'));
  await ana.write(server, owned, () => ana.text.delete(0, 8));
  const exact = readMoment(momentOf(ana.doc))!.exact!;
  await ana.write(server, owned, () => {
    const version = { name: 'First', at: Date.now(), by: null, moment: momentOf(ana.doc) };
    addVersion(ana.doc, version);
  });
  await ana.write(server, owned, () => ana.text.delete(0, 6));
  await ana.write(server, owned, () => ana.text.insert(0, 'another'));
  const named = async () => {
    const all = new Y.Doc({ gc: false });
    for (const { update } of await historyOf(server, owned)) Y.applyUpdate(all, update!);
    return Y.createDocFromSnapshot(all, exact).getText('body').toString();
  };
  expect(await named()).toBe('first draft 🎉');
  // What is a week old is thinned with the next change, and some weeks later all of it is forgotten.
  await pass(server, 9);
  await ana.write(server, owned, () => ana.text.insert(0, 'now '));
  await untilHolds(async () => expect((await historyOf(server, owned)).length).toBeLessThan(6));
  expect(await named()).toBe('first draft 🎉');
  expect((await historyOf(server, owned)).length).toBeGreaterThan(1);
  await pass(server, KEPT_DAYS + 2);
  expect((await historyOf(server, owned)).map(({ isBeginning }) => isBeginning)).toEqual([true]);
  expect(await named()).toBe('first draft 🎉');
  expect(await shownBy(server, owned)).toBe('now anotherdraft 🎉');
  expect(await isInFiles(server, 'planted')).toBe(false);
});

test('a document nobody opens forgets as well, and is made again of what is left', async () => {
  const server = await start();
  const owned = newOwner();
  const ana = new Writer();
  for (const word of ['one ', 'two ', 'three '])
    await ana.write(server, owned, () => ana.text.insert(ana.text.length, word));
  await pass(server, KEPT_DAYS + 2);
  expect(await historyOf(server, owned)).toHaveLength(1);
  await server.stop();
  // The checkpoint is lost; what was forgotten one by one is still whole as one.
  const database = new DatabaseSync(join(server.folder, DATABASE_FILE));
  database.exec("UPDATE checkpoints SET state = x'070707', crc = NULL");
  database.close();
  const again = await server.restart();
  const client = RawClient.sync(again, owned.docId, owned.secret);
  await client.synced().catch(() => undefined);
  await untilHolds(async () => expect(await shownBy(again, owned)).toBe('one two three '));
});

test('what is damaged is forgotten with the rest, and the document stays whole', async () => {
  const server = await start(1);
  const owned = newOwner();
  const ana = new Writer();
  for (const word of ['one ', 'two ', 'three '])
    await ana.write(server, owned, () => ana.text.insert(ana.text.length, word));
  await server.stop();
  const database = new DatabaseSync(join(server.folder, DATABASE_FILE));
  database.exec("UPDATE updates SET bytes = x'0000' WHERE sequence = 2");
  database.close();
  const again = await server.restart();
  await pass(again, KEPT_DAYS + 2);
  const entries = await historyOf(again, owned);
  expect(entries.map(({ isBeginning }) => isBeginning)).toEqual([true]);
  expect(textOf(entries)).toBe('one two three ');
  expect(await shownBy(again, owned)).toBe('one two three ');
});

test('a clock that is set forward for less than a day takes nothing away', async () => {
  const server = await start();
  const owned = newOwner();
  const ana = new Writer();
  await pass(server, 2);
  await ana.write(server, owned, () => ana.text.insert(0, 'kept'));
  const right = Date.now();
  for (const wrong of [right + 400 * DAY_MS, right + 400 * DAY_MS + DAY_MS / 2]) {
    vi.setSystemTime(wrong);
    await server.forgetHistory();
  }
  vi.setSystemTime(right + 60_000);
  await server.forgetHistory();
  await pass(server, 2);
  expect((await historyOf(server, owned)).map(({ isBeginning }) => isBeginning)).toEqual([false]);
});

test('rows that came while the clock was behind or ahead keep their order, and none is lost', async () => {
  const server = await start();
  const owned = newOwner();
  const ana = new Writer();
  const began = Date.now();
  const days = [0, 3, -400, 2, 50, 4];
  for (const [index, day] of days.entries()) {
    vi.setSystemTime(began + day * DAY_MS);
    await ana.write(server, owned, () => ana.text.insert(ana.text.length, `${index} `));
  }
  vi.setSystemTime(began + 5 * DAY_MS);
  await pass(server, KEPT_DAYS);
  // The one that came as if fifty days later is not old yet, nor is what came behind it.
  expect((await historyOf(server, owned)).map(({ isBeginning }) => isBeginning)).toEqual([
    true,
    false,
    false,
  ]);
  await pass(server, 60);
  const entries = await historyOf(server, owned);
  expect(entries).toHaveLength(1);
  expect(textOf(entries)).toBe('0 1 2 3 4 5 ');
  expect(await shownBy(server, owned)).toBe('0 1 2 3 4 5 ');
});
