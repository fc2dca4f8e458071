/**
 * Whose turn it is on the one processor that all documents share.
 *
 * What a client's frames cost is measured and charged to its connection, its address and its document,
 * each of which has so many milliseconds at once and so many a second. Where they are spent, what
 * comes next waits; nothing is refused for it, and nothing lost.
 *
 * Invariant: a small frame waits only for what its own connection has spent, so whoever types is
 * answered at once, whatever their neighbours do; and it is not charged to its document, or those who
 * send many of them would keep back for ever whoever has to ask for more.
 */
import { MinuteLimit, TokenBucket } from './rates.ts';

interface Allowance {
  readonly atOnce: number;
  readonly perSecond: number;
}
const OF_CONNECTION: Allowance = { atOnce: 300, perSecond: 150 };
/** Of all connections of one address, and of all of one document. */
const OF_MANY: Allowance = { atOnce: 500, perSecond: 400 };
/** An update of so many bytes costs little, whatever is in it. */
const SMALL_BYTES = 4 * 1024;
/** Work without a pause that others notice: one twice as long is counted as two of that length. */
const NOTICED_MS = 150;
/** Nobody waits longer for one piece of work than until this is made up for. */
const MOST_FOR_ONE_MS = 4_000;

/**
 * Milliseconds that this thread has had the processor. Waiting for it, beside other programs, or for
 * a disk is no cost of whoever asked.
 */
export function processorMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** What work of that many milliseconds is counted as. */
export function chargeFor(ms: number): number {
  return Math.min(MOST_FOR_ONE_MS, ms * Math.max(1, ms / NOTICED_MS));
}

export class ProcessorTime {
  readonly #now: () => number;
  readonly #worked: () => number;
  readonly #shared = new MinuteLimit(OF_MANY.perSecond * 60, OF_MANY.atOnce);

  /** `now`: milliseconds of any steady clock; `worked`: those of them that were spent at work. */
  constructor(now: () => number = () => performance.now(), worked = processorMs) {
    this.#now = now;
    this.#worked = worked;
  }

  /** The share of one connection. */
  shareOf(address: string, docId: string): TimeShare {
    return new TimeShare(this.#now, this.#worked, this.#shared, address, docId);
  }
}

export class TimeShare {
  readonly #now: () => number;
  readonly #worked: () => number;
  readonly #own: TokenBucket;
  readonly #shared: MinuteLimit;
  readonly #address: string;
  readonly #document: string;
  /** What it asked for last was small. */
  #isSmall = false;
  /** Milliseconds of all work so far. */
  spent = 0;

  constructor(
    now: () => number,
    worked: () => number,
    shared: MinuteLimit,
    address: string,
    docId: string,
  ) {
    this.#now = now;
    this.#worked = worked;
    this.#own = new TokenBucket(OF_CONNECTION.atOnce, OF_CONNECTION.perSecond, now());
    this.#shared = shared;
    this.#address = `address ${address}`;
    this.#document = `document ${docId}`;
  }

  /** Milliseconds until something of that size is dealt with; 0 for now. */
  wait(bytes: number | 'unknown'): number {
    const now = this.#now();
    const own = this.#own.wait(now);
    this.#isSmall = bytes !== 'unknown' && bytes <= SMALL_BYTES;
    if (this.#isSmall) return own;
    const ofMany = [this.#address, this.#document].map((key) => this.#shared.wait(key, now));
    return Math.max(own, ...ofMany);
  }

  /** Does what is to be charged. */
  measure<T>(work: () => T, kind: 'opening' | 'other' = 'other'): T {
    const since = this.#worked();
    try {
      return work();
    } finally {
      const ms = this.#worked() - since;
      if (kind === 'opening') this.chargeOpening(ms);
      else this.charge(ms);
    }
  }

  /**
   * Milliseconds that it took to open a document, which are as many as the document and the machine
   * have it: who comes to a large one may write at once, and the next who open one wait.
   */
  chargeOpening(ms: number): void {
    this.spent += ms;
    const now = this.#now();
    for (const key of [this.#address, this.#document]) this.#shared.spend(key, ms, now);
  }

  /**
   * What charges milliseconds for what was asked for last, also when that is known only after more has
   * been asked for.
   */
  charger(): (ms: number) => void {
    const isSmall = this.#isSmall;
    return (ms) => this.#charge(ms, isSmall);
  }

  /** Milliseconds that work for this client took, for what it asked for last. */
  charge(ms: number): void {
    this.#charge(ms, this.#isSmall);
  }

  #charge(ms: number, isSmall: boolean): void {
    this.spent += ms;
    const now = this.#now();
    const charged = chargeFor(ms);
    this.#own.spend(charged, now);
    this.#shared.spend(this.#address, charged, now);
    if (!isSmall) this.#shared.spend(this.#document, charged, now);
  }
}
