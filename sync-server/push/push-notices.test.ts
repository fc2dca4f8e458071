/** How often one browser is told, and what becomes of a notice that is not taken. */
import { afterEach, expect, test } from 'vitest';
import { newVapidKeys, PushService } from '../../shared/testing/push-service.ts';
import { openSqlite } from '../storage/sqlite.ts';
import type { StoredLink } from '../storage/storage.ts';
import { cleanUp, onCleanUp, temporaryFolder, until } from '../testing/clean-up.ts';
import { memoryLog, newOwner } from '../testing/server.ts';
import { PushNotices } from './push-notices.ts';
import { PushServices } from './push-services.ts';

afterEach(cleanUp);

const { publicKey, privateKey } = newVapidKeys();
const ANA = new Set(['ana']);

async function start(restMs: number) {
  const service = await PushService.start();
  service.trustHere();
  const storage = openSqlite(temporaryFolder());
  const lines: string[] = [];
  const services = new PushServices({
    vapidPublicKey: publicKey,
    vapidPrivateKey: privateKey,
    vapidSubject: 'mailto:admin@example.org',
    pushServices: [service.host],
  });
  const notices = new PushNotices({ storage, services, log: memoryLog(lines), restMs });
  onCleanUp(async () => {
    notices.close();
    services.close();
    await service.stop();
    await storage.close();
  });
  const { docId } = newOwner();
  await storage.createDocument(docId, 1);
  const subscribe = async () => {
    const browser = service.subscribe();
    const { endpoint, p256dh, auth } = browser;
    await storage.putPush({ docId, person: 'ana', linkId: null, endpoint, p256dh, auth, at: 1 });
    return browser;
  };
  return { service, storage, notices, docId, subscribe, lines };
}

test('many things said at once are told once, and once more what came while that rests', async () => {
  const { notices, docId, subscribe } = await start(200);
  const browser = await subscribe();
  for (let said = 0; said < 20; said++) notices.called(docId, ANA);
  await until('it is told', () => browser.received(publicKey).length >= 1);
  notices.called(docId, ANA);
  await until('the rest is told', () => browser.received(publicKey).length >= 2);
  const texts = browser.received(publicKey).map(({ text }) => text);
  // However slow the machine is: what came during three rests at the most.
  expect(texts.length).toBeLessThan(5);
  expect(new Set(texts)).toEqual(new Set([JSON.stringify({ docId })]));
});

test('what a push service does not take now is tried again, and what it refuses is left', async () => {
  const { service, storage, notices, docId, subscribe, lines } = await start(60_000);
  const [busy, strict] = [await subscribe(), await subscribe()];
  service.answers.set(busy.path, { status: 503, headers: { 'Retry-After': '1' } });
  service.answers.set(strict.path, { status: 403 });
  notices.called(docId, ANA);
  await until('both are told', () => service.deliveries.length === 2);
  service.answers.delete(busy.path);
  await until('it is tried again', () => service.deliveries.length === 3);
  expect(busy.received(publicKey)).toHaveLength(2);
  await until('it is logged', () => lines.join('').includes('notice refused'));
  expect(strict.received(publicKey)).toHaveLength(1);
  expect(lines.join('')).not.toContain(strict.endpoint);
  // Neither is gone.
  expect(await storage.pushesOf(docId, ['ana'])).toHaveLength(2);
});

test('whose link was revoked meanwhile is not told when it is tried again', async () => {
  const { docId } = newOwner();
  const push = {
    ...{ docId, person: 'ana', linkId: 'link', at: 1 },
    ...{ endpoint: 'https://push.example.org/1', p256dh: '', auth: '' },
  };
  let revokedAt: number | null = null;
  const forgotten: string[] = [];
  let sent = 0;
  const notices = new PushNotices({
    storage: {
      pushesOf: async () => [push],
      forgetPushes: async (endpoint) => void forgotten.push(endpoint),
      links: async () => [{ id: 'link', revokedAt, expiresAt: null } as StoredLink],
    },
    services: {
      send: async () => {
        sent++;
        revokedAt = 2;
        return { kind: 'later', afterMs: 1 };
      },
    },
    log: memoryLog([]),
    restMs: 60_000,
  });
  onCleanUp(() => notices.close());
  notices.called(docId, ANA);
  await until('it is forgotten', () => forgotten.length > 0);
  expect(sent).toBe(1);
});
