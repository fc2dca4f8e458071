/**
 * The program of the attackers, as `hostile.ts` starts it: a process of their own, so that what it
 * costs to attack slows nobody but them. Arguments: the base address, the document, a link, a seed,
 * how many attackers, and `flood` from one address, `siege` from many at once, or `strangers` who
 * never show a good secret.
 */
import { randomBytes } from 'node:crypto';
import { type ClientRequest, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import * as encoding from 'lib0/encoding';
import { WebSocket } from 'ws';
import * as Y from 'yjs';
import { createSecret, docIdOf } from '../../../shared/access/ids.ts';
import { awarenessFrame, FRAME, SYNC } from '../../../shared/protocol/messages.ts';
import { type Random, seeded } from './fault.ts';

const WAVE = 40;
const FRAMES_PER_ATTACK = 1000;
/** What may wait in an attacker's own memory. */
const MOST_BUFFERED = 4 * 1024 * 1024;
const ENDS_WITHIN_MS = 1_500;
/** Of each besieger; a server answers only some of them. */
const QUESTIONS = 20;
const STAY_MS = 3_000;

function syncFrame(step: number, bytes: Uint8Array): Uint8Array {
  return encoding.encode((encoder) => {
    encoding.writeVarUint(encoder, FRAME.sync);
    encoding.writeVarUint(encoder, step);
    encoding.writeVarUint8Array(encoder, bytes);
  });
}

/** A frame that was right, with a few bytes that are not. */
function damaged(frame: Uint8Array, random: Random): Uint8Array {
  const copy = frame.slice();
  for (let times = 1 + random(4); times > 0; times--) copy[random(copy.length)] = random(256);
  return random(3) === 0 ? copy.slice(0, random(copy.length)) : copy;
}

/** Writes one struct of client 7 that claims to be 2 ** 31 long, and nothing deleted. */
function longStruct(info: number, write: (encoder: encoding.Encoder) => void): Uint8Array {
  return encoding.encode((encoder) => {
    for (const number of [1, 1, 7, 0]) encoding.writeVarUint(encoder, number);
    encoding.writeUint8(encoder, info);
    write(encoder);
    encoding.writeVarUint(encoder, 0);
  });
}

const LONG = 2 ** 31;
/** In a few bytes they say that very much was deleted, is missing, follows, or is inside itself. */
const BOMBS: readonly (() => Uint8Array)[] = [
  () => encoding.encode((encoder) => encoding.writeVarUint(encoder, LONG)),
  () =>
    encoding.encode((encoder) => {
      for (const number of [0, 1, 7, 1, 0, LONG]) encoding.writeVarUint(encoder, number);
    }),
  // Skipped, collected, deleted; then a list that claims so many elements.
  () => longStruct(10, (encoder) => encoding.writeVarUint(encoder, LONG)),
  () => longStruct(0, (encoder) => encoding.writeVarUint(encoder, LONG)),
  () =>
    longStruct(1, (encoder) => {
      encoding.writeVarUint(encoder, 1);
      encoding.writeVarString(encoder, 'elsewhere');
      encoding.writeVarUint(encoder, LONG);
    }),
  () =>
    longStruct(8, (encoder) => {
      encoding.writeVarUint(encoder, 1);
      encoding.writeVarString(encoder, 'elsewhere');
      encoding.writeVarUint(encoder, LONG);
      encoding.writeAny(encoder, 1);
    }),
  () =>
    longStruct(8, (encoder) => {
      encoding.writeVarUint(encoder, 1);
      encoding.writeVarString(encoder, 'elsewhere');
      encoding.writeVarUint(encoder, 1);
      // Lists inside lists, deeper than a stack is.
      for (let depth = 0; depth < 50_000; depth++) {
        encoding.writeUint8(encoder, 117);
        encoding.writeVarUint(encoder, 1);
      }
    }),
];

/** Somebody with as much to say of themselves as a frame holds. */
function hugePresence(): Uint8Array {
  return awarenessFrame(
    encoding.encode((encoder) => {
      for (const number of [1, 5, 1]) encoding.writeVarUint(encoder, number);
      encoding.writeVarString(encoder, JSON.stringify({ person: { name: 'x'.repeat(1_000_000) } }));
    }),
  );
}

type Frame = (doc: Y.Doc, random: Random) => Uint8Array;

/** What one attacker sends over and over. It writes no token and no text that could be kept. */
const FRAMES: readonly Frame[] = [
  () => randomBytes(64),
  // Of the state, of which nobody else has anything new: a damaged one that can be read adds nothing.
  (doc, random) => damaged(syncFrame(SYNC.step1, Y.encodeStateVector(doc)), random),
  (doc) => syncFrame(SYNC.step1, Y.encodeStateVector(doc)),
  (_doc, random) => syncFrame(SYNC.update, BOMBS[random(BOMBS.length)]?.() ?? new Uint8Array()),
  (_doc, random) => awarenessFrame(damaged(Uint8Array.of(1, 5, 1, 2, 123, 125), random)),
  () => awarenessFrame(randomBytes(60_000)),
  hugePresence,
  () => new Uint8Array(2 * 1024 * 1024),
];

interface Attacker {
  url: string;
  protocols: string[];
  frame: Frame | null;
}

/** On Linux all of 127.0.0.0/8 is this machine: attackers have addresses of their own. */
function from(address: string): { localAddress?: string } {
  return process.platform === 'linux' ? { localAddress: address } : {};
}
const ONE_ADDRESS = '127.0.0.66';
/** As many as there are attackers. */
const addressOf = (index: number): string => `127.66.${index >> 8}.${index & 255}`;

/** Resolves when the server has let it in or turned it away; `ended` when it is gone. */
async function arrive({ url, protocols }: Attacker, address: string) {
  const socket = new WebSocket(url, protocols, from(address));
  socket.on('error', () => undefined);
  const ended = new Promise((resolve) => socket.once('close', resolve));
  await Promise.race([new Promise((resolve) => socket.once('open', resolve)), ended]);
  return { socket, ended };
}

async function attack(attacker: Attacker, random: Random): Promise<void> {
  const { socket, ended } = await arrive(attacker, ONE_ADDRESS);
  const { frame } = attacker;
  const doc = new Y.Doc();
  for (let sent = 0; frame !== null && sent < FRAMES_PER_ATTACK; sent++) {
    if (socket.readyState !== WebSocket.OPEN) break;
    socket.send(frame(doc, random));
    if (sent % 20 === 0) await pause(1);
    while (socket.bufferedAmount > MOST_BUFFERED && socket.readyState === WebSocket.OPEN)
      await pause(5);
  }
  const late = pause(ENDS_WITHIN_MS, 'late', { ref: false });
  await Promise.race([ended, late]);
  socket.terminate();
}

/** Everybody is there at the same time, asks for everything, writes in what is theirs, and stays. */
async function besiege(attackers: readonly Attacker[], random: Random): Promise<void> {
  const arrived = await Promise.all(
    attackers.map((attacker, index) => arrive(attacker, addressOf(index))),
  );
  for (const { socket } of arrived) {
    if (socket.readyState !== WebSocket.OPEN) continue;
    const doc = new Y.Doc();
    for (let times = 0; times < QUESTIONS; times++)
      socket.send(syncFrame(SYNC.step1, Y.encodeStateVector(doc)));
    // In a document of somebody else's it adds nothing: nobody has what it is said to follow.
    socket.send(syncFrame(SYNC.update, BOMBS[random(BOMBS.length)]?.() ?? new Uint8Array()));
  }
  await pause(STAY_MS);
  for (const { socket } of arrived) socket.terminate();
}

/** Nobody of them has a link: they send much before it can be known, and stay as long as they may. */
async function crowd(base: string, docId: string, attackers: number): Promise<void> {
  const bytes = new Uint8Array(1024 * 1024);
  const named = encoding.encode((encoder) => {
    encoding.writeVarString(encoder, docId);
    encoding.writeUint8Array(encoder, syncFrame(SYNC.step1, bytes));
  });
  const sockets: WebSocket[] = [];
  const calls: ClientRequest[] = [];
  for (let index = 0; index < attackers; index++) {
    const { socket } = await arrive(
      { url: base.replace(/\/sync$/, '/hocuspocus'), protocols: [], frame: null },
      addressOf(index % 50),
    );
    sockets.push(socket);
    for (let times = 0; times < 3 && socket.readyState === WebSocket.OPEN; times++)
      socket.send(named);
    const call = request(
      base.replace(/^ws/, 'http').replace(/\/sync$/, `/api/docs/${docId}/sync`),
      {
        method: 'POST',
        headers: { Authorization: `Bearer ${createSecret()}`, 'Content-Length': bytes.length },
      },
    );
    call.on('error', () => undefined);
    call.write(bytes.subarray(1));
    calls.push(call);
  }
  await pause(STAY_MS);
  for (const socket of sockets) socket.terminate();
  for (const call of calls) call.destroy();
}

const [base = '', docId = '', secret = '', seed = '', count = '', how = ''] = process.argv.slice(2);
const random = seeded(Number(seed));
const url = `${base}/${docId}`;
const withLink = (): Attacker => ({
  url,
  protocols: ['driftless.v1', `token.${secret}`],
  frame: FRAMES[random(FRAMES.length)] ?? null,
});
const withoutKey = (): Attacker => ({ url, protocols: ['y-websocket'], frame: null });
const withWrongKey = (): Attacker => ({
  url,
  protocols: ['driftless.v1', `token.${createSecret()}`],
  frame: null,
});
const withNewDocument = (): Attacker => {
  const own = createSecret();
  const protocols = ['y-websocket', `token.${own}`];
  return { url: `${base}/${docIdOf(own)}`, protocols, frame: null };
};
const kinds = [withLink, withLink, withoutKey, withWrongKey, withNewDocument];
const attackers = Array.from({ length: Number(count) }, () =>
  (kinds[random(kinds.length)] ?? withLink)(),
);
if (how === 'strangers') await crowd(base, docId, Number(count));
if (how === 'siege') await besiege(attackers, random);
// In waves, each larger than the sockets one address may have.
for (let first = 0; how === 'flood' && first < attackers.length; first += WAVE) {
  await Promise.all(attackers.slice(first, first + WAVE).map((each) => attack(each, random)));
}
process.exit(0);
