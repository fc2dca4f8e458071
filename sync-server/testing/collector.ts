/**
 * An OpenTelemetry collector for tests: takes OTLP over HTTP as protobuf, and keeps what it was sent.
 *
 * Invariant: it reads the bytes by itself, so that what a span says is what was sent.
 */
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onCleanUp, until } from './clean-up.ts';

type Value = string | number | boolean;

export interface SentSpan {
  name: string;
  traceId: string;
  spanId: string;
  /** Empty for the first span of a trace. */
  parentId: string;
  /** 1 within, 2 server, 4 producer, 5 consumer. */
  kind: number;
  /** Nanoseconds since 1970. */
  start: bigint;
  end: bigint;
  attributes: Record<string, Value>;
  hasFailed: boolean;
  /** Of the server that sent it. */
  resource: Record<string, Value>;
}

/** What a collector does with what it is sent. */
export type Mood = 'takes' | 'fails' | 'hangs';

export class Collector {
  readonly spans: SentSpan[] = [];
  readonly bodies: Buffer[] = [];
  readonly requests: { url: string; headers: IncomingHttpHeaders }[] = [];
  mood: Mood = 'takes';
  /** Requests that wait for an answer. */
  readonly hanging = new Set<ServerResponse>();
  readonly #server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      this.requests.push({ url: request.url ?? '', headers: request.headers });
      response.on('close', () => this.hanging.delete(response));
      if (this.mood === 'hangs') this.hanging.add(response);
      else if (this.mood === 'fails') response.writeHead(500).end();
      else {
        const body = Buffer.concat(chunks);
        this.bodies.push(body);
        this.spans.push(...spansIn(body));
        response.writeHead(200, { 'Content-Type': 'application/x-protobuf' }).end();
      }
    });
  });

  /** On a port that is free, or on this one. */
  static async start(port = 0): Promise<Collector> {
    const collector = new Collector();
    await new Promise<void>((resolve) => collector.#server.listen(port, '127.0.0.1', resolve));
    onCleanUp(() => collector.stop());
    return collector;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Resolves with the spans of so many whole traces, each by its name and in the order they began. */
  async traces(count: number, names: readonly string[]): Promise<SentSpan[][]> {
    await until(`${count} traces came, with ${names}`, () => {
      const whole = this.#byTrace().filter((trace) => hasAll(trace, names));
      return whole.length >= count;
    });
    return this.#byTrace();
  }

  #byTrace(): SentSpan[][] {
    const byTrace = new Map<string, SentSpan[]>();
    for (const span of this.spans) {
      const others = byTrace.get(span.traceId);
      if (others === undefined) byTrace.set(span.traceId, [span]);
      else others.push(span);
    }
    const inOrder = (one: SentSpan, other: SentSpan) => Number(one.start - other.start);
    return [...byTrace.values()].map((trace) => trace.sort(inOrder));
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

function hasAll(trace: readonly SentSpan[], names: readonly string[]): boolean {
  return names.every(
    (name) =>
      trace.filter((span) => span.name === name).length >=
      names.filter((other) => other === name).length,
  );
}

/** Fields of a protobuf message: numbers as they are, and bytes. */
function* fieldsOf(message: Buffer): Generator<{ field: number; number: bigint; bytes: Buffer }> {
  let at = 0;
  const varint = () => {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = message.readUInt8(at++);
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
  };
  const none = Buffer.alloc(0);
  while (at < message.length) {
    const tag = Number(varint());
    const field = tag >> 3;
    if ((tag & 7) === 0) yield { field, number: varint(), bytes: none };
    else if ((tag & 7) === 1) {
      yield { field, number: message.readBigUInt64LE(at), bytes: message.subarray(at, at + 8) };
      at += 8;
    } else if ((tag & 7) === 5) {
      yield { field, number: BigInt(message.readUInt32LE(at)), bytes: none };
      at += 4;
    } else if ((tag & 7) === 2) {
      const length = Number(varint());
      yield { field, number: 0n, bytes: message.subarray(at, at + length) };
      at += length;
    } else throw new Error(`no protobuf: ${tag}`);
  }
}

const within = (message: Buffer, wanted: number) =>
  [...fieldsOf(message)].filter(({ field }) => field === wanted);
const partsOf = (message: Buffer, wanted: number) =>
  within(message, wanted).map(({ bytes }) => bytes);

/** `KeyValue`s, of which the value is text, a truth or a number. */
function attributesOf(pairs: readonly Buffer[]): Record<string, Value> {
  return Object.fromEntries(
    pairs.map((pair) => {
      const [value] = fieldsOf(partsOf(pair, 2)[0] ?? Buffer.alloc(0));
      const { field, number, bytes } = value!;
      const read = field === 1 ? bytes.toString() : field === 2 ? number === 1n : null;
      return [
        String(partsOf(pair, 1)[0]),
        read ?? (field === 4 ? bytes.readDoubleLE() : Number(number)),
      ];
    }),
  );
}

/** Spans of an `ExportTraceServiceRequest`. */
function spansIn(body: Buffer): SentSpan[] {
  return partsOf(body, 1).flatMap((ofResource) => {
    const resource = attributesOf(partsOf(partsOf(ofResource, 1)[0] ?? Buffer.alloc(0), 1));
    const spans = partsOf(ofResource, 2).flatMap((ofScope) => partsOf(ofScope, 2));
    return spans.map((span): SentSpan => {
      const hex = (field: number) => partsOf(span, field)[0]?.toString('hex') ?? '';
      const number = (field: number) => within(span, field)[0]?.number ?? 0n;
      const status = partsOf(span, 15)[0] ?? Buffer.alloc(0);
      return {
        name: String(partsOf(span, 5)[0]),
        traceId: hex(1),
        spanId: hex(2),
        parentId: hex(4),
        kind: Number(number(6)),
        start: number(7),
        end: number(8),
        attributes: attributesOf(partsOf(span, 9)),
        hasFailed: within(status, 3)[0]?.number === 2n,
        resource,
      };
    });
  });
}
