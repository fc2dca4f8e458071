/**
 * What every store must do; a store's own test calls this with a way to open it.
 *
 * Invariant: the suite knows the interface only.
 */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Storage, StoredLink } from './storage.ts';

export interface StoreUnderTest {
  /** Opens the store on what earlier calls of this test left behind. */
  open(): Promise<Storage>;
  /** Loses one row of the log behind the store's back. */
  loseUpdate(name: string, sequence: number): Promise<void>;
  remove(): Promise<void>;
}

export function describeStorage(name: string, create: () => StoreUnderTest): void {
  describe(name, () => {
    let store: StoreUnderTest;
    let storage: Storage;

    beforeEach(async () => {
      store = create();
      storage = await store.open();
    });
    afterEach(async () => {
      await storage.close();
      await store.remove();
    });

    async function reopen(): Promise<void> {
      await storage.close();
      storage = await store.open();
    }
    const update = (text: string, docName = DOC, person: string | null = null) => ({
      name: docName,
      docId: DOC,
      receivedAt: 1_000,
      person,
      bytes: Buffer.from(text),
    });
    const textsOf = (rows: { bytes: Uint8Array }[]) =>
      rows.map(({ bytes }) => Buffer.from(bytes).toString());

    test('a document is created once, and keeps its first time', async () => {
      expect(await storage.findDocument(DOC)).toBeNull();
      expect(await storage.createDocument(DOC, 5)).toBe(true);
      expect(await storage.createDocument(DOC, 9)).toBe(false);
      await reopen();
      expect(await storage.findDocument(DOC)).toEqual({
        docId: DOC,
        createdAt: 5,
        updatedAt: 5,
        bytes: 0,
        deletedAt: null,
      });
    });

    test('of a document that was deleted only that fact is kept, and it cannot be made again', async () => {
      await storage.createDocument(DOC, 5);
      await storage.createDocument(OTHER, 5);
      await storage.append([
        update('a'),
        update('x', TALK),
        { ...update('o', OTHER), docId: OTHER },
      ]);
      await storage.compact(DOC, 1, Buffer.from('A'), 7);
      await storage.putLink({ ...LINK, docId: DOC });
      expect(await storage.deleteDocument(DOC, 9)).toBe(9);
      expect(await storage.deleteDocument(DOC, 12)).toBe(9);
      await reopen();
      expect(await storage.createDocument(DOC, 13)).toBe(false);
      expect(await storage.findDocument(DOC)).toMatchObject({ deletedAt: 9, bytes: 0 });
      for (const gone of [DOC, TALK]) {
        expect(await storage.loadLog(gone)).toMatchObject({ checkpoint: null, rows: [] });
        expect(await storage.history(gone)).toEqual([]);
      }
      expect(await storage.links(DOC)).toEqual([]);
      expect(textsOf((await storage.loadLog(OTHER)).rows)).toEqual(['o']);
    });

    test('updates come back in order, each log with its own sequence', async () => {
      await storage.createDocument(DOC, 5);
      expect(await storage.append([update('a'), update('b'), update('x', TALK)])).toEqual([
        1, 2, 1,
      ]);
      expect(await storage.append([update('c'), update('y', TALK)])).toEqual([3, 2]);
      await reopen();
      const log = await storage.loadLog(DOC);
      expect(textsOf(log.rows)).toEqual(['a', 'b', 'c']);
      expect(log).toMatchObject({ checkpoint: null, lastSequence: 3 });
      expect(textsOf((await storage.loadLog(TALK)).rows)).toEqual(['x', 'y']);
      expect(await storage.findDocument(DOC)).toMatchObject({ updatedAt: 1_000, bytes: 5 });
    });

    test('a log nobody has written in is empty', async () => {
      expect(await storage.loadLog(DOC)).toEqual({ checkpoint: null, rows: [], lastSequence: 0 });
    });

    test('of a transaction that fails nothing is kept', async () => {
      await storage.createDocument(DOC, 5);
      await storage.append([update('a')]);
      const bad = { ...update('b'), receivedAt: 'never' as unknown as number };
      await expect(storage.append([update('c'), bad])).rejects.toThrow();
      expect(textsOf((await storage.loadLog(DOC)).rows)).toEqual(['a']);
      expect(await storage.append([update('d')])).toEqual([2]);
    });

    test('folding replaces rows by a checkpoint and keeps them as history', async () => {
      await storage.createDocument(DOC, 5);
      await storage.append([update('a', DOC, 'anna'), update('b'), update('c')]);
      await storage.compact(DOC, 2, Buffer.from('A+B'), 7);
      await storage.append([update('d')]);
      await reopen();
      const log = await storage.loadLog(DOC);
      expect(log.checkpoint?.upTo).toBe(2);
      expect(textsOf([{ bytes: log.checkpoint!.state }, ...log.rows])).toEqual(['A+B', 'c', 'd']);
      const history = await storage.history(DOC);
      expect(textsOf(history)).toEqual(['a', 'b', 'c', 'd']);
      expect(history.map(({ folded }) => folded)).toEqual([true, true, false, false]);
      expect(history[0]).toMatchObject({ sequence: 1, receivedAt: 1_000, person: 'anna' });
      expect(await storage.findDocument(DOC)).toMatchObject({ bytes: 5 });
    });

    test('an older folding never replaces a newer one', async () => {
      await storage.append([update('a'), update('b')]);
      await storage.compact(DOC, 2, Buffer.from('new'), 7);
      await storage.compact(DOC, 1, Buffer.from('old'), 8);
      expect(textsOf([{ bytes: (await storage.loadLog(DOC)).checkpoint!.state }])).toEqual(['new']);
    });

    test('a quarantined row is left out and stays in the history with its reason', async () => {
      await storage.append([update('a'), update('bad'), update('c')]);
      await storage.quarantine(DOC, 2, 'threw');
      await reopen();
      const log = await storage.loadLog(DOC);
      expect(textsOf(log.rows)).toEqual(['a', 'c']);
      expect(log.lastSequence).toBe(3);
      expect((await storage.history(DOC))[1]).toMatchObject({ quarantined: 'threw' });
    });

    test('a log with a hole in it is refused', async () => {
      await storage.append([update('a'), update('b'), update('c')]);
      await store.loseUpdate(DOC, 2);
      await expect(storage.loadLog(DOC)).rejects.toThrow(/missing/);
    });

    test('links are kept, changed, and once revoked stay revoked', async () => {
      const link = LINK;
      await storage.putLink(link);
      await storage.putLink({ ...link, id: 'BBBBBBBBBBBB', createdAt: 2, label: null });
      await storage.touchLink(DOC, link.id, 50);
      await storage.putLink({
        ...link,
        role: 'viewer',
        label: null,
        passwordHash: 'cd'.repeat(32),
      });
      await reopen();
      expect(await storage.links(DOC)).toMatchObject([
        {
          ...link,
          role: 'viewer',
          label: null,
          passwordHash: 'cd'.repeat(32),
          lastUsedAt: 50,
        },
        { id: 'BBBBBBBBBBBB' },
      ]);
      await storage.putLink({ ...link, revokedAt: 60 });
      await storage.putLink(link);
      expect((await storage.links(DOC))[0]?.revokedAt).toBe(60);
      expect(await storage.links(TALK)).toEqual([]);
    });

    test('it says that it can be written to', async () => {
      await expect(storage.check()).resolves.toBeUndefined();
    });
  });
}

const DOC = 'DocDocDocDocDocDoc1';
const TALK = `${DOC}.discussion`;
const OTHER = 'DocDocDocDocDocDoc2';
const LINK: StoredLink = {
  docId: DOC,
  id: 'AAAAAAAAAAAA',
  role: 'editor',
  label: 'for the class',
  secretHash: 'ab'.repeat(32),
  passwordHash: null,
  createdAt: 1,
  expiresAt: null,
  revokedAt: null,
  lastUsedAt: null,
};
