/** PostgreSQL as the bus, on a real one; and what frames say. */
import { expect, test } from 'vitest';
import { createSecret, docIdOf } from '../../shared/access/ids.ts';
import { newDatabase, runSql } from '../../shared/testing/postgres.ts';
import { memoryLog } from '../testing/server.ts';
import { describeBus } from './acceptance.ts';
import { decodeFrame, encodeFrames } from './bus.ts';
import { PostgresBus } from './postgres-bus.ts';

describeBus('PostgreSQL as the bus', async () => {
  const { url, remove } = await newDatabase();
  return {
    open: async (nodeId) => new PostgresBus(url, nodeId, memoryLog([])),
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

test('a frame that cannot be read, as a newer release may send one, says nothing', () => {
  const docId = docIdOf(createSecret());
  const [frame] = encodeFrames('me', [{ kind: 'who', name: docId }], 1_000);
  expect(decodeFrame(frame!)).toEqual({ nodeId: 'me', messages: [{ kind: 'who', name: docId }] });
  for (let end = 0; end < frame!.length; end++) {
    const read = decodeFrame(frame!.subarray(0, end));
    expect(read?.messages ?? []).toEqual([]);
  }
  const unknown = frame!.slice();
  unknown[3] = 100;
  expect(decodeFrame(unknown)).toBeNull();
});
