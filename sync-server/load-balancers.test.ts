/**
 * The samples in docs/proxies, run by the real programs where they are installed, before two nodes on
 * one PostgreSQL. Only addresses and ports are others than in the samples.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { delimiter, join as pathOf } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { GIVES_MEMORY_BACK } from '../scripts/parts/runtime.mjs';
import { freePort } from '../shared/testing/free-port.ts';
import { newDatabase } from '../shared/testing/postgres.ts';
import { readConfig, SETTINGS } from './config.ts';
import { cleanUp, onCleanUp, temporaryFolder, until } from './testing/clean-up.ts';
import { bodyOf, RawClient, textUpdate } from './testing/raw-client.ts';
import { call, newOwner, startServer, type TestServer } from './testing/server.ts';

afterEach(cleanUp);

interface Balancer {
  readonly program: string;
  readonly sample: string;
  /** How it is started on a file, with a folder for what it writes. */
  readonly options: (file: string, folder: string) => string[];
  /** What a test needs beside other addresses. */
  readonly changed?: (config: string, folder: string) => string;
}

const BALANCERS: readonly Balancer[] = [
  {
    program: 'nginx',
    sample: 'nginx.conf',
    options: (file, folder) => [
      ...['-p', folder, '-c', file],
      ...[
        '-g',
        `daemon off; user ${userInfo().username}; pid ${folder}/nginx.pid; error_log stderr;`,
      ],
    ],
    changed: (config, folder) =>
      config.replace(
        'http {',
        `http {
    access_log off;
    ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((what) => `${what}_temp_path ${folder}/${what};`).join(' ')}`,
      ),
  },
  { program: 'haproxy', sample: 'haproxy.cfg', options: (file) => ['-db', '-f', file] },
  {
    program: 'caddy',
    sample: 'Caddyfile',
    options: (file) => ['run', '--config', file, '--adapter', 'caddyfile'],
    changed: (config) => `{\n\tadmin off\n}\n${config}`,
  },
];

const FOLDERS = (process.env.PATH ?? '').split(delimiter).concat('/usr/sbin', '/usr/bin');
const placeOf = (program: string) =>
  FOLDERS.map((folder) => pathOf(folder, program)).find((place) => existsSync(place)) ?? null;
const found = BALANCERS.filter(({ program }) => placeOf(program) !== null);
const left = BALANCERS.filter((balancer) => !found.includes(balancer));
if (left.length > 0) {
  const names = left.map(({ program }) => program).join(', ');
  console.warn(`Not installed here, so their samples are not tried: ${names}.`);
}

test('each sample names two nodes and what they are asked', () => {
  for (const { sample } of BALANCERS) {
    const text = readFileSync(pathOf(import.meta.dirname, '../docs/proxies', sample), 'utf8');
    expect(text).toMatch(/10\.0\.0\.1:8080[\s\S]*10\.0\.0\.2:8080/);
    expect(text).toContain('TRUST_PROXY=1');
  }
});

test('the one for a single server asks nginx for what the tried sample does', () => {
  const read = (path: string) =>
    readFileSync(pathOf(import.meta.dirname, '../docs', path), 'utf8').split('\n');
  const page = read('operations.md');
  const from = page.indexOf('```nginx');
  const lines = page.slice(from + 1, page.indexOf('```', from)).map((line) => line.trim());
  expect(lines.length).toBeGreaterThan(5);
  const tried = read('proxies/nginx.conf').map((line) => line.trim());
  const own = 'proxy_pass http://127.0.0.1:8080;';
  expect(lines.filter((line) => line !== own && !tried.includes(line))).toEqual([]);
});

test('what belongs to one document has one key, its discussion and its drafts too', () => {
  const read = (sample: string) =>
    readFileSync(pathOf(import.meta.dirname, '../docs/proxies', sample), 'utf8');
  // Each as its program reads it.
  const ofNginx = Array.from(read('nginx.conf').matchAll(/^ +~(\S+) \$\w+;$/gm), ([, pattern]) => {
    const found = new RegExp(pattern!);
    return (path: string) => Object.values(found.exec(path)?.groups ?? {})[0] ?? null;
  });
  const ofHaproxy = Array.from(
    read('haproxy.cfg').matchAll(/\(txn\.document\) path,(\S+) if \{ path_beg (\S+) \}/g),
    ([, steps = '', beginning = '']) => {
      const fields = [...steps.matchAll(/field\((\d+),(.)\)/g)];
      const keyOf = (path: string) =>
        fields.reduce((key, [, at, sign]) => key.split(sign!)[Number(at) - 1] ?? '', path);
      return (path: string) => (path.startsWith(beginning) ? keyOf(path) : null);
    },
  );
  for (const rules of [ofNginx, ofHaproxy]) {
    const keyOf = (path: string) => rules.map((rule) => rule(path)).find((key) => key !== null);
    for (const name of ['Doc', 'Doc.discussion', 'Doc.draft-0123456789ab'])
      for (const path of [`/sync/${name}`, `/api/docs/${name}/sync`, `/api/docs/${name}`])
        expect(keyOf(path), path).toBe('Doc');
    expect(keyOf('/api/server')).toBeUndefined();
  }
});

test('the sample for Kubernetes says what this server knows', async () => {
  const read = (path: string) => readFileSync(pathOf(import.meta.dirname, '..', path), 'utf8');
  const text = read('docs/proxies/kubernetes.yml');
  const all = (pattern: RegExp) => Array.from(text.matchAll(pattern), ([, found]) => found!);
  const given = Object.fromEntries(
    Array.from(text.matchAll(/name: (\w+), value: "(\d+)"/g), ([, name, value]) => [name!, value!]),
  );
  const { trustProxy, metricsPort } = readConfig(given);
  expect([trustProxy, metricsPort]).toEqual([1, 9464]);
  const known = Object.values(SETTINGS).map(({ env }) => env);
  for (const name of all(/name: ([A-Z_]{4,})/g)) expect(known).toContain(name);
  const { port, stopTimeoutMs } = readConfig({});
  expect(all(/containerPort: (\d+)/g)).toEqual([String(port), String(metricsPort)]);
  const [grace] = all(/terminationGracePeriodSeconds: (\d+)/g);
  // Who is told to stop takes no connection from then on: until it is, nobody is sent there any more.
  const [pause] = all(/preStop: \{ exec: \{ command: \[sleep, "(\d+)"\] \} \}/g);
  expect(Number(pause)).toBeGreaterThan(0);
  expect((Number(grace) - Number(pause)) * 1000).toBeGreaterThan(stopTimeoutMs);
  const server = await startServer();
  const probes = all(/path: (\S+), port: http/g);
  expect(probes).toEqual(['/healthz', '/readyz', '/healthz']);
  for (const path of probes) expect((await call(server, 'GET', path)).status).toBe(200);
  const dockerfile = read('Dockerfile');
  expect(dockerfile).toContain(`DATA_DIR=${all(/mountPath: (\S+) /g)[0]}`);
  expect(dockerfile).toContain('USER node');
  // Memory is given back in a container as elsewhere.
  for (const [name, value] of Object.entries(GIVES_MEMORY_BACK))
    expect(dockerfile).toContain(`${name}=${value}`);
});

test.each(found)(
  '$program passes people on, keeps those of a document together, and goes on without a node',
  async (balancer) => {
    const { url, remove } = await newDatabase();
    onCleanUp(remove);
    const settings = { databaseUrl: url, trustProxy: 1 };
    const nodes = await Promise.all([startServer(settings), startServer(settings)]);
    const balanced = await start(balancer, nodes);
    await until(
      'it passes on',
      async () => (await fetch(`${balanced.url}/readyz`).catch(() => null))?.status === 200,
    );

    // Several documents, each with people who come one by one.
    const owners = Array.from({ length: 6 }, () => newOwner());
    for (const { docId, secret } of owners) {
      const people: RawClient[] = [];
      for (let each = 0; each < 3; each++) people.push(await join(balanced, docId, secret));
      people[0]!.sendUpdate(textUpdate('word'));
      await until('all have it', () => people.every(({ doc }) => bodyOf(doc) === 'word'));
      const letIn = nodes.map(({ logLines }) => countOf(logLines, docId));
      expect([...letIn].sort()).toEqual([0, 3]);
    }
    // A page of this address may change things, and a picture comes through.
    const owner = owners[0]!;
    const picture = new Uint8Array(randomBytes(3_000_000));
    const sha256 = createHash('sha256').update(picture).digest('hex');
    const path = `/api/docs/${owner.docId}/attachments/${sha256}`;
    const headers = { Authorization: `Bearer ${owner.secret}`, Origin: balanced.url };
    const stored = await fetch(balanced.url + path, { method: 'POST', headers, body: picture });
    expect(stored.status).toBe(200);
    const read = await fetch(balanced.url + path, { headers });
    expect(read.status).toBe(200);
    expect(Buffer.from(await read.arrayBuffer()).equals(picture)).toBe(true);
    // They know whose address it is.
    expect(nodes.flatMap(({ logLines }) => logLines).join()).not.toContain('TRUST_PROXY');

    // The node of the first one's people stops: they come back, at the other one.
    const [gone, other] =
      countOf(nodes[0]!.logLines, owner.docId) > 0
        ? [nodes[0]!, nodes[1]!]
        : [nodes[1]!, nodes[0]!];
    await gone.stop();
    const person = await join(balanced, owner.docId, owner.secret);
    await until('it has it', () => bodyOf(person.doc) === 'word');
    expect(countOf(other.logLines, owner.docId)).toBeGreaterThan(0);
    expect((await call(balanced, 'GET', '/readyz')).status).toBe(200);
  },
);

const countOf = (lines: readonly string[], docId: string) =>
  lines.filter((line) => line.includes('"let in"') && line.includes(docId)).length;

/** Somebody comes, again and again until they are in: as the app does. */
async function join(server: { ws: string }, docId: string, secret: string): Promise<RawClient> {
  for (;;) {
    const client = RawClient.sync(server, docId, secret);
    await client.synced();
    if (!client.gone) return client;
  }
}

async function start(
  { program, sample, options, changed }: Balancer,
  nodes: readonly TestServer[],
): Promise<{ url: string; ws: string }> {
  const folder = temporaryFolder();
  const port = await freePort();
  const plain = readFileSync(pathOf(import.meta.dirname, '../docs/proxies', sample), 'utf8')
    .replace('listen 80;', `listen 127.0.0.1:${port};`)
    .replace('bind :80', `bind 127.0.0.1:${port}`)
    .replace(':80 {', `http://127.0.0.1:${port} {`)
    .replace('10.0.0.1:8080', new URL(nodes[0]!.url).host)
    .replace('10.0.0.2:8080', new URL(nodes[1]!.url).host);
  const file = pathOf(folder, sample);
  writeFileSync(file, changed?.(plain, folder) ?? plain);
  const child: ChildProcess = spawn(placeOf(program) ?? program, options(file, folder), {
    env: { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    said = (said + chunk.toString()).slice(-5_000);
  });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  onCleanUp(() => {
    child.kill('SIGTERM');
    const late = setTimeout(() => child.kill('SIGKILL'), 2_000);
    return ended.then(() => clearTimeout(late));
  });
  const url = `http://127.0.0.1:${port}`;
  await until('it listens', async () => {
    if (child.exitCode !== null) throw new Error(`${program} ended: ${said}`);
    return (await fetch(`${url}/healthz`).catch(() => null)) !== null;
  });
  return { url, ws: url.replace('http', 'ws') };
}
