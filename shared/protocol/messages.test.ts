/** Frames as they are read and written, against the protocol's own library. */
import * as encoding from 'lib0/encoding';
import { expect, test } from 'vitest';
import { Awareness, encodeAwarenessUpdate } from 'y-protocols/awareness';
import { writeSyncStep1, writeSyncStep2, writeUpdate } from 'y-protocols/sync';
import * as Y from 'yjs';
import {
  awarenessFrame,
  EMPTY_AWARENESS_FRAME,
  readClientFrame,
  syncStatusFrame,
} from './messages.ts';

const doc = new Y.Doc();
doc.getText('body').insert(0, 'words');
const state = Y.encodeStateAsUpdate(doc);

function sync(write: (encoder: encoding.Encoder) => void): Uint8Array {
  const encoder = encoding.createEncoder();
  encoding.writeVarUint(encoder, 0);
  write(encoder);
  return encoding.toUint8Array(encoder);
}

test('the frames of the protocol are understood', () => {
  expect(readClientFrame(sync((encoder) => writeSyncStep1(encoder, doc)))).toEqual({
    kind: 'state-vector',
    stateVector: Y.encodeStateVector(doc),
  });
  for (const frame of [
    sync((encoder) => writeSyncStep2(encoder, doc)),
    sync((encoder) => writeUpdate(encoder, state)),
  ]) {
    expect(readClientFrame(frame)).toEqual({ kind: 'update', update: state });
  }
  expect(readClientFrame(Uint8Array.of(3))).toEqual({ kind: 'query-awareness' });
});

test('awareness is carried whole', () => {
  const awareness = new Awareness(doc);
  awareness.setLocalState({ person: 'Anna' });
  const update = encodeAwarenessUpdate(awareness, [doc.clientID]);
  expect(readClientFrame(awarenessFrame(update))).toEqual({ kind: 'awareness', update });
  expect(readClientFrame(EMPTY_AWARENESS_FRAME)).toEqual({
    kind: 'awareness',
    update: Uint8Array.of(0),
  });
  awareness.destroy();
});

test('every frame cut short, or with more than belongs to it, is no frame', () => {
  const whole = sync((encoder) => writeUpdate(encoder, state));
  for (let length = 0; length < whole.length; length++) {
    expect(readClientFrame(whole.slice(0, length))).toBeNull();
    // Also when the rest of it lies right behind in the same memory.
    expect(readClientFrame(whole.subarray(0, length))).toBeNull();
  }
  expect(readClientFrame(Uint8Array.of(...whole, 0))).toBeNull();
});

test('what only a server may send is no frame of a client', () => {
  for (const type of [2, 4, 5, 6, 7, 8, 9, 10, 99]) {
    expect(readClientFrame(Uint8Array.of(type, 0))).toBeNull();
  }
  expect(readClientFrame(syncStatusFrame(true))).toBeNull();
  expect([...syncStatusFrame(true), ...syncStatusFrame(false)]).toEqual([8, 1, 8, 0]);
});
