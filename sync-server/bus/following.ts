/**
 * Which documents a bus listens to: what is followed, brought in line with what its connection hears.
 *
 * Invariant: it tries until it can, with longer and longer pauses; and whoever may have missed
 * something is told so when it can be heard again.
 */
import type { DocId } from '../../shared/access/ids.ts';
import type { Log } from '../log.ts';
import type { BusListener, BusMessage } from './bus.ts';

const FIRST_RETRY_MS = 100;
const LONGEST_RETRY_MS = 2_000;

interface FollowingOptions {
  /** Has a connection; rejects if there is none to be had. */
  connect: () => Promise<void>;
  /** Listens to more and to less on it. */
  change: (more: readonly DocId[], less: readonly DocId[]) => Promise<void>;
  log: Log;
}

export class Following {
  readonly #options: FollowingOptions;
  readonly #followed = new Set<DocId>();
  /** What is listened to on the connection that is there now. */
  #listening = new Set<DocId>();
  #listener: BusListener | null = null;
  #isUp = false;
  #updating: Promise<void> | null = null;
  #retryMs = FIRST_RETRY_MS;
  #retry: NodeJS.Timeout | null = null;
  #isClosed = false;
  /** Why nothing is heard, since it was said in the log. */
  #silence: { why: unknown } | null = null;

  constructor(options: FollowingOptions) {
    this.#options = options;
  }

  get isUp(): boolean {
    return this.#isUp;
  }

  /** What was in the way when it was last tried; undefined while there is nothing. */
  get failure(): unknown {
    return this.#silence?.why;
  }

  listen(listener: BusListener): void {
    this.#listener = listener;
    this.#update();
  }

  follow(docId: DocId): void {
    if (this.#followed.has(docId)) return;
    this.#followed.add(docId);
    this.#update();
  }

  unfollow(docId: DocId): void {
    if (this.#followed.delete(docId)) this.#update();
  }

  heard(message: BusMessage): void {
    this.#listener?.heard(message);
  }

  /** There is another connection, on which nothing is listened to yet. */
  connectedAnew(): void {
    this.#listening = new Set();
  }

  lost(error: unknown): void {
    this.#isUp = false;
    if (this.#isClosed || this.#retry !== null) return;
    if (this.#silence === null) this.#options.log.warn('bus is silent', { error });
    this.#silence = { why: error };
    this.#retry = setTimeout(() => {
      this.#retry = null;
      if (this.#updating === null) this.#update();
      else this.#updating.then(() => this.#update());
    }, this.#retryMs);
    this.#retryMs = Math.min(2 * this.#retryMs, LONGEST_RETRY_MS);
  }

  /** Tries no more; `end` ends the connection. */
  async close(end: () => Promise<unknown>): Promise<void> {
    this.#isClosed = true;
    if (this.#retry !== null) clearTimeout(this.#retry);
    await end();
    await this.#updating;
  }

  /** Brings what is listened to in line with what is followed, in one go for many. */
  #update(): void {
    if (this.#updating !== null || this.#retry !== null || this.#isClosed) return;
    if (this.#listener === null) return;
    this.#updating = this.#updateNow().finally(() => {
      this.#updating = null;
    });
  }

  async #updateNow(): Promise<void> {
    // Everything of this turn at once.
    await new Promise((resolve) => setImmediate(resolve));
    try {
      // On a new connection nothing is listened to yet, which is known once it is there.
      if (!this.#isUp) await this.#options.connect();
      for (;;) {
        const more = [...this.#followed].filter((docId) => !this.#listening.has(docId));
        const less = [...this.#listening].filter((docId) => !this.#followed.has(docId));
        if (more.length + less.length === 0) break;
        const listening = this.#listening;
        await this.#options.change(more, less);
        for (const docId of more) listening.add(docId);
        for (const docId of less) listening.delete(docId);
      }
      this.#retryMs = FIRST_RETRY_MS;
      if (this.#isUp) return;
      this.#isUp = true;
      if (this.#silence !== null) this.#options.log.info('bus is heard again');
      this.#silence = null;
      this.#listener?.missed();
    } catch (error) {
      this.lost(error);
    }
  }
}
