/** What a visit leaves behind in memory: nothing. */
import { queryObjects } from 'node:v8';
import { afterEach, test } from 'vitest';
import { createSecret, hashSecret, randomId } from '../../shared/access/ids.ts';
import { cleanUp, until } from '../testing/clean-up.ts';
import { collectGarbage } from '../testing/garbage.ts';
import { RawClient } from '../testing/raw-client.ts';
import { call, newOwner, startServer } from '../testing/server.ts';
import { DocumentSession } from './session.ts';

afterEach(cleanUp);

/** How many there are in memory when all that can go has gone. */
function living(kind: new (...given: never[]) => unknown): number {
  collectGarbage();
  return queryObjects(kind, { format: 'count' });
}

test.each(['sync', 'multiplexed'] as const)(
  'a visit by a link that expires some day leaves no session in memory (%s)',
  async (endpoint) => {
    const server = await startServer({ idleUnloadMs: 0 });
    const { docId, secret: owner } = newOwner();
    const secret = createSecret();
    await call(server, 'PUT', `/api/docs/${docId}/links/${randomId(12)}`, owner, {
      role: 'viewer',
      secretHash: hashSecret(secret),
      expiresAt: Date.now() + 7 * 86_400_000,
    });
    const before = living(DocumentSession);
    for (let visit = 0; visit < 5; visit++) {
      const client = RawClient[endpoint](server, docId, secret);
      await client.synced();
      client.socket.close();
      await client.whenGone();
    }
    await until('all sessions are gone', () => living(DocumentSession) <= before);
  },
);
