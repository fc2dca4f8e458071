/**
 * What happens to several servers on one PostgreSQL: nodes that are killed, stopped, frozen, cut off,
 * upgraded, shown another time and at each other's log, a database that dies or takes its time, and a
 * bus that says nothing.
 *
 * Invariant: a blow leaves the cluster as whole as it found it, and what it did heals by itself.
 */
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { runSql } from '../../../shared/testing/postgres.ts';
import { redisProgram } from '../../../shared/testing/redis.ts';
import type { RunningServer } from '../../e2e/support/server.ts';
import {
  type Blow,
  type Cluster,
  type ClusterNode,
  type Kind,
  suffer,
  withCluster,
} from './cluster.ts';
import { CompactionTurn } from './compaction-turn.ts';
import type { Fault } from './fault.ts';
import { hasOlderRelease, NEEDS as NEEDS_HISTORY, olderRelease } from './older-release.ts';
import { canRoute, NEEDS as NEEDS_ROUTERS } from './router.ts';
import type { Device } from './scene.ts';
import { canSlowDisk, NEEDS as NEEDS_SLOW_DISK, SlowDisk } from './slow-disk.ts';

const THIS_RELEASE = join(import.meta.dirname, '..', '..', '..');
/** Longer than a node may be silent before a load balancer or a client gives it up. */
const FROZEN_MS = 3_000;
const DATABASE_AWAY_MS = 1_500;
/** One cut in so many is longer than whatever waits for an answer waits. */
const LONG_CUTS = 8;
const LONG_CUT_MS = 25_000;
const CUT_MS = 6_000;
const MOST_HOURS_APART = 30;
/** Each thing that is put on the disk takes so long at the most. */
const SLOWEST_DISK_MS = 400;
const BOTH_WITHIN_MS = 60_000;

const some = ({ nodes, random }: Cluster): ClusterNode => nodes[random(nodes.length)]!;
const someNode = (cluster: Cluster): RunningServer => some(cluster).server;

const killNode: Blow = async (cluster) => {
  const node = someNode(cluster);
  await node.kill();
  await pause(cluster.random(300));
  await node.start();
};

const stopNode: Blow = async (cluster) => {
  const node = someNode(cluster);
  await node.stop();
  await node.start();
};

const freezeNode: Blow = async (cluster) => {
  const { pid } = someNode(cluster);
  process.kill(pid, 'SIGSTOP');
  await pause(cluster.random(FROZEN_MS));
  process.kill(pid, 'SIGCONT');
};

const killDatabase: Blow = async ({ postgres, random }) => {
  await postgres.stop('SIGQUIT');
  await pause(random(DATABASE_AWAY_MS));
  await postgres.run();
};

const stopDatabase: Blow = async ({ postgres, random }) => {
  await postgres.stop('SIGINT');
  await pause(random(DATABASE_AWAY_MS));
  await postgres.run();
};

const freezeDatabase: Blow = async ({ postgres, random }) => {
  const frozen = postgres.freeze();
  await pause(random(FROZEN_MS));
  frozen.thaw();
};

const cutConnections: Blow = async ({ url, random }) => {
  for (let times = 1 + random(3); times > 0; times--) {
    await runSql(
      url,
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE application_name = 'driftless' AND pid <> pg_backend_pid()`,
    );
    await pause(random(100));
  }
};

const killRedis: Blow = async ({ redis, random }) => {
  await redis?.stop();
  await pause(random(DATABASE_AWAY_MS));
  await redis?.run();
};

const freezeRedis: Blow = async ({ redis, random }) => {
  const frozen = redis?.freeze();
  await pause(random(FROZEN_MS));
  frozen?.thaw();
};

const losePrimary: Blow = async ({ pair, random }) => {
  await pair?.failOver('SIGQUIT', random(DATABASE_AWAY_MS));
};

const switchPrimary: Blow = async ({ pair }) => {
  await pair?.failOver('SIGINT', 0);
};

/** Nothing can be confirmed meanwhile. */
const loseStandby: Blow = async ({ pair, random }) => {
  await pair?.standby.stop('SIGQUIT');
  await pause(random(DATABASE_AWAY_MS));
  await pair?.standby.run();
};

/** Each commit waits as long for the standby's disk. */
const slowStandby: Blow = async ({ pair, random }) => {
  const frozen = pair?.standby.freeze();
  await pause(random(FROZEN_MS));
  frozen?.thaw();
};

/** What it kept, and whoever listened to it, is gone. */
const flushRedis: Blow = async ({ redis }) => {
  await redis?.say('FLUSHALL');
  await redis?.say('CLIENT', 'KILL', 'TYPE', 'pubsub');
  await redis?.say('CLIENT', 'KILL', 'TYPE', 'normal');
};

/** Packets vanish between a node and what is behind its router, and nobody is told. */
const cutOff: Blow = async (cluster) => {
  const { random } = cluster;
  const { router } = some(cluster);
  router?.lose(100);
  await pause(random(LONG_CUTS) === 0 ? LONG_CUT_MS : random(CUT_MS));
  router?.lose(0);
};

const moveClock: Blow = async (cluster) => {
  const { random } = cluster;
  const minutes = random(2 * MOST_HOURS_APART * 60) - MOST_HOURS_APART * 60;
  some(cluster).moveClock(minutes * 60_000);
  await pause(random(FROZEN_MS));
};

/** One node after the other goes from the older release to this one; then one goes back. */
function upgrading(): Blow {
  let upgraded = 0;
  return async ({ nodes, random }) => {
    const next = nodes[upgraded++];
    const { server } = next ?? nodes[random(nodes.length)]!;
    await server.stop();
    await server.start(next ? THIS_RELEASE : olderRelease());
  };
}

/** PostgreSQL's disk takes its time, and in the middle of that this happens. */
const whileDiskIsSlow =
  (beside: Blow | null): Blow =>
  async (cluster) => {
    const { postgres, random } = cluster;
    const slow = await SlowDisk.under(postgres.pids, 5 + random(SLOWEST_DISK_MS));
    try {
      await pause(random(FROZEN_MS));
      await beside?.(cluster);
      await pause(random(FROZEN_MS));
    } finally {
      await slow.end();
    }
  };

/**
 * Two nodes make one piece of the document at the same moment: both have written it out, and wait for
 * a turn that is taken from outside, when something happens to one of them, or nothing. A node wants
 * one turn of a document at a time.
 */
function compactTogether(): Blow {
  let writers: readonly Device[] | null = null;
  return async (cluster) => {
    const { scene, nodes, url, random } = cluster;
    // People may all be at one node by now.
    writers ??= await Promise.all(
      nodes.map(({ server: { address, port } }) => scene.device({ address, port })),
    );
    const turn = await CompactionTurn.take(url, scene.docId);
    try {
      const giveUp = performance.now() + BOTH_WITHIN_MS;
      while ((await turn.waiting()) < 2) {
        if (performance.now() > giveUp) throw new Error('No two nodes want to compact.');
        for (const writer of writers) writer.write(random);
      }
      const beside = [null, killNode, freezeNode, cutConnections, killDatabase][random(5)];
      const done = beside?.(cluster);
      await pause(random(30));
      await turn.end();
      await done;
    } finally {
      await turn.end();
    }
  };
}

/** A run in which one of these blows falls after the other, on a cluster of that kind. */
const under =
  (blows: readonly Blow[], kind: Kind = {}): Fault['run'] =>
  (random) =>
    withCluster(random, kind, (cluster) => suffer(cluster, blows));

export const CLUSTER_FAULTS: readonly Fault[] = [
  {
    name: 'cluster-nodes',
    title: 'three nodes: killed, stopped and frozen while people type on all of them',
    runs: { test: 0, quick: 2, long: 15 },
    run: under([killNode, stopNode, freezeNode]),
  },
  {
    name: 'cluster-database',
    title: 'three nodes: PostgreSQL killed, restarted and frozen, its connections cut',
    runs: { test: 0, quick: 2, long: 15 },
    run: under([killDatabase, stopDatabase, freezeDatabase, cutConnections]),
  },
  {
    name: 'cluster-disk',
    title:
      'three nodes: each thing PostgreSQL puts on its disk takes up to 0.4 s, and it, a node or connections end meanwhile',
    runs: { test: 0, quick: 1, long: 10 },
    needs: { what: NEEDS_SLOW_DISK, isThere: canSlowDisk },
    run: under([null, killDatabase, killNode, cutConnections].map(whileDiskIsSlow), {
      settings: ['fsync=on'],
    }),
  },
  {
    name: 'cluster-compaction',
    title:
      'three nodes, two of which compact the document at once, and one, its connections or PostgreSQL end',
    runs: { test: 0, quick: 1, long: 10 },
    run: (random) => under([compactTogether()])(random),
  },
  {
    name: 'cluster-standby',
    title:
      'three nodes: the primary lost or stopped, and its synchronous standby promoted, lost or slow',
    runs: { test: 0, quick: 1, long: 10 },
    run: under([losePrimary, switchPrimary, slowStandby, loseStandby], { hasStandby: true }),
  },
  {
    name: 'cluster-silent',
    title: 'three nodes that hear nothing of each other, killed and cut off all the same',
    runs: { test: 0, quick: 1, long: 10 },
    run: under([killNode, freezeNode, killDatabase, cutConnections], { bus: 'nothing' }),
  },
  {
    name: 'cluster-redis',
    title:
      'three nodes that tell each other over Redis, which is killed and frozen, and so are they',
    runs: { test: 0, quick: 1, long: 10 },
    needs: { what: 'a Redis', isThere: () => redisProgram() !== null },
    run: under([killRedis, freezeRedis, killRedis, killNode], { bus: 'redis' }),
  },
  {
    name: 'cluster-network',
    title: 'three nodes, each cut off from people, PostgreSQL or Redis without a word, or flushed',
    runs: { test: 0, quick: 1, long: 10 },
    needs: {
      what: `a Redis, ${NEEDS_ROUTERS}`,
      isThere: () => redisProgram() !== null && canRoute(),
    },
    run: under([cutOff, cutOff, cutOff, flushRedis], { bus: 'redis', hasRouters: true }),
  },
  {
    name: 'cluster-clocks',
    title: 'three nodes whose clocks leap by up to 30 hours, killed and stopped beside that',
    runs: { test: 0, quick: 1, long: 10 },
    run: under([moveClock, moveClock, killNode, stopNode]),
  },
  {
    name: 'cluster-upgrade',
    title:
      'three nodes of an older release, upgraded one by one while people type, and one put back',
    runs: { test: 0, quick: 1, long: 10 },
    needs: { what: NEEDS_HISTORY, isThere: hasOlderRelease },
    run: (random) => under([upgrading()], { sources: olderRelease() })(random),
  },
];
