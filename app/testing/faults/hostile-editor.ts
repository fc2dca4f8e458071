/**
 * The program of an editor who is after the others, as `hostile.ts` starts it. Arguments: the base
 * address, the document, a link, a seed, how long in milliseconds, and which way.
 *
 * Invariant: it writes into a text of its own and deletes nothing of anybody, so whatever the others
 * lose is the server's doing, or theirs.
 */
import { setTimeout as pause } from 'node:timers/promises';
import * as decoding from 'lib0/decoding';
import { WebSocket } from 'ws';
import * as Y from 'yjs';
import { FRAME, SYNC, syncFrame } from '../../../shared/protocol/messages.ts';
import {
  collected,
  crowd,
  nestedTypes,
  text,
  unwritable,
  updateOf,
} from '../../../shared/testing/hostile-updates.ts';
import { seeded } from './fault.ts';

const [base = '', docId = '', secret = '', seed = '', duration = '', way = ''] =
  process.argv.slice(2);
const random = seeded(Number(seed));
const until = Date.now() + Number(duration);
const ROOT = 'elsewhere';
const MOST_BUFFERED = 8 * 1024 * 1024;
/** Yjs takes clients in order: the second of two is always above the first. */
let nextClient = 1_000_000 + random(1_000_000);

/** What is sent one after the other on one connection. */
function* updates(doc: Y.Doc): Generator<Uint8Array> {
  switch (way) {
    case 'nested':
      for (const depth of [101, 2_700, 3_500, 60_000])
        yield* Object.values(unwritable(nextClient++, depth));
      yield nestedTypes(nextClient++, 20_000);
      return;
    case 'crowded':
      for (const count of [8_000, 16_000, 120_000]) {
        yield crowd(nextClient++, count, ROOT);
        yield crowd(nextClient++, count, ROOT);
      }
      return;
    case 'clocks':
      for (const [client, structs] of doc.store.clients) {
        const last = structs.at(-1);
        if (!last) continue;
        const clock = last.id.clock + last.length;
        for (const length of [1, 5, 1_000_000])
          yield updateOf([{ client, clock, structs: [collected(length)] }]);
      }
      return;
    case 'tiny':
      yield crowd(nextClient++, 100_000, ROOT);
      return;
    case 'burst':
      for (let clock = 0; clock < 20_000; clock++)
        yield updateOf([{ client: nextClient, clock, structs: [text('x', ROOT)] }]);
      nextClient++;
      return;
    case 'ahead': {
      const ranges = Array.from({ length: 2_000 }, (_, at): [number, number] => [2 * at, 1]);
      yield updateOf([], [{ client: nextClient++, ranges }]);
      const structs = [text('y'.repeat(200_000), ROOT)];
      yield updateOf([{ client: nextClient++, clock: 1_000_000, structs }]);
    }
  }
}

async function attack(): Promise<void> {
  const protocols = ['driftless.v1', `token.${secret}`];
  const socket = new WebSocket(`${base}/${docId}`, protocols);
  socket.binaryType = 'arraybuffer';
  socket.on('error', () => undefined);
  const doc = new Y.Doc();
  let isSynced = false;
  let answered = 0;
  socket.on('message', (data) => {
    const decoder = decoding.createDecoder(new Uint8Array(data as ArrayBuffer));
    const type = decoding.readVarUint(decoder);
    if (type === FRAME.syncStatus) answered++;
    if (type !== FRAME.sync || decoding.readVarUint(decoder) === SYNC.step1) return;
    Y.applyUpdate(doc, decoding.readVarUint8Array(decoder));
    isSynced = true;
  });
  const isGone = () => socket.readyState === WebSocket.CLOSED;
  while (socket.readyState === WebSocket.CONNECTING) await pause(5);
  if (!isGone()) socket.send(syncFrame(SYNC.step1, Y.encodeStateVector(doc)));
  while (!isSynced && !isGone() && Date.now() < until) await pause(5);
  let sent = 0;
  while (!isGone() && Date.now() < until) {
    for (const update of updates(doc)) {
      if (isGone() || Date.now() > until) break;
      socket.send(syncFrame(SYNC.update, update));
      sent++;
      if (way === 'burst') {
        while (socket.bufferedAmount > MOST_BUFFERED && !isGone() && Date.now() < until)
          await pause(1);
      } else while (answered < sent && !isGone() && Date.now() < until) await pause(2);
    }
    await pause(1);
  }
  socket.terminate();
}

while (Date.now() < until) await attack();
process.exit(0);
