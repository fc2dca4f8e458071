/** Redis as the bus, on a real one: what every bus does, and what is said where it cannot be used. */
import { type AddressInfo, createServer } from 'node:net';
import { createClient } from '@redis/client';
import { beforeAll, describe, expect, test } from 'vitest';
import { createSecret, docIdOf } from '../../shared/access/ids.ts';
import { Redis, redisProgram } from '../../shared/testing/redis.ts';
import { until } from '../testing/clean-up.ts';
import { memoryLog } from '../testing/server.ts';
import { describeBus } from './acceptance.ts';
import { openRedisBus, type RedisBus } from './redis-bus.ts';

if (redisProgram() === null) {
  test('there is no Redis here: its tests are left out, which nobody may do unwatched', () => {
    console.warn(
      'There is no Redis here, and none could be installed: the bus by Redis is untried.',
    );
    expect(process.env.CI).not.toBe('true');
  });
} else {
  describe('a real one', () => tests());
}

const speaker = (nodeId: string) => ({ nodeId, store: 'store' });

/** What is said at the start, by an error or as what is wrong, of something that answers all with this. */
async function saidOf(answer: string, scheme = 'redis'): Promise<{ ends: boolean; said: string }> {
  const something = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => socket.end(answer));
  });
  await new Promise<void>((resolve) => something.listen(0, '127.0.0.1', resolve));
  const { port } = something.address() as AddressInfo;
  const lines: string[] = [];
  try {
    const url = `${scheme}://127.0.0.1:${port}`;
    const bus = await openRedisBus(url, speaker('one'), memoryLog(lines));
    bus.listen({ heard: () => undefined, missed: () => undefined });
    await until('it is told', () => bus.trouble !== null);
    const said = bus.trouble ?? '';
    await bus.close();
    return { ends: false, said };
  } catch (error) {
    return { ends: true, said: String(error) };
  } finally {
    something.close();
  }
}

test.each([
  [
    'one that lets nobody in from elsewhere',
    '-DENIED Redis is running in protected mode because protected mode is enabled\r\n',
    { ends: true, said: /lets in nobody from another machine, .* Give it one, and put that/ },
  ],
  [
    'one of a release that is too old',
    '-ERR unknown command `HELLO`, with args beginning with: `3`, \r\n',
    { ends: true, said: /is older than version 6\. Set REDIS_URL to a newer one/ },
  ],
  [
    'one that is full',
    '-ERR max number of clients reached\r\n',
    { ends: false, said: /has no connection left\. Raise its maxclients/ },
  ],
  [
    'something else',
    'HTTP/1.1 400 Bad Request\r\n\r\n',
    { ends: false, said: /What answers where REDIS_URL says is no Redis\. Set REDIS_URL to/ },
  ],
])('%s is told as what it is', async (_title, answer, { ends, said }) => {
  const found = await saidOf(answer);
  expect(found).toEqual({ ends, said: expect.stringMatching(said) });
});

test('that no safe connection can be made is told, and not that nothing answers', async () => {
  const { said } = await saidOf('HTTP/1.1 400 Bad Request\r\n\r\n', 'rediss');
  expect(said).toMatch(/No safe connection to the Redis of REDIS_URL can be made\. See whether/);
});

function tests(): void {
  let redis: Redis;
  beforeAll(async () => {
    redis = await Redis.start();
    return () => redis.stop();
  });

  describeBus('Redis as the bus', async () => ({
    open: (node) => openRedisBus(redis.url, node, memoryLog([])),
    cut: async () => {
      await redis.stop();
      await redis.run();
    },
    remove: async () => undefined,
  }));

  test('one that stands still is given up, told of, and used again when it moves', async () => {
    const lines: string[] = [];
    const [one, two] = await Promise.all(
      ['one', 'two'].map((nodeId) => openRedisBus(redis.url, speaker(nodeId), memoryLog(lines))),
    );
    const docId = docIdOf(createSecret());
    let heard = 0;
    const ear = {
      heard: () => {
        heard += 1;
      },
      missed: () => undefined,
    };
    for (const bus of [one!, two!]) bus.listen(ear);
    two!.follow(docId);
    await until('both are up', () => one!.isUp && two!.isUp);
    const frozen = redis.freeze();
    try {
      await until('it is noticed', () => !one!.isUp && !two!.isUp);
      expect(one!.trouble).toMatch(/seen a second or two late\. The Redis of REDIS_URL does not/);
    } finally {
      frozen.thaw();
    }
    await until('it is up again', () => one!.isUp && two!.isUp);
    expect(one!.trouble).toBeNull();
    const before = heard;
    await until('it is heard', () => {
      one!.tell(docId, { kind: 'who', name: docId });
      return heard > before;
    });
    await Promise.all([one!.close(), two!.close()]);
  });

  const refusal = (url: string): Promise<unknown> =>
    openRedisBus(url, speaker('one'), memoryLog([])).then(
      (bus: RedisBus) => bus.close(),
      (error: unknown) => error,
    );

  test.each([
    ['asks for a password', 'none', /asks for a password\. Put it into REDIS_URL/],
    ['has another password', 'wrong', /does not take its user and password\. Check them\.$/],
  ])('one that %s ends the start with a sentence', async (_title, given, sentence) => {
    const closed = await Redis.start('--requirepass', 'right-word');
    try {
      const url = new URL(closed.url);
      if (given === 'wrong') url.password = 'hidden-word';
      const error = await refusal(url.href);
      expect(error).toMatchObject({ name: 'StorageUnavailable', message: sentence });
      expect(String(error)).not.toContain('hidden-word');
      url.password = 'right-word';
      expect(await refusal(url.href)).toBeUndefined();
    } finally {
      await closed.stop();
    }
  });

  test('one that asks for a password from now on is told of, and used again without', async () => {
    const changed = await Redis.start();
    const bus = await openRedisBus(changed.url, speaker('one'), memoryLog([]));
    bus.listen({ heard: () => undefined, missed: () => undefined });
    await until('it is up', () => bus.isUp);
    const admin = createClient({ url: changed.url });
    await admin.connect();
    await admin.sendCommand(['CONFIG', 'SET', 'requirepass', 'new-word']);
    await admin.sendCommand(['CLIENT', 'KILL', 'SKIPME', 'yes']);
    await until('it is told', () => bus.trouble?.includes('asks for a password. Put') === true);
    await admin.sendCommand(['CONFIG', 'SET', 'requirepass', '']);
    await until('it is up again', () => bus.isUp && bus.trouble === null);
    admin.destroy();
    await bus.close();
    await changed.stop();
  });

  test('a database of it that is not there ends the start with a sentence', async () => {
    expect(await refusal(`${redis.url}/99`)).toMatchObject({
      name: 'StorageUnavailable',
      message: expect.stringMatching(/^The number at the end of REDIS_URL is none of a database/),
    });
  });

  test('one that does not let its user publish and subscribe is told of', async () => {
    const closed = await Redis.start('--user', 'guest', 'on', '>word', '+get', '~*');
    try {
      const url = new URL(closed.url);
      url.username = 'guest';
      url.password = 'word';
      const bus = await openRedisBus(url.href, speaker('one'), memoryLog([]));
      bus.listen({ heard: () => undefined, missed: () => undefined });
      bus.follow(docIdOf(createSecret()));
      await until('it is told', () => bus.trouble !== null);
      expect(bus.trouble).toMatch(/may not publish and subscribe there\. Allow it/);
      await bus.close();
    } finally {
      await closed.stop();
    }
  });

  test('one that is not there yet does not hinder the start, and is used when it comes', async () => {
    const late = await Redis.start();
    await late.stop();
    const bus = await openRedisBus(late.url, speaker('one'), memoryLog([]));
    bus.listen({ heard: () => undefined, missed: () => undefined });
    await until('it is told', () => bus.trouble?.includes('No Redis answers') === true);
    await late.run();
    await until('it is up', () => bus.isUp);
    await bus.close();
    await late.stop();
  });
}
