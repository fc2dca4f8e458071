/**
 * What is measured of one server, each scenario in a process of its own on an empty folder.
 *
 * Invariant: a server is measured only if it does its work: what people wrote must be in the
 * document that a later guest gets, or the scenario throws.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Trace } from '../../shared/document/testing/trace.ts';
import { Person } from './person.ts';
import { ServerProcess } from './server-process.ts';
import type { Room, Subject } from './subjects.ts';

/** People who type at a pace of their own, whatever the server does. */
export interface Typing {
  /** Milliseconds from an update's sending to its arrival at each other client at the same server. */
  readonly latency: readonly number[];
  /** The same to clients at other servers than their own. */
  readonly elsewhere: readonly number[];
  /** Milliseconds until it was confirmed; empty where nothing is confirmed. */
  readonly confirmation: readonly number[];
  readonly updates: number;
  /** The server's CPU for one update. */
  readonly cpuMs: number;
  /** Bytes on all connections of the document for one update. */
  readonly bytes: number;
}

export interface Idle {
  /** Bytes of JavaScript and buffers, and of the whole process. */
  readonly connection: { heap: number; rss: number };
  readonly document: { heap: number; rss: number };
}

export interface Opening {
  readonly edits: number;
  readonly firstMs: number;
  readonly laterMs: readonly number[];
}

export interface Sizes {
  readonly seconds: number;
  readonly documents: number;
  readonly peoplePerDocument: number;
  readonly peopleInOne: number;
  readonly idleConnections: number;
}

const KEYS_PER_SECOND = 10;
const WARM_UP_MS = 3_000;
/** Updates one person has on the way when the server is asked for all it can do. */
const WINDOW = 8;
const RUSH_MS = 5_000;

export function typingInMany(subject: Subject, sizes: Sizes): Promise<Typing> {
  return typing(subject, sizes.documents, sizes.peoplePerDocument, sizes.seconds);
}

export function typingInOne(subject: Subject, sizes: Sizes): Promise<Typing> {
  return typing(subject, 1, sizes.peopleInOne, sizes.seconds);
}

async function typing(
  subject: Subject,
  documents: number,
  people: number,
  seconds: number,
): Promise<Typing> {
  return withServer(subject, (server) => typingAt([server], subject, documents, people, seconds));
}

/** People of each document are at one server after the other. */
export async function typingAt(
  servers: readonly ServerProcess[],
  subject: Subject,
  documents: number,
  people: number,
  seconds: number,
  keysPerSecond = KEYS_PER_SECOND,
): Promise<Typing> {
  const rooms = await Promise.all(
    Array.from({ length: documents }, () => fill(servers, subject.newRoom(), people)),
  );
  const everyone = rooms.flatMap(({ people }) => people);
  const latency: number[] = [];
  const elsewhere: number[] = [];
  const confirmation: number[] = [];
  let measuring = false;
  for (const { people } of rooms) {
    const byClient = new Map(people.map((person, at) => [person.doc.clientID, { person, at }]));
    people.forEach((person, own) => {
      person.listener = {
        answered: (sentAt, at) => {
          if (measuring && subject.confirms !== null) confirmation.push(at - sentAt);
        },
        heard: (from, clock, length, at) => {
          const writer = byClient.get(from);
          if (!measuring || from === person.doc.clientID || writer === undefined) return;
          const isHere = writer.at % servers.length === own % servers.length;
          for (let each = clock; each < clock + length; each++) {
            const ms = at - (writer.person.typedAt[each] ?? Number.NaN);
            (isHere ? latency : elsewhere).push(ms);
          }
        },
      };
    });
  }
  const cpuNow = async () => {
    const usages = await Promise.all(servers.map((server) => server.usage()));
    return usages.reduce((sum, { cpuMs }) => sum + cpuMs, 0);
  };
  await type(everyone, WARM_UP_MS, keysPerSecond);
  const before = await cpuNow();
  const bytesBefore = bytesOf(everyone);
  measuring = true;
  const updates = await type(everyone, seconds * 1000, keysPerSecond);
  await settle(rooms);
  const after = await cpuNow();
  measuring = false;
  const bytes = bytesOf(everyone) - bytesBefore;
  for (const server of servers) await checkAll(server, rooms);
  return {
    latency,
    elsewhere,
    confirmation,
    updates,
    cpuMs: (after - before) / updates,
    bytes: bytes / updates,
  };
}

/** Updates a second when everybody sends the next as soon as an earlier one was answered. */
export function rush(subject: Subject, sizes: Sizes): Promise<number> {
  return withServer(subject, async (server) => {
    const rooms = await Promise.all(
      Array.from({ length: sizes.documents }, () =>
        fill([server], subject.newRoom(), sizes.peoplePerDocument),
      ),
    );
    const everyone = rooms.flatMap(({ people }) => people);
    let answered = 0;
    let going = true;
    for (const person of everyone) {
      person.listener = {
        answered: () => {
          answered++;
          if (going) person.type();
        },
        heard: () => undefined,
      };
    }
    const began = performance.now();
    for (const person of everyone) {
      for (let each = 0; each < WINDOW; each++) person.type();
    }
    await pause(RUSH_MS);
    const rate = (1000 * answered) / (performance.now() - began);
    going = false;
    await settle(rooms);
    await checkAll(server, rooms);
    return rate;
  });
}

const DOCUMENTS_FOR_CONNECTIONS = 10;
const IDLE_WORDS = 1_000;
const WRITTEN_IN = 20;

/** Where something is measured, and what is left of it taken away again. */
export type Servers = <T>(work: (servers: readonly ServerProcess[]) => Promise<T>) => Promise<T>;

/**
 * Memory while nobody does anything: of a connection, and of a document somebody is connected to, of
 * which each server has one of its own.
 */
export async function idle(
  subject: Subject,
  count: number,
  using: Servers = (work) => withServer(subject, (server) => work([server])),
): Promise<Idle> {
  const few = await memoryOf(using, subject, count, DOCUMENTS_FOR_CONNECTIONS);
  const many = await memoryOf(using, subject, count, count);
  const of = (what: 'heap' | 'rss') => {
    const document = (many[what] - few[what]) / (many.opened - few.opened);
    return { document, connection: (few[what] - few.opened * document) / count };
  };
  const [heap, rss] = [of('heap'), of('rss')];
  return {
    connection: { heap: heap.connection, rss: rss.connection },
    document: { heap: heap.document, rss: rss.document },
  };
}

/** What the processes grow by through so many connections to so many documents. */
function memoryOf(
  using: Servers,
  subject: Subject,
  connections: number,
  documents: number,
): Promise<{ heap: number; rss: number; opened: number }> {
  return using(async (servers) => {
    const memory = async () => {
      const each = await Promise.all(servers.map((server) => server.memory()));
      const sum = (what: 'heap' | 'rss') => each.reduce((all, one) => all + one[what], 0);
      return { heap: sum('heap'), rss: sum('rss') };
    };
    // What is loaded and compiled with the first of all belongs to no connection.
    const { people } = await fill(servers, subject.newRoom(), servers.length);
    writeWords(people.slice(0, 1));
    await Promise.all(people.map((person) => person.leave()));
    // Nor what is loaded when a server with threads is asked for the first time: five megabytes.
    await memory();
    const before = await memory();
    const inEach = connections / documents;
    for (let each = 0; each < documents; each++) {
      const room = await fill(servers, subject.newRoom(), inEach);
      writeWords(room.people.slice(0, 1));
      await settle([room]);
    }
    const after = await memory();
    const opened = documents * Math.min(servers.length, inEach);
    return { heap: after.heap - before.heap, rss: after.rss - before.rss, opened };
  });
}

function writeWords(people: readonly Person[]): void {
  for (const person of people) {
    const text = person.doc.getText('body');
    for (let each = 0; each < WRITTEN_IN; each++) {
      const at = Math.floor(text.length / 2);
      const words = 'words '.repeat(IDLE_WORDS / WRITTEN_IN);
      person.change(() => text.insert(at, words));
    }
  }
}

const COPIES = 10;
/** Many at once, or it would take an hour; the last ones each by itself, as they were typed. */
const EDITS_IN_AN_UPDATE = 500;
const LAST_EDITS = 1_000;

/** Opens documents that were written, edit by edit, before the server was started again. */
export async function opening(subject: Subject, trace: Trace): Promise<Opening | null> {
  if (!subject.stores) return null;
  const folder = temporaryFolder();
  try {
    const rooms = Array.from({ length: COPIES }, () => subject.newRoom());
    let server = await ServerProcess.start(subject.program, folder);
    try {
      for (const room of rooms) await writeTrace(server, room, trace);
    } finally {
      await server.stop();
    }
    server = await ServerProcess.start(subject.program, folder);
    const times: number[] = [];
    try {
      for (const room of rooms) {
        const began = performance.now();
        const guest = await Person.join(server.port, room);
        times.push(performance.now() - began);
        const reader = await Person.join(server.port, room, true);
        const text = reader.doc.getText('body').toString();
        if (text !== trace.endContent)
          throw new Error('The document opened is not the one written.');
        await Promise.all([guest.leave(), reader.leave()]);
      }
    } finally {
      await server.stop();
    }
    const [firstMs = Number.NaN, ...laterMs] = times;
    return { edits: trace.edits, firstMs, laterMs };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function writeTrace(server: ServerProcess, room: Room, trace: Trace): Promise<void> {
  const writer = await Person.join(server.port, room);
  const text = writer.doc.getText('body');
  const patches = trace.turns.flatMap((turn) => turn.patches);
  for (let from = 0, count = 0; from < patches.length; from += count) {
    count = from < patches.length - LAST_EDITS ? EDITS_IN_AN_UPDATE : 1;
    writer.change(() => {
      if (from === 0) text.insert(0, trace.startContent);
      for (const [at, deleted, inserted] of patches.slice(from, from + count)) {
        if (deleted > 0) text.delete(at, deleted);
        if (inserted !== '') text.insert(at, inserted);
      }
    });
    await until('the edits are taken', () => writer.waiting < WINDOW);
  }
  await until('the edits are taken', () => writer.waiting === 0);
  await writer.leave();
}

export interface Filled {
  readonly room: Room;
  readonly people: Person[];
}

export async function fill(
  servers: readonly ServerProcess[],
  room: Room,
  count: number,
): Promise<Filled> {
  const people: Person[] = [];
  for (let each = 0; each < count; each++) {
    const { port = 0 } = servers[each % servers.length] ?? {};
    people.push(await Person.join(port, room));
  }
  return { room, people };
}

/** Lets everybody type for so long, each at their own moment; how many updates they sent. */
export function type(
  people: readonly Person[],
  ms: number,
  keysPerSecond: number,
): Promise<number> {
  const interval = 1000 / keysPerSecond;
  const began = performance.now();
  const due = people.map((_, index) => began + (interval * index) / people.length);
  let updates = 0;
  return new Promise((resolve) => {
    const timer = setInterval(() => {
      const now = performance.now();
      if (now - began > ms) {
        clearInterval(timer);
        resolve(updates);
        return;
      }
      people.forEach((person, index) => {
        if ((due[index] ?? 0) > now) return;
        due[index] = (due[index] ?? 0) + interval;
        updates++;
        person.type();
      });
    }, 1);
  });
}

function bytesOf(people: readonly Person[]): number {
  return people.reduce((sum, person) => sum + person.bytes, 0);
}

const lengthOf = (person: Person): number => person.doc.getText('body').length;

/** Resolves when everything that was sent in the rooms was answered. */
export async function settle(rooms: readonly Filled[]): Promise<void> {
  await until('all is answered', () =>
    rooms.every(({ people }) => people.every(({ waiting }) => waiting === 0)),
  );
}

/** Throws unless a later guest gets all that was written. */
async function checkAll(server: ServerProcess, rooms: readonly Filled[]): Promise<void> {
  for (const { room, people } of rooms) {
    const written = people.reduce((sum, person) => sum + lengthOf(person), 0);
    const guest = await Person.join(server.port, room, true);
    if (lengthOf(guest) !== written) {
      throw new Error(`Of ${written} characters the server has ${lengthOf(guest)}.`);
    }
    await guest.leave();
  }
}

export async function withServer<T>(
  subject: Subject,
  work: (server: ServerProcess) => Promise<T>,
): Promise<T> {
  const folder = temporaryFolder();
  const server = await ServerProcess.start(subject.program, folder);
  try {
    return await work(server);
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true });
  }
}

function temporaryFolder(): string {
  return mkdtempSync(join(tmpdir(), 'driftless-bench-'));
}

const LOOK_AGAIN_MS = 5;
const PATIENCE_MS = 60_000;

async function until(what: string, isSo: () => boolean): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS;
  while (!isSo()) {
    if (performance.now() > deadline) throw new Error(`Given up waiting until ${what}.`);
    await pause(LOOK_AGAIN_MS);
  }
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
