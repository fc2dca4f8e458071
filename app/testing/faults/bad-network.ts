/**
 * A bad network between a device and the server: a TCP proxy that stalls, cuts, delays, slows, answers in
 * the server's place, strips WebSockets, and loses or swaps single WebSocket frames.
 *
 * Invariant: told nothing, it passes every byte on, in order.
 */
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import type { Random } from './fault.ts';

/** `portal`: answers everything with a page to sign in; `no-websocket`: strips the upgrade. */
export type Manner = 'through' | 'portal' | 'no-websocket';
export type Way = 'to-server' | 'to-client';
type FrameFault = 'drop' | 'swap';

const BINARY = 2;
const LOGIN = '<!doctype html><title>Sign in</title><p>Welcome to our network.';
const PORTAL_ANSWER = `HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: ${LOGIN.length}\r\nConnection: close\r\n\r\n${LOGIN}`;

interface Pair {
  client: Socket;
  server: Socket;
  isDead: boolean;
}

export class BadNetwork {
  manner: Manner = 'through';
  /** Milliseconds that each piece is held back, and the share (of 100) that has to be sent again. */
  latency = { ms: 0, lost: 0 };
  /** How many bytes a second pass in each direction. */
  bytesPerSecond = Number.POSITIVE_INFINITY;
  readonly #target: number;
  readonly #random: Random;
  readonly #pairs = new Set<Pair>();
  readonly #listener = createServer({ allowHalfOpen: false }, (client) => this.#accept(client));
  readonly #planned: Record<Way, FrameFault | null> = { 'to-server': null, 'to-client': null };
  #isStalled = false;

  private constructor(target: number, random: Random) {
    this.#target = target;
    this.#random = random;
  }

  static async open(target: number, random: Random): Promise<BadNetwork> {
    const network = new BadNetwork(target, random);
    await new Promise<void>((resolve) => network.#listener.listen(0, '127.0.0.1', resolve));
    return network;
  }

  get port(): number {
    return (this.#listener.address() as AddressInfo).port;
  }

  /** Ends every connection, as a change of network does. */
  cut(): void {
    for (const { client, server } of this.#pairs) {
      client.destroy();
      server.destroy();
    }
  }

  /** From now on nothing passes and nobody is told: what is open stays open, for nothing. */
  stall(): void {
    this.#isStalled = true;
    for (const pair of this.#pairs) pair.isDead = true;
  }

  /** New connections pass again. Those that were open stay dead, as behind a forgetful router. */
  flow(): void {
    this.#isStalled = false;
  }

  /** Loses the next frame with a part of the document in it, or swaps it with the one after it. */
  plan(way: Way, fault: FrameFault): void {
    this.#planned[way] = fault;
  }

  isDone(way: Way): boolean {
    return this.#planned[way] === null;
  }

  async close(): Promise<void> {
    this.cut();
    await new Promise<void>((resolve) => this.#listener.close(() => resolve()));
  }

  #accept(client: Socket): void {
    const server = connect(this.#target, '127.0.0.1');
    const pair: Pair = { client, server, isDead: this.#isStalled };
    this.#pairs.add(pair);
    const end = (): void => {
      this.#pairs.delete(pair);
      client.destroy();
      server.destroy();
    };
    for (const socket of [client, server]) socket.on('error', end).on('close', end).setNoDelay();
    const toServer = this.#pipe(pair, 'to-server', server);
    const toClient = this.#pipe(pair, 'to-client', client);
    client.on('data', (bytes: Buffer) => {
      if (pair.isDead) return;
      // Any piece may be a request: clients use a connection again.
      if (this.manner === 'portal') client.end(PORTAL_ANSWER);
      else toServer(this.manner === 'no-websocket' ? withoutUpgrade(bytes) : bytes);
    });
    server.on('data', (bytes: Buffer) => {
      if (!pair.isDead) toClient(bytes);
    });
  }

  /** What takes the bytes of one direction: late, and frame by frame after the handshake. */
  #pipe(pair: Pair, way: Way, to: Socket): (bytes: Buffer) => void {
    const frames = new Frames();
    let held: Buffer | null = null;
    let lastAt = 0;
    const send = (bytes: Buffer): void => {
      const { ms, lost } = this.latency;
      const isFast = this.bytesPerSecond === Number.POSITIVE_INFINITY;
      if (ms === 0 && isFast && lastAt === 0) {
        to.write(bytes);
        return;
      }
      const again = this.#random(100) < lost ? 200 + 4 * ms : 0;
      const now = performance.now();
      // TCP keeps the order: what is late holds up all that follows.
      const length = (1000 * bytes.length) / this.bytesPerSecond;
      lastAt = Math.max(lastAt, now + ms + again) + length;
      setTimeout(() => !pair.isDead && to.write(bytes), lastAt - now);
    };
    return (bytes) => {
      for (const { frame, isDocument } of frames.drain(bytes)) {
        const planned = isDocument ? this.#planned[way] : null;
        if (planned !== null) this.#planned[way] = null;
        if (planned === 'drop') continue;
        if (planned === 'swap') {
          held = frame;
          continue;
        }
        send(frame);
        if (held !== null && isDocument) {
          send(held);
          held = null;
        }
      }
    };
  }
}

/** Takes the upgrade out of a request. */
function withoutUpgrade(head: Buffer): Buffer {
  const text = head.toString('latin1');
  if (!text.startsWith('GET ')) return head;
  return Buffer.from(text.replace(/^(?:upgrade|connection):.*\r\n/gim, ''), 'latin1');
}

/** Cuts the bytes of one direction into the HTTP head and the WebSocket frames after it. */
class Frames {
  #rest = Buffer.alloc(0);
  #isOpen = false;
  #isPlain = false;

  drain(bytes: Buffer): { frame: Buffer; isDocument: boolean }[] {
    if (this.#isPlain) return [{ frame: bytes, isDocument: false }];
    this.#rest = Buffer.concat([this.#rest, bytes]);
    const found: { frame: Buffer; isDocument: boolean }[] = [];
    if (!this.#isOpen) {
      const end = this.#rest.indexOf('\r\n\r\n');
      if (end < 0) return [];
      const head = this.#rest.subarray(0, end + 4);
      this.#isPlain = !/^(?:GET .*|HTTP\/1.1 101 .*)\r\n(?:.*\r\n)*upgrade: *websocket/i.test(
        head.toString('latin1'),
      );
      if (this.#isPlain) return [{ frame: this.#rest, isDocument: false }];
      found.push({ frame: head, isDocument: false });
      this.#rest = this.#rest.subarray(end + 4);
      this.#isOpen = true;
    }
    for (;;) {
      const length = frameLength(this.#rest);
      if (length === null || this.#rest.length < length) return found;
      const frame = this.#rest.subarray(0, length);
      this.#rest = this.#rest.subarray(length);
      found.push({ frame, isDocument: carriesUpdate(frame) });
    }
  }
}

function headLength(bytes: Buffer): number {
  const length = (bytes[1] ?? 0) & 127;
  const isMasked = ((bytes[1] ?? 0) & 128) !== 0;
  return 2 + (length === 126 ? 2 : length === 127 ? 8 : 0) + (isMasked ? 4 : 0);
}

function frameLength(bytes: Buffer): number | null {
  if (bytes.length < 2 || bytes.length < headLength(bytes)) return null;
  const short = (bytes[1] ?? 0) & 127;
  const body =
    short === 126
      ? bytes.readUInt16BE(2)
      : short === 127
        ? Number(bytes.readBigUInt64BE(2))
        : short;
  return headLength(bytes) + body;
}

/** Whether it is a binary frame of the sync protocol (0) with an update (2) in it. */
function carriesUpdate(frame: Buffer): boolean {
  if (((frame[0] ?? 0) & 15) !== BINARY) return false;
  const start = headLength(frame);
  const isMasked = ((frame[1] ?? 0) & 128) !== 0;
  const byte = (index: number) =>
    (frame[start + index] ?? 0) ^ (isMasked ? (frame[start - 4 + index] ?? 0) : 0);
  return byte(0) === 0 && byte(1) === 2;
}
