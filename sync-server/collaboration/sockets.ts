/**
 * WebSockets: how they are let in, watched and closed; the only file that knows `ws`.
 *
 * Invariant: every socket that is closed from here carries a code of the catalogue and its name,
 * and the secret that came with it goes nowhere but to the check of access.
 */
import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { WebSocket, WebSocketServer } from 'ws';
import { parseDocumentName } from '../../shared/access/document-name.ts';
import { Secret } from '../../shared/access/ids.ts';
import { ERRORS, type ErrorBody, type ErrorCode } from '../../shared/protocol/errors.ts';
import {
  DIGEST_SUBPROTOCOL,
  NO_STATE_SUBPROTOCOL,
  PERSON_SUBPROTOCOL_PREFIX,
  SUBPROTOCOL,
  TOKEN_SUBPROTOCOL_PREFIX,
} from '../../shared/protocol/messages.ts';
import { PERSON_SIGNS_SUBPROTOCOL } from '../../shared/protocol/person-proof.ts';
import { addressOfRequest, hostsOf, originAllowed } from '../access/origin.ts';
import type { PersonProofs } from '../access/person-proofs.ts';
import { TokenBucket } from '../access/rates.ts';
import { ShareCounter } from '../access/shares.ts';
import type { Config } from '../config.ts';
import type { Log } from '../log.ts';
import { meter } from '../meter.ts';
import type { Collaboration } from './collaboration.ts';
import { Unproven } from './limits.ts';
import { serveMultiplexed } from './multiplexed.ts';
import { serveYWebsocket } from './y-websocket.ts';

/** Offered to say something, which may be a secret; never selected. */
const MEANT_FOR_US = /^(token|person|state)\./;
const SYNC_PATH = /^\/sync\/([^/]+)$/;
const HOCUSPOCUS_PATH = '/hocuspocus';
/** A client that is asked whether it lives answers within this time or is cut. */
const CHALLENGE_MS = 5_000;
/** So many of the longest frames may wait for a client that reads slowly, beside whole documents. */
const FRAMES_BEHIND = 4;
/**
 * With so much waiting for a client it is not told any more who is here and where. An answer to that is
 * made for each who asks, and is as long as very many make it; what has changed since is told again by
 * itself, every fifteen seconds at the latest.
 */
const PRESENCE_BEHIND_BYTES = 64 * 1024;
/** Pings and pongs of a client, at once and a second: each costs, and is charged to nothing else. */
const SIGNS_AT_ONCE = 100;
const SIGNS_PER_SECOND = 10;
/** Whoever sends so many more is not waited for to agree. */
const MOST_SIGNS_BEYOND = 1_000;
/** A socket that is closed from here is cut if the client has not agreed by then. */
const CLOSE_WITHIN_MS = 5_000;
/** What is read of a socket before it has shown a secret, its WebSocket frames included. */
const MAX_UNPROVEN_BYTES = 64 * 1024;
/** Sockets without a shown secret, over all addresses. */
const MAX_UNPROVEN_SOCKETS = 2_000;
/** Codes `ws` closes with by itself when a frame is too long or no WebSocket frame. */
const TOO_BIG = 1009;
const BROKEN_FRAME: ReadonlySet<number> = new Set([1002, 1007]);

/** A socket as the endpoints see it. */
export interface ClientSocket {
  /** Network address of the client. */
  readonly address: string;
  /** The names under which the client may have called this server. */
  readonly hosts: readonly string[];
  readonly readyState: number;
  /** Who is here and where had better be left out. */
  readonly isFarBehind: boolean;
  /**
   * Sends a frame, unless the socket is closing. With the state of a document comes `onSent`, which
   * is called when it has left or will not.
   */
  send(frame: Uint8Array, onSent?: () => void): void;
  close(code: ErrorCode): void;
  /** Ends it at once, with all that was not sent yet. */
  cut(): void;
  /** Cuts the socket unless the client answers a ping soon. */
  challenge(): void;
  /** Nothing more is read from it until each `true` has had its `false`. */
  hold(isHeld: boolean): void;
  /** It has shown a secret that opens something. */
  admitted(): void;
}

/** What an endpoint does with its socket. */
export interface SocketHandler {
  receive(frame: Uint8Array): void;
  /** Says something harmless, so that the client knows the server is there. */
  keepAlive(): void;
  closed(): void;
}

/** Closes with the catalogue's codes also where `ws` itself decides to close. */
class CatalogueWebSocket extends WebSocket {
  override close(code?: number, reason?: string | Buffer): void {
    if (code === TOO_BIG) super.close(ERRORS.payload_too_large.close, 'payload_too_large');
    else if (code !== undefined && BROKEN_FRAME.has(code)) {
      super.close(ERRORS.request_invalid.close, 'request_invalid');
    } else super.close(code, reason);
  }
}

/** One socket and what is known of it. */
class Peer implements ClientSocket {
  readonly socket: WebSocket;
  readonly address: string;
  readonly hosts: readonly string[];
  handler: SocketHandler | null = null;
  /** When something was last heard, in milliseconds of a steady clock. */
  heardAt = performance.now();
  /** Called once, when it has shown a secret or is gone. */
  onProven: () => void = () => undefined;
  isProven = false;
  isMultiplexed = false;
  readonly #mostOfStates: number;
  readonly #mostBehind: number;
  /** Of documents as a whole, which many hold together; the rest is this client's alone. */
  #stateBytes = 0;
  #challenged = false;
  #holds = 0;

  constructor(socket: WebSocket, address: string, hosts: readonly string[], config: Config) {
    this.socket = socket;
    this.address = address;
    this.hosts = hosts;
    this.#mostOfStates = 2 * config.maxDocumentBytes;
    this.#mostBehind = FRAMES_BEHIND * config.maxFrameBytes;
  }

  /** Nothing is read from it, so nothing can be heard either. */
  get isHeld(): boolean {
    return this.socket.isPaused;
  }

  get readyState(): number {
    return this.socket.readyState;
  }

  send(frame: Uint8Array, onSent?: () => void): void {
    if (this.socket.readyState !== WebSocket.OPEN || this.#isBehind()) {
      onSent?.();
      return;
    }
    // At once, not with the rest of the turn: a stored state goes out before its document is made of it.
    if (onSent === undefined) {
      this.socket.send(frame);
      return;
    }
    this.#stateBytes += frame.length;
    this.socket.send(frame, () => {
      this.#stateBytes -= frame.length;
      onSent();
    });
  }

  get isFarBehind(): boolean {
    return this.#bytesBehind > PRESENCE_BEHIND_BYTES;
  }

  /** What waits for it beside states of documents. */
  get #bytesBehind(): number {
    return this.socket.bufferedAmount - this.#stateBytes;
  }

  /** Whether the client reads too slowly to go on; it is better off starting afresh. */
  #isBehind(): boolean {
    if (this.#bytesBehind <= this.#mostBehind && this.#stateBytes <= this.#mostOfStates)
      return false;
    this.close('server_busy');
    return true;
  }

  close(code: ErrorCode): void {
    if (this.socket.readyState !== WebSocket.OPEN) return;
    // The client's own end of it has to be read.
    this.socket.resume();
    this.socket.close(ERRORS[code].close ?? ERRORS.request_invalid.close, code);
  }

  cut(): void {
    this.socket.terminate();
  }

  hold(isHeld: boolean): void {
    this.#holds += isHeld ? 1 : -1;
    if (this.socket.readyState !== WebSocket.OPEN) return;
    if (this.#holds > 0) this.socket.pause();
    else this.socket.resume();
  }

  admitted(): void {
    if (this.isProven) return;
    this.isProven = true;
    this.onProven();
  }

  challenge(): void {
    if (this.socket.readyState !== WebSocket.OPEN || this.#challenged || this.isHeld) return;
    this.#challenged = true;
    const askedAt = performance.now();
    this.socket.ping();
    setTimeout(() => {
      this.#challenged = false;
      if (this.heardAt < askedAt && !this.isHeld) this.socket.terminate();
    }, CHALLENGE_MS).unref();
  }
}

export class Sockets {
  readonly #collaboration: Collaboration;
  readonly #proofs: PersonProofs;
  readonly #config: Config;
  readonly #log: Log;
  readonly #server: WebSocketServer;
  readonly #perAddress = new ShareCounter();
  readonly #unproven = new Unproven<Peer>();
  readonly #peers = new Set<Peer>();
  readonly #keepAlive: NodeJS.Timeout;
  #stopping = false;

  constructor(collaboration: Collaboration, proofs: PersonProofs, config: Config, log: Log) {
    this.#proofs = proofs;
    this.#collaboration = collaboration;
    this.#config = config;
    this.#log = log;
    this.#server = new WebSocketServer({
      noServer: true,
      clientTracking: false,
      maxPayload: config.maxFrameBytes,
      autoPong: false,
      WebSocket: CatalogueWebSocket,
      // The types do not know of it yet.
      ...({ closeTimeout: CLOSE_WITHIN_MS } as object),
      handleProtocols: selectProtocol,
    });
    this.#keepAlive = setInterval(() => this.#keepPeersAlive(), config.keepaliveMs);
    this.#keepAlive.unref();
  }

  /** How many are open, by what they speak. */
  get counts(): { 'y-websocket': number; hocuspocus: number } {
    let hocuspocus = 0;
    for (const { isMultiplexed } of this.#peers) if (isMultiplexed) hocuspocus += 1;
    return { 'y-websocket': this.#peers.size - hocuspocus, hocuspocus };
  }

  /** How many sockets are open. */
  get count(): number {
    return this.#peers.size;
  }

  /** Takes over the upgrade requests of an HTTP server. */
  attach(server: Server): void {
    server.on('upgrade', (request, stream, head) => {
      stream.on('error', destroy);
      const refusal = this.#refusalOf(request);
      if (refusal !== null) {
        meter.refused(refusal);
        refuseUpgrade(stream, refusal);
        return;
      }
      this.#server.handleUpgrade(request, stream, head, (socket) => this.#open(socket, request));
    });
  }

  /** Takes nothing in any more; what has arrived goes its way. */
  quiesce(): void {
    this.#stopping = true;
  }

  /**
   * Closes all sockets so that clients come back, later or, where another server goes on with them, at
   * once; and cuts those that do not answer.
   */
  async closeAll(
    patienceMs: number,
    code: 'server_busy' | 'server_leaving' = 'server_busy',
  ): Promise<void> {
    clearInterval(this.#keepAlive);
    const open = [...this.#peers];
    const closed = Promise.all(
      open.map(({ socket }) => new Promise((resolve) => socket.once('close', resolve))),
    );
    for (const { socket } of open) {
      socket.resume();
      socket.close(ERRORS[code].close, code);
    }
    const cut = setTimeout(() => {
      for (const { socket } of open) socket.terminate();
    }, patienceMs);
    await closed;
    clearTimeout(cut);
  }

  #refusalOf(request: IncomingMessage): ErrorCode | null {
    if (this.#stopping) return 'server_busy';
    if (!originAllowed(this.#config, request.headers)) {
      const { origin, host } = request.headers;
      this.#log.info('origin refused', { origin, host });
      return 'origin_refused';
    }
    const path = pathOf(request);
    return path === HOCUSPOCUS_PATH || SYNC_PATH.test(path) ? null : 'not_found';
  }

  #open(socket: WebSocket, request: IncomingMessage): void {
    // An array of its own for each frame: a view of a pooled buffer could be read past its end.
    socket.binaryType = 'arraybuffer';
    const peer = new Peer(
      socket,
      addressOfRequest(this.#config, request),
      hostsOf(this.#config, request.headers),
      this.#config,
    );
    this.#peers.add(peer);
    const { maxSockets, maxSocketsPerAddress } = this.#config;
    const hasRoom = this.#perAddress.take(peer.address, maxSockets - this.#peers.size);
    this.#listen(peer, request.socket, hasRoom);
    if (!hasRoom) {
      peer.close('server_busy');
      return;
    }
    this.#limitUnproven(peer, request.socket);
    for (const crowding of this.#unproven.beyond(
      peer.address,
      maxSocketsPerAddress,
      MAX_UNPROVEN_SOCKETS,
    )) {
      crowding.close('rate_limited');
    }
    peer.isMultiplexed = pathOf(request) === HOCUSPOCUS_PATH;
    peer.handler = this.#serve(peer, request);
  }

  /** Until a socket has shown a secret it gets little: what it would take others would lack. */
  #limitUnproven(peer: Peer, stream: Socket): void {
    this.#unproven.add(peer);
    const most = stream.bytesRead + MAX_UNPROVEN_BYTES;
    const count = () => {
      if (stream.bytesRead > most) peer.close('rate_limited');
    };
    stream.on('data', count);
    peer.onProven = () => {
      stream.off('data', count);
      this.#unproven.delete(peer);
    };
  }

  #listen(peer: Peer, stream: Socket, isCounted: boolean): void {
    const { socket } = peer;
    socket.on('error', (error) => this.#log.debug('socket error', { error: error.message }));
    // Whatever comes: behind a long frame on a slow line an answer to a ping has to wait.
    stream.on('data', () => {
      peer.heardAt = performance.now();
    });
    socket.on('message', (data, isBinary) => {
      if (this.#stopping || socket.readyState !== WebSocket.OPEN) return;
      if (!isBinary) peer.close('request_invalid');
      else this.#safely(peer, () => peer.handler?.receive(new Uint8Array(data as ArrayBuffer)));
    });
    // Beside those that it is asked for.
    const perSecond = SIGNS_PER_SECOND + 1_000 / this.#config.keepaliveMs;
    const signs = new TokenBucket(SIGNS_AT_ONCE, perSecond, performance.now());
    let beyond = 0;
    const count = (): boolean => {
      if (signs.take(performance.now())) return true;
      beyond += 1;
      if (beyond > MOST_SIGNS_BEYOND) peer.cut();
      else peer.close('rate_limited');
      return false;
    };
    socket.on('ping', (data) => {
      if (count()) socket.pong(data);
    });
    socket.on('pong', count);
    socket.on('close', () => {
      this.#peers.delete(peer);
      if (isCounted) this.#perAddress.giveBack(peer.address);
      this.#unproven.delete(peer);
      this.#safely(peer, () => peer.handler?.closed());
    });
  }

  /** What goes wrong with one socket ends that socket only. */
  #safely(peer: Peer, work: () => void): void {
    try {
      work();
    } catch (error) {
      this.#log.error('socket failed', { error });
      peer.socket.terminate();
    }
  }

  #serve(client: ClientSocket, request: IncomingMessage): SocketHandler | null {
    const path = pathOf(request);
    if (path === HOCUSPOCUS_PATH) return serveMultiplexed(this.#collaboration, client);
    const document = parseDocumentName(SYNC_PATH.exec(path)?.[1] ?? '');
    const offered = offeredProtocols(request);
    const token = offered.find((name) => name.startsWith(TOKEN_SUBPROTOCOL_PREFIX));
    if (token === undefined) client.close('token_missing');
    else if (document === null) client.close('document_unknown');
    else {
      const secret = token.slice(TOKEN_SUBPROTOCOL_PREFIX.length);
      const confirms = offered.includes(SUBPROTOCOL);
      const key = Secret.safeParse(
        offered
          .find((name) => name.startsWith(PERSON_SUBPROTOCOL_PREFIX))
          ?.slice(PERSON_SUBPROTOCOL_PREFIX.length),
      );
      const person = key.success ? this.#proofs.shown(key.data, client.address) : null;
      const hasNoState = offered.includes(NO_STATE_SUBPROTOCOL);
      return serveYWebsocket(this.#collaboration, client, {
        document,
        secret,
        person,
        confirms,
        hasNoState,
        hearsDigest: offered.includes(DIGEST_SUBPROTOCOL),
        signs: offered.includes(PERSON_SIGNS_SUBPROTOCOL),
      });
    }
    return null;
  }

  #keepPeersAlive(): void {
    const now = performance.now();
    for (const peer of this.#peers) {
      if (peer.isHeld) peer.heardAt = now;
      if (now - peer.heardAt > this.#config.silenceLimitMs) {
        peer.socket.terminate();
        continue;
      }
      if (peer.socket.readyState !== WebSocket.OPEN) continue;
      this.#safely(peer, () => {
        peer.socket.ping();
        peer.handler?.keepAlive();
      });
    }
  }
}

/**
 * The one with the secret in it only where nothing else is offered: the selected name is sent back
 * and shown by tools, but whoever offers something and gets nothing never connects.
 */
function selectProtocol(offered: Set<string>): string | false {
  if (offered.has(SUBPROTOCOL)) return SUBPROTOCOL;
  for (const name of offered) if (!MEANT_FOR_US.test(name)) return name;
  // The key of a person is no link, and is sent back to nobody.
  for (const name of offered) if (name.startsWith('token.')) return name;
  return false;
}

function offeredProtocols(request: IncomingMessage): string[] {
  const header = request.headers['sec-websocket-protocol'] ?? '';
  return header.split(',').map((name) => name.trim());
}

/** Shared by all, so that it keeps nothing of the request its socket came with. */
function destroy(this: Duplex): void {
  this.destroy();
}

function pathOf(request: IncomingMessage): string {
  return (request.url ?? '/').split('?')[0] ?? '/';
}

function refuseUpgrade(stream: Duplex, code: ErrorCode): void {
  const { status, message } = ERRORS[code];
  const body: ErrorBody = { error: { code, message } };
  const text = JSON.stringify(body);
  stream.end(
    `HTTP/1.1 ${status} Refused\r\nConnection: close\r\nContent-Type: application/json\r\n` +
      `Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`,
    // Nobody counts or watches it any more, and whoever keeps their end open would keep it for ever.
    () => stream.destroy(),
  );
}
