/**
 * A server, or a proxy on the way to it, that sends anything at any moment.
 *
 * Invariant: nothing is thrown where nobody catches it, nothing counts as saved that the server did
 * not say is, and what was written here arrives at the next server that keeps to the protocol.
 */
import * as decoding from 'lib0/decoding';
import * as encoding from 'lib0/encoding';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { Awareness, encodeAwarenessUpdate } from 'y-protocols/awareness';
import * as Y from 'yjs';
import { createSecret, docIdOf } from '../../shared/access/ids.ts';
import { refusalIn } from '../../shared/protocol/answers.ts';
import { errorOfClose } from '../../shared/protocol/errors.ts';
import { readExchange, writeExchange } from '../../shared/protocol/exchange.ts';
import { FRAME, roleFrame } from '../../shared/protocol/messages.ts';
import {
  AS_LONG_AS_ASKED,
  type Chance,
  fuzz,
  mutatedBytes,
  mutatedText,
  pick,
  shorterBytes,
  shorterText,
} from '../../shared/testing/fuzz.ts';
import { ChangeNotes } from './change-notes.ts';
import { Connection } from './connection.ts';
import { Ledger } from './ledger.ts';

const OWN_CLIENT = 3_000_000_019;
const STEP_1 = 0;
const STEP_2 = 1;
const UPDATE = 2;

/** A socket without a network: the test is the server. */
class Pipe {
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  static readonly CLOSED = 3;
  static last: Pipe | null = null;
  readonly OPEN = 1;
  readyState = 0;
  binaryType = 'blob';
  readonly bufferedAmount = 0;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: ((event: unknown) => void) | null = null;
  onerror: (() => void) | null = null;
  readonly sent: Uint8Array[] = [];

  constructor() {
    Pipe.last = this;
  }

  send(data: Uint8Array): void {
    if (this.readyState === Pipe.OPEN) this.sent.push(data.slice());
  }

  close(): void {
    this.readyState = Pipe.CLOSED;
  }

  open(): void {
    this.readyState = Pipe.OPEN;
    this.onopen?.();
  }

  receive(data: Uint8Array | string): void {
    this.onmessage?.({ data: typeof data === 'string' ? data : data.slice().buffer });
  }
}

beforeAll(() => {
  vi.stubGlobal('WebSocket', Pipe);
  vi.spyOn(console, 'error').mockImplementation(() => {});
  vi.spyOn(console, 'warn').mockImplementation(() => {});
});
afterAll(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function frame(...parts: (number | Uint8Array | string)[]): Uint8Array {
  return encoding.encode((encoder) => {
    for (const part of parts) {
      if (typeof part === 'number') encoding.writeVarUint(encoder, part);
      else if (typeof part === 'string') encoding.writeVarString(encoder, part);
      else encoding.writeVarUint8Array(encoder, part);
    }
  });
}

/** What a server sends, in the course of a document. */
function keptFrames(): Uint8Array[] {
  const doc = new Y.Doc();
  doc.clientID = 7;
  const updates: Uint8Array[] = [];
  doc.on('update', (update) => updates.push(update));
  const text = doc.getText('body');
  text.insert(0, 'some text of somebody else');
  text.format(2, 5, { 'bold:x': true });
  text.delete(3, 4);
  doc.getMap('fields').set('a:type', { value: 'heading' });
  const awareness = new Awareness(doc);
  awareness.setLocalState({ person: { id: 'x'.repeat(16), name: 'Ana', color: 'red' } });
  const presence = encodeAwarenessUpdate(awareness, [doc.clientID]);
  awareness.destroy();
  return [
    ...updates.map((update) => frame(0, UPDATE, update)),
    frame(0, UPDATE, Y.mergeUpdates([updates[0]!, updates[2]!])),
    frame(0, STEP_1, Y.encodeStateVector(doc)),
    frame(0, STEP_1, Y.encodeStateVector(new Map([[OWN_CLIENT, 1000]]))),
    frame(0, STEP_2, Y.encodeStateAsUpdate(doc)),
    frame(1, presence),
    frame(2, 0, 'go away'),
    frame(3),
    roleFrame('viewer'),
    frame(FRAME.syncStatus, 0),
    frame(FRAME.syncStatus, 7),
    frame(FRAME.store, 0),
    frame(FRAME.store, 1),
    frame(FRAME.count, 3),
    frame(FRAME.count, Number.MAX_SAFE_INTEGER),
    new Uint8Array(),
    new Uint8Array(12).fill(0xff),
  ];
}
const FRAMES = keptFrames();

/** Everything that a device has of one document, without storage. */
class Device {
  readonly doc = Object.assign(new Y.Doc(), { clientID: OWN_CLIENT });
  readonly awareness = new Awareness(this.doc);
  readonly ledger = new Ledger({ put: () => {}, merge: () => {} }, 'session');
  readonly notes: ChangeNotes;
  /** Of its own, so that no other device here is another tab of it. */
  readonly #secret = createSecret();
  connection: Connection;
  socket: Pipe;

  constructor() {
    this.notes = new ChangeNotes({
      doc: this.doc,
      ledger: this.ledger,
      isFromElsewhere: () => false,
      changed: () => {},
    });
    [this.connection, this.socket] = this.#connect();
  }

  #connect(): [Connection, Pipe] {
    const { doc, awareness, ledger, notes } = this;
    const connection = new Connection({
      room: docIdOf(this.#secret),
      secret: this.#secret,
      serverUrl: 'ws://server/sync',
      doc,
      awareness,
      ledger,
      notes,
      changed: () => {},
    });
    connection.start();
    Pipe.last!.open();
    return [connection, Pipe.last!];
  }

  connectAnew(): void {
    this.connection.close();
    [this.connection, this.socket] = this.#connect();
  }

  write(text: string): void {
    this.doc.getText('body').insert(0, text);
  }

  get text(): string {
    return this.doc.getText('body').toString();
  }

  destroy(): void {
    this.connection.close();
    this.notes.close();
    this.awareness.destroy();
    this.doc.destroy();
  }
}

/** Answers all that a device has sent, as a server does, until there is no more. */
function serve(server: Y.Doc, socket: Pipe): void {
  for (let sent = socket.sent.shift(); sent; sent = socket.sent.shift()) {
    const decoder = decoding.createDecoder(sent);
    if (decoding.readVarUint(decoder) !== 0) continue;
    const type = decoding.readVarUint(decoder);
    const payload = decoding.readVarUint8Array(decoder);
    if (type === STEP_1) {
      socket.receive(frame(0, STEP_1, Y.encodeStateVector(server)));
      socket.receive(frame(0, STEP_2, Y.encodeStateAsUpdate(server, payload)));
    } else {
      Y.applyUpdate(server, payload);
      socket.receive(frame(FRAME.syncStatus, 1));
    }
  }
}

interface Course {
  /** Whether the device and the server have told each other what they have before. */
  isMet: boolean;
  frames: (Uint8Array | string)[];
}

function isConfirmation(data: Uint8Array | string): boolean {
  if (typeof data === 'string') return false;
  const decoder = decoding.createDecoder(data);
  try {
    const type = decoding.readVarUint(decoder);
    return type === FRAME.syncStatus && decoding.readVarUint(decoder) === 1;
  } catch {
    return false;
  }
}

function runCourse({ isMet, frames }: Course): void {
  const device = new Device();
  try {
    const server = new Y.Doc();
    if (isMet) serve(server, device.socket);
    device.write('mine');
    for (const data of frames) {
      const { count } = device.ledger;
      device.socket.receive(data);
      if (!isConfirmation(data)) expect(device.ledger.count).toBeGreaterThanOrEqual(count);
      if (device.ledger.count > 0) expect(device.connection.state).not.toBe('synced');
      expect(device.text).toContain('mine');
    }
    device.connectAnew();
    serve(server, device.socket);
    expect(device.text).toContain('mine');
    expect(server.getText('body').toString()).toContain('mine');
    expect([device.connection.state, device.ledger.count]).toEqual(['synced', 0]);
    device.write('more');
    serve(server, device.socket);
    expect(server.getText('body').toString()).toContain('more');
    expect([device.connection.state, device.ledger.count]).toEqual(['synced', 0]);
  } finally {
    device.destroy();
  }
}

function show({ isMet, frames }: Course): string {
  const shown = frames.map((data) =>
    typeof data === 'string' ? JSON.stringify(data) : Buffer.from(data).toString('hex'),
  );
  return `${isMet ? 'met' : 'not met'}: ${shown.join(' ')}`;
}

function* smallerCourses({ isMet, frames }: Course): Generator<Course> {
  for (const [at, data] of frames.entries()) {
    const others = (...instead: (Uint8Array | string)[]) => frames.toSpliced(at, 1, ...instead);
    yield { isMet, frames: others() };
    if (typeof data !== 'string')
      for (const bytes of shorterBytes(data)) yield { isMet, frames: others(bytes) };
  }
}

const TEXTS = ['', '5', '2000000000', 'hello', '<html>Sign in to the network</html>', '{}', '-1'];

/** Courses that were trouble once. */
const KEPT: Readonly<Record<string, Course>> = {
  'a frame without anything in it': { isMet: true, frames: [new Uint8Array()] },
  'a number that never ends': { isMet: true, frames: [new Uint8Array(12).fill(0xff)] },
  'text of no length, beside which others are written': {
    isMet: true,
    frames: [
      Uint8Array.from(
        Buffer.from(
          '00022701010700040104626f6479006f2074657874206f6620736f6d65626f647920656c736501070103',
          'hex',
        ),
      ),
    ],
  },
  'text where bytes belong': { isMet: true, frames: ['2000000000'] },
  'each kind of frame, whole': { isMet: true, frames: FRAMES },
};

function hostileCourse(chance: Chance): Course {
  const frames = Array.from({ length: 1 + chance(4) }, () =>
    chance(30) === 0 ? pick(chance, TEXTS) : mutatedBytes(chance, FRAMES),
  );
  return { isMet: chance(3) > 0, frames };
}

test.each(Object.entries(KEPT))('%s costs no text and saves none', (_, course) => {
  runCourse(course);
});

test('frames of any kind and form cost no text and save none', AS_LONG_AS_ASKED, async () => {
  await fuzz({
    runs: 300,
    make: hostileCourse,
    check: runCourse,
    smaller: smallerCourses,
    show,
  });
});

test('answers over HTTP are those of the server or nobody', AS_LONG_AS_ASKED, async () => {
  const bodies = [
    '{"error":{"code":"link_revoked","message":"x"}}',
    '{"error":{"code":"constructor","message":"x"}}',
    '{"error":{"code":["link_revoked"],"message":null}}',
    '{"__proto__":{"error":{"code":"link_revoked","message":"x"}}}',
    '<html><body>Sign in</body></html>',
    'null',
  ];
  await fuzz({
    runs: 300,
    make: (chance) => mutatedText(chance, bodies, ['{', '"', '\u0000', '[[[[', '1e999', '\\u']),
    check: (body) => {
      const refusal = refusalIn(403, body);
      expect(refusal.message).not.toBe('');
      expect(errorOfClose(body.length + 4390, body)).not.toBeUndefined();
    },
    smaller: shorterText,
    show: (body) => JSON.stringify(body),
  });
  const stateVector = Y.encodeStateVector(new Map([[7, 20]]));
  const update = FRAMES[0]!.slice(2);
  await fuzz({
    runs: 300,
    make: (chance) => mutatedBytes(chance, [writeExchange({ stateVector, update })]),
    check: (bytes) => {
      const read = readExchange(bytes);
      const length = read ? read.stateVector.length + read.update.length : 0;
      expect(length).toBeLessThanOrEqual(bytes.length);
    },
    smaller: shorterBytes,
    show: (bytes) => Buffer.from(bytes).toString('hex'),
  });
});
