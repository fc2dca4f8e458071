/**
 * The frames of the sync protocol, as they travel over `/sync/:docId`.
 *
 * Invariant: a frame is read whole or not at all; nothing of a frame that is not understood is used.
 */
import * as decoding from 'lib0/decoding';
import * as encoding from 'lib0/encoding';
import { earlierRole, type Role } from '../access/roles.ts';
import { Proof } from './person-proof.ts';

/** The subprotocol that asks for confirmations of what is durable. */
export const SUBPROTOCOL = 'driftless.v1';
/** Offered beside a subprotocol, never selected: it carries the secret. */
export const TOKEN_SUBPROTOCOL_PREFIX = 'token.';
/** The same for the key of the person who connects, as programs and earlier versions offer it. */
export const PERSON_SUBPROTOCOL_PREFIX = 'person.';
/** The same for having nothing of the document: all of it is then sent before it is asked for. */
export const NO_STATE_SUBPROTOCOL = 'state.none';
/** The same for wanting to hear what the document says on the server, as a digest. */
export const DIGEST_SUBPROTOCOL = 'state.digest';

/** First number of a frame. 0 to 3 are y-websocket's, those from 20 ours; the others Hocuspocus adds. */
export const FRAME = {
  sync: 0,
  awareness: 1,
  auth: 2,
  queryAwareness: 3,
  stateless: 5,
  close: 7,
  syncStatus: 8,
  /** Whether the server's store takes updates at the moment. */
  store: 20,
  /** How many sync frames the server has sent on this connection. */
  count: 21,
  /** What whoever is connected may do, first of all and whenever it changes. */
  role: 22,
  /** What the document says, as a digest: the server's, or that of a device on which it differs. */
  digest: 23,
  /** That the document has a discussion: after the role, and when one begins. */
  discussion: 24,
  /** What whoever said that they sign are to sign: comes before all others. */
  challenge: 25,
  /** The client's answer to it. */
  proof: 26,
  /** Whether one may suggest changes, and whether the role is named after it: before the role. */
  suggests: 27,
  /** Between the tabs of a browser only: which clocks are somebody else's. */
  cut: 40,
} as const;

/** Second number of a sync frame. */
export const SYNC = { step1: 0, step2: 1, update: 2 } as const;

const MAX_DIGEST_LENGTH = 64;

/** A frame that a client may send. */
type ClientFrame =
  | { kind: 'state-vector'; stateVector: Uint8Array }
  | { kind: 'update'; update: Uint8Array }
  | { kind: 'awareness'; update: Uint8Array }
  | { kind: 'query-awareness' }
  | { kind: 'digest'; digest: string }
  | { kind: 'proof'; proof: Proof };

/**
 * What a client sent, or null if it is no frame a client may send: unknown type, cut short, or
 * longer than what it announces. The byte arrays are views of `frame`.
 */
export function readClientFrame(frame: Uint8Array): ClientFrame | null {
  try {
    const decoder = decoding.createDecoder(frame);
    const read = readBody(decoder);
    return read !== null && decoder.pos === frame.length ? read : null;
  } catch {
    // lib0 throws when a frame ends early: the caller refuses it like any other broken frame.
    return null;
  }
}

function readBody(decoder: decoding.Decoder): ClientFrame | null {
  switch (decoding.readVarUint(decoder)) {
    case FRAME.sync: {
      const step = decoding.readVarUint(decoder);
      const bytes = readBytes(decoder);
      if (step === SYNC.step1) return { kind: 'state-vector', stateVector: bytes };
      if (step === SYNC.step2 || step === SYNC.update) return { kind: 'update', update: bytes };
      return null;
    }
    case FRAME.awareness:
      return { kind: 'awareness', update: readBytes(decoder) };
    case FRAME.queryAwareness:
      return { kind: 'query-awareness' };
    case FRAME.digest:
      return {
        kind: 'digest',
        digest: decoding.readVarString(decoder).slice(0, MAX_DIGEST_LENGTH),
      };
    case FRAME.proof: {
      const proof = Proof.safeParse({
        person: decoding.readVarString(decoder),
        publicKey: decoding.readVarString(decoder),
        signature: decoding.readVarString(decoder),
      });
      return proof.success ? { kind: 'proof', proof: proof.data } : null;
    }
    default:
      return null;
  }
}

/** lib0 would read past a view into the buffer behind it, so the length is checked first. */
function readBytes(decoder: decoding.Decoder): Uint8Array {
  const length = decoding.readVarUint(decoder);
  if (length > decoder.arr.length - decoder.pos) throw new RangeError('the frame ends early');
  return decoding.readUint8Array(decoder, length);
}

/** A frame of the sync protocol; `step` is one of `SYNC`, and says what the bytes are. */
export function syncFrame(step: number, bytes: Uint8Array): Uint8Array {
  const head = syncHead(step, bytes.length);
  // An encoder would hold what may be a whole document twice more.
  const frame = new Uint8Array(head.length + bytes.length);
  frame.set(head);
  frame.set(bytes, head.length);
  return frame;
}

/** What stands in such a frame before its bytes: at most 8, with a length below 2 ** 42. */
export function syncHead(step: number, length: number): Uint8Array {
  return encoding.encode((encoder) => {
    for (const number of [FRAME.sync, step, length]) encoding.writeVarUint(encoder, number);
  });
}

/** Answer to one frame that carried an update: true once it is durable, false if it was refused. */
export function syncStatusFrame(durable: boolean): Uint8Array {
  return Uint8Array.of(FRAME.syncStatus, durable ? 1 : 0);
}

/** Tells a client whether what it sends can be stored at the moment. */
export function storeFrame(takesUpdates: boolean): Uint8Array {
  return Uint8Array.of(FRAME.store, takesUpdates ? 1 : 0);
}

/** Tells a client how many sync frames were sent to it, so that it notices one that was lost. */
export function countFrame(sent: number): Uint8Array {
  const encoder = encoding.createEncoder();
  encoding.writeVarUint(encoder, FRAME.count);
  encoding.writeVarUint(encoder, sent);
  return encoding.toUint8Array(encoder);
}

/**
 * Tells a client what it may do with this document from now on, in the words of clients from before
 * there was suggesting: `suggestsFrame` says the rest.
 *
 * @param hidesHistory it is not told who wrote what when; said only where it is so, behind the role
 */
export function roleFrame(role: Role, hidesHistory = false): Uint8Array {
  const encoder = encoding.createEncoder();
  encoding.writeVarUint(encoder, FRAME.role);
  encoding.writeVarString(encoder, earlierRole(role));
  if (hidesHistory) encoding.writeVarUint(encoder, 1);
  return encoding.toUint8Array(encoder);
}

/** What `FRAME.suggests` says. */
export const SUGGESTS = { no: 0, too: 1, role: 2 } as const;

/** Tells a client whether it may suggest, before it is told its role; earlier servers do not say. */
export function suggestsFrame(role: Role, maySuggest: boolean): Uint8Array {
  const says = role === 'suggester' ? SUGGESTS.role : maySuggest ? SUGGESTS.too : SUGGESTS.no;
  return Uint8Array.of(FRAME.suggests, says);
}

/**
 * Tells a client what the document says on the server, or the server that it says something else.
 *
 * @param sequence as of which row of the log; only the server says that
 */
export function digestFrame(digest: string, sequence?: number): Uint8Array {
  const encoder = encoding.createEncoder();
  encoding.writeVarUint(encoder, FRAME.digest);
  encoding.writeVarString(encoder, digest);
  if (sequence !== undefined) encoding.writeVarUint(encoder, sequence);
  return encoding.toUint8Array(encoder);
}

/** Tells a client of the body that something is said about the document. */
export const DISCUSSION_FRAME: Uint8Array = Uint8Array.of(FRAME.discussion);

/** The first frame for a client that signs: what it is to sign. */
export function challengeFrame(challenge: string): Uint8Array {
  const encoder = encoding.createEncoder();
  encoding.writeVarUint(encoder, FRAME.challenge);
  encoding.writeVarString(encoder, challenge);
  return encoding.toUint8Array(encoder);
}

/** A client's answer to it. */
export function proofFrame({ person, publicKey, signature }: Proof): Uint8Array {
  const encoder = encoding.createEncoder();
  encoding.writeVarUint(encoder, FRAME.proof);
  for (const part of [person, publicKey, signature]) encoding.writeVarString(encoder, part);
  return encoding.toUint8Array(encoder);
}

/** An awareness frame of the given bytes (`encodeAwarenessUpdate` makes them). */
export function awarenessFrame(update: Uint8Array): Uint8Array {
  const encoder = encoding.createEncoder();
  encoding.writeVarUint(encoder, FRAME.awareness);
  encoding.writeVarUint8Array(encoder, update);
  return encoding.toUint8Array(encoder);
}

/** Says nothing about anybody; y-websocket counts it as a sign of life of the server. */
export const EMPTY_AWARENESS_FRAME: Uint8Array = awarenessFrame(Uint8Array.of(0));
