/**
 * Whose turn it is on the one processor that all documents share.
 *
 * What a client's frames cost is measured and charged to its connection, its address and its document,
 * each of which has so many milliseconds at once and so many a second. Where they are spent, what
 * comes next waits, for those of a document in a row (`document-rows.ts`); nothing is refused for it,
 * and nothing lost.
 *
 * Invariant: a small frame waits only for what its own connection has spent, so whoever types is
 * answered at once, whatever their neighbours do; and it is not charged to its document, or those who
 * send many of them would keep back for ever whoever has to ask for more.
 */
import { DocumentRows } from './document-rows.ts';
import { ProcessorClock } from './processor-clock.ts';
import { TokenBucket } from './rates.ts';

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
 * Taken from a document for work that begins a moment after its turn, until it is known what it takes:
 * or all who waited would go at once.
 */
const AHEAD_MS = 50;

/** What work of that many milliseconds is counted as. */
export function chargeFor(ms: number): number {
  return Math.min(MOST_FOR_ONE_MS, ms * Math.max(1, ms / NOTICED_MS));
}

export class ProcessorTime {
  readonly #clock: ProcessorClock;
  readonly #rows: DocumentRows;

  constructor(clock = new ProcessorClock()) {
    this.#clock = clock;
    this.#rows = new DocumentRows(clock.now, OF_MANY.perSecond, OF_MANY.atOnce);
  }

  /** The share of one connection. */
  shareOf(address: string, docId: string): TimeShare {
    return new TimeShare(this.#clock, this.#rows, address, docId);
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
  readonly #rows: DocumentRows;
  readonly #address: string;
  readonly #document: string;
  /** What it asked for last was small. */
  #isSmall = false;
  /** Ends its waiting, while it waits. */
  #stopWaiting: (() => void) | null = null;
  /** It was waited for, and is now. */
  #isTurn = false;
  /** Milliseconds that were taken from the document for what is still to come. */
  #ahead = 0;
  /** Milliseconds of all work so far. */
  spent = 0;

  constructor(clock: ProcessorClock, rows: DocumentRows, address: string, docId: string) {
    this.#clock = clock;
    this.#own = new TokenBucket(OF_CONNECTION.atOnce, OF_CONNECTION.perSecond, clock.now());
    this.#rows = rows;
    this.#address = address;
    this.#document = docId;
  }

  /** Milliseconds until something of that size is dealt with; 0 for now. */
  wait(bytes: number | 'unknown'): number {
    this.#isSmall = bytes !== 'unknown' && bytes <= SMALL_BYTES;
    const own = this.#own.wait(this.#clock.now());
    if (this.#isSmall) return own;
    return Math.max(own, this.#rows.wait(this.#document, this.#address));
  }

  /**
   * Whether something of that size is dealt with now. If not, `goOn` is called when it is to be tried
   * again; in a row that is its turn, so it has to be tried then.
   */
  take(bytes: number | 'unknown', goOn: () => void): boolean {
    if (this.#stopWaiting !== null) return false;
    const wait = this.wait(bytes);
    const own = this.#own.wait(this.#clock.now());
    if (own > 0) {
      const timer = setTimeout(() => this.#goOn(goOn), own).unref();
      this.#stopWaiting = () => clearTimeout(timer);
      return false;
    }
    if (this.#isSmall || (wait === 0 && !this.#rows.has(this.#document))) return true;
    if (this.#isTurn) {
      this.#isTurn = false;
      return true;
    }
    this.#stopWaiting = this.#rows.stand(this.#document, this.#address, () => {
      this.#isTurn = true;
      try {
        this.#goOn(goOn);
      } finally {
        this.#isTurn = false;
      }
    });
    return false;
  }

  #goOn(goOn: () => void): void {
    this.#stopWaiting = null;
    goOn();
  }

  /**
   * Resolves when something may be done that may take long and begins a moment later, or when it left or
   * `signal` says that nothing will be done any more.
   */
  turn(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const end = () => {
        signal.removeEventListener('abort', leave);
        resolve();
      };
      const leave = () => this.leave();
      const goOn = () => {
        if (this.take('unknown', goOn)) {
          this.#ahead = AHEAD_MS;
          this.#spendOfDocument(AHEAD_MS);
          end();
          return;
        }
        const stop = this.#stopWaiting;
        this.#stopWaiting = () => {
          stop?.();
          end();
        };
      };
      signal.addEventListener('abort', leave);
      goOn();
      if (signal.aborted) leave();
    });
  }

  /** Waits no more, and gives back what was taken for what will not be done. */
  leave(): void {
    const stop = this.#stopWaiting;
    this.#stopWaiting = null;
    stop?.();
    this.#settle();
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
    this.#rows.spendOfAddress(this.#address, ms);
    this.#spendOfDocument(ms);
    this.#settle();
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
    const charged = chargeFor(ms);
    this.#own.spend(charged, this.#clock.now());
    this.#rows.spendOfAddress(this.#address, charged);
    if (isSmall) return;
    this.#spendOfDocument(charged);
    this.#settle();
  }

  #spendOfDocument(ms: number): void {
    this.#rows.spendOfDocument(this.#document, this.#address, ms);
  }

  #settle(): void {
    if (this.#ahead > 0) this.#spendOfDocument(-this.#ahead);
    this.#ahead = 0;
  }
}
