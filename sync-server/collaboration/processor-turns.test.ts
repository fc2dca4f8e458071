/** That one editor's costly frames wait, and those of everybody else do not. */
import { once } from 'node:events';
import { afterEach, describe, expect, test } from 'vitest';
import * as Y from 'yjs';
import { parseDocumentName } from '../../shared/access/document-name.ts';
import { readExchange, writeExchange } from '../../shared/protocol/exchange.ts';
import { ProcessorClock } from '../access/processor-clock.ts';
import { ProcessorTime } from '../access/processor-time.ts';
import { cleanUp, until } from '../testing/clean-up.ts';
import { bodyOf, RawClient, textUpdate } from '../testing/raw-client.ts';
import { LOCAL_ADDRESS as ADDRESS, newOwner, startCollaboration } from '../testing/server.ts';

afterEach(cleanUp);

const LARGE = 'x'.repeat(10_000);

/** A server for which work takes as long as the test says. */
async function startWithClock() {
  const clock = { now: 0, eachLookTakes: 0 };
  const look = () => {
    clock.now += clock.eachLookTakes;
    return clock.now;
  };
  const time = new ProcessorTime(new ProcessorClock(look, look));
  const { collaboration, ws } = await startCollaboration({ time });
  return { clock, time, collaboration, ws };
}

/** With two people who have one document open. */
async function startWithTwo() {
  const { clock, ws } = await startWithClock();
  const owned = newOwner();
  const [heavy, writer] = [0, 1].map(() => RawClient.sync({ ws }, owned.docId, owned.secret));
  await heavy!.synced();
  await writer!.synced();
  return { clock, heavy: heavy!, writer: writer! };
}

/** What costly frames of others took, of one address and one document. */
function spend(time: ProcessorTime, address: string, docId: string): void {
  for (let times = 0; times < 5; times++) time.shareOf(address, docId).charge(100);
}

describe.each(['sync', 'multiplexed'] as const)('at the endpoint %s', (endpoint) => {
  test('where an address has spent its time, large frames wait and small ones are confirmed', async () => {
    const { clock, time, ws } = await startWithClock();
    const owned = newOwner();
    const heavy = RawClient[endpoint]({ ws }, owned.docId, owned.secret);
    await heavy.synced();
    const writer = RawClient.sync({ ws }, owned.docId, owned.secret);
    await writer.synced();
    spend(time, ADDRESS, 'somewhere');
    heavy.sendUpdate(textUpdate(LARGE));
    for (let times = 1; times <= 20; times++) {
      writer.sendUpdate(textUpdate('x', writer.doc));
      await until('confirmed', () => writer.statuses.length === times);
    }
    expect(bodyOf(writer.doc)).not.toContain(LARGE);
    expect(heavy.gone).toBe(false);
    clock.now += 1_000;
    await until('its turn came', () => bodyOf(writer.doc).includes(LARGE));
    expect(heavy.gone).toBe(false);
  });
});

test('a connection that has spent its own time waits with everything, and keeps its order', async () => {
  const { clock, heavy, writer } = await startWithTwo();
  // Whoever is dealt with has soon spent what is theirs, and it comes in as slowly.
  clock.eachLookTakes = 20;
  const doc = new Y.Doc();
  for (let at = 0; at < 30; at++) heavy.sendUpdate(textUpdate(`${at} `, doc));
  await until('all came', () => heavy.statuses.length === 30);
  await writer.synced();
  expect(bodyOf(writer.doc)).toBe(bodyOf(doc));
});

test('an exchange over HTTP and the first visit to a document wait their turn, too', async () => {
  const { clock, time, collaboration, ws } = await startWithClock();
  const owned = newOwner();
  const name = parseDocumentName(owned.docId)!;
  spend(time, ADDRESS, 'somewhere');
  const visitor = RawClient.sync({ ws }, owned.docId, owned.secret);
  let isRead = false;
  const exchanged = collaboration.exchange(name, owned.secret, ADDRESS, async () => {
    isRead = true;
    const update = textUpdate('over HTTP');
    return readExchange(writeExchange({ stateVector: Uint8Array.of(0), update }))!;
  });
  // Somebody from elsewhere is through before them.
  const elsewhere = newOwner();
  await collaboration.exchange(
    parseDocumentName(elsewhere.docId)!,
    elsewhere.secret,
    '192.0.2.7',
    async () => ({ stateVector: Uint8Array.of(0), update: textUpdate('at once') }),
  );
  expect([isRead, visitor.received.length]).toEqual([false, 0]);
  clock.now += 1_000;
  await exchanged;
  await visitor.synced();
  expect(bodyOf(visitor.doc)).toContain('over HTTP');
});

test('who asks for the history over HTTP waits for what they have spent', async () => {
  const { clock, time, collaboration } = await startWithClock();
  const { docId } = newOwner();
  const first = await collaboration.turnOf(docId, ADDRESS);
  for (let times = 0; times < 20; times++) {
    first.measure(() => {
      clock.now += 100;
    });
  }
  let isTheirTurn = false;
  const next = collaboration.turnOf(docId, ADDRESS).then(() => {
    isTheirTurn = true;
  });
  await collaboration.turnOf(newOwner().docId, '192.0.2.7');
  expect(isTheirTurn).toBe(false);
  clock.now += 10_000;
  await next;
  expect(time.shareOf(ADDRESS, docId).wait('unknown')).toBe(0);
});

test('those who wait over HTTP do not all go at once, and none of them is forgotten', async () => {
  const { clock, time, collaboration } = await startWithClock();
  const { docId } = newOwner();
  spend(time, '198.51.100.1', docId);
  let gone = 0;
  for (let at = 0; at < 20; at++) {
    void collaboration.turnOf(docId, `192.0.2.${at}`).then((share) => {
      gone += 1;
      if (gone > 1) share.leave();
    });
  }
  clock.now += 100;
  await until('it is the turn of one', () => gone > 0);
  expect(gone).toBe(1);
  clock.now += 200;
  await until('all the others had theirs', () => gone === 20);
});

test('a connection that asks long questions waits for what they took to be read', async () => {
  const { clock, heavy, writer } = await startWithTwo();
  clock.eachLookTakes = 200;
  await heavy.synced();
  clock.eachLookTakes = 0;
  heavy.sendUpdate(textUpdate('late'));
  heavy.socket.ping();
  await once(heavy.socket, 'pong');
  writer.sendUpdate(textUpdate('at once', writer.doc));
  await until('confirmed', () => writer.statuses.length === 1);
  expect(heavy.statuses).toEqual([]);
  clock.now += 60_000;
  await until('its turn came', () => heavy.statuses.length === 1);
});

test('whoever waits long for their first turn is not taken for somebody without a secret', async () => {
  const { clock, time, ws } = await startWithClock();
  const owned = newOwner();
  spend(time, ADDRESS, 'somewhere');
  const visitor = RawClient.multiplexed({ ws }, owned.docId, owned.secret);
  await until('it is there', () => visitor.socket.readyState === visitor.socket.OPEN);
  const silent = RawClient.multiplexed({ ws }, owned.docId, null);
  await silent.whenGone();
  expect(silent.closed?.reason).toBe('token_missing');
  expect(visitor.gone).toBe(false);
  clock.now += 1_000;
  await visitor.synced();
  expect(visitor.gone).toBe(false);
});
