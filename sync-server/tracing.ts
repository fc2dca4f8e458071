/**
 * Traces of single updates for OpenTelemetry; the only file that knows its packages.
 *
 * Invariant: nothing of it is loaded unless it is asked for, what it sends names no document, no
 * person and no text, and whatever a collector does, the server goes on and what waits is bounded.
 */
import { randomUUID } from 'node:crypto';
import type { Attributes, Context, HrTime, Span, SpanKind } from '@opentelemetry/api';
import type { SpanExporter } from '@opentelemetry/sdk-trace';
import type { ErrorCode } from '../shared/protocol/errors.ts';
import type { Log } from './log.ts';
import { type TraceParent, type Tracer, tracer, traceWith, type Way, type WayHere } from './way.ts';

/** Spans that may wait to be sent, about ten of them an update. */
const MOST_WAITING = 4_096;
/** With more than this, no new trace begins: one of which half was dropped tells the wrong thing. */
const ENOUGH_WAITING = MOST_WAITING / 2;
const AT_A_TIME = 512;
const SEND_EVERY_MS = 1_000;
/** A collector that takes longer has failed. */
const ANSWER_WITHIN_MS = 5_000;
const GIVE_UP_AFTER_MS = 2 * ANSWER_WITHIN_MS;
/** All that waits at once, as at a stop, and one that still hangs. */
const MOST_SENDINGS = MOST_WAITING / AT_A_TIME + 1;
/** What a stop may wait for a collector that was well until then. */
const LAST_WITHIN_MS = 1_000;
/** The time of day is read in whole milliseconds. */
const CLOCKS_AGREE_MS = 3;
/** `ExportResultCode.SUCCESS`. */
const TAKEN = 0;

export interface TracingOptions {
  /** Where the collector takes OTLP over HTTP, without the path that belongs to traces. */
  endpoint: string;
  headers: Readonly<Record<string, string>>;
  serviceName: string;
  version: string;
  /** Share of the updates that are traced. */
  share: number;
  log: Log;
}

export interface Tracing {
  /** Traces no more, and sends what waits, as far as the time allows and the collector does. */
  close(withinMs: number): Promise<void>;
}

type Api = typeof import('@opentelemetry/api');

/** Starts to trace. A collector that is not there is no reason to reject. */
export async function startTracing(options: TracingOptions): Promise<Tracing> {
  const { endpoint, headers, serviceName, version, share, log } = options;
  const [api, { OTLPTraceExporter }, { resourceFromAttributes }, sdk] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/exporter-trace-otlp-proto'),
    import('@opentelemetry/resources'),
    import('@opentelemetry/sdk-trace'),
  ]);
  const exporter = new WatchedExporter(
    new OTLPTraceExporter({
      url: `${endpoint}/v1/traces`,
      headers: { ...headers },
      timeoutMillis: ANSWER_WITHIN_MS,
      concurrencyLimit: MOST_SENDINGS,
      httpAgentOptions: { keepAlive: true },
    }),
    log,
  );
  const provider = new sdk.TracerProvider({
    // Who is traced is decided before there is a span.
    sampler: new sdk.AlwaysOnSampler(),
    resource: resourceFromAttributes({
      'service.name': serviceName,
      'service.version': version,
      // Tells nodes apart, and says nothing of the machine.
      'service.instance.id': randomUUID(),
    }),
    spanProcessors: [
      new sdk.BatchSpanProcessor({
        exporter,
        maxQueueSize: MOST_WAITING,
        maxExportBatchSize: AT_A_TIME,
        scheduledDelayMillis: SEND_EVERY_MS,
        exportTimeoutMillis: GIVE_UP_AFTER_MS,
      }),
    ],
  });
  const source = provider.getTracer('driftless', version);
  const spans: Spans = {
    api,
    start: (name, parent, at, kind) => source.startSpan(name, { startTime: at, kind }, parent),
    end(span, at) {
      if (exporter.waiting >= MOST_WAITING) return;
      exporter.waiting += 1;
      span.end(at);
    },
  };
  /** When bytes came that are traced if there is an update in them. */
  const came = new WeakMap<Uint8Array, number>();
  const own: Tracer = {
    came(frame) {
      if (Math.random() >= share || exporter.waiting > ENOUGH_WAITING) return;
      came.set(frame, performance.now());
    },
    begin(frame) {
      const at = came.get(frame);
      if (at === undefined) return null;
      came.delete(frame);
      return new AuthorsWay(spans, at);
    },
    heard: (parent) => new HeardWay(spans, parent),
  };
  traceWith(own);
  return {
    close: async (withinMs) => {
      if (tracer === own) traceWith(null);
      // What went wrong is in the log: the exporter says it.
      const sent = provider.shutdown().catch(() => undefined);
      if (exporter.isFailing) return;
      let late: NodeJS.Timeout | undefined;
      await Promise.race([
        sent,
        new Promise((resolve) => {
          late = setTimeout(resolve, Math.min(withinMs, LAST_WITHIN_MS));
        }),
      ]);
      clearTimeout(late);
    },
  };
}

/** Says in the log when a collector begins to fail and when it is well again, and counts what waits. */
class WatchedExporter implements SpanExporter {
  readonly #exporter: SpanExporter;
  readonly #log: Log;
  waiting = 0;
  isFailing = false;

  constructor(exporter: SpanExporter, log: Log) {
    this.#exporter = exporter;
    this.#log = log;
  }

  export(...[spans, onResult]: Parameters<SpanExporter['export']>): void {
    this.waiting -= spans.length;
    this.#exporter.export(spans, (result) => {
      const { error } = result;
      const hasFailed = result.code !== TAKEN;
      if (hasFailed && !this.isFailing) {
        this.#log.warn('traces are not taken', { why: whyOf(error) });
      } else if (!hasFailed && this.isFailing) this.#log.info('traces are taken again');
      this.isFailing = hasFailed;
      onResult(result);
    });
  }

  shutdown(): Promise<void> {
    return this.#exporter.shutdown();
  }
}

/** Without the body of the answer, which is the collector's own. */
function whyOf(error: (Error & { code?: unknown }) | undefined): string {
  return [error?.code, error?.message].filter(Boolean).join(' ') || 'no reason was given';
}

interface Spans {
  readonly api: Api;
  start(name: string, parent: Context, at: HrTime, kind?: SpanKind): Span;
  /** Hands it over to be sent, if there is room. */
  end(span: Span, at: HrTime): void;
}

/**
 * From the steady clock to the time of day. A server runs for long, and the two part; as long as they
 * have not, what was read when it started is better by the part of a millisecond that there is in it.
 */
function epochNow(): number {
  const now = Date.now() - performance.now();
  return Math.abs(now - performance.timeOrigin) < CLOCKS_AGREE_MS ? performance.timeOrigin : now;
}

/** What happens to an update at one place, as a span with one more for each step. */
class Here implements WayHere {
  protected readonly spans: Spans;
  protected readonly whole: Span;
  /** Where the steps belong. */
  protected readonly inside: Context;
  /** When the step before ended, by the steady clock. */
  protected since: number;
  readonly #epoch = epochNow();
  #applyingAt = 0;

  constructor(spans: Spans, name: string, kind: SpanKind, parent: Context, since: number) {
    this.spans = spans;
    this.since = since;
    this.whole = spans.start(name, parent, this.at(since), kind);
    this.inside = spans.api.trace.setSpan(spans.api.ROOT_CONTEXT, this.whole);
  }

  applying(): void {
    this.#applyingAt = performance.now();
  }

  applied(updates: number): void {
    this.since = this.#applyingAt;
    this.step('apply', { 'driftless.updates': updates });
  }

  sent(): void {
    this.step('send');
  }

  /** The step that has just ended. */
  protected step(name: string, attributes: Attributes = {}, until = performance.now()): void {
    const span = this.spans.start(name, this.inside, this.at(this.since));
    span.setAttributes(attributes);
    this.spans.end(span, this.at(until));
    this.since = until;
  }

  protected at(steady: number): HrTime {
    const ms = this.#epoch + steady;
    return [Math.floor(ms / 1_000), Math.floor((ms % 1_000) * 1_000_000)];
  }
}

class HeardWay extends Here {
  constructor(spans: Spans, { traceId, spanId }: TraceParent) {
    const { trace, ROOT_CONTEXT, TraceFlags, SpanKind } = spans.api;
    const parent = { traceId, spanId, traceFlags: TraceFlags.SAMPLED, isRemote: true };
    const context = trace.setSpanContext(ROOT_CONTEXT, parent);
    super(spans, 'hear', SpanKind.CONSUMER, context, performance.now());
  }

  override sent(): void {
    super.sent();
    this.spans.end(this.whole, this.at(this.since));
  }
}

class AuthorsWay extends Here implements Way {
  readonly #turnAt = performance.now();
  #storingAt = 0;
  #attempts = 0;
  #isOver = false;

  constructor(spans: Spans, cameAt: number) {
    const { ROOT_CONTEXT, SpanKind } = spans.api;
    super(spans, 'update', SpanKind.SERVER, ROOT_CONTEXT, cameAt);
  }

  offered(bytes: number): void {
    // Not before: one that is not taken as far as this has no trace at all.
    this.step('turn', {}, this.#turnAt);
    this.whole.setAttribute('driftless.bytes', bytes);
    this.step('inspect');
  }

  storing(): void {
    this.#storingAt = performance.now();
    this.#attempts += 1;
  }

  stored(updates: number): void {
    this.step('wait', {}, this.#storingAt);
    this.step('store', { 'driftless.updates': updates, 'driftless.attempts': this.#attempts });
  }

  telling(): { parent: TraceParent; onTold: (isTold: boolean) => void } {
    const { spans } = this;
    const { SpanKind, SpanStatusCode } = spans.api;
    const span = spans.start('tell', this.inside, this.at(performance.now()), SpanKind.PRODUCER);
    const { traceId, spanId } = span.spanContext();
    return {
      parent: { traceId, spanId },
      onTold: (isTold) => {
        if (!isTold) span.setStatus({ code: SpanStatusCode.ERROR });
        spans.end(span, this.at(performance.now()));
      },
    };
  }

  confirmed(): void {
    this.step('confirm');
    this.#end();
  }

  ended(code: ErrorCode | null): void {
    if (this.#isOver) return;
    this.whole.setAttribute('driftless.confirmed', false);
    if (code !== null) {
      this.whole.setAttribute('error.type', code);
      this.whole.setStatus({ code: this.spans.api.SpanStatusCode.ERROR });
    }
    this.#end();
  }

  #end(): void {
    this.#isOver = true;
    this.spans.end(this.whole, this.at(performance.now()));
  }
}
