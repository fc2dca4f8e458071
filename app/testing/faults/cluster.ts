/**
 * Faults of several servers on one PostgreSQL, with people on all of them: nodes that are killed,
 * stopped and frozen, a database that dies, connections that are cut, and a bus that says nothing.
 *
 * Invariant: people reach whichever node answers, as through a load balancer that knows nothing of
 * documents; and each word is judged as for one server.
 */
import { connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { newDatabase, Postgres, runSql } from '../../../shared/testing/postgres.ts';
import { Redis, redisProgram } from '../../../shared/testing/redis.ts';
import { type RunningServer, startServer } from '../../e2e/support/server.ts';
import { add, type Fault, NOTHING, type Outcome, type Random } from './fault.ts';
import { type Device, ROOM_FOR_ALL, Scene } from './scene.ts';

const NODES = 3;
const PEOPLE = 5;
const FAULTS_PER_RUN = 4;
const LONGEST_LIFE_MS = 800;
/** Longer than a node may be silent before a load balancer or a client gives it up. */
const FROZEN_MS = 3_000;
const DATABASE_AWAY_MS = 1_500;

/** Passes each connection on to the next node that takes it. */
class Balancer {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  readonly #ports: () => readonly number[];
  #next = 0;

  private constructor(ports: () => readonly number[]) {
    this.#ports = ports;
    this.#server = createServer({ pauseOnConnect: true }, (near) => this.#pass(near, NODES));
  }

  static async start(ports: () => readonly number[]): Promise<Balancer> {
    const balancer = new Balancer(ports);
    await new Promise<void>((resolve) => balancer.#server.listen(0, '127.0.0.1', resolve));
    return balancer;
  }

  get port(): number {
    const address = this.#server.address();
    if (address === null || typeof address === 'string') throw new Error('It does not listen.');
    return address.port;
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #pass(near: Socket, triesLeft: number): void {
    const ports = this.#ports();
    const port = ports[this.#next++ % ports.length];
    if (port === undefined || triesLeft === 0 || near.destroyed) {
      near.destroy();
      return;
    }
    const far = connect(port, '127.0.0.1');
    this.#sockets.add(near);
    const refused = () => this.#pass(near, triesLeft - 1);
    far.once('error', refused);
    far.once('connect', () => {
      far.off('error', refused);
      far.on('error', () => near.destroy()).on('close', () => near.destroy());
      near.on('error', () => far.destroy());
      near.on('close', () => {
        this.#sockets.delete(near);
        far.destroy();
      });
      near.pipe(far);
      far.pipe(near);
      near.resume();
    });
  }
}

/** A primary with a synchronous standby, behind one address as a virtual one would be. */
class Pair {
  primary: Postgres;
  standby: Postgres;
  readonly #address: Balancer;

  private constructor(primary: Postgres, standby: Postgres, address: Balancer) {
    this.primary = primary;
    this.standby = standby;
    this.#address = address;
  }

  static async start(primary: Postgres): Promise<Pair> {
    const standby = await primary.startStandby();
    const address: Balancer = await Balancer.start(() => [pair.primary.port]);
    const pair = new Pair(primary, standby, address);
    return pair;
  }

  get port(): number {
    return this.#address.port;
  }

  /** The primary goes for good, the standby takes its place, and gets a standby of its own. */
  async failOver(signal: 'SIGINT' | 'SIGQUIT', pauseMs: number): Promise<void> {
    const lost = this.primary;
    await lost.stop(signal);
    await pause(pauseMs);
    await this.standby.promote();
    this.primary = this.standby;
    await lost.remove();
    this.standby = await this.primary.startStandby();
  }

  async remove(): Promise<void> {
    await this.#address.close();
    await this.standby.remove();
    await this.primary.remove();
  }
}

interface Cluster {
  scene: Scene;
  nodes: readonly RunningServer[];
  postgres: Postgres;
  /** In the place of `postgres`, where there is one. */
  pair: Pair | null;
  /** What nodes tell each other goes over it, where there is one. */
  redis: Redis | null;
  url: string;
  random: Random;
  /** Somebody who reaches whichever node is next. */
  person(): Promise<Device>;
}

/** One thing that happens to a cluster; it is over when it resolves. */
type Blow = (cluster: Cluster) => Promise<void>;

const someNode = ({ nodes, random }: Cluster): RunningServer => nodes[random(nodes.length)]!;

const BLOWS = {
  killNode: async (cluster) => {
    const node = someNode(cluster);
    await node.kill();
    await pause(cluster.random(300));
    await node.start();
  },
  stopNode: async (cluster) => {
    const node = someNode(cluster);
    await node.stop();
    await node.start();
  },
  freezeNode: async (cluster) => {
    const { pid } = someNode(cluster);
    process.kill(pid, 'SIGSTOP');
    await pause(cluster.random(FROZEN_MS));
    process.kill(pid, 'SIGCONT');
  },
  killDatabase: async ({ postgres, random }) => {
    await postgres.stop('SIGQUIT');
    await pause(random(DATABASE_AWAY_MS));
    await postgres.run();
  },
  stopDatabase: async ({ postgres, random }) => {
    await postgres.stop('SIGINT');
    await pause(random(DATABASE_AWAY_MS));
    await postgres.run();
  },
  freezeDatabase: async ({ postgres, random }) => {
    const frozen = postgres.freeze();
    await pause(random(FROZEN_MS));
    frozen.thaw();
  },
  cutConnections: async ({ url, random }) => {
    for (let times = 1 + random(3); times > 0; times--) {
      await runSql(
        url,
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE application_name = 'driftless' AND pid <> pg_backend_pid()`,
      );
      await pause(random(100));
    }
  },
  killRedis: async ({ redis, random }) => {
    await redis?.stop();
    await pause(random(DATABASE_AWAY_MS));
    await redis?.run();
  },
  freezeRedis: async ({ redis, random }) => {
    const frozen = redis?.freeze();
    await pause(random(FROZEN_MS));
    frozen?.thaw();
  },
  losePrimary: async ({ pair, random }) => {
    await pair?.failOver('SIGQUIT', random(DATABASE_AWAY_MS));
  },
  switchPrimary: async ({ pair }) => {
    await pair?.failOver('SIGINT', 0);
  },
  /** Nothing can be confirmed meanwhile. */
  loseStandby: async ({ pair, random }) => {
    await pair?.standby.stop('SIGQUIT');
    await pause(random(DATABASE_AWAY_MS));
    await pair?.standby.run();
  },
} satisfies Record<string, Blow>;

type BusKind = 'database' | 'silent' | 'redis' | 'with standby';

async function withCluster(
  random: Random,
  bus: BusKind,
  act: (cluster: Cluster) => Promise<Outcome>,
): Promise<Outcome> {
  const postgres = await Postgres.start();
  const redis = bus === 'redis' ? await Redis.start() : null;
  const pair = bus === 'with standby' ? await Pair.start(postgres) : null;
  try {
    const isSilent = bus === 'silent' || bus === 'redis';
    const database = new URL((await newDatabase(postgres.url, { silent: isSilent })).url);
    if (pair !== null) database.port = String(pair.port);
    const url = database.href;
    const env = {
      DATABASE_URL: url,
      COMPACT_AFTER_UPDATES: '40',
      ...(redis === null ? {} : { REDIS_URL: redis.url }),
    };
    const scene = await Scene.start(random, env);
    const nodes = [scene.server];
    scene.onEnd(async () => {
      for (const node of nodes.slice(1)) await node.dispose();
    });
    return await scene.play(async () => {
      for (let more = 1; more < NODES; more++) {
        nodes.push(await startServer({ ...ROOM_FOR_ALL, ...env }));
      }
      const balancer = await Balancer.start(() => nodes.map(({ port }) => port));
      scene.onEnd(() => balancer.close());
      const person = () => scene.device({ port: balancer.port });
      return await act({ scene, nodes, postgres, pair, redis, url, random, person });
    });
  } finally {
    await redis?.stop();
    await pair?.remove();
    if (pair === null) await postgres.remove();
  }
}

/** Everybody types while blows fall, and some lose their devices just then. */
async function suffer(cluster: Cluster, blows: readonly Blow[]): Promise<Outcome> {
  const { scene, random, person } = cluster;
  let total: Outcome = NOTHING;
  for (let one = 0; one < PEOPLE; one++) await person();
  await scene.untilSynced();
  for (let times = 0; times < FAULTS_PER_RUN; times++) {
    const blow = blows[random(blows.length)]!;
    let isOver = false;
    const typing = scene.living.map(async (device) => {
      while (!isOver) {
        device.write(random);
        await pause(1 + random(30));
      }
    });
    await pause(random(LONGEST_LIFE_MS));
    const struck = blow(cluster);
    // What they were told is safe by now has to be, with their devices gone.
    const wiped = scene.living.slice(1, 2);
    for (const device of wiped) await device.wipe();
    await struck;
    isOver = true;
    await Promise.all(typing);
    const since = performance.now();
    const outcome = await scene.heal(since);
    // Every judgement is over all tokens so far: only the last one counts them.
    total = add({ ...total, confirmed: 0 }, outcome);
    for (const _ of wiped) await person();
  }
  return total;
}

const {
  killNode,
  stopNode,
  freezeNode,
  killDatabase,
  stopDatabase,
  freezeDatabase,
  cutConnections,
  killRedis,
  freezeRedis,
  losePrimary,
  switchPrimary,
  loseStandby,
} = BLOWS;

export const CLUSTER_FAULTS: readonly Fault[] = [
  {
    name: 'cluster-nodes',
    title: 'three nodes: killed, stopped and frozen while people type on all of them',
    runs: { test: 0, quick: 2, long: 15 },
    run: (random) =>
      withCluster(random, 'database', (cluster) =>
        suffer(cluster, [killNode, stopNode, freezeNode]),
      ),
  },
  {
    name: 'cluster-database',
    title: 'three nodes: PostgreSQL killed, restarted and frozen, its connections cut',
    runs: { test: 0, quick: 2, long: 15 },
    run: (random) =>
      withCluster(random, 'database', (cluster) =>
        suffer(cluster, [killDatabase, stopDatabase, freezeDatabase, cutConnections]),
      ),
  },
  {
    name: 'cluster-standby',
    title: 'three nodes: the primary lost or stopped, and its synchronous standby promoted or lost',
    runs: { test: 0, quick: 1, long: 10 },
    run: (random) =>
      withCluster(random, 'with standby', (cluster) =>
        suffer(cluster, [losePrimary, switchPrimary, losePrimary, loseStandby]),
      ),
  },
  {
    name: 'cluster-silent',
    title: 'three nodes that hear nothing of each other, killed and cut off all the same',
    runs: { test: 0, quick: 1, long: 10 },
    run: (random) =>
      withCluster(random, 'silent', (cluster) =>
        suffer(cluster, [killNode, freezeNode, killDatabase, cutConnections]),
      ),
  },
  {
    name: 'cluster-redis',
    title:
      'three nodes that tell each other over Redis, which is killed and frozen, and so are they',
    runs: { test: 0, quick: 1, long: 10 },
    needs: { what: 'a Redis', isThere: () => redisProgram() !== null },
    run: (random) =>
      withCluster(random, 'redis', (cluster) =>
        suffer(cluster, [killRedis, freezeRedis, killRedis, killNode]),
      ),
  },
];
