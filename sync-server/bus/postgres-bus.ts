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
import {
  type Bus,
  type BusListener,
  type BusMessage,
  CHANNEL_PREFIX,
  decodeFrame,
  isNeighbour,
  type Speaker,
} from './bus.ts';
import { Following } from './following.ts';
import { Gathered, type Telling } from './gathered.ts';

/** PostgreSQL takes less than 8000 bytes of text; bytes become a third longer as text. */
const MOST_FRAME_BYTES = 5_900;
const ECHO_WITHIN_MS = 3_000;
/** Sooner than what stands between lets go of a quiet connection. */
const TRY_EVERY_MS = 5_000;

export class PostgresBus implements Bus {
  readonly #us: Speaker;
  readonly #log: Log;
  /** On which it hears itself, if anything is passed on. */
  readonly #ownChannel: string;
  #onOwnEcho: (() => void) | null = null;
  readonly #speaker: OneConnection;
  readonly #hearer: OneConnection;
  readonly #gathered: Gathered;
  readonly #following: Following;
  #timer: NodeJS.Timeout | null = null;

  constructor(url: string, us: Speaker, log: Log) {
    this.#us = us;
    this.#log = log;
    this.#ownChannel = `${CHANNEL_PREFIX}node_${us.nodeId}`;
    this.#speaker = new OneConnection(url);
    this.#hearer = new OneConnection(url, {
      prepare: async () => this.#following.connectedAnew(),
      onNotification: (channel, payload) => {
        if (channel === this.#ownChannel) this.#onOwnEcho?.();
        else this.#hear(payload);
      },
      onEnd: (error) => this.#following.lost(error),
    });
    this.#following = new Following({
      connect: () => this.#connect(),
      change: async (more, less) => {
        await this.#hearer.query(
          [
            ...more.map((docId) => `LISTEN "${CHANNEL_PREFIX}${docId}"`),
            ...less.map((docId) => `UNLISTEN "${CHANNEL_PREFIX}${docId}"`),
          ].join(';'),
        );
      },
      log,
    });
    this.#gathered = new Gathered({
      us,
      mostFrameBytes: MOST_FRAME_BYTES,
      send: (tellings) => this.#send(tellings),
      onFailed: (error) => log.debug('bus did not tell', { error }),
    });
  }

  get isUp(): boolean {
    return this.#following.isUp;
  }

  get trouble(): string | null {
    if (this.#following.failure === undefined) return null;
    return 'What other servers do is seen a second or two late, for PostgreSQL does not pass on what they say: see that it answers, that max_connections is not reached, and that a pooler before it is in session mode.';
  }

  listen(listener: BusListener): void {
    this.#following.listen(listener);
    this.#timer = setInterval(() => this.#tryNow(), TRY_EVERY_MS).unref();
  }

  follow(docId: DocId): void {
    this.#following.follow(docId);
  }

  unfollow(docId: DocId): void {
    this.#following.unfollow(docId);
  }

  tell(docId: DocId, message: BusMessage, onTold?: (isTold: boolean) => void): void {
    this.#gathered.add(docId, message, onTold);
  }

  async close(): Promise<void> {
    if (this.#timer !== null) clearInterval(this.#timer);
    await this.#gathered.close();
    await this.#following.close(() => Promise.all([this.#speaker.close(), this.#hearer.close()]));
  }

  /** It is there once it hears itself: a pooler in transaction mode takes LISTEN, and passes on nothing. */
  async #connect(): Promise<void> {
    await this.#hearer.query(`LISTEN "${this.#ownChannel}"`);
    await this.#expectEcho();
  }

  /** A connection may be dead without a word, and to listen says nothing that would be missed. */
  #tryNow(): void {
    if (!this.isUp || this.#onOwnEcho !== null) return;
    this.#expectEcho().catch((error: unknown) => {
      // Whoever follows has heard of it, and tries anew.
      this.#log.debug('bus does not hear itself', { error });
    });
  }

  /** Rejects, with both connections dropped, where what the one says is not heard on the other. */
  async #expectEcho(): Promise<void> {
    let late: NodeJS.Timeout | undefined;
    const echo = new Promise<void>((resolve, reject) => {
      this.#onOwnEcho = resolve;
      late = setTimeout(() => reject(new Error('it does not hear itself')), ECHO_WITHIN_MS);
    });
    try {
      await Promise.all([
        echo,
        this.#speaker.query('SELECT pg_notify($1, $2)', [this.#ownChannel, '']),
      ]);
    } catch (error) {
      for (const connection of [this.#speaker, this.#hearer]) connection.drop(error);
      throw error;
    } finally {
      clearTimeout(late);
      this.#onOwnEcho = null;
    }
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
    if (frame === null || !isNeighbour(frame.sender, this.#us)) return;
    for (const message of frame.messages) this.#following.heard(message);
  }
}
