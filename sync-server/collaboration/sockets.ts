/**
 * WebSockets: how they are let in, watched and closed; the only file that knows `ws`.
 *
 * Invariant: every socket that is closed from here carries a code of the catalogue and its name,
 * and the secret that came with it goes nowhere but to the check of access.
 */
import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocket, WebSocketServer } from 'ws';
import { personIdOf, Secret } from '../../shared/access/ids.ts';
import { ERRORS, type ErrorBody, type ErrorCode } from '../../shared/protocol/errors.ts';
import {
  EMPTY_HANDED_SUBPROTOCOL,
  PERSON_SUBPROTOCOL_PREFIX,
  SUBPROTOCOL,
  TOKEN_SUBPROTOCOL_PREFIX,
} from '../../shared/protocol/messages.ts';
import { addressOfRequest, originAllowed } from '../access/origin.ts';
import type { Config } from '../config.ts';
import type { Log } from '../log.ts';
import { parseDocumentName } from './authorise.ts';
import type { Collaboration } from './collaboration.ts';
import { HoldCounter } from './limits.ts';
import { serveMultiplexed } from './multiplexed.ts';
import { serveYWebsocket } from './y-websocket.ts';

/** Offered to say something, which may be a secret; never selected. */
const MEANT_FOR_US = /^(token|person|state)\./;
const SYNC_PATH = /^\/sync\/([^/]+)$/;
const HOCUSPOCUS_PATH = '/hocuspocus';
/** A client that is asked whether it lives answers within this time or is cut. */
const CHALLENGE_MS = 5_000;
/** Codes `ws` closes with by itself when a frame is too long or no WebSocket frame. */
const TOO_BIG = 1009;
const BROKEN_FRAME: ReadonlySet<number> = new Set([1002, 1007]);

/** A socket as the endpoints see it. */
export interface ClientSocket {
  /** Network address of the client. */
  readonly address: string;
  readonly readyState: number;
  /** Sends a frame, unless the socket is closing. */
  send(frame: Uint8Array): void;
  close(code: ErrorCode): void;
  /** Cuts the socket unless the client answers a ping soon. */
  challenge(): void;
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
  handler: SocketHandler | null = null;
  /** When something was last heard, in milliseconds of a steady clock. */
  heardAt = performance.now();
  private readonly mostBuffered: number;
  private challenged = false;

  constructor(socket: WebSocket, address: string, mostBuffered: number) {
    this.socket = socket;
    this.address = address;
    this.mostBuffered = mostBuffered;
  }

  get readyState(): number {
    return this.socket.readyState;
  }

  send(frame: Uint8Array): void {
    if (this.socket.readyState !== WebSocket.OPEN) return;
    if (this.socket.bufferedAmount > this.mostBuffered) this.close('server_busy');
    else this.socket.send(frame);
  }

  close(code: ErrorCode): void {
    if (this.socket.readyState !== WebSocket.OPEN) return;
    this.socket.close(ERRORS[code].close ?? ERRORS.request_invalid.close, code);
  }

  challenge(): void {
    if (this.socket.readyState !== WebSocket.OPEN || this.challenged) return;
    this.challenged = true;
    const askedAt = performance.now();
    this.socket.ping();
    setTimeout(() => {
      this.challenged = false;
      if (this.heardAt < askedAt) this.socket.terminate();
    }, CHALLENGE_MS).unref();
  }
}

export class Sockets {
  private readonly collaboration: Collaboration;
  private readonly config: Config;
  private readonly log: Log;
  private readonly server: WebSocketServer;
  private readonly perAddress: HoldCounter;
  private readonly peers = new Set<Peer>();
  private readonly keepAlive: NodeJS.Timeout;
  private stopping = false;

  constructor(collaboration: Collaboration, config: Config, log: Log) {
    this.collaboration = collaboration;
    this.config = config;
    this.log = log;
    this.perAddress = new HoldCounter(config.maxSocketsPerAddress);
    this.server = new WebSocketServer({
      noServer: true,
      clientTracking: false,
      maxPayload: config.maxFrameBytes,
      WebSocket: CatalogueWebSocket,
      handleProtocols: selectProtocol,
    });
    this.keepAlive = setInterval(() => this.keepPeersAlive(), config.keepaliveMs);
    this.keepAlive.unref();
  }

  /** How many sockets are open. */
  get count(): number {
    return this.peers.size;
  }

  /** Takes over the upgrade requests of an HTTP server. */
  attach(server: Server): void {
    server.on('upgrade', (request, stream, head) => {
      stream.on('error', destroy);
      const refusal = this.refusalOf(request);
      if (refusal !== null) {
        refuseUpgrade(stream, refusal);
        return;
      }
      this.server.handleUpgrade(request, stream, head, (socket) => this.open(socket, request));
    });
  }

  /** Takes nothing in any more; what has arrived goes its way. */
  quiesce(): void {
    this.stopping = true;
  }

  /** Closes all sockets so that clients come back later, and cuts those that do not answer. */
  async closeAll(patienceMs: number): Promise<void> {
    clearInterval(this.keepAlive);
    const open = [...this.peers];
    const closed = Promise.all(
      open.map(({ socket }) => new Promise((resolve) => socket.once('close', resolve))),
    );
    for (const { socket } of open) socket.close(ERRORS.server_busy.close, 'server_busy');
    const cut = setTimeout(() => {
      for (const { socket } of open) socket.terminate();
    }, patienceMs);
    await closed;
    clearTimeout(cut);
  }

  private refusalOf(request: IncomingMessage): ErrorCode | null {
    if (this.stopping) return 'server_busy';
    if (!originAllowed(this.config, request.headers)) {
      const { origin, host } = request.headers;
      this.log.info('origin refused', { origin, host });
      return 'origin_refused';
    }
    const path = pathOf(request);
    return path === HOCUSPOCUS_PATH || SYNC_PATH.test(path) ? null : 'not_found';
  }

  private open(socket: WebSocket, request: IncomingMessage): void {
    // An array of its own for each frame: a view of a pooled buffer could be read past its end.
    socket.binaryType = 'arraybuffer';
    // Twice the greatest document: a client that reads so slowly is better off starting afresh.
    const mostBuffered = 2 * this.config.maxDocumentBytes + this.config.maxFrameBytes;
    const peer = new Peer(socket, addressOfRequest(this.config, request), mostBuffered);
    const release = this.perAddress.hold(peer.address);
    this.peers.add(peer);
    this.listen(peer, release);
    if (release === null) peer.close('rate_limited');
    else peer.handler = this.serve(peer, request);
  }

  private listen(peer: Peer, release: (() => void) | null): void {
    const { socket } = peer;
    socket.on('error', (error) => this.log.debug('socket error', { error: error.message }));
    socket.on('pong', () => {
      peer.heardAt = performance.now();
    });
    socket.on('message', (data, isBinary) => {
      peer.heardAt = performance.now();
      if (this.stopping || socket.readyState !== WebSocket.OPEN) return;
      if (isBinary) peer.handler?.receive(new Uint8Array(data as ArrayBuffer));
      else peer.close('request_invalid');
    });
    socket.on('close', () => {
      this.peers.delete(peer);
      release?.();
      peer.handler?.closed();
    });
  }

  private serve(client: ClientSocket, request: IncomingMessage): SocketHandler | null {
    const path = pathOf(request);
    if (path === HOCUSPOCUS_PATH) return serveMultiplexed(this.collaboration, client);
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
      const person = key.success ? personIdOf(key.data) : null;
      const isEmptyHanded = offered.includes(EMPTY_HANDED_SUBPROTOCOL);
      return serveYWebsocket(this.collaboration, client, {
        document,
        secret,
        person,
        confirms,
        isEmptyHanded,
      });
    }
    return null;
  }

  private keepPeersAlive(): void {
    const now = performance.now();
    for (const peer of this.peers) {
      if (now - peer.heardAt > this.config.silenceLimitMs) {
        peer.socket.terminate();
        continue;
      }
      if (peer.socket.readyState !== WebSocket.OPEN) continue;
      peer.socket.ping();
      peer.handler?.keepAlive();
    }
  }
}

/** Never the one with the secret in it: the selected name is sent back and shown by tools. */
function selectProtocol(offered: Set<string>): string | false {
  if (offered.has(SUBPROTOCOL)) return SUBPROTOCOL;
  for (const name of offered) if (!MEANT_FOR_US.test(name)) return name;
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
  );
}
