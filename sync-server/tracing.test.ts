/** Traces of real servers, as a collector that takes OTLP over HTTP is sent them. */
import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { afterEach, describe, expect, test } from 'vitest';
import * as Y from 'yjs';
import { createSecret, hashSecret, personIdOf } from '../shared/access/ids.ts';
import { writeExchange } from '../shared/protocol/exchange.ts';
import { FRAME } from '../shared/protocol/messages.ts';
import { newDatabase } from '../shared/testing/postgres.ts';
import { Redis, redisProgram } from '../shared/testing/redis.ts';
import { DATABASE_FILE } from './storage/sqlite.ts';
import { cleanUp, onCleanUp, temporaryFolder, until } from './testing/clean-up.ts';
import { Collector, type SentSpan } from './testing/collector.ts';
import { bodyOf, RawClient, textUpdate } from './testing/raw-client.ts';
import { makeLink, memoryLog, newOwner, type Owned, startServer } from './testing/server.ts';
import { startTracing } from './tracing.ts';
import { tracer } from './way.ts';

afterEach(cleanUp);

const STEPS = ['turn', 'inspect', 'wait', 'store', 'apply', 'send', 'confirm'];
const ALONE = ['update', ...STEPS];
/** A clock of whole milliseconds is read for each way. */
const INACCURATE_NS = 2_000_000n;

async function tracedServer(collector: Collector, more: Parameters<typeof startServer>[0] = {}) {
  return startServer({ tracesEndpoint: collector.url, tracesShare: 1, ...more });
}

async function enter(server: { ws: string }, { docId, secret }: Owned, personKey?: string) {
  const client = RawClient.sync(server, docId, secret, undefined, personKey);
  await client.synced();
  return client;
}

const named = (trace: readonly SentSpan[], name: string) =>
  trace.filter((span) => span.name === name);
const only = (trace: readonly SentSpan[], name: string): SentSpan => {
  const [span, ...others] = named(trace, name);
  expect(others, name).toEqual([]);
  return span!;
};

/** Those steps are in it, each within the span above it and none before the one before it. */
function expectWay(trace: readonly SentSpan[], above: SentSpan, steps: readonly string[]): void {
  let before = above.start;
  for (const name of steps) {
    const step = trace.find((span) => span.name === name && span.parentId === above.spanId)!;
    expect(step, name).toBeDefined();
    expect(step.start, name).toBeGreaterThanOrEqual(before);
    expect(step.end, name).toBeGreaterThanOrEqual(step.start);
    expect(step.end, name).toBeLessThanOrEqual(above.end);
    before = step.end;
  }
}

/** Nobody else writes to the database of this folder until it is let go. */
function lock(folder: string): () => void {
  const database = new DatabaseSync(join(folder, DATABASE_FILE));
  onCleanUp(() => database.isOpen && database.close());
  database.exec('BEGIN EXCLUSIVE');
  return () => database.close();
}

test('one update is one trace, with a span for each step of its way', async () => {
  const collector = await Collector.start();
  const server = await tracedServer(collector, {
    tracesHeaders: { authorization: 'Bearer of traces' },
    serviceName: 'documents',
  });
  const owner = newOwner();
  const author = await enter(server, owner);
  const reader = await enter(server, owner);
  const before = BigInt(Date.now()) * 1_000_000n;
  const update = textUpdate('seen ');
  author.sendUpdate(update);
  await until('it is confirmed', () => author.statuses.length === 1);
  await until('it is seen', () => bodyOf(reader.doc) === 'seen ');
  const after = BigInt(Date.now()) * 1_000_000n;
  const [trace, ...others] = await collector.traces(1, ALONE);
  expect(others).toEqual([]);
  expect(trace!.map(({ name }) => name).sort()).toEqual([...ALONE].sort());
  const whole = only(trace!, 'update');
  expect(whole.parentId).toBe('');
  expect(whole.kind).toBe(2);
  expect(whole.attributes).toEqual({ 'driftless.bytes': update.length });
  expect(whole.hasFailed).toBe(false);
  expect(whole.start).toBeGreaterThanOrEqual(before - INACCURATE_NS);
  expect(whole.end).toBeLessThanOrEqual(after + INACCURATE_NS);
  expectWay(trace!, whole, STEPS);
  expect(only(trace!, 'store').attributes).toEqual({
    'driftless.updates': 1,
    'driftless.attempts': 1,
  });
  expect(only(trace!, 'apply').attributes).toEqual({ 'driftless.updates': 1 });
  expect(whole.resource['service.name']).toBe('documents');
  const { url, headers } = collector.requests[0]!;
  expect(url).toBe('/v1/traces');
  expect(headers.authorization).toBe('Bearer of traces');
});

test('one that came over HTTP is traced as well', async () => {
  const collector = await Collector.start();
  const server = await tracedServer(collector);
  const { docId, secret } = newOwner();
  const body = writeExchange({ stateVector: Uint8Array.of(0), update: textUpdate('posted') });
  const answer = await fetch(`${server.url}/api/docs/${docId}/sync`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${secret}` },
    body: body as Uint8Array<ArrayBuffer>,
  });
  expect(answer.status).toBe(200);
  const [trace] = await collector.traces(1, ALONE);
  expectWay(trace!, only(trace!, 'update'), STEPS);
});

test('one that brings nothing new, or may not be written, has no trace', async () => {
  const collector = await Collector.start();
  const server = await tracedServer(collector);
  const owner = newOwner();
  const author = await enter(server, owner);
  const update = textUpdate('once');
  author.sendUpdate(update);
  author.sendUpdate(update);
  await until('both are confirmed', () => author.statuses.length === 2);
  author.sendUpdate(update);
  await until('it is confirmed again', () => author.statuses.length === 3);
  const link = await makeLink(server, owner, 'viewer');
  const viewer = await enter(server, { ...owner, secret: link.secret });
  viewer.sendUpdate(textUpdate('forbidden'));
  await viewer.whenGone();
  await server.stop();
  const stored = named(collector.spans, 'store').map(({ traceId }) => traceId);
  expect(stored.length).toBeGreaterThan(0);
  for (const span of collector.spans) expect(stored).toContain(span.traceId);
});

test('updates of one transaction say how many they were, and one that was tried again how often', async () => {
  const collector = await Collector.start();
  const server = await tracedServer(collector);
  const owner = newOwner();
  const author = await enter(server, owner);
  const unlock = lock(server.folder);
  const writer = new Y.Doc();
  author.sendUpdate(textUpdate('first ', writer));
  await until('it was not stored', () =>
    server.logLines.some((line) => line.includes('store does not take updates')),
  );
  for (const word of ['a ', 'b ', 'c ']) author.sendUpdate(textUpdate(word, writer));
  // It is answered at once, but not before what was sent before it was looked at.
  author.send(Uint8Array.of(FRAME.queryAwareness));
  await until('all wait for the store', () => author.count(FRAME.awareness) > 0);
  unlock();
  await until('all are confirmed', () => author.statuses.length === 4);
  const traces = await collector.traces(4, ALONE);
  expect(traces).toHaveLength(4);
  const stores = traces.map((trace) => only(trace, 'store').attributes);
  expect(stores.map((store) => store['driftless.updates'])).toEqual([4, 4, 4, 4]);
  const attempts = stores.map((store) => Number(store['driftless.attempts']));
  expect(Math.max(...attempts)).toBeGreaterThan(1);
  for (const trace of traces) expectWay(trace, only(trace, 'update'), STEPS);
});

test('the way of one whose author left goes on without being confirmed', async () => {
  const collector = await Collector.start();
  const server = await tracedServer(collector);
  const owner = newOwner();
  const author = await enter(server, owner);
  const unlock = lock(server.folder);
  author.sendUpdate(textUpdate('left '));
  author.send(Uint8Array.of(FRAME.queryAwareness));
  await until('it waits for the store', () => author.count(FRAME.awareness) > 0);
  author.socket.close();
  const [left] = await collector.traces(1, ['update']);
  expect(only(left!, 'update').attributes['driftless.confirmed']).toBe(false);
  unlock();
  const [trace] = await collector.traces(1, ['update', 'store', 'apply', 'send']);
  expect(named(trace!, 'confirm')).toEqual([]);
});

test('one whose document is deleted before it is stored ends there', async () => {
  const collector = await Collector.start();
  const server = await tracedServer(collector);
  const owner = newOwner();
  const author = await enter(server, owner);
  const unlock = lock(server.folder);
  author.sendUpdate(textUpdate('too late '));
  author.send(Uint8Array.of(FRAME.queryAwareness));
  await until('it waits for the store', () => author.count(FRAME.awareness) > 0);
  const deleted = fetch(`${server.url}/api/docs/${owner.docId}`, {
    method: 'DELETE',
    headers: { Authorization: `Bearer ${owner.secret}` },
  });
  await author.whenGone();
  unlock();
  await deleted;
  const [trace] = await collector.traces(1, ['update']);
  const whole = only(trace!, 'update');
  expect(whole.attributes['driftless.confirmed']).toBe(false);
  expect(named(trace!, 'store')).toEqual([]);
});

test('one that could not be stored before a stop says why', async () => {
  const collector = await Collector.start();
  const server = await tracedServer(collector, { stopTimeoutMs: 500 });
  const author = await enter(server, newOwner());
  lock(server.folder);
  author.sendUpdate(textUpdate('not stored '));
  author.send(Uint8Array.of(FRAME.queryAwareness));
  await until('it waits for the store', () => author.count(FRAME.awareness) > 0);
  await server.stop();
  const [trace] = await collector.traces(1, ['update']);
  const whole = only(trace!, 'update');
  expect(whole.hasFailed).toBe(true);
  expect(whole.attributes['error.type']).toBe('storage_failed');
  expect(named(trace!, 'store')).toEqual([]);
});

test('nothing that is sent names a document, a person, a secret or a text', async () => {
  const collector = await Collector.start();
  const server = await tracedServer(collector);
  const owner = newOwner();
  const personKey = createSecret();
  const person = personIdOf(personKey);
  const author = await enter(server, owner, personKey);
  const text = 'nobody-else-reads-this';
  author.sendAwareness(7, 1, { person: { id: person, name: 'Ada Lovelace', color: 'red' } });
  const update = textUpdate(text);
  author.sendUpdate(update);
  await until('it is confirmed', () => author.statuses.length === 1);
  await collector.traces(1, ALONE);
  const sent = Buffer.concat(collector.bodies);
  const hidden = [owner.docId, owner.secret, hashSecret(owner.secret), personKey, person, text];
  for (const each of [...hidden, 'Ada', server.folder, '127.0.0.1']) {
    expect(sent.includes(each), each).toBe(false);
    expect(sent.includes(Buffer.from(each, 'base64url')), each).toBe(false);
  }
  expect(sent.includes(Buffer.from(update.subarray(0, 8)))).toBe(false);
  // And it says nothing but this.
  const attributes = collector.spans.flatMap((span) => Object.keys(span.attributes));
  expect([...new Set(attributes)].sort()).toEqual([
    'driftless.attempts',
    'driftless.bytes',
    'driftless.updates',
  ]);
  expect(Object.keys(collector.spans[0]!.resource).sort()).toEqual([
    'service.instance.id',
    'service.name',
    'service.version',
  ]);
});

test('what waits to be sent is sent before it is stopped', async () => {
  const collector = await Collector.start();
  const server = await tracedServer(collector);
  const author = await enter(server, newOwner());
  const writer = new Y.Doc();
  for (let at = 0; at < 100; at++) author.sendUpdate(textUpdate('w', writer));
  await until('all are confirmed', () => author.statuses.length === 100);
  await server.stop();
  expect(named(collector.spans, 'update')).toHaveLength(100);
  expect(named(collector.spans, 'confirm')).toHaveLength(100);
});

test('of a share of none, none are traced', async () => {
  const collector = await Collector.start();
  const server = await tracedServer(collector, { tracesShare: 0 });
  const author = await enter(server, newOwner());
  author.sendUpdate(textUpdate('untraced'));
  await until('it is confirmed', () => author.statuses.length === 1);
  await server.stop();
  expect(collector.requests).toEqual([]);
});

describe('a collector that is in trouble', () => {
  const said = (lines: readonly string[], event: string) =>
    lines.filter((line) => line.includes(`"${event}"`));
  const NOT_TAKEN = 'traces are not taken';
  const TAKEN = 'traces are taken again';

  /** Writes until the collector was asked so often. */
  async function writeUntil(client: RawClient, what: string, check: () => boolean): Promise<void> {
    const writer = new Y.Doc();
    await until(what, async () => {
      const before = client.statuses.length;
      client.sendUpdate(textUpdate('w', writer));
      await until('it is confirmed', () => client.statuses.length > before);
      return check();
    });
  }

  test('fails: that is said once, and once that it is well again', async () => {
    const collector = await Collector.start();
    collector.mood = 'fails';
    const server = await tracedServer(collector);
    const author = await enter(server, newOwner());
    await writeUntil(author, 'it was asked again', () => collector.requests.length >= 3);
    expect(said(server.logLines, NOT_TAKEN)).toHaveLength(1);
    expect(said(server.logLines, NOT_TAKEN)[0]).toContain('500');
    collector.mood = 'takes';
    await writeUntil(author, 'it is well', () => said(server.logLines, TAKEN).length > 0);
    await writeUntil(author, 'it is asked again', () => collector.bodies.length >= 3);
    expect(said(server.logLines, NOT_TAKEN)).toHaveLength(1);
    expect(said(server.logLines, TAKEN)).toHaveLength(1);
  });

  test('is away: the server starts, stores and stops, and sends when it is there', async () => {
    const away = await Collector.start();
    const { port, url } = away;
    await away.stop();
    const server = await startServer({ tracesEndpoint: url, tracesShare: 1 });
    const author = await enter(server, newOwner());
    await writeUntil(author, 'that was said', () => said(server.logLines, NOT_TAKEN).length > 0);
    expect(said(server.logLines, NOT_TAKEN)[0]).toContain('ECONNREFUSED');
    const collector = await Collector.start(port);
    await writeUntil(author, 'it is there', () => collector.spans.length > 0);
    await collector.stop();
    await server.stop();
    expect(said(server.logLines, 'stopped')).toHaveLength(1);
  });

  test('hangs: nobody waits for it, and neither does a stop', async () => {
    const collector = await Collector.start();
    collector.mood = 'hangs';
    const server = await tracedServer(collector);
    const author = await enter(server, newOwner());
    await writeUntil(author, 'it hangs', () => collector.hanging.size > 0);
    await server.stop();
    expect(said(server.logLines, 'stopped')).toHaveLength(1);
    // It did not wait until that was given up, which is said later.
    expect(said(server.logLines, NOT_TAKEN)).toEqual([]);
    await until('it is given up', () => said(server.logLines, NOT_TAKEN).length > 0);
  });

  test('hangs: what waits for it is bounded, and whole traces begin again when it is well', async () => {
    const collector = await Collector.start();
    collector.mood = 'hangs';
    const lines: string[] = [];
    const tracing = await startTracing({
      endpoint: collector.url,
      ...{ headers: {}, serviceName: 'driftless', version: '1', share: 1, log: memoryLog(lines) },
    });
    onCleanUp(() => tracing.close(0));
    const trace = () => {
      const frame = new Uint8Array(1);
      tracer?.came(frame);
      const way = tracer?.begin(frame) ?? null;
      way?.confirmed();
      return way !== null;
    };
    let begun = 0;
    for (let at = 0; at < 10_000; at++) begun += Number(trace());
    // Three spans each, of which so many may wait and be on their way.
    expect(begun).toBeGreaterThan(100);
    expect(3 * begun).toBeLessThan(4_096);
    await until('it hangs', () => collector.hanging.size > 0);
    collector.mood = 'takes';
    for (const response of collector.hanging) response.writeHead(200).end();
    await until('there is room again', trace);
  });
});

interface Process {
  ws: string;
  stop(): Promise<number | null>;
}

/** The program as it is started, with these settings alone. */
async function run(env: Record<string, string>): Promise<Process> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts')], {
    env: {
      PATH: process.env.PATH,
      HOST: '127.0.0.1',
      PORT: '0',
      DATA_DIR: temporaryFolder(),
      ...env,
    },
  });
  onCleanUp(() => child.kill('SIGKILL'));
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const listens = () => /"url":"http(?<address>[^"]+)"/.exec(output)?.groups?.address;
  await until('it listens', () => {
    if (child.exitCode !== null) throw new Error(output);
    return listens() !== undefined;
  });
  return {
    ws: `ws${listens()}`,
    stop: () => {
      child.kill('SIGTERM');
      return ended;
    },
  };
}

test.each([
  ['PostgreSQL', false],
  ...(redisProgram() === null ? [] : [['Redis', true] as const]),
] as const)(
  'what another node does with it is in the same trace, over %s',
  async (_name, isOverRedis) => {
    const collector = await Collector.start();
    const { url, remove } = await newDatabase();
    onCleanUp(remove);
    const redis = isOverRedis ? await Redis.start() : null;
    onCleanUp(() => redis?.stop());
    const shared = { DATABASE_URL: url, ...(redis && { REDIS_URL: redis.url }) };
    const traced = {
      ...shared,
      OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/`,
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20abc, x-team=docs',
      OTEL_TRACES_SAMPLER_ARG: '1',
    };
    const [one, two, three] = await Promise.all([run(traced), run(traced), run(shared)]);
    const owner = newOwner();
    const author = await enter(one, owner);
    const reader = await enter(two, owner);
    // A node that does not trace sees no less.
    const other = await enter(three, owner);
    const writer = new Y.Doc();
    // What is too long for a message is read from the store.
    const words = ['told ', 'x'.repeat(20_000)];
    for (const word of words) {
      const before = author.statuses.length;
      author.sendUpdate(textUpdate(word, writer));
      await until('it is confirmed', () => author.statuses.length > before);
    }
    for (const { doc } of [reader, other]) {
      await until('it is seen', () => bodyOf(doc) === words.join(''));
    }
    const STEPS_THERE = ['apply', 'send'];
    const traces = await collector.traces(2, [...ALONE, 'tell', 'hear', ...STEPS_THERE]);
    expect(traces).toHaveLength(2);
    for (const trace of traces) {
      const whole = only(trace, 'update');
      const tell = only(trace, 'tell');
      const hear = only(trace, 'hear');
      expectWay(trace, whole, STEPS);
      expect(tell.parentId).toBe(whole.spanId);
      expect(tell.start).toBeGreaterThanOrEqual(only(trace, 'store').end);
      expect(tell.hasFailed).toBe(false);
      expect(hear.parentId).toBe(tell.spanId);
      expect(hear.start).toBeGreaterThanOrEqual(tell.start - INACCURATE_NS);
      expect([tell.kind, hear.kind]).toEqual([4, 5]);
      expectWay(trace, hear, STEPS_THERE);
      expect(hear.resource['service.instance.id']).not.toBe(whole.resource['service.instance.id']);
      for (const name of STEPS_THERE) expect(named(trace, name)).toHaveLength(2);
    }
    expect(collector.requests[0]!.headers).toMatchObject({
      authorization: 'Bearer abc',
      'x-team': 'docs',
    });
    expect(await Promise.all([one, two, three].map((node) => node.stop()))).toEqual([0, 0, 0]);
    const sent = Buffer.concat(collector.bodies);
    for (const each of [owner.docId, owner.secret, 'told '])
      expect(sent.includes(each)).toBe(false);
  },
);

test('where nobody asks for traces, none of its packages is loaded', async () => {
  const collector = await Collector.start();
  const folder = temporaryFolder();
  const list = join(folder, 'loaded');
  const hook = join(folder, 'hook.mjs');
  writeFileSync(
    hook,
    `import { appendFileSync } from 'node:fs';
     import { registerHooks } from 'node:module';
     registerHooks({
       load(url, context, next) {
         appendFileSync(${JSON.stringify(list)}, url + '\\n');
         return next(url, context);
       },
     });`,
  );
  const loaded = async (env: Record<string, string>) => {
    writeFileSync(list, '');
    const server = await run({ NODE_OPTIONS: `--import=${pathToFileURL(hook)}`, ...env });
    const author = await enter(server, newOwner());
    author.sendUpdate(textUpdate('word'));
    await until('it is confirmed', () => author.statuses.length === 1);
    expect(await server.stop()).toBe(0);
    const urls = readFileSync(list, 'utf8').split('\n');
    expect(urls.some((url) => url.endsWith('/update-log.ts'))).toBe(true);
    return urls.filter((url) => url.includes('@opentelemetry'));
  };
  expect(await loaded({})).toEqual([]);
  expect(collector.requests).toEqual([]);
  const asked = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_TRACES_SAMPLER_ARG: '1.0' };
  expect((await loaded(asked)).length).toBeGreaterThan(0);
  expect(named(collector.spans, 'update')).toHaveLength(1);
});
