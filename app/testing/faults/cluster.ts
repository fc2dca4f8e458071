/**
 * Several servers on one PostgreSQL, with people on all of them.
 *
 * Invariant: people reach whichever node answers, as through a load balancer that knows nothing of
 * documents; and each word is judged as for one server.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { newDatabase, Postgres } from '../../../shared/testing/postgres.ts';
import { Redis } from '../../../shared/testing/redis.ts';
import { type RunningServer, startServer } from '../../e2e/support/server.ts';
import { Balancer } from './balancer.ts';
import { add, NOTHING, type Outcome, type Random } from './fault.ts';
import { Router } from './router.ts';
import { type Device, ROOM_FOR_ALL, Scene } from './scene.ts';

const NODES = 3;
const PEOPLE = 5;
const FAULTS_PER_RUN = 4;
const LONGEST_LIFE_MS = 800;

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
    const address: Balancer = await Balancer.start(() => [{ port: pair.primary.port }]);
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

/** What a node has to do with, each of which a router can stand before. */
const LINES = ['people', 'database', 'redis'] as const;
type Line = (typeof LINES)[number];

/** A node, and what can be done to it beside ending it. */
export interface ClusterNode {
  readonly server: RunningServer;
  /** Of the line that can be cut, where there is one. */
  readonly router: Router | null;
  /** Its time of day is that much ahead from soon on. */
  moveClock(ms: number): void;
}

export interface Cluster {
  scene: Scene;
  nodes: readonly ClusterNode[];
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
export type Blow = (cluster: Cluster) => Promise<void>;

/** How a cluster is set up. */
export interface Kind {
  /** How nodes tell each other: over the database, over Redis, or not at all. */
  bus?: 'database' | 'redis' | 'nothing';
  /** With a synchronous standby. */
  hasStandby?: boolean;
  /** Each node is a host of its own, with a router before one of its lines. */
  hasRouters?: boolean;
  /** Folder of the sources that nodes are started from at first. */
  sources?: string;
  /** Of PostgreSQL, beside its own. */
  settings?: readonly string[];
}

/** A cluster of that kind, which is there while `act` runs. */
export async function withCluster(
  random: Random,
  { bus = 'database', hasStandby = false, hasRouters = false, sources, settings }: Kind,
  act: (cluster: Cluster) => Promise<Outcome>,
): Promise<Outcome> {
  const ends: (() => unknown)[] = [];
  try {
    const postgres = await Postgres.start(settings);
    ends.push(() => postgres.remove());
    const redis = bus === 'redis' ? await Redis.start() : null;
    ends.push(() => redis?.stop());
    const pair = hasStandby ? await Pair.start(postgres) : null;
    ends.push(() => pair?.remove());
    const database = new URL((await newDatabase(postgres.url, { silent: bus !== 'database' })).url);
    if (pair !== null) database.port = String(pair.port);
    const places = { database: database.href, redis: redis?.url ?? null };

    const hosts: NodeHost[] = [];
    for (let node = 0; node < NODES; node++) {
      const host = await NodeHost.prepare(places, hasRouters ? random : null);
      ends.push(() => host.close());
      hosts.push(host);
    }
    const [first, ...others] = hosts;
    const scene = await Scene.start(random, first!.env, first!.host, sources);
    return await scene.play(async () => {
      const nodes: ClusterNode[] = [first!.withServer(scene.server)];
      for (const host of others) {
        const server = await startServer({ ...ROOM_FOR_ALL, ...host.env }, host.host, sources);
        scene.onEnd(() => server.dispose());
        nodes.push(host.withServer(server));
      }
      const balancer = await Balancer.start(() =>
        nodes.map(({ server }, index) => ({ port: server.port, address: hosts[index]!.address })),
      );
      scene.onEnd(() => balancer.close());
      const person = () => scene.device({ address: '127.0.0.1', port: balancer.port });
      const { href: url } = database;
      return await act({ scene, nodes, postgres, pair, redis, url, random, person });
    });
  } finally {
    for (const end of ends.reverse()) await end();
  }
}

/** Where a node runs, with the lines it has there, and its clock. */
class NodeHost {
  readonly #router: Router | null;
  readonly #cut: Line | null;
  readonly #clock = mkdtempSync(join(tmpdir(), 'driftless-clock-'));
  readonly #passing: Balancer[] = [];
  readonly env: Record<string, string> = {};

  private constructor(router: Router | null, cut: Line | null) {
    this.#router = router;
    this.#cut = cut;
  }

  /** @param random chooses what is behind its router, where it is to have one */
  static async prepare(
    { database, redis }: { database: string; redis: string | null },
    random: Random | null,
  ): Promise<NodeHost> {
    const router = random === null ? null : Router.open();
    const lines = redis === null ? LINES.slice(0, 2) : LINES;
    const made = new NodeHost(router, random === null ? null : lines[random(lines.length)]!);
    try {
      Object.assign(made.env, {
        DATABASE_URL: await made.#reach('database', database),
        COMPACT_AFTER_UPDATES: '40',
        MOVED_CLOCK: made.#clockFile,
        NODE_OPTIONS: `--import ${pathToFileURL(join(import.meta.dirname, 'moved-clock.mjs'))}`,
        ...(redis === null ? {} : { REDIS_URL: await made.#reach('redis', redis) }),
      });
      made.moveClock(0);
      return made;
    } catch (error) {
      await made.close();
      throw error;
    }
  }

  /** Where the server runs, where that is not here. */
  get host(): { address: string; command: readonly string[] } | null {
    const router = this.#router;
    return router && { address: router.beside, command: router.onHost };
  }

  /** Where people reach it. */
  get address(): string {
    if (this.#router === null) return '127.0.0.1';
    return this.#cut === 'people' ? this.#router.behind : this.#router.beside;
  }

  withServer(server: RunningServer): ClusterNode {
    return { server, router: this.#router, moveClock: this.moveClock };
  }

  moveClock = (ms: number): void => writeFileSync(this.#clockFile, String(ms));

  async close(): Promise<void> {
    for (const passing of this.#passing) await passing.close();
    this.#router?.close();
    rmSync(this.#clock, { recursive: true, force: true });
  }

  get #clockFile(): string {
    return join(this.#clock, 'ahead');
  }

  /** What listens here, by the address that it has from there. */
  async #reach(line: Line, url: string): Promise<string> {
    if (this.#router === null) return url;
    const { deviceBehind, deviceBeside } = this.#router;
    const address = this.#cut === line ? deviceBehind : deviceBeside;
    const reached = new URL(url);
    const port = Number(reached.port);
    const passing = await Balancer.start(() => [{ port }], address);
    this.#passing.push(passing);
    reached.hostname = address;
    reached.port = String(passing.port);
    return reached.href;
  }
}

/** Everybody types while blows fall, and some lose their devices just then. */
export async function suffer(cluster: Cluster, blows: readonly Blow[]): Promise<Outcome> {
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
