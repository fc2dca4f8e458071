/**
 * Somebody who writes in a document: the y-websocket protocol with as little work as possible, so
 * that what is measured is the server.
 *
 * Invariant: what a person sends depends on nothing they hear, so every server gets the same
 * updates. Each is one character after the last one of the same person.
 */
import * as decoding from 'lib0/decoding';
import * as encoding from 'lib0/encoding';
import { WebSocket } from 'ws';
import * as Y from 'yjs';
import { NO_STATE_SUBPROTOCOL } from '../../shared/protocol/messages.ts';
import type { Room } from './subjects.ts';

const FRAME = { sync: 0, syncStatus: 8 } as const;
const SYNC = { step1: 0, step2: 1, update: 2 } as const;

/** What a person noticed, in milliseconds of one clock for all people of this process. */
export interface Listener {
  /** An update was confirmed, or, where nothing is, came back; `sentAt` is when it was sent. */
  answered(sentAt: number, at: number): void;
  /** `from`'s characters from `clock` on arrived. */
  heard(from: number, clock: number, length: number, at: number): void;
}

const DEAF: Listener = { answered: () => undefined, heard: () => undefined };

export class Person {
  readonly doc = new Y.Doc();
  listener: Listener = DEAF;
  /** When each character was typed. */
  readonly typedAt: number[] = [];
  /** Updates that were not answered: when they were sent, and the writer's clock after them. */
  readonly #unanswered: { at: number; clock: number }[] = [];
  #socket: WebSocket | null = null;
  readonly #room: Room;
  /** What this person has from before goes with the answer to what the server asks, and all since then, too. */
  #holdsBack = false;
  /** Answers that belong to no update of ours but to the greeting. */
  #answersToSkip = 0;
  readonly #keepsDocument: boolean;
  #next: Uint8Array | null = null;
  #confirmed = 0;
  #whenSynced: () => void = () => undefined;

  private constructor(room: Room, keepsDocument: boolean) {
    this.#room = room;
    this.#keepsDocument = keepsDocument;
    this.doc.on('update', (update: Uint8Array, origin: unknown) => {
      if (origin !== 'server') this.#next = update;
    });
  }

  /** Joins; resolves when what the server has is here. `keepsDocument` makes `doc` the server's. */
  static async join(port: number, room: Room, keepsDocument = false): Promise<Person> {
    const person = new Person(room, keepsDocument);
    await person.rejoin(port);
    return person;
  }

  /**
   * Goes on at this server, the last one having gone away, and brings along what it may not have;
   * that is answered as one update.
   */
  async rejoin(port: number): Promise<void> {
    const { path, greeting } = this.#room;
    const hasNothing = this.#clock === 0;
    const protocols = this.#room.protocols.filter(
      (protocol) => hasNothing || protocol !== NO_STATE_SUBPROTOCOL,
    );
    const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`, protocols, {
      perMessageDeflate: false,
    });
    socket.binaryType = 'arraybuffer';
    this.#socket = socket;
    this.#holdsBack = !hasNothing;
    this.#unanswered.length = 0;
    socket.on('open', () => {
      if (greeting !== null) this.#send(greeting);
      this.#send(syncFrame(SYNC.step1, Y.encodeStateVector(this.doc)));
    });
    socket.on('message', (data) => this.#receive(new Uint8Array(data as ArrayBuffer)));
    await new Promise<void>((resolve, reject) => {
      this.#whenSynced = resolve;
      socket.on('error', reject);
      socket.on('close', (code, reason) =>
        reject(new Error(`The server closed: ${code} ${reason.toString()}`)),
      );
    });
  }

  /** Resolves when the server has gone away. */
  whenGone(): Promise<void> {
    return new Promise((resolve) => this.#socket?.once('close', () => resolve()));
  }

  /** Of how many characters of their own this person was told that the server has them. */
  get confirmed(): number {
    return this.#confirmed;
  }

  /** How many characters of somebody's this person has. */
  has(writer: Person): number {
    return Y.getState(this.doc.store, writer.doc.clientID);
  }

  /** How many updates were not answered yet. */
  get waiting(): number {
    return this.#unanswered.length;
  }

  /** Bytes this person's connection has carried, in both directions. */
  get bytes(): number {
    const { bytesRead = 0, bytesWritten = 0 } = (this.#socket && tcpOf(this.#socket)) ?? {};
    return bytesRead + bytesWritten;
  }

  /** Types one character. */
  type(): void {
    const at = performance.now();
    this.typedAt.push(at);
    const text = this.doc.getText('body');
    text.insert(text.length, 'abcdefghijklmnopqrstuvwxyz '[text.length % 27] ?? ' ');
    this.#sendLast(at);
  }

  /** Sends what `change` does to the document as one update. */
  change(change: () => void): void {
    this.doc.transact(change);
    this.#sendLast(performance.now());
  }

  leave(): Promise<void> {
    return new Promise((resolve) => {
      if (this.#socket === null) return resolve();
      this.#socket.once('close', () => resolve());
      this.#socket.close();
    });
  }

  get #clock(): number {
    return Y.getState(this.doc.store, this.doc.clientID);
  }

  #sendLast(at: number): void {
    const update = this.#next;
    this.#next = null;
    if (update === null || this.#holdsBack || this.#socket?.readyState !== WebSocket.OPEN) return;
    this.#unanswered.push({ at, clock: this.#clock });
    this.#send(syncFrame(SYNC.update, update));
  }

  #send(frame: Uint8Array): void {
    const { address } = this.#room;
    this.#socket?.send(address.length === 0 ? frame : Buffer.concat([address, frame]));
  }

  #receive(whole: Uint8Array): void {
    const decoder = decoding.createDecoder(whole);
    decoder.pos = this.#room.address.length;
    const type = decoding.readVarUint(decoder);
    if (type === FRAME.sync) {
      const step = decoding.readVarUint(decoder);
      const bytes = decoding.readVarUint8Array(decoder);
      if (step === SYNC.step1) {
        this.#holdsBack = false;
        if (this.#clock === 0) this.#answersToSkip++;
        else this.#unanswered.push({ at: performance.now(), clock: this.#clock });
        this.#send(syncFrame(SYNC.step2, Y.encodeStateAsUpdate(this.doc, bytes)));
        return;
      }
      if (this.#keepsDocument) Y.applyUpdate(this.doc, bytes, 'server');
      if (step === SYNC.step2) this.#whenSynced();
      else if (this.listener !== DEAF || !this.#room.confirms) this.#hear(bytes);
    } else if (type === FRAME.syncStatus) {
      if (this.#answersToSkip > 0) {
        this.#answersToSkip--;
        return;
      }
      this.#answer(performance.now());
    }
  }

  #answer(at: number): void {
    const first = this.#unanswered.shift();
    if (first === undefined) return;
    this.#confirmed = first.clock;
    this.listener.answered(first.at, at);
  }

  #hear(update: Uint8Array): void {
    const at = performance.now();
    for (const { id, length } of Y.decodeUpdate(update).structs) {
      this.listener.heard(id.client, id.clock, length, at);
      if (this.#room.confirms || id.client !== this.doc.clientID) continue;
      while ((this.#unanswered[0]?.clock ?? Infinity) <= id.clock + length) this.#answer(at);
    }
  }
}

function syncFrame(step: number, bytes: Uint8Array): Uint8Array {
  const encoder = encoding.createEncoder();
  encoding.writeVarUint(encoder, FRAME.sync);
  encoding.writeVarUint(encoder, step);
  encoding.writeVarUint8Array(encoder, bytes);
  return encoding.toUint8Array(encoder);
}

/** The connection under a WebSocket, which `ws` keeps for itself. */
function tcpOf(socket: WebSocket): { bytesRead: number; bytesWritten: number } | null {
  return (socket as unknown as { _socket: { bytesRead: number; bytesWritten: number } | null })
    ._socket;
}
