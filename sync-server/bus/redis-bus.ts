/**
 * Redis or Valkey as the bus: publish and subscribe, and nothing is kept there; the only file that
 * knows its client.
 *
 * Invariant: one connection hears and tells; what does not answer in time is given up and tried
 * anew, so a Redis that is away, or stands still, costs how soon something is seen and nothing else.
 */
import type { DocId } from '../../shared/access/ids.ts';
import type { Log } from '../log.ts';
import { StorageUnavailable } from '../storage/storage.ts';
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

/** One frame at a time is held in memory by Redis for each node that hears it. */
const MOST_FRAME_BYTES = 256 * 1024;
const CONNECT_WITHIN_MS = 3_000;
const ANSWER_WITHIN_MS = 5_000;
/** Sooner than the silence after which its connection counts as dead. */
const PING_EVERY_MS = 3_000;

type Library = typeof import('@redis/client');
type Client = ReturnType<typeof clientOf>;

function clientOf({ createClient }: Library, url: string) {
  return createClient({
    url,
    name: 'driftless',
    pingInterval: PING_EVERY_MS,
    disableOfflineQueue: true,
    maintNotifications: 'disabled',
    socket: {
      reconnectStrategy: false,
      connectTimeout: CONNECT_WITHIN_MS,
      socketTimeout: ANSWER_WITHIN_MS,
    },
  });
}

/**
 * Opens the bus at `url`. Throws StorageUnavailable where it does not let us in. One that does not
 * answer now may do so later.
 */
export async function openRedisBus(url: string, us: Speaker, log: Log): Promise<RedisBus> {
  const library = await import('@redis/client');
  const bus = new RedisBus(library, url, us, log);
  try {
    await bus.connect();
  } catch (error) {
    const sentence = sentenceOf(error);
    if (isRefusal(error)) {
      await bus.close();
      throw new StorageUnavailable(sentence, { cause: error });
    }
    log.warn('bus is not there yet', { why: sentence, error });
  }
  return bus;
}

export class RedisBus implements Bus {
  readonly #library: Library;
  readonly #url: string;
  readonly #us: Speaker;
  readonly #gathered: Gathered;
  readonly #following: Following;
  #client: Client | null = null;

  constructor(library: Library, url: string, us: Speaker, log: Log) {
    this.#library = library;
    this.#url = url;
    this.#us = us;
    this.#following = new Following({
      connect: () => this.connect(),
      change: (more, less) => this.#change(more, less),
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
    const { failure } = this.#following;
    if (failure === undefined) return null;
    return `What other servers do is seen a second or two late. ${sentenceOf(failure)}`;
  }

  listen(listener: BusListener): void {
    this.#following.listen(listener);
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
    await this.#gathered.close();
    await this.#following.close(async () => this.#drop());
  }

  /** Has a connection, the one that is there or a new one. */
  async connect(): Promise<void> {
    if (this.#client?.isReady === true) return;
    this.#drop();
    const client = clientOf(this.#library, this.#url);
    this.#client = client;
    let failure: unknown = null;
    const lost = (error: unknown) => {
      failure ??= error;
      if (this.#client !== client || !wasReady) return;
      this.#drop();
      this.#following.lost(error);
    };
    let wasReady = false;
    client.on('error', lost);
    client.on('end', () => lost(new Error('the connection ended')));
    try {
      await client.connect();
    } catch (error) {
      if (this.#client === client) this.#drop();
      // What was said first is what is wrong.
      throw failure ?? error;
    }
    wasReady = true;
    this.#following.connectedAnew();
  }

  #drop(): void {
    const client = this.#client;
    this.#client = null;
    if (client?.isOpen === true) client.destroy();
  }

  #ready(): Client {
    if (this.#client?.isReady !== true) throw new Error('there is no connection');
    return this.#client;
  }

  async #change(more: readonly DocId[], less: readonly DocId[]): Promise<void> {
    const client = this.#ready();
    const channels = (docIds: readonly DocId[]) => docIds.map((docId) => CHANNEL_PREFIX + docId);
    await Promise.all([
      more.length === 0 ? null : client.subscribe(channels(more), this.#hear, true),
      less.length === 0 ? null : client.unsubscribe(channels(less), this.#hear, true),
    ]);
  }

  async #send(tellings: readonly Telling[]): Promise<void> {
    const client = this.#ready();
    // In one turn: they go out together.
    await Promise.all(
      tellings.map(({ docId, frame }) =>
        client.publish(CHANNEL_PREFIX + docId, Buffer.from(frame)),
      ),
    );
  }

  readonly #hear = (payload: Buffer): void => {
    const frame = decodeFrame(new Uint8Array(payload));
    if (frame === null || !isNeighbour(frame.sender, this.#us)) return;
    for (const message of frame.messages) this.#following.heard(message);
  };
}

const codeOf = (error: unknown) => (error as { code?: unknown } | null)?.code;
const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** It answers, and will not have us: waiting does not help. */
function isRefusal(error: unknown): boolean {
  return /^(WRONGPASS|NOAUTH|NOPERM|DENIED|ERR DB index)/.test(messageOf(error)) || isOld(error);
}

/** Before version 6 it does not know the words by which its client begins. */
function isOld(error: unknown): boolean {
  return /^(ERR unknown command.*\bHELLO\b|NOPROTO)/i.test(messageOf(error));
}

/** What is wrong and what to do, without anything of the address. */
function sentenceOf(error: unknown): string {
  const message = messageOf(error);
  if (/^NOAUTH/.test(message)) {
    return 'The Redis of REDIS_URL asks for a password. Put it into REDIS_URL: redis://:password@host:6379.';
  }
  if (/^WRONGPASS/.test(message)) {
    return 'The Redis of REDIS_URL does not take its user and password. Check them.';
  }
  if (/^NOPERM/.test(message)) {
    return `The user of REDIS_URL may not publish and subscribe there. Allow it SUBSCRIBE, UNSUBSCRIBE and PUBLISH on ${CHANNEL_PREFIX}*.`;
  }
  if (/^DENIED/.test(message)) {
    return 'The Redis of REDIS_URL lets in nobody from another machine, as it does without a password. Give it one, and put that into REDIS_URL: redis://:password@host:6379.';
  }
  if (/^ERR DB index/.test(message)) {
    return 'The number at the end of REDIS_URL is none of a database of that Redis. Leave it out: nothing is kept there.';
  }
  if (isOld(error)) {
    return 'The Redis of REDIS_URL is older than version 6. Set REDIS_URL to a newer one, or to a Valkey.';
  }
  if (/^ERR max number of clients/.test(message)) {
    return 'The Redis of REDIS_URL has no connection left. Raise its maxclients.';
  }
  if (/^Unknown RESP type/.test(message)) {
    return 'What answers where REDIS_URL says is no Redis. Set REDIS_URL to where Redis is.';
  }
  if (/CERT|SELF_SIGNED|ERR_TLS|UNABLE_TO|ERR_SSL|EPROTO/.test(String(codeOf(error)))) {
    return 'No safe connection to the Redis of REDIS_URL can be made. See whether that is to begin with redis:, or name the authority of its certificate in NODE_EXTRA_CA_CERTS.';
  }
  switch (codeOf(error)) {
    case 'ECONNREFUSED':
      return 'No Redis answers where REDIS_URL says. Start it, or set REDIS_URL to where it is.';
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return 'The host of REDIS_URL is not known. Set REDIS_URL to where Redis is.';
    default:
      return 'The Redis of REDIS_URL does not answer. See that it runs and can be reached from here.';
  }
}
