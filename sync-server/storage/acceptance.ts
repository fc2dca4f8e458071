/**
 * What every store must do; a store's own test calls this with a way to open it.
 *
 * Invariant: the suite knows the interface only.
 */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type DocumentName, discussionOf, draftOf } from '../../shared/access/document-name.ts';
import { DocId, DraftId } from '../../shared/access/ids.ts';
import {
  MOST_PUSHES,
  MOST_PUSHES_OF_PERSON,
  type Storage,
  type StoredEvent,
  type StoredLink,
  type StoredPush,
} from './storage.ts';

interface StoreUnderTest {
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
    const update = (text: string, docName: DocumentName = DOC, person: string | null = null) => ({
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
        deletedAt: null,
        usedAt: 5,
      });
      expect(await storage.sizeOf(DOC)).toBe(0);
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
      const by = { linkId: null, person: 'ana' };
      await storage.noteEvents(DOC, [{ ...EVENT, at: 8 }]);
      expect(await storage.deleteDocument(DOC, 9, by)).toBe(9);
      expect(await storage.deleteDocument(DOC, 12, by)).toBe(9);
      await reopen();
      expect(await storage.createDocument(DOC, 13)).toBe(false);
      expect(await storage.findDocument(DOC)).toMatchObject({ deletedAt: 9 });
      expect(await storage.sizeOf(DOC)).toBe(0);
      for (const gone of [DOC, TALK]) {
        expect(await storage.loadLog(gone)).toMatchObject({ checkpoint: null, rows: [] });
        expect(await storage.history(gone)).toEqual([]);
      }
      // A link that was on its way comes too late.
      expect(await storage.putLink({ ...LINK, docId: DOC })).toBe(false);
      expect(await storage.links(DOC)).toEqual([]);
      expect(await storage.events(DOC)).toMatchObject([
        { at: 9, action: 'document-deleted', byLinkId: null, person: 'ana' },
      ]);
      expect(textsOf((await storage.loadLog(OTHER)).rows)).toEqual(['o']);
    });

    test('updates come back in order, each log with its own sequence', async () => {
      await storage.createDocument(DOC, 5);
      expect(await storage.hasLog(TALK)).toBe(false);
      expect(await storage.append([update('a'), update('b'), update('x', TALK)])).toEqual([
        1, 2, 1,
      ]);
      expect(await storage.hasLog(TALK)).toBe(true);
      expect(await storage.append([update('c'), update('y', TALK)])).toEqual([3, 2]);
      await reopen();
      const log = await storage.loadLog(DOC);
      expect(textsOf(log.rows)).toEqual(['a', 'b', 'c']);
      expect(log).toMatchObject({ checkpoint: null, lastSequence: 3 });
      expect(textsOf((await storage.loadLog(TALK)).rows)).toEqual(['x', 'y']);
      expect(await storage.findDocument(DOC)).toMatchObject({ updatedAt: 1_000 });
      expect(await storage.sizeOf(DOC)).toBe(5);
    });

    test('it is known at once when a document was last written in', async () => {
      await storage.createDocument(DOC, 5);
      for (const receivedAt of [7, 8, 1_007, 1_008, 90_000]) {
        await storage.append([
          { ...update('a'), receivedAt: 6 },
          { ...update('b'), receivedAt },
        ]);
        expect(await storage.findDocument(DOC)).toMatchObject({ updatedAt: receivedAt });
      }
      await reopen();
      expect(await storage.findDocument(DOC)).toMatchObject({ updatedAt: 90_000 });
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

    test('compacting replaces rows by a checkpoint and keeps them as history', async () => {
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
      expect(history.map(({ compacted }) => compacted)).toEqual([true, true, false, false]);
      expect(history[0]).toMatchObject({ sequence: 1, receivedAt: 1_000, person: 'anna' });
      const since = async (after: number) =>
        (await storage.writersSince(DOC, after)).sort((a, b) => a.sequence - b.sequence);
      const nobody = { person: null, sequence: 4, receivedAt: 1_000 };
      expect(await since(0)).toEqual([{ person: 'anna', sequence: 1, receivedAt: 1_000 }, nobody]);
      expect(await since(1)).toEqual([nobody]);
      await storage.quarantine(DOC, 4, 'broken');
      expect(await since(3)).toEqual([]);
      expect(await storage.sizeOf(DOC)).toBe(5);
    });

    test('rows of the history are replaced by fewer that stand for as many, or not at all', async () => {
      await storage.createDocument(DOC, 5);
      await storage.append(['a', 'b', 'c', 'd'].map((text) => update(text, DOC, 'anna')));
      expect(await storage.historySize(DOC)).toBeNull();
      await storage.compact(DOC, 3, Buffer.from('A+B+C'), 7);
      const size = (await storage.historySize(DOC))!;
      expect(size).toMatchObject({ stateBytes: 5, thinnedAt: 0 });
      const part = await storage.historyPart(DOC, 1, 1);
      expect(textsOf(part)).toEqual(['b']);
      expect(textsOf(await storage.historyPart(DOC, 1, 100))).toEqual(['b', 'c']);
      expect(textsOf(await storage.historyPart(DOC, 1, 100, 'all'))).toEqual(['b', 'c', 'd']);
      expect(textsOf(await storage.historyPart(DOC, 1, 100, 'all', 2))).toEqual(['b', 'c']);
      const both = {
        sequence: 3,
        since: 900,
        receivedAt: 1_000,
        person: 'anna',
        standsFor: 2,
        isBeginning: false,
        bytes: Buffer.from('bc'),
      };
      const fewer = [{ replaces: [2, 3], row: both }];
      // One that is lost, one that is not compacted yet, and one that is not there.
      for (const replaces of [
        [1, 2, 3],
        [2, 3, 4],
        [3, 9],
      ]) {
        await expect(storage.thinHistory(DOC, [{ replaces, row: both }])).rejects.toThrow();
      }
      await storage.thinHistory(DOC, fewer);
      await storage.noteThinned(DOC, 8);
      await expect(storage.thinHistory(DOC, fewer)).rejects.toThrow();
      await reopen();
      const history = await storage.history(DOC);
      expect(textsOf(history)).toEqual(['a', 'bc', 'd']);
      expect(history[1]).toMatchObject({ ...both, bytes: expect.anything(), isDamaged: false });
      const now = (await storage.historySize(DOC))!;
      expect(now.bytes).toBeLessThan(size.bytes);
      expect(now.thinnedAt).toBe(8);
      expect(textsOf((await storage.loadLog(DOC)).rows)).toEqual(['d']);
      expect(await storage.append([update('e')])).toEqual([5]);
    });

    test('it is told which logs have something old that is known one by one', async () => {
      const other = DocId.parse('DocDocDocDocDocDoc3');
      const gone = DocId.parse('DocDocDocDocDocDoc4');
      for (const docId of [DOC, other, gone]) await storage.createDocument(docId, 5);
      const at = (receivedAt: number, name: DocumentName, docId: DocId) => ({
        ...update('x', name),
        ...{ receivedAt, docId },
      });
      await storage.append([at(10, DOC, DOC), at(900, DOC, DOC), at(10, gone, gone)]);
      await storage.append([at(700, other, other), at(20, discussionOf(other), other)]);
      await storage.deleteDocument(gone, 1_000);
      const all = async (before: number, most = 10) => {
        const names: string[] = [];
        for (let after: string | null = ''; after !== null; ) {
          const part = await storage.olderThan(before, after, most);
          names.push(...part.names);
          after = part.next;
        }
        return names.sort();
      };
      expect(await all(10)).toEqual([]);
      for (const most of [1, 2, 10])
        expect(await all(500, most)).toEqual([DOC, discussionOf(other)].sort());
      await storage.compact(DOC, 2, Buffer.from('XX'), 7);
      const row = { sequence: 1, since: 10, receivedAt: 10, person: null, standsFor: 1 };
      const beginning = { ...row, isBeginning: true, bytes: Buffer.from('X') };
      await storage.thinHistory(DOC, [{ replaces: [1], row: beginning }]);
      await reopen();
      const history = await storage.history(DOC);
      expect(history.map(({ isBeginning }) => isBeginning)).toEqual([true, false]);
      expect(await all(500)).toEqual([discussionOf(other)]);
      expect(await all(901)).toEqual([DOC, other, discussionOf(other)].sort());
    });

    test('the logs of a document are known, measured, found when they are old, and go with it', async () => {
      await storage.createDocument(DOC, 1);
      const near = DocId.parse(`${DOC}1`);
      await storage.createDocument(near, 1);
      const names = [DOC, TALK, draftOf(DOC, DRAFT), draftOf(DOC, DraftId.parse('draftdraftdr'))];
      for (const name of names) await storage.append([update('a', name), update('bc', name)]);
      await storage.append([{ ...update('n', near), docId: near }]);
      const last = names.at(-1)!;
      await storage.compact(last, 2, Buffer.from('state'), 8);
      await reopen();
      expect([...(await storage.namesOf(DOC))].sort()).toEqual([...names].sort());
      expect(await storage.namesOf(near)).toEqual([near]);
      expect(await storage.sizeOf(DOC)).toBe(3 * 3 + 5);
      const old = (await storage.olderThan(10_000, '', 10)).names;
      expect([...old].sort()).toEqual([...names, near].sort());
      await storage.deleteDocument(DOC, 9);
      await reopen();
      expect(await storage.namesOf(DOC)).toEqual([]);
      for (const name of names) expect(await storage.history(name)).toEqual([]);
      expect(textsOf((await storage.loadLog(near)).rows)).toEqual(['n']);
    });

    test('an older compaction never replaces a newer one', async () => {
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
      await storage.touchLinks([{ docId: DOC, linkId: link.id, at: 50 }]);
      await storage.putLink({
        ...link,
        role: 'viewer',
        label: null,
        hidesHistory: true,
        suggests: false,
        passwordHash: 'cd'.repeat(32),
      });
      await reopen();
      expect(await storage.links(DOC)).toMatchObject([
        {
          ...link,
          role: 'viewer',
          label: null,
          hidesHistory: true,
          suggests: false,
          passwordHash: 'cd'.repeat(32),
          lastUsedAt: 50,
        },
        { id: 'BBBBBBBBBBBB' },
      ]);
      await storage.putLink({ ...link, revokedAt: 60 });
      await storage.putLink(link);
      expect((await storage.links(DOC))[0]?.revokedAt).toBe(60);
      expect(await storage.links(OTHER)).toEqual([]);
    });

    test('when links were used last is noted for many at once', async () => {
      const other = { ...LINK, id: 'second', secretHash: 'of the second' };
      for (const link of [LINK, other]) await storage.putLink(link);
      await storage.touchLinks([
        { docId: DOC, linkId: other.id, at: 7 },
        { docId: DOC, linkId: 'nobody has this', at: 8 },
        { docId: DOC, linkId: LINK.id, at: 9 },
      ]);
      const used = (await storage.links(DOC)).map(({ id, lastUsedAt }) => [id, lastUsedAt]);
      expect(new Map(used as [string, number][])).toEqual(
        new Map([
          [LINK.id, 9],
          [other.id, 7],
        ]),
      );
    });

    test('a link is changed from what it was, and not where somebody else changed it meanwhile', async () => {
      await storage.createDocument(DOC, 5);
      await storage.putLink(LINK);
      await storage.touchLinks([{ docId: DOC, linkId: LINK.id, at: 50 }]);
      expect(await storage.changeLink({ ...LINK, role: 'viewer' }, LINK)).toBe(true);
      expect(await storage.changeLink({ ...LINK, label: 'late' }, LINK)).toBe(false);
      expect(await storage.links(DOC)).toEqual([{ ...LINK, role: 'viewer', lastUsedAt: 50 }]);
      const unknown = { ...LINK, id: 'CCCCCCCCCCCC' };
      expect(await storage.changeLink(unknown, unknown)).toBe(false);
      expect(await storage.links(DOC)).toHaveLength(1);
    });

    test('a secret is held against what is of use and what it opened once, and old ends are forgotten', async () => {
      const hashOf = (at: number) => `${10 + at}`.repeat(32);
      const link = (at: number, revokedAt: number | null) =>
        storage.putLink({
          ...LINK,
          id: `${at}`.repeat(12),
          secretHash: hashOf(at),
          passwordHash: at === 3 ? hashOf(9) : null,
          createdAt: at,
          revokedAt,
        });
      await link(1, null);
      // In this order: they were not made in the order in which they were revoked.
      for (const [at, revokedAt] of [
        [2, 40],
        [3, 20],
        [4, 30],
      ] as const)
        await link(at, revokedAt);
      const heldAgainst = async (hash: string) =>
        (await storage.linksFor(DOC, hash)).map(({ createdAt }) => createdAt);
      expect(await heldAgainst(hashOf(8))).toEqual([1]);
      expect(await heldAgainst(hashOf(2))).toEqual([1, 2]);
      expect(await heldAgainst(hashOf(9))).toEqual([1, 3]);
      expect(await storage.forgetRevoked(DOC, 3)).toBe(0);
      expect(await storage.forgetRevoked(DOC, 2)).toBe(1);
      expect((await storage.links(DOC)).map(({ createdAt }) => createdAt)).toEqual([1, 2, 4]);
      expect(await storage.linksFor(OTHER, hashOf(2))).toEqual([]);
    });

    test('events are bounded, the newest first, and owners are noted once each', async () => {
      const made = (at: number): StoredEvent => ({ ...EVENT, at });
      await storage.noteEvents(
        DOC,
        Array.from({ length: 1_199 }, (_, index) => made(index + 1)),
      );
      await storage.noteEvents(DOC, [made(1_200)]);
      const events = await storage.events(DOC);
      expect(events.length).toBe(1_000);
      expect([events[0]?.at, events.at(-1)?.at]).toEqual([1_200, 201]);
      expect(events[0]).toEqual({ ...EVENT, at: 1_200 });
      await storage.noteEvents(OTHER, [
        made(1),
        { ...made(2), action: 'document-made', person: 'ana' },
      ]);
      for (const person of ['ana', 'ben', 'ben']) await storage.noteOwner(OTHER, person, 3);
      await reopen();
      await storage.noteOwner(OTHER, 'ben', 4);
      expect(
        (await storage.events(OTHER)).map(({ at, action, person }) => [at, action, person]),
      ).toEqual([
        [3, 'owner-came', 'ben'],
        [2, 'document-made', 'ana'],
        [1, 'link-made', null],
      ]);
      for (let one = 0; one < 120; one++) await storage.noteOwner(OTHER, `person ${one}`, 5);
      expect((await storage.events(OTHER)).length).toBe(102);
    });

    test('the key of a person is the first one, until one comes with its seed', async () => {
      expect(await storage.pinPersonKey('ana', 'one', false, 1)).toBe('one');
      expect(await storage.pinPersonKey('ana', 'two', false, 2)).toBe('one');
      await reopen();
      expect(await storage.pinPersonKey('ana', 'two', false, 3)).toBe('one');
      expect(await storage.pinPersonKey('ana', 'three', true, 4)).toBe('three');
      expect(await storage.pinPersonKey('ana', 'four', true, 5)).toBe('three');
      expect(await storage.pinPersonKey('ana', 'one', false, 6)).toBe('three');
      expect(await storage.pinPersonKey('ben', 'one', true, 7)).toBe('one');
      await reopen();
      expect(await storage.pinPersonKey('ben', 'two', false, 8)).toBe('one');
    });

    test('a document is abandoned where nobody made, wrote or used it, by whatever secret', async () => {
      const ids = [1, 2, 3, 4, 5].map((number) => DocId.parse(`DocDocDocDocDocDoc${number}`));
      const [left, written, opened, shared, deleted] = ids as [DocId, DocId, DocId, DocId, DocId];
      for (const docId of ids) {
        await storage.createDocument(docId, 5);
        await storage.putLink({ ...LINK, docId });
        await storage.touchLinks([{ docId: docId, linkId: LINK.id, at: 6 }]);
      }
      await storage.noteEvents(left, [EVENT]);
      await storage.append([
        { ...update('a', left), docId: left, receivedAt: 7 },
        { ...update('x', discussionOf(left)), docId: left, receivedAt: 7 },
        { ...update('d', draftOf(left, DRAFT)), docId: left, receivedAt: 7 },
        { ...update('b', written), docId: written, receivedAt: 20 },
      ]);
      await storage.compact(left, 1, Buffer.from('A'), 8);
      await storage.touchDocument(opened, 20);
      await storage.touchLinks([{ docId: shared, linkId: LINK.id, at: 20 }]);
      await storage.deleteDocument(deleted, 6);
      expect(await storage.abandoned(5, 10)).toEqual([]);
      expect(await storage.abandoned(20, 10)).toEqual([left]);
      expect((await storage.abandoned(30, 10)).sort()).toEqual([left, written, opened, shared]);
      expect((await storage.abandoned(30, 3)).length).toBe(3);
      for (const docId of ids) {
        expect(await storage.removeAbandoned(docId, 20)).toBe(docId === left);
      }
      await reopen();
      expect(await storage.findDocument(left)).toBeNull();
      for (const gone of [left, discussionOf(left), draftOf(left, DRAFT)]) {
        expect(await storage.history(gone)).toEqual([]);
        expect(await storage.loadLog(gone)).toMatchObject({ checkpoint: null, lastSequence: 0 });
      }
      expect([await storage.links(left), await storage.events(left)]).toEqual([[], []]);
      expect(textsOf((await storage.loadLog(written)).rows)).toEqual(['b']);
      expect((await storage.links(shared)).length).toBe(1);
      expect(await storage.createDocument(left, 40)).toBe(true);
    });

    test('looks that go on are counted from the first, and anew after a gap or a clock set back', async () => {
      const looks: number[] = [];
      // In steps of ten minutes: clocks of several machines may be a little apart.
      const step = 600_000;
      for (const at of [100, 110, 120, 131, 141, 140, 150]) {
        if (at === 120) await reopen();
        looks.push((await storage.noteLook('abandoned', at * step, 10 * step)) / step);
      }
      expect(looks).toEqual([100, 100, 100, 131, 131, 140, 140]);
      // What is looked for since when is told apart.
      expect(await storage.noteLook('history', 155 * step, 10 * step)).toBe(155 * step);
      expect(await storage.noteLook('abandoned', 156 * step, 10 * step)).toBe(140 * step);
    });

    test('browsers are told of a document as one person each, and go with it', async () => {
      const endpointsOf = async (docId: DocId, people: string[]) =>
        (await storage.pushesOf(docId, people)).map(({ endpoint }) => endpoint).sort();
      expect(await storage.putPush(PUSH)).toBe('gone');
      for (const docId of [DOC, OTHER]) await storage.createDocument(docId, 5);
      for (const docId of [DOC, OTHER])
        expect(await storage.putPush({ ...PUSH, docId })).toBe('stored');
      expect(await storage.putPush({ ...PUSH, linkId: LINK.id, auth: 'new', at: 2 })).toBe(
        'stored',
      );
      await reopen();
      expect(await storage.pushesOf(DOC, ['ben', 'ana'])).toEqual([
        { ...PUSH, linkId: LINK.id, auth: 'new', at: 2 },
      ]);
      expect(await storage.pushesOf(DOC, ['ben'])).toEqual([]);
      expect(await storage.pushesOf(DOC, [])).toEqual([]);
      // Whoever is at a browser now, the one before is not any more, in any document.
      expect(await storage.putPush({ ...PUSH, person: 'ben' })).toBe('stored');
      expect(await endpointsOf(OTHER, ['ana', 'ben'])).toEqual([]);
      expect(await endpointsOf(DOC, ['ana', 'ben'])).toEqual([PUSH.endpoint]);
      // Of one person's many, those that came first go.
      const many = Array.from(
        { length: MOST_PUSHES_OF_PERSON + 2 },
        (_, at) => `https://p/${10 + at}`,
      );
      for (const [at, endpoint] of many.entries()) await storage.putPush({ ...PUSH, endpoint, at });
      expect(await endpointsOf(DOC, ['ana'])).toEqual(many.slice(2));
      expect(await endpointsOf(DOC, ['ben'])).toEqual([PUSH.endpoint]);
      const [, , third, fourth] = many as [string, string, string, string];
      await storage.putPush({ ...PUSH, docId: OTHER, endpoint: fourth });
      await storage.forgetPushes(third, { person: 'ben' });
      await storage.forgetPushes(third, { docId: OTHER });
      expect(await endpointsOf(DOC, ['ana'])).toContain(third);
      await storage.forgetPushes(third, { docId: DOC, person: 'ana' });
      await storage.forgetPushes(fourth, {});
      expect(await endpointsOf(DOC, ['ana'])).toEqual(many.slice(4));
      expect(await endpointsOf(OTHER, ['ana'])).toEqual([]);
      await storage.deleteDocument(DOC, 9);
      expect(await endpointsOf(DOC, ['ana', 'ben'])).toEqual([]);
      expect(await storage.putPush(PUSH)).toBe('gone');
    });

    test('browsers that come by one link leave room for those that come by others', async () => {
      await storage.createDocument(DOC, 5);
      const put = (at: number, linkId: string | null) =>
        storage.putPush({
          ...PUSH,
          person: `person ${at}`,
          endpoint: `https://p/${at}`,
          linkId,
          at,
        });
      let stored = 0;
      while (stored < MOST_PUSHES && (await put(stored, LINK.id)) === 'stored') stored++;
      expect(stored).toBe(MOST_PUSHES / 2);
      expect(await put(1, LINK.id)).toBe('stored');
      expect(await put(MOST_PUSHES, null)).toBe('stored');
      expect(await put(MOST_PUSHES + 1, 'another')).toBe('stored');
    });

    test('it says that it can be written to', async () => {
      await expect(storage.check()).resolves.toBeUndefined();
    });
  });
}

const DOC = DocId.parse('DocDocDocDocDocDoc1');
const TALK = discussionOf(DOC);
const DRAFT = DraftId.parse('DraftDraftDr');
const OTHER = DocId.parse('DocDocDocDocDocDoc2');
const PUSH: StoredPush = {
  docId: DOC,
  person: 'ana',
  linkId: null,
  endpoint: 'https://push.example.org/1',
  p256dh: 'key',
  auth: 'secret',
  at: 1,
};
const EVENT: StoredEvent = {
  at: 1,
  action: 'link-made',
  linkId: 'AAAAAAAAAAAA',
  role: 'editor',
  byLinkId: null,
  person: null,
};
const LINK: StoredLink = {
  docId: DOC,
  id: 'AAAAAAAAAAAA',
  role: 'editor',
  label: 'for the class',
  secretHash: 'ab'.repeat(32),
  passwordHash: null,
  passwordKdf: null,
  formerPasswordHashes: [],
  hidesHistory: false,
  suggests: true,
  createdAt: 1,
  expiresAt: null,
  revokedAt: null,
  lastUsedAt: null,
};
