/**
 * `npm run faults -- --soak MINUTES`: 200 people in 60 documents, whose browsers are closed and opened
 * again, on one server: whether it takes as much and answers as soon at the end as at the beginning.
 *
 * Invariant: everybody takes out as much as they write, and goes on where they wrote, so that documents
 * are as long at the end as at the beginning, and what grows is the server's: of each word that was
 * taken out from among others a document keeps a trace. Every word that a person left is looked for.
 */
import './clock.ts';
import 'fake-indexeddb/auto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { IDBFactory } from 'fake-indexeddb';
import { tableOf, writeIntoPage } from '../../../bench/markdown.ts';
import { createSecret, type DocId, docIdOf, type Secret } from '../../../shared/access/ids.ts';
import { freePort } from '../../../shared/testing/free-port.ts';
import { type RunningServer, startServer } from '../../e2e/support/server.ts';
import { openReplica, type Replica } from '../../replica/open-replica.ts';
import { add, NOTHING, type Outcome, type Random, seeded } from './fault.ts';
import { graphOf, type Panel } from './graph.ts';
import { memoryOf } from './hostile.ts';
import { newLink, ROOM_FOR_ALL, within } from './scene.ts';
import { insertToken, judge } from './tokens.ts';

const PICTURE = join(import.meta.dirname, '..', '..', '..', 'docs', 'pictures', 'soak.svg');
const PEOPLE = 200;
const DOCUMENTS = 60;
/** Each leaves so many words, and takes out the oldest for each one more. */
const WORDS_OF_ONE = 20;
const WRITE_EVERY_MS = 2_000;
/** A browser is closed after about as long, and opened again after a moment. */
const OPEN_FOR_MS = 4 * 60_000;
const AWAY_MS = 5_000;
/** One browser in so many is opened on a device that knows nothing of before. */
const NEW_DEVICES = 4;
const SAMPLE_EVERY_MS = 30_000;
/** Until all browsers are there and Node has compiled what it runs often. */
const WARMING_MS = 60_000;
const SYNCED_WITHIN_MS = 60_000;
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
  /** The same of this process, which plays all the people. */
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

/** Somebody at a document, with one browser after the other. */
class Writer {
  readonly words: string[] = [];
  readonly #name: string;
  readonly #server: RunningServer;
  readonly #document: { docId: DocId; secret: Secret };
  readonly #random: Random;
  readonly #onConfirmed: (ms: number) => void;
  #storage = new IDBFactory();
  #replica: Replica | null = null;
  #written = 0;
  /** Whether anything since this browser was opened, which begins elsewhere. */
  #hasWritten = false;
  /** When words were written that are not confirmed. */
  #waiting: number[] = [];

  constructor(
    name: string,
    server: RunningServer,
    document: { docId: DocId; secret: Secret },
    random: Random,
    onConfirmed: (ms: number) => void,
  ) {
    this.#name = name;
    this.#server = server;
    this.#document = document;
    this.#random = random;
    this.#onConfirmed = onConfirmed;
  }

  /** Writes, and comes and goes, until it is over; then all of it is sent. */
  async live(isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      await this.#open();
      const until = performance.now() + OPEN_FOR_MS / 2 + this.#random(OPEN_FOR_MS);
      while (!isOver() && performance.now() < until) {
        this.#write();
        await pause(WRITE_EVERY_MS / 2 + this.#random(WRITE_EVERY_MS));
      }
      // A device that is gone takes along what only it has.
      if (this.#random(NEW_DEVICES) === 0 || isOver()) {
        if (!(await within(SYNCED_WITHIN_MS, () => this.#isSynced)))
          throw new Error(`What ${this.#name} wrote was never confirmed.`);
        this.#storage = new IDBFactory();
      }
      await this.#close();
      if (!isOver()) await pause(this.#random(AWAY_MS));
    }
  }

  get #isSynced(): boolean {
    const status = this.#replica?.status.get();
    return status?.server === 'synced' && status.unconfirmed === 0;
  }

  async #open(): Promise<void> {
    globalThis.indexedDB = this.#storage;
    const { docId, secret } = this.#document;
    const replica = open(this.#server, docId, secret);
    this.#replica = replica;
    this.#hasWritten = false;
    replica.status.subscribe(() => {
      if (!this.#isSynced) return;
      const now = performance.now();
      for (const since of this.#waiting.splice(0)) this.#onConfirmed(now - since);
    });
    await replica.whenLoaded;
    await within(SYNCED_WITHIN_MS, () => this.#isSynced);
  }

  async #close(): Promise<void> {
    this.#waiting = [];
    await this.#replica?.close();
    this.#replica = null;
  }

  #write(): void {
    const { doc } = this.#replica!;
    const word = `[${this.#name}.${this.#written++}]`;
    this.#waiting.push(performance.now());
    doc.transact(() => {
      const body = doc.getText('body');
      const last = this.#hasWritten ? this.words.at(-1) : undefined;
      if (last === undefined) insertToken(doc, word, this.#random);
      else body.insert(body.toString().indexOf(last) + last.length, word);
      this.#hasWritten = true;
      this.words.push(word);
      if (this.words.length <= WORDS_OF_ONE) return;
      const oldest = this.words.shift()!;
      body.delete(body.toString().indexOf(oldest), oldest.length);
    });
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
    let taken: number[] = [];
    let confirmed = 0;
    const people: Writer[] = [];
    for (let index = 0; index < PEOPLE; index++) {
      const { docId, secret: owner } = documents[index % DOCUMENTS]!;
      // With links of their own: by one and the same they were tabs of one browser.
      const document = { docId, secret: await newLink(server.origin, owner) };
      const random = seeded(seed * 1_000 + index);
      const onConfirmed = (ms: number) => {
        taken.push(ms);
        confirmed++;
      };
      people.push(new Writer(`p${index}`, server, document, random, onConfirmed));
    }
    const began = performance.now();
    const ends = began + minutes * 60_000;
    const isOver = () => performance.now() > ends;
    const living = Promise.all(
      people.map(async (person, index) => {
        // Not all in one moment.
        await pause((index / PEOPLE) * (WARMING_MS / 2));
        await person.live(isOver);
      }),
    );
    // It may fail while samples are taken; `await living` says so.
    living.catch(() => undefined);
    await pause(WARMING_MS);
    const samples: Sample[] = [];
    let used = processorOf(server.pid);
    let usedByPeople = process.cpuUsage();
    let before = await durableBy(figures);
    taken = [];
    while (performance.now() + SAMPLE_EVERY_MS <= ends) {
      const since = performance.now();
      await pause(SAMPLE_EVERY_MS);
      const now = processorOf(server.pid);
      const byPeople = process.cpuUsage(usedByPeople);
      usedByPeople = process.cpuUsage();
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
        ofPeople: ((byPeople.user + byPeople.system) / 1_000 / ms) * 100,
        durable: shareWithin(before, after, 0.5),
        lateDurable: shareWithin(before, after, 0.99),
      });
      used = now;
      before = after;
    }
    await living;
    const anew = await startedAnew(server, documents);
    let outcome: Outcome = { ...NOTHING, faults: 1 };
    for (const [index, { docId, secret }] of documents.entries()) {
      const left = people.filter((_, each) => each % DOCUMENTS === index);
      const words = new Set(left.flatMap((person) => person.words));
      const text = await textAt(server, docId, secret);
      const verdict = judge(text, { written: words, confirmed: words, expected: new Set() });
      outcome = add(outcome, { ...NOTHING, ...verdict });
    }
    tell(minutes, seed, samples, anew, { ...outcome, confirmed }, write);
    return outcome;
  } finally {
    await server.dispose();
  }
}

/** Megabytes of one that has the same documents open, and was not there for all that. */
async function startedAnew(
  server: RunningServer,
  documents: readonly { docId: DocId; secret: Secret }[],
): Promise<number> {
  await server.stop();
  await server.start();
  const replicas: Replica[] = [];
  try {
    for (const { docId, secret } of documents) {
      globalThis.indexedDB = new IDBFactory();
      const replica = open(server, docId, secret);
      replicas.push(replica);
      if (!(await within(SYNCED_WITHIN_MS, () => replica.status.get().server === 'synced')))
        throw new Error('A document was not given.');
    }
    return memoryOf(server.pid, 'VmRSS') ?? 0;
  } finally {
    for (const replica of replicas) await replica.close();
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
  anew: number,
  { confirmed, lost, doubled, unknown }: Outcome,
  write: boolean,
): void {
  const count = Math.max(1, Math.round(samples.length * SHARE_OF_ENDS));
  const ends = [samples.slice(0, count), samples.slice(-count)];
  const rowOf = (name: string, of: (sample: Sample) => number, digits = 0) => [
    name,
    ...ends.map((some) => middleOf(some.map(of)).toFixed(digits)),
  ];
  const table = tableOf([
    ['', 'at the beginning', 'at the end'],
    rowOf('confirmed in, ms, median', ({ ms }) => ms, 1),
    rowOf('confirmed in, ms, 99th percentile', ({ late }) => late, 1),
    rowOf('of that on the server, until durable, median', ({ durable }) => durable, 1),
    rowOf('of that on the server, 99th percentile', ({ lateDurable }) => lateDurable, 1),
    rowOf('memory of the server, MB', ({ megabytes }) => megabytes),
    rowOf('files and sockets', ({ handles }) => handles),
    rowOf('of one core, the server, %', ({ processor }) => processor),
    rowOf('of one core, the process of all 200 people, %', ({ ofPeople }) => ofPeople),
  ]);
  const summary =
    `${new Date().toISOString().slice(0, 10)}, seed ${seed}, ${minutes} minutes: ` +
    `${confirmed.toLocaleString('en')} words confirmed, ${lost} lost, ${doubled} doubled, ` +
    `${unknown} unknown. Each figure is the middle of ${count} half minutes. Started anew, with the same ` +
    `documents open, the server takes ${anew.toFixed(0)} MB.`;
  console.log(`${table}\n\n${summary}`);
  if (!write) return;
  writeFileSync(PICTURE, graphOf(TITLE, PANELS, samples));
  writeIntoPage('faults.md', 'soak', `${summary}\n\n${table}`);
}
