/** Whoever has a document open learns that something is said about it, and need not look for it. */
import { afterEach, expect, test } from 'vitest';
import { discussionOf } from '../../shared/access/document-name.ts';
import { DISCUSSION_HEADER, type Exchange, writeExchange } from '../../shared/protocol/exchange.ts';
import { FRAME } from '../../shared/protocol/messages.ts';
import { cleanUp, until } from '../testing/clean-up.ts';
import { RawClient } from '../testing/raw-client.ts';
import { makeLink, newOwner, startServer, type TestServer } from '../testing/server.ts';
import { sayUpdate } from '../testing/talk.ts';

afterEach(cleanUp);

const NOTHING: Exchange = { stateVector: Uint8Array.of(0), update: new Uint8Array() };

async function isToldOverHttp(server: TestServer, name: string, secret: string): Promise<boolean> {
  const answer = await fetch(`${server.url}/api/docs/${name}/sync`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${secret}` },
    body: writeExchange(NOTHING) as Uint8Array<ArrayBuffer>,
  });
  expect(answer.status).toBe(200);
  return answer.headers.has(DISCUSSION_HEADER);
}

test('those who have the body hear of it once: when it begins, and when they come', async () => {
  const server = await startServer();
  const owned = newOwner();
  const talk = discussionOf(owned.docId);
  const viewer = (await makeLink(server, owned, 'viewer')).secret;
  const owner = RawClient.sync(server, owned.docId, owned.secret);
  await owner.synced();
  expect(owner.count(FRAME.discussion)).toBe(0);
  expect(await isToldOverHttp(server, owned.docId, viewer)).toBe(false);

  const speaker = RawClient.sync(server, talk, owned.secret);
  await speaker.synced();
  for (const words of ['one', 'two']) speaker.sendUpdate(await sayUpdate(owned.docId, words));
  await until('it is stored', () => speaker.statuses.length === 2);
  expect(speaker.statuses).toEqual([1, 1]);
  await owner.synced();
  expect(owner.count(FRAME.discussion)).toBe(1);
  expect(speaker.count(FRAME.discussion)).toBe(0);

  const next = await server.restart();
  const late = RawClient.sync(next, owned.docId, viewer);
  await until('it is told', () => late.count(FRAME.discussion) === 1);
  expect(await isToldOverHttp(next, owned.docId, viewer)).toBe(true);
  expect(await isToldOverHttp(next, talk, viewer)).toBe(false);
});
