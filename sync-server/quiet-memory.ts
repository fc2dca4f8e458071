/**
 * Gives back, once it is quiet, the memory that busier hours took.
 *
 * Invariant: it costs nobody a wait worth the name. V8 collects while something allocates, and so what
 * a storm left stays for as long as the quiet after it, as does the room that V8 and the C library made
 * for what came and went; only then, with hardly anything to do for a while and much more taken than
 * after the last time, are they asked for it.
 */
import { performance } from 'node:perf_hooks';
import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { allocatorTrim } from './allocator.ts';
import type { Log } from './log.ts';

const LOOK_EVERY_MS = 5_000;
/** Share of the time in which there was something to do. */
const QUIET = 0.05;
/** More than after the last time by so much, and as many looks in a row find it quiet before. */
const MUCH_SHARE = 0.25;
const MUCH_BYTES = 32 * 1024 * 1024;
const QUIET_LOOKS = 2;
/** Where it stays quiet, so much is worth it, too. */
const SOME_BYTES = 16 * 1024 * 1024;
/** Until documents that nobody has open are let go of as well. */
const LONG_LOOKS = 6;
/** To go through a megabyte that stays takes about a millisecond: whoever has more has the room, too. */
const MOST_BYTES = 256 * 1024 * 1024;

interface QuietMemoryOptions {
  log: Log;
  /** Bytes that the system gave the process. */
  taken?: () => number;
  /** Bytes of JavaScript and of what belongs to it, which a collection goes through. */
  inUse?: () => number;
  /** Share of the time since it was asked last in which there was something to do. */
  busy?: () => number;
  giveBack?: () => void;
}

export class QuietMemory {
  readonly #log: Log;
  readonly #taken: () => number;
  readonly #inUse: () => number;
  readonly #busy: () => number;
  readonly #giveBack: () => void;
  readonly #timer: NodeJS.Timeout;
  /** What was taken when there was the least to let go of. */
  #least = Number.POSITIVE_INFINITY;
  #quietLooks = 0;
  /** It was done while some were still there that go by themselves. */
  #wasEarly = false;

  constructor({
    log,
    taken = process.memoryUsage.rss,
    inUse = heapBytes,
    busy = busyShare(),
    giveBack = collectAndTrim(log),
  }: QuietMemoryOptions) {
    this.#log = log;
    this.#taken = taken;
    this.#inUse = inUse;
    this.#busy = busy;
    this.#giveBack = giveBack;
    this.#timer = setInterval(() => this.look(), LOOK_EVERY_MS).unref();
  }

  look(): void {
    this.#quietLooks = this.#busy() <= QUIET ? this.#quietLooks + 1 : 0;
    const taken = this.#taken();
    this.#least = Math.min(this.#least, taken);
    const more = taken - this.#least;
    const isMuch = this.#quietLooks >= QUIET_LOOKS && more >= this.#least * MUCH_SHARE + MUCH_BYTES;
    const isLong = this.#quietLooks >= LONG_LOOKS && (this.#wasEarly || more >= SOME_BYTES);
    if ((!isMuch && !isLong) || this.#inUse() > MOST_BYTES) return;
    this.#wasEarly = !isLong;
    this.#quietLooks = 0;
    const began = performance.now();
    this.#giveBack();
    this.#least = this.#taken();
    const ms = Math.round(performance.now() - began);
    this.#log.debug('memory given back', { before: taken, after: this.#least, ms });
  }

  close(): void {
    clearInterval(this.#timer);
  }
}

function heapBytes(): number {
  const { used_heap_size, external_memory } = getHeapStatistics();
  return used_heap_size + external_memory;
}

function busyShare(): () => number {
  let before = performance.eventLoopUtilization();
  return () => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, before);
    before = now;
    return utilization;
  };
}

let collector: ((options: object) => void) | null = null;

/** All that can go, and the room that was made for what came and went. */
function collectAll(): void {
  if (collector === null) {
    setFlagsFromString('--expose-gc');
    collector = runInNewContext('gc') as (options: object) => void;
  }
  collector({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}

function collectAndTrim(log: Log): () => void {
  const trim = trimOrNull(log);
  return () => {
    collectAll();
    trim?.();
  };
}

function trimOrNull(log: Log): (() => void) | null {
  try {
    return allocatorTrim();
  } catch (error) {
    // An interface that may change: the rest of it is worth having without.
    log.warn('allocator not asked', { error });
    return null;
  }
}
