/**
 * The endpoint `/sync/:docId`: the standard y-websocket protocol, one document a socket.
 *
 * Invariant: a plain client receives only frames y-websocket knows; every end has a close code of
 * the catalogue, and one that is not final is outside 4400–4499.
 */

import type { NamedDocument } from '../../shared/access/document-name.ts';
import type { Role } from '../../shared/access/roles.ts';
import type { ErrorCode } from '../../shared/protocol/errors.ts';
import {
  challengeFrame,
  countFrame,
  DISCUSSION_FRAME,
  digestFrame,
  EMPTY_AWARENESS_FRAME,
  FRAME,
  roleFrame,
  storeFrame,
  suggestsFrame,
} from '../../shared/protocol/messages.ts';
import { connectionChallenge } from '../access/person-proofs.ts';
import type {
  Collaboration,
  HocuspocusClient,
  HocuspocusSocket,
  Sessions,
} from './collaboration.ts';
import { addressed, addressOf, readServerFrame, tokenFrame } from './hocuspocus-frames.ts';
import type { DocumentSession, Endpoint } from './session.ts';
import type { ClientSocket, SocketHandler } from './sockets.ts';

/** After the start, and after a sync frame, how long until the client is told how many there were. */
const COUNT_AFTER_MS = 2_000;

/** What a client asked for when it opened the socket. */
export interface Opening {
  document: NamedDocument;
  secret: string;
  /** Who connects, if they proved it. */
  person: string | null;
  /** Whether the client asked to be told what is durable. */
  confirms: boolean;
  /** Whether the client said that it has nothing of the document. */
  hasNoState: boolean;
  hearsDigest: boolean;
  /** Whether the client said that it signs a challenge. */
  signs: boolean;
}

/** Serves one socket. */
export function serveYWebsocket(
  collaboration: Collaboration,
  socket: ClientSocket,
  opening: Opening,
): SocketHandler {
  return new YWebsocketClient(collaboration, socket, opening);
}

/** A class, because there are many of them: what it can do is there once for all. */
class YWebsocketClient implements SocketHandler, Endpoint, Sessions {
  readonly #collaboration: Collaboration;
  readonly #socket: ClientSocket;
  readonly #confirms: boolean;
  readonly #hearsDigest: boolean;
  readonly #session: DocumentSession;
  readonly #hocuspocus: HocuspocusClient;
  /** Sync frames sent: what one of them brought is missed only if something builds on it. */
  #sent = 0;
  #countTimer: NodeJS.Timeout | null = null;

  constructor(
    collaboration: Collaboration,
    socket: ClientSocket,
    { document, secret, person, confirms, hasNoState, hearsDigest, signs }: Opening,
  ) {
    this.#collaboration = collaboration;
    this.#socket = socket;
    this.#confirms = confirms;
    this.#hearsDigest = confirms && hearsDigest;
    const challenge = signs && person === null ? connectionChallenge() : null;
    if (challenge !== null) socket.send(challengeFrame(challenge));
    const address = addressOf(document.name);
    this.#session = collaboration.createSession(
      document,
      { person, hasNoState, hosts: socket.hosts, ...(challenge ? { challenge } : {}) },
      socket.address,
      this,
    );
    const addressedSocket = new AddressedSocket(socket, this, address.length);
    this.#hocuspocus = collaboration.connect(addressedSocket, socket.address, this);
    this.#session.presented();
    this.#hocuspocus.handleMessage(addressed(address, tokenFrame(secret)));
    if (confirms) this.#countSoon();
  }

  sessionOf(): DocumentSession {
    return this.#session;
  }

  send(frame: Uint8Array, onSent?: () => void): void {
    if (frame[0] === FRAME.awareness && this.#socket.isFarBehind) return;
    const read = readServerFrame(frame);
    if (this.#confirms && frame[0] === FRAME.sync) {
      this.#sent += 1;
      this.#countSoon();
    }
    if (read.kind === 'protocol' || (read.kind === 'confirmation' && this.#confirms)) {
      this.#socket.send(frame, onSent);
    }
    // Hocuspocus ends a document without a word of ours only when it failed itself.
    else if (read.kind === 'end') this.#socket.close(read.code ?? 'server_busy');
  }

  refuse(code: ErrorCode): void {
    this.#socket.close(code);
  }

  tellHealth(healthy: boolean): void {
    if (this.#confirms) this.#socket.send(storeFrame(healthy));
  }

  tellRole(role: Role, hidesHistory: boolean, maySuggest: boolean): void {
    if (!this.#confirms) return;
    this.#socket.send(suggestsFrame(role, maySuggest));
    this.#socket.send(roleFrame(role, hidesHistory));
  }

  tellDigest(digest: string, sequence: number): void {
    if (this.#hearsDigest) this.#socket.send(digestFrame(digest, sequence));
  }

  tellDiscussion(): void {
    if (this.#confirms) this.#socket.send(DISCUSSION_FRAME);
  }

  cut(): void {
    this.#socket.cut();
  }

  challenge(): void {
    this.#socket.challenge();
  }

  hold(isHeld: boolean): void {
    this.#socket.hold(isHeld);
  }

  admitted(): void {
    this.#socket.admitted();
  }

  receive(frame: Uint8Array): void {
    this.#session.receive(frame);
  }

  keepAlive(): void {
    this.#socket.send(EMPTY_AWARENESS_FRAME);
  }

  closed(): void {
    if (this.#countTimer !== null) clearTimeout(this.#countTimer);
    this.#collaboration.endSession(this.#session);
    this.#hocuspocus.handleClose();
  }

  #countSoon(): void {
    this.#countTimer ??= setTimeout(() => {
      this.#countTimer = null;
      if (this.#session.isOpen) this.#socket.send(countFrame(this.#sent));
      else this.#countSoon();
    }, COUNT_AFTER_MS).unref();
  }
}

/** The socket as Hocuspocus sees it: what it sends names the document, which the client does not. */
class AddressedSocket implements HocuspocusSocket {
  readonly #socket: ClientSocket;
  readonly #endpoint: Endpoint;
  readonly #addressLength: number;

  constructor(socket: ClientSocket, endpoint: Endpoint, addressLength: number) {
    this.#socket = socket;
    this.#endpoint = endpoint;
    this.#addressLength = addressLength;
  }

  get readyState(): number {
    return this.#socket.readyState;
  }

  send(whole: string | ArrayBufferLike | ArrayBufferView): void {
    this.#endpoint.send((whole as Uint8Array).subarray(this.#addressLength));
  }

  close(): void {
    this.#socket.close('server_busy');
  }
}
