/** Figures for Prometheus of a real server, and where they are to be seen. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { freePort } from '../shared/testing/free-port.ts';
import { S3 } from '../shared/testing/s3.ts';
import { cleanUp, onCleanUp, until } from './testing/clean-up.ts';
import { RawClient, textUpdate } from './testing/raw-client.ts';
import { newOwner, startServer } from './testing/server.ts';

afterEach(cleanUp);

/** One that somebody listens on until the test ends. */
async function takenPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onCleanUp(() => new Promise((resolve) => server.close(resolve)));
  return (server.address() as AddressInfo).port;
}

test('what happens is counted, names nobody, and is not where people are', async () => {
  const metricsPort = await freePort();
  const server = await startServer({ metricsPort });
  const owner = newOwner();
  const client = RawClient.sync(server, owner.docId, owner.secret);
  await client.synced();
  for (const word of ['one ', 'two ']) client.sendUpdate(textUpdate(word));
  await until('stored', () => client.statuses.length === 2);
  const stranger = RawClient.sync(server, owner.docId, newOwner().secret);
  await stranger.whenGone();
  const answer = await fetch(`http://127.0.0.1:${metricsPort}/metrics`);
  expect(answer.headers.get('content-type')).toContain('text/plain');
  const text = await answer.text();
  const figure = (name: string) =>
    Number(
      text
        .split('\n')
        .find((line) => line.startsWith(`${name} `))
        ?.split(' ')[1],
    );
  expect(figure('driftless_durable_seconds_count')).toBe(2);
  expect(figure('driftless_open_documents')).toBe(1);
  expect(figure('driftless_healthy')).toBe(1);
  expect(figure('driftless_connections{endpoint="y-websocket"}')).toBe(1);
  expect(figure('driftless_refusals_total{code="token_invalid"}')).toBe(1);
  expect(figure('driftless_store_failures_total{what="append"}')).toBe(0);
  expect(figure('nodejs_eventloop_lag_p99_seconds')).toBeGreaterThanOrEqual(0);
  for (const secret of [owner.secret, owner.docId]) expect(text).not.toContain(secret);
  expect((await fetch(`http://127.0.0.1:${metricsPort}/`)).status).toBe(404);
  expect((await fetch(`${server.url}/metrics`)).headers.get('content-type')).not.toContain(
    'plain; version',
  );

  // What the dashboard and the alerts ask for is there, on a server of its own or among several.
  const asked = ['grafana.json', 'alerts.yml'].flatMap((file) =>
    [
      ...readFileSync(join(import.meta.dirname, '../docs/monitoring', file), 'utf8').matchAll(
        /\b(?:driftless|nodejs|process)_[a-z0-9_]+/g,
      ),
    ].map(([name]) => name),
  );
  expect(asked.length).toBeGreaterThan(15);
  const notHere = new Set(['driftless_bus_up', 'driftless_bucket_up']);
  for (const name of asked) {
    if (!notHere.has(name)) expect(text).toContain(name);
  }
});

test('what is refused over HTTP is counted as well, and where a balancer asks is not', async () => {
  const metricsPort = await freePort();
  const server = await startServer({ metricsPort, maxAttachmentBytes: 10 });
  const { docId, secret } = newOwner();
  const picture = `/api/docs/${docId}/attachments/${'a'.repeat(64)}`;
  const ask = async (path: string, headers: Record<string, string>, body?: string) =>
    (await fetch(server.url + path, { method: body ? 'POST' : 'GET', headers, body: body ?? null }))
      .status;
  expect(await ask(picture, { Authorization: `Bearer ${secret}` }, 'x'.repeat(20))).toBe(413);
  expect(await ask(`/api/docs/${docId}`, { Authorization: 'Bearer x' })).toBe(401);
  expect(await ask('/api/server', { Origin: 'https://elsewhere.example' })).toBe(403);
  expect(await ask('/readyz', {})).toBe(200);
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  const counted = Array.from(text.matchAll(/^driftless_refusals_total\{code="(\w+)"\} (\d+)$/gm));
  expect(counted.map(([, code, count]) => `${code} ${count}`).sort()).toEqual([
    'origin_refused 1',
    'payload_too_large 1',
    'token_invalid 1',
  ]);
});

test('a bucket that fails is counted', async () => {
  const s3 = await S3.start();
  onCleanUp(() => s3.stop());
  const metricsPort = await freePort();
  const server = await startServer({ ...s3.settings, metricsPort });
  const told = async (figure: string) => {
    await server.sweepBucket();
    const answer = await fetch(`http://127.0.0.1:${metricsPort}/metrics`);
    expect(await answer.text()).toContain(figure);
  };
  await told('driftless_bucket_up 1');
  await s3.stop();
  await told('driftless_bucket_up 0');
});

test('a port for it that is taken stops the start with a sentence', async () => {
  await expect(startServer({ metricsPort: await takenPort() })).rejects.toThrow(
    /^METRICS_PORT \d+ cannot be listened on \(EADDRINUSE\)\. Set it to another one, or to 0\.$/,
  );
});
