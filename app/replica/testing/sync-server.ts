/**
 * A small sync server for tests: the y-websocket protocol over real sockets, with Hocuspocus'
 * SyncStatus, and switches for what goes wrong between a client and a server.
 *
 * Invariant: it answers every frame that carries an update exactly once and in order, unless a
 * switch says otherwise.
 */

import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import * as decoding from 'lib0/decoding';
import * as encoding from 'lib0/encoding';
import { WebSocket, WebSocketServer } from 'ws';
import * as Y from 'yjs';
import type { DocumentName } from '../../../shared/access/document-name.ts';
import { verify } from '../../../shared/access/person-key.ts';
import { digestOf } from '../../../shared/document/digest.ts';
import { ERRORS, type ErrorCode } from '../../../shared/protocol/errors.ts';
import {
  EXCHANGE_TYPE,
  ROLE_HEADER,
  readExchange,
  writeExchange,
} from '../../../shared/protocol/exchange.ts';
import { MAX_FRAME_BYTES } from '../../../shared/protocol/limits.ts';
import { challengeFrame, digestFrame, FRAME } from '../../../shared/protocol/messages.ts';
import { PERSON_SIGNS_SUBPROTOCOL, provenBytes } from '../../../shared/protocol/person-proof.ts';

const SYNC = 0;
const AWARENESS = 1;
const SYNC_STATUS = 8;
const STEP_1 = 0;
const STEP_2 = 1;
const UPDATE = 2;
/** Origin of what nobody is told of. */
const UNTOLD = Symbol('untold');

interface Peer {
  socket: WebSocket;
  docId: DocumentName;
  secret: string;
  /** The last frame in which it said who is there. */
  presence: Uint8Array | null;
  /** What it was given to sign. */
  challenge: string;
}

export interface TestServer {
  /** `ws://127.0.0.1:port/sync` */
  readonly url: string;
  /** Bytes of each frame that carried an update, in the order of arrival. */
  readonly frames: number[];
  /** The secret of whoever sent presence, once for each frame. */
  readonly presence: string[];
  /** Secrets that may only read. */
  readonly readOnly: Set<string>;
  /** The document as the server has it. */
  doc(docId: DocumentName): Y.Doc;
  /** Forgets a document, as a server restored from an old backup would. */
  forget(docId: DocumentName): void;
  /** Reads a document anew from what it has of it, as a server that was restarted. */
  reload(docId: DocumentName): void;
  /** Keeps confirmations back until `confirm`. */
  holdConfirmations(): void;
  confirm(): void;
  /** Takes the next update without applying or answering it. */
  loseNextUpdate(): void;
  /** The same for the next answer to its question what a client has; `isLosing` until it came. */
  loseNextExchange(): void;
  readonly isLosing: boolean;
  /** Does not tell anybody of the next update. */
  hideNextUpdate(): void;
  /** Closes every connection, and each new one until `admit`. */
  refuse(code: ErrorCode | { close: number; reason: string }): void;
  admit(): void;
  /** Sends these bytes to every connection. */
  send(bytes: Uint8Array): void;
  /** Sends an update to everybody who has the document open. */
  tell(docId: DocumentName, update: Uint8Array): void;
  /** Tells everybody what the document says here, or what is to be said of it; and what came back. */
  tellDigest(docId: DocumentName, digest?: string, sequence?: number): void;
  readonly reported: string[];
  /** Cuts every connection without a word. */
  cut(): void;
  readonly connections: number;
  /** Who proved, by a signature that was checked, to be at a connection, in order. */
  readonly proved: string[];
  /** Is from now on as servers were that took keys and knew no challenge. */
  asksNobody(): void;
  /** What the newest connection offered as its protocols: its secrets among them. */
  readonly offered: string;
  /** Ends the server; `reopen` makes it listen again on the same port. */
  close(): Promise<void>;
  reopen(): Promise<void>;
}

/** Starts a server on a free port. */
export async function startTestServer(): Promise<TestServer> {
  const docs = new Map<string, Y.Doc>();
  const peers = new Set<Peer>();
  const frames: number[] = [];
  const presence: string[] = [];
  const reported: string[] = [];
  const proved: string[] = [];
  let asks = true;
  const readOnly = new Set<string>();
  let held: (() => void)[] | null = null;
  let lastOffered = '';
  let losesNext: number | null = null;
  let hidesNext = false;
  let refusal: { close: number; reason: string } | null = null;
  let port = 0;

  const docOf = (docId: DocumentName): Y.Doc => {
    let doc = docs.get(docId);
    if (!doc) {
      doc = new Y.Doc();
      docs.set(docId, doc);
      // As the real one does: who brought it hears of it, too, as it was taken in.
      doc.on('update', (update: Uint8Array, origin: unknown) => {
        if (origin !== null && origin !== UNTOLD) tell(docId, update);
      });
    }
    return doc;
  };

  /** Tells everybody who has the document open of an update. */
  const tell = (docId: DocumentName, update: Uint8Array): void => {
    const frame = syncFrame(UPDATE, update);
    for (const { docId: open, socket } of peers) if (open === docId) socket.send(frame);
  };

  const answer = (peer: Peer, isDurable: boolean): void => {
    const send = (): void => {
      if (peer.socket.readyState === WebSocket.OPEN) {
        peer.socket.send(
          encoding.encode((encoder) => {
            encoding.writeVarUint(encoder, SYNC_STATUS);
            encoding.writeVarUint(encoder, isDurable ? 1 : 0);
          }),
        );
      }
    };
    if (held) held.push(send);
    else send();
  };

  const receiveUpdate = (peer: Peer, type: number, update: Uint8Array): void => {
    const doc = docOf(peer.docId);
    if (losesNext === type) {
      losesNext = null;
      return;
    }
    if (readOnly.has(peer.secret)) {
      if (Y.snapshotContainsUpdate(Y.snapshot(doc), update)) {
        answer(peer, true);
      } else if (hasNewStructs(doc, update)) {
        peer.socket.close(ERRORS.role_too_low.close, 'role_too_low');
      } else {
        answer(peer, false);
      }
      return;
    }
    const isHidden = hidesNext && type === UPDATE;
    if (isHidden) hidesNext = false;
    Y.applyUpdate(doc, update, isHidden ? UNTOLD : peer);
    answer(peer, true);
  };

  const receive = (peer: Peer, data: Uint8Array): void => {
    const decoder = decoding.createDecoder(data);
    const type = decoding.readVarUint(decoder);
    if (type === AWARENESS) {
      presence.push(peer.secret);
      peer.presence = data;
      for (const other of peers) {
        if (other !== peer && other.docId === peer.docId) other.socket.send(data);
      }
    }
    if (type === FRAME.proof) {
      const [person = '', publicKey = '', signature = ''] = [1, 2, 3].map(() =>
        decoding.readVarString(decoder),
      );
      const signed = provenBytes(`127.0.0.1:${port}`, peer.docId, peer.challenge);
      void verify(publicKey, 'connection', signed, signature).then((isTrue) => {
        if (isTrue) proved.push(person);
      });
    }
    if (type === FRAME.digest) reported.push(decoding.readVarString(decoder));
    if (type !== SYNC) return;
    const sync = decoding.readVarUint(decoder);
    const payload = decoding.readVarUint8Array(decoder);
    if (sync === STEP_1) {
      const doc = docOf(peer.docId);
      peer.socket.send(syncFrame(STEP_1, Y.encodeStateVector(doc)));
      peer.socket.send(syncFrame(STEP_2, Y.encodeStateAsUpdate(doc, payload)));
    } else {
      frames.push(data.length);
      receiveUpdate(peer, sync, payload);
    }
  };

  /** An exchange over plain HTTP, by whoever may write. */
  const exchange = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const docId = /^\/api\/docs\/([^/]+)\/sync$/.exec(request.url ?? '')?.[1];
    const asked = docId && !refusal ? readExchange(new Uint8Array(await buffer(request))) : null;
    const secret = request.headers.authorization?.replace('Bearer ', '') ?? '';
    if (!docId || !asked || readOnly.has(secret)) {
      response.writeHead(404).end();
      return;
    }
    const doc = docOf(docId as DocumentName);
    if (asked.update.length > 0) Y.applyUpdate(doc, asked.update, 'HTTP');
    const stateVector = Y.encodeStateVector(doc);
    const update = Y.encodeStateAsUpdate(doc, asked.stateVector);
    response.writeHead(200, { 'Content-Type': EXCHANGE_TYPE, [ROLE_HEADER]: 'editor' });
    response.end(writeExchange({ stateVector, update }));
  };

  const listen = async (): Promise<{ close(ended: () => void): void }> => {
    const http = createServer((request, response) => void exchange(request, response));
    const server = new WebSocketServer({
      server: http,
      maxPayload: MAX_FRAME_BYTES,
      handleProtocols: (offered) =>
        [...offered].find((name) => !name.startsWith('token.')) ?? false,
    });
    server.on('connection', (socket, request) => {
      const offered = request.headers['sec-websocket-protocol'] ?? '';
      lastOffered = offered;
      const secret = /token\.([^,\s]+)/.exec(offered)?.[1] ?? '';
      const docId = ((request.url ?? '').split('/').pop() ?? '') as DocumentName;
      if (refusal) {
        socket.close(refusal.close, refusal.reason);
        return;
      }
      const peer: Peer = { socket, docId, secret, presence: null, challenge: randomUUID() };
      if (asks && offered.includes(PERSON_SIGNS_SUBPROTOCOL))
        socket.send(challengeFrame(peer.challenge));
      for (const other of peers) {
        if (other.docId === docId && other.presence) socket.send(other.presence);
      }
      peers.add(peer);
      socket.on('message', (data: Buffer) => receive(peer, new Uint8Array(data)));
      socket.on('close', () => peers.delete(peer));
      // A frame beyond the limit is an error here and a close code at the client.
      socket.on('error', () => peers.delete(peer));
    });
    await new Promise<void>((resolve, reject) => {
      http.once('listening', resolve);
      http.once('error', reject);
      http.listen(port, '127.0.0.1');
    });
    port = (http.address() as AddressInfo).port;
    return {
      close(ended) {
        server.close();
        http.close(ended);
        http.closeAllConnections();
      },
    };
  };

  let server = await listen();
  return {
    url: `ws://127.0.0.1:${port}/sync`,
    frames,
    presence,
    readOnly,
    proved,
    asksNobody() {
      asks = false;
    },
    doc: docOf,
    forget: (docId) => docs.delete(docId),
    reload(docId) {
      const update = Y.encodeStateAsUpdate(docOf(docId));
      docs.delete(docId);
      Y.applyUpdate(docOf(docId), update);
    },
    holdConfirmations() {
      held ??= [];
    },
    confirm() {
      const waiting = held ?? [];
      held = null;
      for (const send of waiting) send();
    },
    loseNextUpdate() {
      losesNext = UPDATE;
    },
    loseNextExchange() {
      losesNext = STEP_2;
    },
    get isLosing() {
      return losesNext !== null;
    },
    hideNextUpdate() {
      hidesNext = true;
    },
    refuse(code) {
      refusal =
        typeof code === 'string' ? { close: ERRORS[code].close ?? 1008, reason: code } : code;
      for (const { socket } of peers) socket.close(refusal.close, refusal.reason);
    },
    admit() {
      refusal = null;
    },
    send(bytes) {
      for (const { socket } of peers) socket.send(bytes);
    },
    tell,
    tellDigest(docId, digest = digestOf(docOf(docId)), sequence) {
      for (const peer of peers) {
        if (peer.docId === docId) peer.socket.send(digestFrame(digest, sequence));
      }
    },
    reported,
    cut() {
      for (const { socket } of peers) socket.terminate();
    },
    get offered() {
      return lastOffered;
    },
    get connections() {
      return peers.size;
    },
    async close() {
      for (const { socket } of peers) socket.terminate();
      await new Promise<void>((resolve) => server.close(resolve));
    },
    async reopen() {
      server = await listen();
    },
  };
}

function syncFrame(type: number, payload: Uint8Array): Uint8Array {
  return encoding.encode((encoder) => {
    encoding.writeVarUint(encoder, SYNC);
    encoding.writeVarUint(encoder, type);
    encoding.writeVarUint8Array(encoder, payload);
  });
}

function hasNewStructs(doc: Y.Doc, update: Uint8Array): boolean {
  return Y.decodeUpdate(update).structs.some(
    ({ id, length }) => Y.getState(doc.store, id.client) < id.clock + length,
  );
}
