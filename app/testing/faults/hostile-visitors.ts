/**
 * The program of visitors who take and ask, as `hostile.ts` starts it: they read slowly, ask who is
 * here without end, or guess secrets. Arguments: the base address, the document, a link, a seed, how
 * long in milliseconds, and which way.
 *
 * Invariant: it writes nothing into the document of the others.
 */
import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import * as encoding from 'lib0/encoding';
import { WebSocket } from 'ws';
import * as Y from 'yjs';
import { createSecret, docIdOf } from '../../../shared/access/ids.ts';
import { awarenessFrame, FRAME, SYNC, syncFrame } from '../../../shared/protocol/messages.ts';
import { text, updateOf } from '../../../shared/testing/hostile-updates.ts';
import { seeded } from './fault.ts';

const [base = '', docId = '', secret = '', seed = '', duration = '', way = ''] =
  process.argv.slice(2);
const random = seeded(Number(seed));
const until = Date.now() + Number(duration);
const isOver = () => Date.now() > until;
const http = base.replace(/^ws/, 'http').replace(/\/sync$/, '');

/** On Linux all of 127.0.0.0/8 is this machine. */
const from = (address: string): { localAddress?: string } =>
  process.platform === 'linux' ? { localAddress: address } : {};
const addressOf = (index: number): string => `127.70.${(index >> 8) & 255}.${index & 255}`;

async function open(name: string, token: string, address: string): Promise<WebSocket> {
  const socket = new WebSocket(`${base}/${name}`, ['driftless.v1', `token.${token}`], {
    ...from(address),
    perMessageDeflate: false,
  });
  socket.binaryType = 'arraybuffer';
  socket.on('error', () => undefined);
  while (socket.readyState === WebSocket.CONNECTING) await pause(2);
  return socket;
}

const PARTS = 28;
const PART = 'x'.repeat(1_000_000);
const READERS = 150;
const STAY_MS = 2_000;

/** A large document of their own, of which each wants another state, and reads nothing of it. */
async function readSlowly(): Promise<void> {
  const own = createSecret();
  const name = docIdOf(own);
  const writer = await open(name, own, addressOf(1));
  let confirmed = 0;
  writer.on('message', (data) => {
    if (new Uint8Array(data as ArrayBuffer)[0] === FRAME.syncStatus) confirmed++;
  });
  let sent = 0;
  const write = (written: string) => {
    const structs = [text(written)];
    writer.send(syncFrame(SYNC.update, updateOf([{ client: 1_000 + sent++, structs }])));
  };
  const stored = async () => {
    while (confirmed < sent && writer.readyState === WebSocket.OPEN && !isOver()) await pause(2);
  };
  for (let part = 0; part < PARTS; part++) {
    write(PART);
    await stored();
  }
  const known = Y.encodeStateVectorFromUpdate(updateOf([{ client: 1_000, structs: [text('x')] }]));
  while (!isOver() && writer.readyState === WebSocket.OPEN) {
    const readers: WebSocket[] = [];
    for (let index = 0; index < READERS && !isOver(); index++) {
      const reader = await open(name, own, addressOf(2 + index));
      if (reader.readyState !== WebSocket.OPEN) continue;
      reader.pause();
      // All of it, or all but a character.
      reader.send(syncFrame(SYNC.step1, random(2) === 0 ? Uint8Array.of(0) : known));
      // The next one is to be sent another state.
      write('y');
      await stored();
      readers.push(reader);
    }
    await pause(STAY_MS);
    for (const reader of readers) reader.terminate();
  }
  writer.terminate();
}

const ASKING = 60;
const MOST_BUFFERED = 256 * 1024;

function presence(client: number, clock: number): Uint8Array {
  return awarenessFrame(
    encoding.encode((encoder) => {
      for (const number of [1, client, clock]) encoding.writeVarUint(encoder, number);
      const user = { name: 'x'.repeat(50), color: '#123456' };
      encoding.writeVarString(encoder, JSON.stringify({ user, more: 'y'.repeat(3_000) }));
    }),
  );
}

/** Each of them shows up, asks who is here as fast as it can, and comes back when it is sent away. */
async function askWhoIsHere(index: number): Promise<void> {
  while (!isOver()) {
    const socket = await open(docId, secret, addressOf(index));
    const client = 1 + random(2 ** 31);
    for (let times = 0; socket.readyState === WebSocket.OPEN && !isOver(); times++) {
      if (times % 50 === 0) socket.send(presence(client, times));
      socket.send(Uint8Array.of(FRAME.queryAwareness));
      if (times % 100 === 0) await pause(1);
      while (socket.bufferedAmount > MOST_BUFFERED && !isOver()) await pause(1);
    }
    socket.terminate();
    await pause(20);
  }
}

const GUESSING = 40;
const agent = new Agent({ keepAlive: true, maxSockets: GUESSING });

/** Through a proxy, or what claims to be one: every guess from an address of its own. */
function guess(): Promise<void> {
  const address = [10, random(256), random(256), random(256)].join('.');
  return new Promise((resolve) => {
    const call = request(
      `${http}/api/docs/${docId}`,
      { agent, headers: { Authorization: `Bearer ${createSecret()}`, 'X-Forwarded-For': address } },
      (answer) => answer.resume().once('close', resolve),
    );
    call.on('error', () => resolve());
    call.end();
  });
}

async function guessOnAndOn(index: number): Promise<void> {
  while (!isOver()) {
    if (index % 4 > 0) await guess();
    else (await open(docId, createSecret(), addressOf(random(60_000)))).terminate();
  }
}

const WAYS: Readonly<Record<string, () => Promise<unknown>>> = {
  readers: readSlowly,
  questions: () => Promise.all(Array.from({ length: ASKING }, (_, at) => askWhoIsHere(at))),
  guesses: () => Promise.all(Array.from({ length: GUESSING }, (_, at) => guessOnAndOn(at))),
};
while (!isOver()) await WAYS[way]?.();
process.exit(0);
