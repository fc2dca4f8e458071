/**
 * Figures of this server for Prometheus, on a port of their own; the only file that knows its client.
 *
 * Invariant: nothing of it runs unless it is asked for, what it says names no document and no person,
 * and it is not reachable where people are.
 */
import { createServer, type Server } from 'node:http';
import type { ErrorCode } from '../shared/protocol/errors.ts';
import { countWith } from './meter.ts';

/** Seconds. The goal is 5 ms to durable and 8 ms to another node, at the 99th percentile. */
const BUCKETS = [
  0.0005, 0.001, 0.002, 0.003, 0.005, 0.008, 0.012, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10,
];

/** What is looked at when somebody asks. */
export interface Gauges {
  waitingUpdates(): number;
  waitingBytes(): number;
  openDocuments(): number;
  connections(): Readonly<Record<string, number>>;
  isHealthy(): boolean;
  isBusUp(): boolean | null;
  isBucketUp(): boolean | null;
}

export interface Metrics {
  /** Where it listens. */
  readonly port: number;
  close(): Promise<void>;
}

/** Starts to count and to answer `GET /metrics`. Rejects if the port cannot be listened on. */
export async function startMetrics(port: number, host: string, gauges: Gauges): Promise<Metrics> {
  const { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } = await import(
    'prom-client'
  );
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const seconds = (name: string, help: string) =>
    new Histogram({ name: `driftless_${name}_seconds`, help, buckets: BUCKETS, registers });
  const durable = seconds('durable', 'From when an update came until it was durable.');
  const told = seconds('told', 'From when an update was durable until the bus had taken it.');
  const heard = seconds(
    'heard',
    'From when a row of another node was heard of until it was applied.',
  );
  const failures = new Counter({
    name: 'driftless_store_failures_total',
    help: 'How often the store refused or did not answer.',
    labelNames: ['what'],
    registers,
  });
  const refusals = new Counter({
    name: 'driftless_refusals_total',
    help: 'What was refused to whom, by the code they were told.',
    labelNames: ['code'],
    registers,
  });
  for (const what of ['append', 'look', 'bus']) failures.inc({ what }, 0);
  const gauge = (name: string, help: string, value: () => number) =>
    new Gauge({
      name: `driftless_${name}`,
      help,
      registers,
      collect() {
        this.set(value());
      },
    });
  gauge('waiting_updates', 'Updates that wait to be stored.', gauges.waitingUpdates);
  gauge('waiting_bytes', 'Bytes of updates that wait to be stored.', gauges.waitingBytes);
  gauge('open_documents', 'Documents in memory, bodies and discussions.', gauges.openDocuments);
  gauge('healthy', 'Whether the store takes updates.', () => Number(gauges.isHealthy()));
  if (gauges.isBusUp() !== null) {
    gauge('bus_up', 'Whether other nodes can be heard.', () => Number(gauges.isBusUp()));
  }
  if (gauges.isBucketUp() !== null) {
    gauge('bucket_up', 'Whether pictures and files can be stored and read.', () =>
      Number(gauges.isBucketUp()),
    );
  }
  new Gauge({
    name: 'driftless_connections',
    help: 'Open connections, by endpoint.',
    labelNames: ['endpoint'],
    registers,
    collect() {
      for (const [endpoint, count] of Object.entries(gauges.connections())) {
        this.set({ endpoint }, count);
      }
    },
  });
  countWith({
    durable: (ms) => durable.observe(ms / 1000),
    told: (ms) => told.observe(ms / 1000),
    heard: (ms) => heard.observe(ms / 1000),
    storeFailed: (what) => failures.inc({ what }),
    refused: (code: ErrorCode) => refusals.inc({ code }),
  });
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url?.split('?')[0] !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    registry.metrics().then(
      (text) => response.writeHead(200, { 'Content-Type': registry.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  await listen(server, port, host);
  const address = server.address();
  return {
    port: address !== null && typeof address === 'object' ? address.port : port,
    close: async () => {
      countWith(null);
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
}
