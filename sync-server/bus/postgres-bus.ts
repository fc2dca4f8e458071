/**
 * PostgreSQL's LISTEN and NOTIFY as the bus: nothing else is needed where the store is PostgreSQL.
 *
 * Invariant: what is told is told in transactions of its own that write nothing, on a connection of
 * its own, after what it tells of was committed: a commit that notifies takes a lock of the whole
 * instance until it is on disk, and no update waits for that.
 */
import type { DocId } from '../../shared/access/ids.ts';
import type { Log } from '../log.ts';
import { OneConnection } from '../storage/postgres-connections.ts';
import { type Bus, type BusListener, type BusMessage, decodeFrame } from './bus.ts';
import { Gathered, type Telling } from './gathered.ts';

/** PostgreSQL takes less than 8000 bytes of text; bytes become a third longer as text. */
const MOST_FRAME_BYTES = 5_900;
const FIRST_RETRY_MS = 100;
const LONGEST_RETRY_MS = 2_000;
const CHANNEL_PREFIX = 'driftless.';

export class PostgresBus implements Bus {
  readonly #nodeId: string;
  readonly #log: Log;
  readonly #speaker: OneConnection;
  readonly #hearer: OneConnection;
  readonly #gathered: Gathered;
  readonly #followed = new Set<DocId>();
  /** What is listened to on the connection that is there now. */
  #listening = new Set<DocId>();
  #listener: BusListener | null = null;
  #isUp = false;
  #updating: Promise<void> | null = null;
  #retryMs = FIRST_RETRY_MS;
  #retry: NodeJS.Timeout | null = null;
  #isClosed = false;
  #saidSilent = false;

  constructor(url: string, nodeId: string, log: Log) {
    this.#nodeId = nodeId;
    this.#log = log;
    this.#speaker = new OneConnection(url);
    this.#hearer = new OneConnection(url, {
      prepare: async () => {
        this.#listening = new Set();
      },
      onNotification: (_channel, payload) => this.#hear(payload),
      onEnd: (error) => this.#lost(error),
    });
    this.#gathered = new Gathered({
      nodeId,
      mostFrameBytes: MOST_FRAME_BYTES,
      send: (tellings) => this.#send(tellings),
      onFailed: (error) => this.#log.debug('bus did not tell', { error }),
    });
  }

  get isUp(): boolean {
    return this.#isUp;
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

  tell(docId: DocId, message: BusMessage): void {
    this.#gathered.add(docId, message);
  }

  async close(): Promise<void> {
    await this.#gathered.close();
    this.#isClosed = true;
    if (this.#retry !== null) clearTimeout(this.#retry);
    await Promise.all([this.#speaker.close(), this.#hearer.close()]);
    await this.#updating;
  }

  async #send(tellings: readonly Telling[]): Promise<void> {
    await this.#speaker.query(
      'SELECT pg_notify(channel, payload) FROM UNNEST($1::text[], $2::text[]) AS t (channel, payload)',
      [
        tellings.map(({ docId }) => CHANNEL_PREFIX + docId),
        tellings.map(({ frame }) => Buffer.from(frame).toString('base64')),
      ],
      'tell',
    );
  }

  #hear(payload: string): void {
    const frame = decodeFrame(new Uint8Array(Buffer.from(payload, 'base64')));
    if (frame === null || frame.nodeId === this.#nodeId) return;
    for (const message of frame.messages) this.#listener?.heard(message);
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
      if (!this.#isUp) await this.#hearer.query('SELECT 1');
      for (;;) {
        const more = [...this.#followed].filter((docId) => !this.#listening.has(docId));
        const less = [...this.#listening].filter((docId) => !this.#followed.has(docId));
        if (more.length + less.length === 0) break;
        const listening = this.#listening;
        await this.#hearer.query(
          [
            ...more.map((docId) => `LISTEN "${CHANNEL_PREFIX}${docId}"`),
            ...less.map((docId) => `UNLISTEN "${CHANNEL_PREFIX}${docId}"`),
          ].join(';'),
        );
        for (const docId of more) listening.add(docId);
        for (const docId of less) listening.delete(docId);
      }
      this.#retryMs = FIRST_RETRY_MS;
      if (this.#isUp) return;
      this.#isUp = true;
      if (this.#saidSilent) this.#log.info('bus is heard again');
      this.#saidSilent = false;
      this.#listener?.missed();
    } catch (error) {
      this.#lost(error);
    }
  }

  #lost(error: unknown): void {
    this.#isUp = false;
    if (this.#isClosed || this.#retry !== null) return;
    if (!this.#saidSilent) this.#log.warn('bus is silent', { error });
    this.#saidSilent = true;
    this.#retry = setTimeout(() => {
      this.#retry = null;
      if (this.#updating === null) this.#update();
      else this.#updating.then(() => this.#update());
    }, this.#retryMs);
    this.#retryMs = Math.min(2 * this.#retryMs, LONGEST_RETRY_MS);
  }
}
