/**
 * Hocuspocus' frames: the protocol's own, each with the name of its document in front.
 *
 * Invariant: a name is put on and taken off here only.
 */
import * as decoding from 'lib0/decoding';
import * as encoding from 'lib0/encoding';
import { ErrorCode } from '../../shared/protocol/errors.ts';
import { FRAME } from '../../shared/protocol/messages.ts';

/** Second number of an authentication frame. */
const AUTH = { token: 0, permissionDenied: 1 } as const;

/** The bytes that stand in front of every frame of this document. */
export function addressOf(name: string): Uint8Array {
  const encoder = encoding.createEncoder();
  encoding.writeVarString(encoder, name);
  return encoding.toUint8Array(encoder);
}

export function addressed(address: Uint8Array, frame: Uint8Array): Uint8Array {
  const whole = new Uint8Array(address.length + frame.length);
  whole.set(address);
  whole.set(frame, address.length);
  return whole;
}

/** Name and rest of an addressed frame (a view), or null if there is no readable name. */
export function readAddressed(
  whole: Uint8Array,
  maxNameLength: number,
): { name: string; frame: Uint8Array } | null {
  try {
    const decoder = decoding.createDecoder(whole);
    const length = decoding.readVarUint(decoder);
    if (length > maxNameLength || length >= whole.length - decoder.pos) return null;
    decoder.pos = 0;
    const name = decoding.readVarString(decoder);
    return { name, frame: whole.subarray(decoder.pos) };
  } catch {
    // lib0 throws when a frame ends early: refused by the caller.
    return null;
  }
}

/** The frame that presents a secret. */
export function tokenFrame(secret: string): Uint8Array {
  const encoder = encoding.createEncoder();
  encoding.writeVarUint(encoder, FRAME.auth);
  encoding.writeVarUint(encoder, AUTH.token);
  encoding.writeVarString(encoder, secret);
  return encoding.toUint8Array(encoder);
}

/** The secret in an authentication frame, or null if it is none. What follows it is let be. */
export function readTokenFrame(frame: Uint8Array): string | null {
  try {
    const decoder = decoding.createDecoder(frame);
    if (decoding.readVarUint(decoder) !== FRAME.auth) return null;
    if (decoding.readVarUint(decoder) !== AUTH.token) return null;
    const length = decoding.readVarUint(decoder);
    if (length > frame.length - decoder.pos) return null;
    return new TextDecoder().decode(frame.subarray(decoder.pos, decoder.pos + length));
  } catch {
    // lib0 throws when a frame ends early: refused by the caller.
    return null;
  }
}

export function permissionDeniedFrame(code: ErrorCode): Uint8Array {
  const encoder = encoding.createEncoder();
  encoding.writeVarUint(encoder, FRAME.auth);
  encoding.writeVarUint(encoder, AUTH.permissionDenied);
  encoding.writeVarString(encoder, code);
  return encoding.toUint8Array(encoder);
}

/** What a frame from Hocuspocus to a client is about. */
type ServerFrame =
  | { kind: 'protocol' }
  | { kind: 'confirmation' }
  | { kind: 'end'; code: ErrorCode | null }
  | { kind: 'other' };

/** Sorts a frame (without its address) that Hocuspocus sends. */
export function readServerFrame(frame: Uint8Array): ServerFrame {
  const decoder = decoding.createDecoder(frame);
  switch (decoding.readVarUint(decoder)) {
    case FRAME.sync:
    case FRAME.awareness:
    case FRAME.queryAwareness:
      return { kind: 'protocol' };
    case FRAME.syncStatus:
      return { kind: 'confirmation' };
    case FRAME.close:
      return { kind: 'end', code: asCode(decoding.readVarString(decoder)) };
    case FRAME.auth:
      return decoding.readVarUint(decoder) === AUTH.permissionDenied
        ? { kind: 'end', code: asCode(decoding.readVarString(decoder)) }
        : { kind: 'other' };
    default:
      return { kind: 'other' };
  }
}

function asCode(reason: string): ErrorCode | null {
  return ErrorCode.safeParse(reason).data ?? null;
}
