/** PostgreSQL as the bus, on a real one; and what frames say. */
import * as decoding from 'lib0/decoding';
import { afterEach, expect, test } from 'vitest';
import { createSecret, docIdOf } from '../../shared/access/ids.ts';
import { newDatabase, runSql } from '../../shared/testing/postgres.ts';
import { cleanUp, onCleanUp, until } from '../testing/clean-up.ts';
import { memoryLog } from '../testing/server.ts';
import { wire } from '../testing/wire.ts';
import { describeBus } from './acceptance.ts';
import { type BusMessage, decodeFrame, encodeFrames } from './bus.ts';
import { PostgresBus } from './postgres-bus.ts';

afterEach(cleanUp);

describeBus('PostgreSQL as the bus', async () => {
  const { url, remove } = await newDatabase();
  return {
    open: async (node) => new PostgresBus(url, node, memoryLog([])),
    cut: () =>
      runSql(
        url,
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE pid <> pg_backend_pid() AND application_name = 'driftless'
           AND (query LIKE '%LISTEN%' OR query LIKE '%pg_notify%' OR query = 'SELECT 1')`,
      ),
    remove,
  };
});

test('a connection that is dead without a word is noticed, and made anew', async () => {
  const { url, remove } = await newDatabase();
  onCleanUp(remove);
  const { url: through, fallSilent } = await wire(url);
  const [near, far] = ['near', 'far'].map(
    (nodeId, index) =>
      new PostgresBus([through, url][index]!, { nodeId, store: 'store' }, memoryLog([])),
  );
  onCleanUp(() => Promise.all([near!.close(), far!.close()]));
  const docId = docIdOf(createSecret());
  let [heard, missed] = [0, 0];
  const hear = () => {
    heard += 1;
  };
  const miss = () => {
    missed += 1;
  };
  near!.listen({ heard: hear, missed: miss });
  near!.follow(docId);
  far!.listen({ heard: () => undefined, missed: () => undefined });
  const isHeard = async () => {
    const before = heard;
    await until('it is heard', () => {
      far!.tell(docId, { kind: 'who', name: docId });
      return heard > before;
    });
  };
  await isHeard();
  expect(missed).toBe(1);
  fallSilent();
  await until('it is noticed, and heard again', () => missed === 2);
  await isHeard();
});

test('a frame that cannot be read, as a newer release may send one, says nothing', () => {
  const docId = docIdOf(createSecret());
  const [frame] = encodeFrames('me', [{ kind: 'who', name: docId }], 1_000);
  expect(decodeFrame(frame!)).toEqual({ sender: 'me', messages: [{ kind: 'who', name: docId }] });
  for (let end = 0; end < frame!.length; end++) {
    const read = decodeFrame(frame!.subarray(0, end));
    expect(read?.messages ?? []).toEqual([]);
  }
  const unknown = frame!.slice();
  unknown[3] = 100;
  expect(decodeFrame(unknown)).toBeNull();
});

/** What a release that knows no traces reads of a frame, which is all of it or nothing. */
function readByOlder(frame: Uint8Array): string[] | null {
  const decoder = decoding.createDecoder(frame);
  decoding.readVarString(decoder);
  const read: string[] = [];
  while (decoding.hasContent(decoder)) {
    const kind = decoding.readVarUint(decoder);
    const name = decoding.readVarString(decoder);
    if (kind === 0) {
      const sequence = decoding.readVarUint(decoder);
      const hasBytes = decoding.readVarUint(decoder) === 1;
      const bytes = hasBytes ? decoding.readVarUint8Array(decoder) : null;
      read.push(`${name} ${sequence} ${bytes}`);
    } else if (kind === 1) decoding.readVarUint(decoder);
    else if (kind === 2) decoding.readVarUint8Array(decoder);
    else if (kind > 4) return null;
  }
  return read;
}

test('an older release beside this one understands all but the traces, and is understood', () => {
  const docId = docIdOf(createSecret());
  const rows: BusMessage[] = [
    { kind: 'update', name: docId, sequence: 1, bytes: Uint8Array.of(1, 2) },
    { kind: 'update', name: docId, sequence: 300, bytes: null },
    { kind: 'compacted', name: docId, upTo: 300 },
    { kind: 'presence', name: docId, bytes: Uint8Array.of(9) },
    { kind: 'who', name: docId },
    { kind: 'access', name: docId },
    { kind: 'update', name: docId, sequence: 301, bytes: new Uint8Array(0) },
  ];
  const parent = { traceId: '0123456789abcdef'.repeat(2), spanId: 'fedcba9876543210' };
  const traces: BusMessage[] = [
    { kind: 'trace', name: docId, sequence: 1, parent },
    { kind: 'trace', name: docId, sequence: 301, parent },
  ];
  const mixed = [traces[0]!, ...rows.slice(0, -1), traces[1]!, rows.at(-1)!];
  const frames = [...encodeFrames('me', mixed, 5_900)];
  expect(frames.map(readByOlder).flatMap((read) => read ?? [])).toEqual([
    `${docId} 1 1,2`,
    `${docId} 300 null`,
    `${docId} 301 `,
  ]);
  expect(frames.flatMap((frame) => decodeFrame(frame)!.messages)).toEqual([...traces, ...rows]);
  // What it reads is what it would have been told anyway, byte for byte.
  const untraced = [...encodeFrames('me', rows, 5_900)];
  expect(frames.slice(-1)).toEqual(untraced);

  // As releases before traces wrote it.
  const before = `026d65 00 ${hexOf(docId)} 01 01 020102 00 ${hexOf(docId)} ac02 00
    01 ${hexOf(docId)} ac02 02 ${hexOf(docId)} 0109 03 ${hexOf(docId)} 04 ${hexOf(docId)}
    00 ${hexOf(docId)} ad02 01 00`;
  const written = new Uint8Array(Buffer.from(before.replaceAll(/\s/g, ''), 'hex'));
  expect(decodeFrame(written)).toEqual({ sender: 'me', messages: rows });
});

test('however many are traced, no frame is longer than PostgreSQL takes', () => {
  const docId = docIdOf(createSecret());
  const parent = { traceId: 'a'.repeat(32), spanId: 'b'.repeat(16) };
  const messages = Array.from({ length: 300 }, (_, sequence): BusMessage[] => [
    { kind: 'trace', name: docId, sequence, parent },
    { kind: 'update', name: docId, sequence, bytes: new Uint8Array(50) },
  ]).flat();
  const frames = [...encodeFrames('me', messages, 5_900)];
  expect(Math.max(...frames.map(({ length }) => length))).toBeLessThanOrEqual(5_900);
  const read = frames.flatMap((frame) => decodeFrame(frame)!.messages);
  expect(read.filter(({ kind }) => kind === 'trace')).toHaveLength(300);
  expect(read.filter(({ kind }) => kind === 'update')).toHaveLength(300);
});

test.each(['', '00-short-01', `00-${'0'.repeat(32)}-${'b'.repeat(16)}-01`])(
  'a trace that goes on nowhere (%j) is left out, and what is behind it is not',
  (traceparent) => {
    const docId = docIdOf(createSecret());
    const text = Buffer.from(traceparent).toString('hex');
    const length = traceparent.length.toString(16).padStart(2, '0');
    const hex = `026d6505${hexOf(docId)}01${length}${text}03${hexOf(docId)}`;
    expect(decodeFrame(new Uint8Array(Buffer.from(hex, 'hex')))?.messages).toEqual([
      { kind: 'who', name: docId },
    ]);
  },
);

/** Text with its length before it. */
function hexOf(text: string): string {
  return `${text.length.toString(16).padStart(2, '0')}${Buffer.from(text).toString('hex')}`;
}
