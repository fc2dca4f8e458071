/**
 * Measures several of our servers on one PostgreSQL beside one, and beside Hocuspocus' own cluster.
 *
 * Invariant: everything runs on this machine, the database and Redis too, and with a database that
 * syncs to the disk; what people wrote must be in the document that a later guest gets at each node,
 * but for what went with a node and the devices at it, which is counted.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { newDatabase, Postgres } from '../../shared/testing/postgres.ts';
import { Redis, redisProgram } from '../../shared/testing/redis.ts';
import { tableOf, writeIntoPage } from '../markdown.ts';
import { type Idle, idle, type Typing, typingAt } from '../server/measure.ts';
import { type Program, ServerProcess } from '../server/server-process.ts';
import { hocuspocusCluster, SUBJECTS, type Subject } from '../server/subjects.ts';
import { type Death, deathOf } from './death.ts';

interface Cluster {
  readonly title: string;
  readonly subject: Subject;
  readonly nodes: number;
  readonly engines: readonly ('PostgreSQL' | 'Redis')[];
}

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '20' },
    documents: { type: 'string', default: '50' },
    write: { type: 'boolean', default: false },
  },
});
const seconds = Number(values.seconds);
const documents = Number(values.documents);
const PEOPLE = 4;
const KEYS_PER_SECOND = 5;
const IDLE_CONNECTIONS = 600;

const { ours } = SUBJECTS;
if (ours === undefined) throw new Error('There is no server of ours.');
const all: readonly Cluster[] = [
  { title: 'one node, SQLite', subject: ours, nodes: 1, engines: [] },
  { title: 'one node, PostgreSQL', subject: ours, nodes: 1, engines: ['PostgreSQL'] },
  { title: 'two nodes, PostgreSQL', subject: ours, nodes: 2, engines: ['PostgreSQL'] },
  { title: 'three nodes, PostgreSQL', subject: ours, nodes: 3, engines: ['PostgreSQL'] },
  { title: 'three nodes, Redis beside', subject: ours, nodes: 3, engines: ['PostgreSQL', 'Redis'] },
  {
    title: 'three Hocuspocus, Redis and PostgreSQL',
    subject: hocuspocusCluster,
    nodes: 3,
    engines: ['PostgreSQL', 'Redis'],
  },
];
const hasRedis = redisProgram() !== null;
const clusters = all.filter(({ engines }) => hasRedis || !engines.includes('Redis'));
if (!hasRedis) console.log('There is no Redis here: what needs one is left out.');

const head = [
  '',
  'a confirmation means',
  'confirmed, ms',
  'at somebody at the same node, ms',
  'at somebody at another node, ms',
  'CPU of 10,000 updates, s',
  'memory of an idle connection, kB',
  'a node dies: confirmed at another, ms',
  'and gone of what was confirmed',
];
const startLoad = loadavg()[0] ?? 0;
let failures = 0;
const rows: string[][] = [];
for (const cluster of clusters) {
  console.log(`${cluster.title}.`);
  try {
    rows.push(rowOf(cluster, await measure(cluster)));
  } catch (error) {
    failures++;
    console.error(`${cluster.title} could not be measured:`, error);
    rows.push([cluster.title, ...Array.from({ length: head.length - 1 }, () => 'failed')]);
  }
}

const about = [
  `${new Date().toISOString().slice(0, 10)}, Node ${process.versions.node}`,
  `${cpus().length} cores (${cpus()[0]?.model.trim() ?? 'of unknown kind'})`,
  `load before ${startLoad.toFixed(1)}`,
  `${documents} documents × ${PEOPLE} people, ${KEYS_PER_SECOND} keys a second each, ${seconds} s`,
].join(', ');
const LEGEND =
  'Three figures are the median, the 95th and the 99th percentile. CPU: of all nodes together, without the engines, which run on the same cores. Memory: JavaScript and buffers after a garbage collection / the whole processes, of all nodes. A node dies: it is killed in the middle of what people write, half of whom, in every other document, are all at that node; of those who are at it every second one has their device gone in the same moment, and the others come to another node at once with all they have. From the death until that is confirmed; and how many of the characters that had been confirmed to those whose devices are gone are in no document any more.';
const text = [`${about}.`, tableOf([head, ...rows]), LEGEND].join('\n\n');
console.log(`\n${text}`);
if (values.write) writeIntoPage('scale.md', 'cluster-bench', text);
process.exit(failures > 0 ? 1 : 0);

interface Measured {
  readonly typing: Typing;
  readonly idle: Idle;
  /** Where there is another node to go to. */
  readonly death: Death | null;
}

async function measure(cluster: Cluster): Promise<Measured> {
  const { subject, nodes } = cluster;
  const using = <T>(work: (servers: readonly ServerProcess[]) => Promise<T>) =>
    withCluster(cluster, work);
  return {
    typing: await using((servers) =>
      typingAt(servers, subject, documents, PEOPLE, seconds, KEYS_PER_SECOND),
    ),
    idle: await idle(subject, IDLE_CONNECTIONS, using),
    death:
      nodes === 1
        ? null
        : await using((servers) => deathOf(servers, subject, documents, PEOPLE, KEYS_PER_SECOND)),
  };
}

async function withCluster<T>(
  { subject, nodes, engines }: Cluster,
  work: (servers: readonly ServerProcess[]) => Promise<T>,
): Promise<T> {
  const ends: (() => unknown)[] = [];
  try {
    const env: Record<string, string> = {};
    if (engines.includes('PostgreSQL')) {
      const postgres = await Postgres.start(['fsync=on']);
      ends.push(() => postgres.remove());
      env.DATABASE_URL = (await newDatabase(postgres.url)).url;
    }
    if (engines.includes('Redis')) {
      const redis = await Redis.start();
      ends.push(() => redis.stop());
      env.REDIS_URL = redis.url;
    }
    const program: Program = {
      path: subject.program.path,
      env: { ...subject.program.env, ...env },
    };
    const servers: ServerProcess[] = [];
    for (let node = 0; node < nodes; node++) {
      const folder = mkdtempSync(join(tmpdir(), 'driftless-cluster-'));
      ends.push(() => rmSync(folder, { recursive: true, force: true }));
      const server = await ServerProcess.start(program, folder);
      ends.push(() => server.stop());
      servers.push(server);
    }
    return await work(servers);
  } finally {
    for (const end of ends.reverse()) await end();
  }
}

function rowOf({ title, subject, nodes }: Cluster, { typing, idle, death }: Measured): string[] {
  const { confirmation, latency, elsewhere, cpuMs } = typing;
  const { heap, rss } = idle.connection;
  const count = (value: number) => value.toLocaleString('en');
  return [
    title,
    subject.confirms ?? 'nothing',
    threeOf(confirmation),
    threeOf(latency),
    nodes === 1 ? '–' : threeOf(elsewhere),
    ((cpuMs * 10_000) / 1000).toFixed(2),
    [heap, rss].map((bytes) => Math.round(bytes / 1_024)).join(' / '),
    death === null ? '–' : threeOf(death.back),
    death === null ? '–' : `${count(death.lost)} of ${count(death.confirmed)}`,
  ];
}

function threeOf(times: readonly number[]): string {
  if (times.length === 0) return '–';
  const sorted = Float64Array.from(times).sort();
  return [0.5, 0.95, 0.99]
    .map((share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN)
    .map((ms) => ms.toFixed(1))
    .join(' / ');
}
