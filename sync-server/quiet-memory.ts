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
/** As many looks in a row find it quiet before. */
const QUIET_LOOKS = 2;
/** And as many before it is done once more: documents that nobody has open stay for some time. */
const AGAIN_LOOKS = 6;
/** More than after the last time by so much. */
const WORTH_SHARE = 0.25;
const WORTH_BYTES = 32 * 1024 * 1024;
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
  /** How many quiet looks it takes until it is done though nothing was taken since; 0 for never. */
  #againAt = 0;

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
    if (this.#quietLooks < QUIET_LOOKS || this.#inUse() > MOST_BYTES) return;
    const isMuch = taken >= this.#least * (1 + WORTH_SHARE) + WORTH_BYTES;
    const isAgain = this.#quietLooks === this.#againAt;
    if (!isMuch && !isAgain) return;
    this.#quietLooks = 0;
    this.#againAt = isMuch ? AGAIN_LOOKS : 0;
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
