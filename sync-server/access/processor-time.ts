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
import { ProcessorClock } from './processor-clock.ts';
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

/** What work of that many milliseconds is counted as. */
export function chargeFor(ms: number): number {
  return Math.min(MOST_FOR_ONE_MS, ms * Math.max(1, ms / NOTICED_MS));
}

export class ProcessorTime {
  readonly #clock: ProcessorClock;
  readonly #shared = new MinuteLimit(OF_MANY.perSecond * 60, OF_MANY.atOnce);

  constructor(clock = new ProcessorClock()) {
    this.#clock = clock;
  }

  /** The share of one connection. */
  shareOf(address: string, docId: string): TimeShare {
    return new TimeShare(this.#clock, this.#shared, address, docId);
  }
}

/**
 * To open a document, or to answer what it says, takes as long as the document has it; to read a question,
 * as long as whoever asks makes it, which is no matter of the document's.
 */
export type Work = 'opening' | 'question' | 'other';

export class TimeShare {
  readonly #clock: ProcessorClock;
  readonly #own: TokenBucket;
  readonly #shared: MinuteLimit;
  readonly #address: string;
  readonly #document: string;
  /** What it asked for last was small. */
  #isSmall = false;
  /** Milliseconds of all work so far. */
  spent = 0;

  constructor(clock: ProcessorClock, shared: MinuteLimit, address: string, docId: string) {
    this.#clock = clock;
    this.#own = new TokenBucket(OF_CONNECTION.atOnce, OF_CONNECTION.perSecond, clock.now());
    this.#shared = shared;
    this.#address = `address ${address}`;
    this.#document = `document ${docId}`;
  }

  /** Milliseconds until something of that size is dealt with; 0 for now. */
  wait(bytes: number | 'unknown'): number {
    const now = this.#clock.now();
    const own = this.#own.wait(now);
    this.#isSmall = bytes !== 'unknown' && bytes <= SMALL_BYTES;
    if (this.#isSmall) return own;
    const ofMany = [this.#address, this.#document].map((key) => this.#shared.wait(key, now));
    return Math.max(own, ...ofMany);
  }

  /** Does what is to be charged. */
  measure<T>(work: () => T, kind: Work = 'other'): T {
    const since = this.#clock.start();
    try {
      return work();
    } finally {
      const ms = this.#clock.since(since);
      if (kind === 'opening') this.chargeOpening(ms);
      else this.#charge(ms, kind === 'question' || this.#isSmall);
    }
  }

  /**
   * Milliseconds that it took to open a document, which are as many as the document and the machine
   * have it: who comes to a large one may write at once, and the next who open one wait.
   */
  chargeOpening(ms: number): void {
    this.spent += ms;
    const now = this.#clock.now();
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
    const now = this.#clock.now();
    const charged = chargeFor(ms);
    this.#own.spend(charged, now);
    this.#shared.spend(this.#address, charged, now);
    if (!isSmall) this.#shared.spend(this.#document, charged, now);
  }
}
