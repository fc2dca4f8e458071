/**
 * A real server in a folder of its own, and raw clients, for tests.
 *
 * Invariant: nothing here stands in for a part of the server; waiting is for states, never for time.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as decoding from 'lib0/decoding';
import * as encoding from 'lib0/encoding';
import { WebSocket } from 'ws';
import * as Y from 'yjs';
import { createSecret, docIdOf, hashSecret, randomId } from '../shared/access/ids.ts';
import type { LinkRole } from '../shared/access/roles.ts';
import { awarenessFrame, FRAME, SUBPROTOCOL, SYNC } from '../shared/protocol/messages.ts';
import {
  addressed,
  addressOf,
  readAddressed,
  tokenFrame,
} from './collaboration/hocuspocus-frames.ts';
import { type Config, readConfig } from './config.ts';
import { createServer, type RunningServer } from './create-server.ts';
import { createLog, type Log } from './log.ts';

export interface TestServer extends RunningServer {
  readonly folder: string;
  readonly config: Config;
  readonly logLines: string[];
  readonly ws: string;
  /** Stops it and starts another on the same folder. */
  restart(): Promise<TestServer>;
}

const cleanups: (() => unknown)[] = [];

/** Ends everything the test started; call it in `afterEach`. */
export async function cleanUp(): Promise<void> {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
}

export function onCleanUp(cleanup: () => unknown): void {
  cleanups.push(cleanup);
}

export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'driftless-test-'));
  onCleanUp(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export function testConfig(overrides: Partial<Config> = {}): Config {
  return {
    ...readConfig({ PORT: '0', HOST: '127.0.0.1', PUBLIC_DIR: '/nowhere' }),
    maxSocketsPerAddress: 10_000,
    maxNewDocumentsPerMinute: 10_000,
    ...overrides,
  };
}

export function memoryLog(lines: string[]): Log {
  return createLog('trace', { write: (line: string) => lines.push(line) });
}

export async function startServer(overrides: Partial<Config> = {}): Promise<TestServer> {
  const folder = overrides.dataDir ?? temporaryFolder();
  const config = testConfig({ ...overrides, dataDir: folder });
  const logLines: string[] = [];
  const server = await createServer(config, memoryLog(logLines));
  onCleanUp(() => server.stop());
  return {
    ...server,
    folder,
    config,
    logLines,
    ws: server.url.replace('http', 'ws'),
    restart: async () => {
      await server.stop();
      return startServer({ ...overrides, dataDir: folder });
    },
  };
}

export interface Owned {
  secret: string;
  docId: string;
}

export function newOwner(): Owned {
  const secret = createSecret();
  return { secret, docId: docIdOf(secret) };
}

/** A request with a secret; the body is parsed JSON. */
export async function call(
  server: { url: string },
  method: string,
  path: string,
  secret?: string,
  body?: unknown,
): Promise<{ status: number; body: unknown; headers: Headers }> {
  const response = await fetch(server.url + path, {
    method,
    headers: {
      ...(secret === undefined ? {} : { Authorization: `Bearer ${secret}` }),
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    body: text === '' ? null : JSON.parse(text),
  };
}

export async function makeLink(
  server: { url: string },
  { docId, secret: owner }: Owned,
  role: LinkRole,
): Promise<{ id: string; secret: string }> {
  const id = randomId(12);
  const secret = createSecret();
  const put = await call(server, 'PUT', `/api/docs/${docId}/links/${id}`, owner, {
    role,
    secretHash: hashSecret(secret),
  });
  if (put.status !== 200) throw new Error(`link not made: ${put.status}`);
  return { id, secret };
}

/** Resolves as soon as `check` holds; it is asked again after every turn. */
export async function until(what: string, check: () => boolean | Promise<boolean>): Promise<void> {
  const giveUp = Date.now() + 20_000;
  while (!(await check())) {
    if (Date.now() > giveUp) throw new Error(`never came true: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

export interface Received {
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
  /** Reason of a PermissionDenied or CLOSE frame of `/hocuspocus`. */
  ended: string | null = null;
  /** What the server sent of the document. */
  readonly doc = new Y.Doc();
  private readonly address: Uint8Array | null;
  private readonly beforeOpen: (() => void)[] = [];

  constructor(url: string, protocols: string[], name: string | null) {
    this.address = name === null ? null : addressOf(name);
    this.socket = new WebSocket(url, protocols);
    this.socket.binaryType = 'arraybuffer';
    this.socket.on('message', (data) => this.take(new Uint8Array(data as ArrayBuffer)));
    this.socket.on('close', (code, reason) => {
      this.closed = { code, reason: reason.toString() };
    });
    this.socket.on('error', () => undefined);
    this.socket.on('open', () => {
      for (const run of this.beforeOpen.splice(0)) run();
    });
    onCleanUp(() => this.socket.terminate());
  }

  static sync(
    server: { ws: string },
    docName: string,
    secret: string | null,
    protocol: string = SUBPROTOCOL,
  ): RawClient {
    const token = secret === null ? [] : [`token.${secret}`];
    return new RawClient(`${server.ws}/sync/${docName}`, [protocol, ...token], null);
  }

  static multiplexed(server: { ws: string }, docName: string, secret: string | null): RawClient {
    const client = new RawClient(`${server.ws}/hocuspocus`, [], docName);
    if (secret !== null) client.whenOpen(() => client.send(tokenFrame(secret)));
    return client;
  }

  whenOpen(run: () => void): void {
    if (this.socket.readyState === WebSocket.OPEN) run();
    else this.beforeOpen.push(run);
  }

  send(frame: Uint8Array): void {
    const whole = this.address === null ? frame : addressed(this.address, frame);
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

  private take(whole: Uint8Array): void {
    const frame = this.address === null ? whole : readAddressed(whole, 100)!.frame;
    const decoder = decoding.createDecoder(frame);
    const type = decoding.readVarUint(decoder);
    const body = frame.slice(decoder.pos);
    this.received.push({ type, body });
    if (type === FRAME.sync) {
      const step = decoding.readVarUint(decoder);
      const bytes = decoding.readVarUint8Array(decoder);
      if (step !== SYNC.step1) Y.applyUpdate(this.doc, bytes);
    }
    if (type === FRAME.close) this.ended = decoding.readVarString(decoder);
    if (type === FRAME.auth && decoding.readVarUint(decoder) === 1) {
      this.ended = decoding.readVarString(decoder);
    }
  }
}

export function syncFrame(step: number, bytes: Uint8Array): Uint8Array {
  const encoder = encoding.createEncoder();
  encoding.writeVarUint(encoder, FRAME.sync);
  encoding.writeVarUint(encoder, step);
  encoding.writeVarUint8Array(encoder, bytes);
  return encoding.toUint8Array(encoder);
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
