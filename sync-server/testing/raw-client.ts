/**
 * Clients that send exactly the bytes they are told to, for tests.
 *
 * Invariant: a raw client answers nothing by itself and refuses nothing.
 */
import * as decoding from 'lib0/decoding';
import * as encoding from 'lib0/encoding';
import { WebSocket } from 'ws';
import * as Y from 'yjs';
import {
  awarenessFrame,
  FRAME,
  SUBPROTOCOL,
  SYNC,
  syncFrame,
} from '../../shared/protocol/messages.ts';
import {
  addressed,
  addressOf,
  readAddressed,
  tokenFrame,
} from '../collaboration/hocuspocus-frames.ts';
import { onCleanUp, until } from './clean-up.ts';

interface Received {
  type: number;
  body: Uint8Array;
}

/**
 * A client that sends exactly the bytes it is told to. Speaks `/sync`, or `/hocuspocus` for one
 * document, which it then names in every frame.
 */
export class RawClient {
  readonly socket: WebSocket;
  readonly received: Received[] = [];
  readonly texts: string[] = [];
  closed: { code: number; reason: string } | null = null;
  /** What the server said it may do, in order. */
  readonly roles: string[] = [];
  /** Reason of a PermissionDenied or CLOSE frame of `/hocuspocus`. */
  ended: string | null = null;
  /** What the server sent of the document. */
  readonly doc = new Y.Doc();
  readonly #address: Uint8Array | null;
  readonly #beforeOpen: (() => void)[] = [];

  constructor(url: string, protocols: string[], name: string | null) {
    this.#address = name === null ? null : addressOf(name);
    this.socket = new WebSocket(url, protocols);
    this.socket.binaryType = 'arraybuffer';
    this.socket.on('message', (data) => this.#take(new Uint8Array(data as ArrayBuffer)));
    this.socket.on('close', (code, reason) => {
      this.closed = { code, reason: reason.toString() };
    });
    this.socket.on('error', () => undefined);
    this.socket.on('open', () => {
      for (const run of this.#beforeOpen.splice(0)) run();
    });
    onCleanUp(() => this.socket.terminate());
  }

  static sync(
    server: { ws: string },
    docName: string,
    secret: string | null,
    protocol: string = SUBPROTOCOL,
    personKey: string | null = null,
  ): RawClient {
    const token = secret === null ? [] : [`token.${secret}`];
    const person = personKey === null ? [] : [`person.${personKey}`];
    return new RawClient(`${server.ws}/sync/${docName}`, [protocol, ...token, ...person], null);
  }

  static multiplexed(server: { ws: string }, docName: string, secret: string | null): RawClient {
    const client = new RawClient(`${server.ws}/hocuspocus`, [], docName);
    if (secret !== null) client.whenOpen(() => client.send(tokenFrame(secret)));
    return client;
  }

  whenOpen(run: () => void): void {
    if (this.socket.readyState === WebSocket.OPEN) run();
    else this.#beforeOpen.push(run);
  }

  send(frame: Uint8Array): void {
    const whole = this.#address === null ? frame : addressed(this.#address, frame);
    this.whenOpen(() => this.socket.send(whole));
  }

  sendUpdate(update: Uint8Array, step: number = SYNC.update): void {
    this.send(syncFrame(step, update));
  }

  sendStateVector(): void {
    this.send(syncFrame(SYNC.step1, Y.encodeStateVector(this.doc)));
  }

  sendAwareness(clientId: number, clock: number, state: unknown): void {
    const encoder = encoding.createEncoder();
    encoding.writeVarUint(encoder, 1);
    encoding.writeVarUint(encoder, clientId);
    encoding.writeVarUint(encoder, clock);
    encoding.writeVarString(encoder, JSON.stringify(state));
    this.send(awarenessFrame(encoding.toUint8Array(encoder)));
  }

  /** The confirmations so far, in order. */
  get statuses(): number[] {
    return this.received
      .filter(({ type }) => type === FRAME.syncStatus)
      .map(({ body }) => body[0]!);
  }

  count(type: number): number {
    return this.received.filter((frame) => frame.type === type).length;
  }

  /** Has the server's answer to a state vector. */
  async synced(): Promise<void> {
    const before = this.count(FRAME.sync);
    this.sendStateVector();
    await until('synced', () => this.count(FRAME.sync) >= before + 2 || this.gone);
  }

  get gone(): boolean {
    return this.closed !== null || this.ended !== null;
  }

  async whenGone(): Promise<void> {
    await until('the server ended it', () => this.gone);
  }

  #take(whole: Uint8Array): void {
    const frame = this.#address === null ? whole : readAddressed(whole, 100)!.frame;
    const decoder = decoding.createDecoder(frame);
    const type = decoding.readVarUint(decoder);
    const body = frame.slice(decoder.pos);
    this.received.push({ type, body });
    if (type === FRAME.sync) {
      const step = decoding.readVarUint(decoder);
      const bytes = decoding.readVarUint8Array(decoder);
      if (step !== SYNC.step1) Y.applyUpdate(this.doc, bytes);
    }
    if (type === FRAME.role) this.roles.push(decoding.readVarString(decoder));
    if (type === FRAME.close) this.ended = decoding.readVarString(decoder);
    if (type === FRAME.auth && decoding.readVarUint(decoder) === 1) {
      this.ended = decoding.readVarString(decoder);
    }
  }
}

/** An update that inserts this text into the body of a document nobody else has written in. */
export function textUpdate(text: string, doc = new Y.Doc()): Uint8Array {
  const before = Y.encodeStateVector(doc);
  doc.getText('body').insert(doc.getText('body').length, text);
  return Y.encodeStateAsUpdate(doc, before);
}

export function bodyOf(doc: Y.Doc): string {
  return doc.getText('body').toString();
}
