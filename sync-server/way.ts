/**
 * The way of one update through this server, told to whoever traces it (`tracing.ts`), if anybody does.
 *
 * Invariant: where nobody traces, it costs nothing but the question whether somebody does; and what is
 * told are moments and numbers, never a document, a person or a text.
 */
import type { ErrorCode } from '../shared/protocol/errors.ts';

/** Where a trace goes on, at this server or another: ids as W3C Trace Context writes them. */
export interface TraceParent {
  /** 32 hexadecimal digits. */
  readonly traceId: string;
  /** 16 hexadecimal digits. */
  readonly spanId: string;
}

/** What is told of an update wherever it is applied. */
export interface WayHere {
  applying(): void;
  /** It is in the document in memory, by one change with so many updates in all. */
  applied(updates: number): void;
  /** It was sent to those who have the document open here. */
  sent(): void;
}

/** What is told of an update where it came from its author; in this order, as far as it gets. */
export interface Way extends WayHere {
  /** It was looked at, and waits for the store from now on. */
  offered(bytes: number): void;
  /** A transaction with it begins, the first or, where that one failed, another. */
  storing(): void;
  /** That one is durable, with so many updates in all. */
  stored(updates: number): void;
  /** The bus is asked to tell other servers, which go on from `parent`. */
  telling(): { parent: TraceParent; onTold: (isTold: boolean) => void };
  /** Its author was told that it is stored. */
  confirmed(): void;
  /** Its author was told why it was not taken, or, with null, was gone. Nothing after `confirmed`. */
  ended(code: ErrorCode | null): void;
}

/** Decides which updates are traced. */
export interface Tracer {
  /** Bytes came, with an update or something else in them; they are nobody else's. */
  came(frame: Uint8Array): void;
  /** There is an update in them, and its turn has come; null where it is not one of those traced. */
  begin(frame: Uint8Array): Way | null;
  /** Another server told of an update that it traces. */
  heard(parent: TraceParent): WayHere;
}

/** Whoever traces now. */
export let tracer: Tracer | null = null;

/** From now on this one traces; null for nobody. */
export function traceWith(next: Tracer | null): void {
  tracer = next;
}

const TRACEPARENT = /^00-(?!0{32})(?<traceId>[0-9a-f]{32})-(?!0{16})(?<spanId>[0-9a-f]{16})-01$/;

/** As W3C Trace Context writes it; only what is traced has one. */
export function traceparentOf({ traceId, spanId }: TraceParent): string {
  return `00-${traceId}-${spanId}-01`;
}

/** What a traceparent says, or null if it is none, or says that it is not traced. */
export function readTraceparent(text: string): TraceParent | null {
  const { traceId, spanId } = TRACEPARENT.exec(text)?.groups ?? {};
  return traceId === undefined || spanId === undefined ? null : { traceId, spanId };
}
