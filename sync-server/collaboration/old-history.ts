/**
 * History that is older than whoever runs the server lets it be, forgotten in all documents.
 *
 * Invariant: what a document says is never touched; and nothing is forgotten by a clock that has not
 * been believed for a day.
 */
import type { DocumentName } from '../../shared/access/document-name.ts';
import type { Log } from '../log.ts';
import type { Storage } from '../storage/storage.ts';

const DAY_MS = 86_400_000;
const LOOK_EVERY_MS = 3_600_000;
/** A server that stood still for longer, or whose clock was set, starts to count anew. */
const MOST_GAP_MS = DAY_MS;
/** Documents that are looked through at a time: others are served between them. */
const AT_A_TIME = 200;

interface OldHistoryOptions {
  storage: Storage;
  /** 0 for never. */
  days: number;
  /** Has it forgotten who wrote what in a log before a time. */
  forget: (name: DocumentName, before: number) => Promise<void>;
  /** Whether the server hung at it, and nothing is to be computed on it now. */
  isSetApart: (name: DocumentName) => boolean;
  log: Log;
  now?: () => number;
}

export class OldHistory {
  readonly #options: OldHistoryOptions;
  #timer: NodeJS.Timeout | null = null;
  #looking: Promise<void> = Promise.resolve();
  #isOver = false;

  constructor(options: OldHistoryOptions) {
    this.#options = options;
  }

  /** Looks now, and from now on every hour. */
  start(): void {
    const look = () => {
      this.#looking = this.#looking
        .then(() => this.look())
        .catch((error: unknown) => this.#options.log.warn('old history not looked for', { error }));
    };
    look();
    this.#timer = setInterval(look, LOOK_EVERY_MS).unref();
  }

  /** Resolves when nothing is forgotten any more. */
  async stop(): Promise<void> {
    this.#isOver = true;
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
    await this.#looking;
  }

  /** Forgets what is too old by now. */
  async look(): Promise<void> {
    const { storage, days, forget, isSetApart, now = Date.now } = this.#options;
    if (days === 0) return;
    const at = now();
    // A clock that is wrong for an hour would take years away.
    if (at - (await storage.noteLook('history', at, MOST_GAP_MS)) < DAY_MS) return;
    // By whole days, so that a document is gone through once a day, however often it is written in.
    const before = Math.floor((at - days * DAY_MS) / DAY_MS) * DAY_MS;
    for (let after: string | null = ''; after !== null && !this.#isOver; ) {
      const { names, next } = await storage.olderThan(before, after, AT_A_TIME);
      for (const name of names) if (!this.#isOver && !isSetApart(name)) await forget(name, before);
      after = next;
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
}
