/**
 * What a client lacks of a document as an update, written once, into memory of about its size. Yjs
 * itself writes into buffers that it doubles, and copies them together at the end: meanwhile a large
 * document is there three times more.
 *
 * Invariant: these are the bytes of `Y.encodeStateAsUpdate`, also where some of the document waits for
 * what it is built on.
 */
import * as encoding from 'lib0/encoding';
import * as Y from 'yjs';
import { SYNC, syncHead } from '../../shared/protocol/messages.ts';

const NOTHING_KNOWN = Uint8Array.of(0);
/** The most that `syncHead` takes. */
const HEAD_BYTES = 8;
const LEAST_BYTES = 1_024;
/** So much that was not needed may stay beside what was. */
const SPARE_BYTES = 64 * 1024;

/** @param room about how many bytes it takes; where it is more, only memory is lost by that */
export function encodeState(
  document: Y.Doc,
  room: number,
  stateVector: Uint8Array = NOTHING_KNOWN,
): Uint8Array {
  return encodeBehind(0, document, room, stateVector);
}

/** The same as a frame that answers a question for it. */
export function encodeStateFrame(
  document: Y.Doc,
  room: number,
  stateVector: Uint8Array = NOTHING_KNOWN,
): Uint8Array {
  const bytes = encodeBehind(HEAD_BYTES, document, room, stateVector);
  const head = syncHead(SYNC.step2, bytes.length - HEAD_BYTES);
  const frame = bytes.subarray(HEAD_BYTES - head.length);
  frame.set(head);
  return frame;
}

/** An update behind so many bytes that are free. */
function encodeBehind(
  free: number,
  document: Y.Doc,
  room: number,
  stateVector: Uint8Array,
): Uint8Array {
  // Yjs asks whether it is exactly this class, so it is not extended.
  const encoder = new Y.UpdateEncoderV1();
  const { restEncoder } = encoder;
  restEncoder.cbuf = new Uint8Array(free + Math.max(LEAST_BYTES, room));
  restEncoder.cpos = free;
  let written = restEncoder.cbuf;
  encoder.toUint8Array = () => {
    const { cbuf, cpos, bufs } = restEncoder;
    const fits = bufs.length === 0 && cbuf.length - cpos <= SPARE_BYTES;
    written = fits ? cbuf.subarray(0, cpos) : encoding.toUint8Array(restEncoder);
    return written.subarray(free);
  };
  const update = Y.encodeStateAsUpdateV2(document, stateVector, encoder);
  if (update.buffer === written.buffer) return written;
  // What waits in the document was put to it.
  const whole = new Uint8Array(free + update.length);
  whole.set(update, free);
  return whole;
}
