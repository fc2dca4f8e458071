/**
 * The frames in which changes leave this device.
 *
 * Invariant: no frame is larger than the server takes; what does not fit into one leaves as several
 * updates, which together are the change.
 */
import * as encoding from 'lib0/encoding';
import { writeSyncStep1, writeUpdate } from 'y-protocols/sync';
import * as Y from 'yjs';
import type { Cut } from '../../shared/document/contested-ids.ts';
import { FRAME } from '../../shared/protocol/messages.ts';
import { messageSync } from './provider.ts';
import { splitUpdate } from './split-update.ts';

/** Bytes around an update in a frame: two types and the length. */
export const FRAME_OVERHEAD = 16;

/** What browsers' types ask of bytes: not in shared memory. All of ours are made by lib0. */
export type Bytes = Uint8Array<ArrayBuffer>;

/** The frame itself, or as many updates as it takes to have at most `partBytes` in each. */
export function framesOf(frame: Uint8Array, update: Uint8Array, partBytes: number): Uint8Array[] {
  if (frame.length <= partBytes + FRAME_OVERHEAD) return [frame];
  return splitUpdate(update, partBytes).map((part) => {
    const encoder = encoding.createEncoder();
    encoding.writeVarUint(encoder, messageSync);
    writeUpdate(encoder, part);
    return encoding.toUint8Array(encoder);
  });
}

/** Tells other tabs which clocks are somebody else's. */
export function cutFrame(cut: Cut): Uint8Array {
  const encoder = encoding.createEncoder();
  encoding.writeVarUint(encoder, FRAME.cut);
  encoding.writeVarUint8Array(encoder, Y.encodeStateVector(new Map(cut)));
  return encoding.toUint8Array(encoder);
}

/** Asks the server what it has, which it answers together with what `doc` lacks. */
export function comparisonFrame(doc: Y.Doc): Bytes {
  const encoder = encoding.createEncoder();
  encoding.writeVarUint(encoder, messageSync);
  writeSyncStep1(encoder, doc);
  return encoding.toUint8Array(encoder) as Bytes;
}
