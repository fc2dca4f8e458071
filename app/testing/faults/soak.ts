/**
 * `npm run faults -- --soak MINUTES`: 200 people in 60 documents, whose browsers are closed and opened
 * again, on one server: whether it takes as much and answers as soon at the end as at the beginning.
 *
 * Invariant: everybody takes out as much as they write, and goes on where they wrote, so that documents
 * are as long at the end as at the beginning; but of each word that was taken out from among others
 * they keep a trace. So what is left of the difference when the server has been started anew, with the
 * same documents, is theirs, and the rest the server's. Every word that a person left is looked for.
 */
import './clock.ts';
import 'fake-indexeddb/auto';
import { type ChildProcess, fork } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { IDBFactory } from 'fake-indexeddb';
import { tableOf, writeIntoPage } from '../../../bench/markdown.ts';
import { createSecret, type DocId, docIdOf, type Secret } from '../../../shared/access/ids.ts';
import { freePort } from '../../../shared/testing/free-port.ts';
import { type RunningServer, startServer } from '../../e2e/support/server.ts';
import { openReplica, type Replica } from '../../replica/open-replica.ts';
import { add, NOTHING, type Outcome } from './fault.ts';
import { graphOf, type Panel } from './graph.ts';
import { memoryOf } from './hostile.ts';
import { newLink, ROOM_FOR_ALL, within } from './scene.ts';
import type { Asked, Place, Told } from './soak-people.ts';
import { judge } from './tokens.ts';

const PICTURE = join(import.meta.dirname, '..', '..', '..', 'docs', 'pictures', 'soak.svg');
const PEOPLE = 200;
const DOCUMENTS = 60;
/** Who share one process. */
const PEOPLE_TOGETHER = 20;
const PEOPLE_PROGRAM = join(import.meta.dirname, 'soak-people.ts');
const SAMPLE_EVERY_MS = 30_000;
/** Until all browsers are there and Node has compiled what it runs often. */
const WARMING_MS = 60_000;
const SYNCED_WITHIN_MS = 60_000;
/** With the same documents, to tell what the server's age does from what theirs does. */
const LEAST_ANEW_MS = 3 * 60_000;
/** Of the samples, how many count as the beginning, and as the end. */
const SHARE_OF_ENDS = 0.1;

/** What was seen in half a minute. */
interface Sample {
  minute: number;
  /** Median and 99th percentile of how long until a word was confirmed. */
  ms: number;
  late: number;
  megabytes: number;
  /** Files, sockets and whatever else the process has open. */
  handles: number;
  /** Share of one core, in percent. */
  processor: number;
  /** The same of the processes that play all the people. */
  ofPeople: number;
  /** From when an update came to the server until it was durable, as that says itself. */
  durable: number;
  lateDurable: number;
}

const PANELS: readonly Panel<Sample>[] = [
  {
    title: 'ms until a word was confirmed, 99th percentile of half a minute',
    promised: null,
    color: '#2563eb',
    of: ({ late }) => late,
  },
  {
    title: 'MB of memory the server took',
    promised: null,
    color: '#b45309',
    of: ({ megabytes }) => megabytes,
  },
  {
    title: 'files and sockets the server had open',
    promised: null,
    color: '#15803d',
    of: ({ handles }) => handles,
  },
];
const TITLE = 'Two hundred people: how long they waited, and what the server took';

/** Those of one process: what they tell while they write, and what they have left when it is over. */
class People {
  readonly left: Promise<Readonly<Record<string, readonly string[]>>>;
  readonly #process: ChildProcess;

  constructor(asked: Asked, onConfirmed: (ms: readonly number[]) => void) {
    this.#process = fork(PEOPLE_PROGRAM);
    this.left = new Promise((resolve, reject) => {
      this.#process.on('message', (message) => {
        const told = message as Told;
        if ('left' in told) resolve(told.left);
        else onConfirmed(told.confirmed);
      });
      this.#process.once('exit', (code) => reject(new Error(`People ended with code ${code}.`)));
    });
    this.#process.send(asked);
  }

  get pid(): number {
    return this.#process.pid!;
  }

  end(): void {
    this.#process.kill('SIGKILL');
  }
}

/** How many updates were durable within so many seconds, for each bound the server counts by. */
type Buckets = readonly { within: number; count: number }[];

async function durableBy(port: number): Promise<Buckets> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  return Array.from(
    text.matchAll(/^driftless_durable_seconds_bucket\{le="([^"]+)"\} (\d+)$/gm),
    ([, bound, count]) => ({
      within: bound === '+Inf' ? Number.POSITIVE_INFINITY : Number(bound),
      count: Number(count),
    }),
  );
}

/** Milliseconds that a share of what came between two looks took, as `histogram_quantile` of Prometheus says. */
function shareWithin(before: Buckets, after: Buckets, share: number): number {
  const counts = after.map(({ count }, index) => count - (before[index]?.count ?? 0));
  const wanted = (counts.at(-1) ?? 0) * share;
  const index = counts.findIndex((count) => count >= wanted);
  const [low, high] = [after[index - 1]?.within ?? 0, after[index]?.within ?? 0];
  if (!Number.isFinite(high)) return low * 1_000;
  const below = counts[index - 1] ?? 0;
  const part = (wanted - below) / Math.max(1, (counts[index] ?? 0) - below);
  return (low + (high - low) * part) * 1_000;
}

const middleOf = (values: readonly number[], share = 0.5): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length * share)] ?? 0;

/** Milliseconds of the processor that a process has had, by the kernel's clock of 100 ticks. */
function processorOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

export async function soak(minutes: number, seed: number, write: boolean): Promise<Outcome> {
  if (process.platform !== 'linux') throw new Error('What a process takes is read as on Linux.');
  const figures = await freePort();
  const server = await startServer({
    ...ROOM_FOR_ALL,
    MAX_CONNECTIONS_PER_DOCUMENT: '1000',
    METRICS_PORT: String(figures),
  });
  try {
    const documents = Array.from({ length: DOCUMENTS }, () => {
      const secret = createSecret();
      return { docId: docIdOf(secret), secret };
    });
    const places: Place[] = [];
    for (let index = 0; index < PEOPLE; index++) {
      const { docId, secret: owner } = documents[index % DOCUMENTS]!;
      // With links of their own: by one and the same they were tabs of one browser.
      const secret = await newLink(server.origin, owner);
      const comesAfterMs = (index / PEOPLE) * (WARMING_MS / 2);
      places.push({ name: `p${index}`, docId, secret, seed: seed * 1_000 + index, comesAfterMs });
    }
    const day = await live(server, figures, places, minutes * 60_000);
    await server.stop();
    await server.start();
    const others = places.map((place) => ({ ...place, name: `a${place.name}`, seed: ~place.seed }));
    const anewMs = Math.max(LEAST_ANEW_MS, minutes * 60_000 * SHARE_OF_ENDS);
    const anew = await live(server, figures, others, anewMs);

    let outcome: Outcome = { ...NOTHING, faults: 1 };
    const left = { ...day.left, ...anew.left };
    for (const { docId, secret } of documents) {
      const theirs = [...places, ...others].filter((place) => place.docId === docId);
      const words = new Set(theirs.flatMap(({ name }) => left[name] ?? []));
      const text = await textAt(server, docId, secret);
      const verdict = judge(text, { written: words, confirmed: words, expected: new Set() });
      outcome = add(outcome, { ...NOTHING, ...verdict });
    }
    outcome = { ...outcome, confirmed: day.confirmed + anew.confirmed };
    tell(minutes, seed, day.samples, anew.samples, outcome, write);
    return outcome;
  } finally {
    await server.dispose();
  }
}

/** What came of some time. */
interface Lived {
  readonly samples: readonly Sample[];
  /** How many words were confirmed. */
  readonly confirmed: number;
  readonly left: Readonly<Record<string, readonly string[]>>;
}

/** All these people write for so long. */
async function live(
  server: RunningServer,
  figures: number,
  places: readonly Place[],
  forMs: number,
): Promise<Lived> {
  const people: People[] = [];
  try {
    let taken: number[] = [];
    let confirmed = 0;
    const began = performance.now();
    const ends = began + forMs;
    const { address, port } = server;
    const serverUrl = `ws://${address}:${port}/sync`;
    for (let process = 0; process < PEOPLE / PEOPLE_TOGETHER; process++) {
      const theirs = places.filter((_, index) => index % (PEOPLE / PEOPLE_TOGETHER) === process);
      people.push(
        new People({ serverUrl, places: theirs, forMs }, (ms) => {
          for (const each of ms) taken.push(each);
          confirmed += ms.length;
        }),
      );
    }
    const living = Promise.all(people.map(({ left }) => left));
    // It may fail while samples are taken; `await living` says so.
    living.catch(() => undefined);
    await pause(WARMING_MS);
    const samples: Sample[] = [];
    let used = processorOf(server.pid);
    const ofPeople = () => people.reduce((sum, { pid }) => sum + processorOf(pid), 0);
    let usedByPeople = ofPeople();
    let before = await durableBy(figures);
    taken = [];
    while (performance.now() + SAMPLE_EVERY_MS <= ends) {
      const since = performance.now();
      await pause(SAMPLE_EVERY_MS);
      const now = processorOf(server.pid);
      const byPeople = ofPeople();
      const after = await durableBy(figures);
      const times = taken;
      taken = [];
      const ms = performance.now() - since;
      samples.push({
        minute: (performance.now() - began) / 60_000,
        ms: middleOf(times),
        late: middleOf(times, 0.99),
        megabytes: memoryOf(server.pid, 'VmRSS') ?? 0,
        handles: readdirSync(`/proc/${server.pid}/fd`).length,
        processor: ((now - used) / ms) * 100,
        ofPeople: ((byPeople - usedByPeople) / ms) * 100,
        durable: shareWithin(before, after, 0.5),
        lateDurable: shareWithin(before, after, 0.99),
      });
      used = now;
      usedByPeople = byPeople;
      before = after;
    }
    const left = Object.assign({}, ...(await living)) as Record<string, readonly string[]>;
    return { samples, confirmed, left };
  } finally {
    for (const each of people) each.end();
  }
}

/** What a browser that never was there is given. */
async function textAt(server: RunningServer, docId: DocId, secret: Secret): Promise<string> {
  globalThis.indexedDB = new IDBFactory();
  const replica = open(server, docId, secret);
  try {
    if (!(await within(SYNCED_WITHIN_MS, () => replica.status.get().server === 'synced')))
      throw new Error('A document was not given.');
    return replica.doc.getText('body').toString();
  } finally {
    await replica.close();
  }
}

function open({ address, port }: RunningServer, name: DocId, secret: Secret): Replica {
  return openReplica({ name, secret }, { serverUrl: `ws://${address}:${port}/sync` });
}

function tell(
  minutes: number,
  seed: number,
  samples: readonly Sample[],
  anew: readonly Sample[],
  { confirmed, lost, doubled, unknown }: Outcome,
  write: boolean,
): void {
  const count = Math.max(1, Math.round(samples.length * SHARE_OF_ENDS));
  const columns = [samples.slice(0, count), samples.slice(-count), anew];
  const rowOf = (name: string, of: (sample: Sample) => number, digits = 0) => [
    name,
    ...columns.map((some) => middleOf(some.map(of)).toFixed(digits)),
  ];
  const table = tableOf([
    ['', 'at the beginning', 'at the end', 'started anew'],
    rowOf('confirmed in, ms, median', ({ ms }) => ms, 1),
    rowOf('confirmed in, ms, 99th percentile', ({ late }) => late, 1),
    rowOf('of that on the server, until durable, median', ({ durable }) => durable, 1),
    rowOf('of that on the server, 99th percentile', ({ lateDurable }) => lateDurable, 1),
    rowOf('memory of the server, MB', ({ megabytes }) => megabytes),
    rowOf('files and sockets', ({ handles }) => handles),
    rowOf('of one core, the server, %', ({ processor }) => processor),
    rowOf('of one core, all 200 people together, %', ({ ofPeople }) => ofPeople),
  ]);
  const summary =
    `${new Date().toISOString().slice(0, 10)}, seed ${seed}, ${minutes} minutes: ` +
    `${confirmed.toLocaleString('en')} words confirmed, ${lost} lost, ${doubled} doubled, ` +
    `${unknown} unknown. Each figure is the middle of ${count} half minutes, of a server started anew with ` +
    `the same documents and as many people of ${anew.length}.`;
  console.log(`${table}\n\n${summary}`);
  if (!write) return;
  writeFileSync(PICTURE, graphOf(TITLE, PANELS, samples));
  writeIntoPage('faults.md', 'soak', `${summary}\n\n${table}`);
}
