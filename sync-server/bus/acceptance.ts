/**
 * What every bus has to do.
 *
 * Invariant: it runs against the real thing, and waits for states and never for time.
 */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { discussionOf } from '../../shared/access/document-name.ts';
import { createSecret, docIdOf } from '../../shared/access/ids.ts';
import { until } from '../testing/clean-up.ts';
import type { Bus, BusListener, BusMessage, Speaker } from './bus.ts';

interface BusUnderTest {
  /** One more node on the same bus. */
  open(node: Speaker): Promise<Bus>;
  /** Cuts all its connections, behind its back; it may come back by itself. */
  cut(): Promise<void>;
  remove(): Promise<void>;
}

class Ear implements BusListener {
  readonly messages: BusMessage[] = [];
  misses = 0;
  heard(message: BusMessage): void {
    this.messages.push(message);
  }
  missed(): void {
    this.misses += 1;
  }
}

export function describeBus(name: string, create: () => Promise<BusUnderTest>): void {
  describe(name, () => {
    let under: BusUnderTest;
    const open: Bus[] = [];
    beforeEach(async () => {
      under = await create();
    });
    afterEach(async () => {
      for (const bus of open.splice(0)) await bus.close();
      await under.remove();
    });

    const newDocId = () => docIdOf(createSecret());
    async function node(nodeId: string, store = 'store'): Promise<{ bus: Bus; ear: Ear }> {
      const bus = await under.open({ nodeId, store });
      open.push(bus);
      const ear = new Ear();
      bus.listen(ear);
      await until('it is up', () => bus.isUp);
      return { bus, ear };
    }
    /** Resolves when the ear hears what is said about a document. */
    async function hears(speaker: Bus, ear: Ear, docId: ReturnType<typeof newDocId>) {
      const before = ear.messages.length;
      await until('it hears', () => {
        speaker.tell(docId, { kind: 'who', name: docId });
        return ear.messages.length > before;
      });
    }

    test('what one says about a document, those hear who follow it, in order and as it was said', async () => {
      const [one, two, three] = [await node('one'), await node('two'), await node('three')];
      const [docId, other] = [newDocId(), newDocId()];
      for (const { bus } of [one, two]) bus.follow(docId);
      three.bus.follow(other);
      await hears(one.bus, two.ear, docId);
      await hears(one.bus, three.ear, other);
      // So that nothing of the trying is still on its way.
      one.bus.tell(docId, { kind: 'compacted', name: docId, upTo: 7 });
      await until('all of it came', () => two.ear.messages.at(-1)?.kind === 'compacted');
      two.ear.messages.length = 0;
      const said: BusMessage[] = [
        { kind: 'update', name: docId, sequence: 1, bytes: Uint8Array.of(0, 1, 255) },
        { kind: 'update', name: discussionOf(docId), sequence: 2 ** 40, bytes: null },
        { kind: 'presence', name: docId, bytes: new Uint8Array(4_500).fill(7) },
        { kind: 'access', name: docId },
        { kind: 'update', name: docId, sequence: 3, bytes: new Uint8Array(0) },
        { kind: 'compacted', name: docId, upTo: 3 },
      ];
      for (const message of said) one.bus.tell(docId, message);
      await until('all of it came', () => two.ear.messages.length >= said.length);
      expect(two.ear.messages).toEqual(said);
      expect(three.ear.messages.every(({ name }) => name === other)).toBe(true);
      // Nobody hears themselves.
      expect(one.ear.messages).toEqual([]);
    });

    test('the trace of a row comes before the row, and whoever told it hears that it is told', async () => {
      const [one, two] = [await node('one'), await node('two')];
      const docId = newDocId();
      two.bus.follow(docId);
      await hears(one.bus, two.ear, docId);
      const parent = { traceId: 'ab'.repeat(16), spanId: 'cd'.repeat(8) };
      const told: boolean[] = [];
      const about = { name: docId, sequence: 9 };
      one.bus.tell(docId, { kind: 'trace', ...about, parent }, (isTold) => told.push(isTold));
      one.bus.tell(docId, { kind: 'update', ...about, bytes: Uint8Array.of(5) });
      await until('both came', () => two.ear.messages.at(-1)?.kind === 'update');
      // Of the trying something may have come between.
      expect(two.ear.messages.filter(({ kind }) => kind !== 'who')).toEqual([
        { kind: 'trace', ...about, parent },
        { kind: 'update', ...about, bytes: Uint8Array.of(5) },
      ]);
      await until('that is known', () => told.length > 0);
      await one.bus.close();
      one.bus.tell(docId, { kind: 'trace', ...about, parent }, (isTold) => told.push(isTold));
      expect(told).toEqual([true, false]);
    });

    test('what nodes of another store say about a document of the same id is not heard', async () => {
      const [one, two, other] = [await node('one'), await node('two'), await node('other', 'copy')];
      // A release from before does not say what its store is.
      const older = await node('older', '');
      const docId = newDocId();
      for (const { bus } of [two, other, older]) bus.follow(docId);
      for (const { ear } of [two, other]) await hears(older.bus, ear, docId);
      await hears(one.bus, older.ear, docId);
      one.bus.tell(docId, { kind: 'compacted', name: docId, upTo: 7 });
      for (const { ear } of [two, older])
        await until('it came', () => ear.messages.at(-1)?.kind === 'compacted');
      // It was passed on to all before anything that is said from now on.
      await hears(older.bus, other.ear, docId);
      expect(new Set(other.ear.messages.map(({ kind }) => kind))).toEqual(new Set(['who']));
    });

    test('however much is said at once, every sequence comes, with its bytes or without', async () => {
      const [one, two] = [await node('one'), await node('two')];
      const docId = newDocId();
      two.bus.follow(docId);
      await hears(one.bus, two.ear, docId);
      const count = 300;
      for (let sequence = 1; sequence <= count; sequence++) {
        const bytes = new Uint8Array(sequence % 10 === 0 ? 40_000 : sequence).fill(sequence % 251);
        one.bus.tell(docId, { kind: 'update', name: docId, sequence, bytes });
      }
      const updates = () => two.ear.messages.filter((message) => message.kind === 'update');
      await until('all of it came', () => updates().length >= count);
      expect(updates().map(({ sequence }) => sequence)).toEqual(
        Array.from({ length: count }, (_, index) => index + 1),
      );
      for (const { sequence, bytes } of updates()) {
        if (bytes !== null) expect(bytes[0]).toBe(sequence % 251);
        else expect(sequence % 10).toBe(0);
      }
    });

    test('one that no longer follows hears nothing more', async () => {
      const [one, two] = [await node('one'), await node('two')];
      const [docId, other] = [newDocId(), newDocId()];
      for (const each of [docId, other]) two.bus.follow(each);
      await hears(one.bus, two.ear, docId);
      two.bus.unfollow(docId);
      // What is said first of the one would come before what is said then of the other.
      await until('it has let go', async () => {
        const before = two.ear.messages.length;
        one.bus.tell(docId, { kind: 'access', name: docId });
        one.bus.tell(other, { kind: 'who', name: other });
        await until('it hears', () =>
          two.ear.messages.slice(before).some((message) => message.name === other),
        );
        return !two.ear.messages.slice(before).some((message) => message.name === docId);
      });
    });

    test('cut off, it comes back by itself, says that it missed something, and hears as before', async () => {
      const [one, two] = [await node('one'), await node('two')];
      const docId = newDocId();
      two.bus.follow(docId);
      await hears(one.bus, two.ear, docId);
      const misses = two.ear.misses;
      await under.cut();
      await until('it noticed and is back', () => two.ear.misses > misses && two.bus.isUp);
      await hears(one.bus, two.ear, docId);
    });
  });
}
