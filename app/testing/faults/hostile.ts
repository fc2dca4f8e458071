/** Somebody with a link sends what no client sends, as fast as they can, while others type. */
import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import * as encoding from 'lib0/encoding';
import { WebSocket } from 'ws';
import * as Y from 'yjs';
import { awarenessFrame, FRAME, SYNC } from '../../../shared/protocol/messages.ts';
import type { Fault, Random } from './fault.ts';
import { Scene } from './scene.ts';

const ATTACKS_PER_RUN = 30;
const FRAMES_PER_ATTACK = 200;
const ENDS_WITHIN_MS = 15_000;

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

/** Says that 2 ** 31 things were deleted, or follow, in a few bytes. */
function bomb(random: Random): Uint8Array {
  return encoding.encode((encoder) => {
    if (random(2) === 0) {
      encoding.writeVarUint(encoder, 2 ** 31);
      return;
    }
    encoding.writeVarUint(encoder, 0);
    encoding.writeVarUint(encoder, 1);
    encoding.writeVarUint(encoder, 7);
    encoding.writeVarUint(encoder, 1);
    encoding.writeVarUint(encoder, 0);
    encoding.writeVarUint(encoder, 2 ** 31);
  });
}

/** What one attacker sends over and over. It writes no token and no text that could be kept. */
const ATTACKS: readonly ((doc: Y.Doc, random: Random) => Uint8Array)[] = [
  () => randomBytes(64),
  // Of the state, of which nobody else has anything new: a damaged one that can be read adds nothing.
  (doc, random) => damaged(syncFrame(SYNC.step1, Y.encodeStateVector(doc)), random),
  (doc) => syncFrame(SYNC.step1, Y.encodeStateVector(doc)),
  (_doc, random) => syncFrame(SYNC.update, bomb(random)),
  (_doc, random) => awarenessFrame(damaged(Uint8Array.of(1, 5, 1, 2, 123, 125), random)),
  () => awarenessFrame(randomBytes(60_000)),
  () => new Uint8Array(2 * 1024 * 1024),
];

export const hostile: Fault = {
  name: 'hostile',
  title: 'broken, huge and endless frames from somebody with a link, while others type',
  runs: { test: 1, quick: 2, long: 20 },
  run: async (random) => {
    const scene = await Scene.start(random);
    return scene.play(async () => {
      for (let added = 0; added < 2; added++) await scene.device();
      await scene.untilSynced();
      const secret = await scene.link();
      const url = `ws://127.0.0.1:${scene.server.port}/sync/${scene.docId}`;
      const attacks = Array.from({ length: ATTACKS_PER_RUN }, async () => {
        const attack = ATTACKS[random(ATTACKS.length)];
        // One in five has no key at all.
        const protocols = random(5) === 0 ? ['y-websocket'] : ['driftless.v1', `token.${secret}`];
        const socket = new WebSocket(url, protocols);
        socket.on('error', () => undefined);
        const ended = new Promise((resolve) => socket.once('close', resolve));
        await Promise.race([new Promise((resolve) => socket.once('open', resolve)), ended]);
        for (let sent = 0; sent < FRAMES_PER_ATTACK; sent++) {
          if (socket.readyState !== WebSocket.OPEN) break;
          if (attack) socket.send(attack(new Y.Doc(), random));
          if (sent % 20 === 0) await pause(1);
        }
        const late = pause(ENDS_WITHIN_MS, 'late', { ref: false });
        await Promise.race([ended, late]);
        socket.terminate();
      });
      await scene.type(100, 10);
      await Promise.all(attacks);
      return scene.heal(performance.now());
    });
  },
};
