/**
 * What servers on one store tell each other, so that the others see soon what is in the store.
 *
 * Invariant: nothing depends on it but how soon something is seen. A message may be lost, and so may
 * all of them; whoever hears one holds it against the store.
 */
import * as decoding from 'lib0/decoding';
import * as encoding from 'lib0/encoding';
import { z } from 'zod';
import { type DocumentName, isBody, parseDocumentName } from '../../shared/access/document-name.ts';
import type { DocId } from '../../shared/access/ids.ts';
import { readTraceparent, type TraceParent, traceparentOf } from '../way.ts';

/** A node, and which store it is on, in the words of that; empty where it cannot be told. */
export interface Speaker {
  readonly nodeId: string;
  readonly store: string;
}

/** Something about one document. */
export type BusMessage =
  /** A row of a log, with its bytes unless they are too many. */
  | { kind: 'update'; name: DocumentName; sequence: number; bytes: Uint8Array | null }
  /** A row that is traced, and told of next: where its trace goes on. */
  | { kind: 'trace'; name: DocumentName; sequence: number; parent: TraceParent }
  /** A log has a checkpoint up to there. */
  | { kind: 'compacted'; name: DocumentName; upTo: number }
  /** Who is there and where, as awareness has it. */
  | { kind: 'presence'; name: DocumentName; bytes: Uint8Array }
  /** Somebody has just opened it and wants to know who is there. */
  | { kind: 'who'; name: DocumentName }
  /** Who may do what was changed, or the document was deleted: the store says what holds now. */
  | { kind: 'access'; name: DocId };

/** Hears what other servers said about documents that are followed here. */
export interface BusListener {
  heard(message: BusMessage): void;
  /** Messages may have been missed. */
  missed(): void;
}

export interface Bus {
  /** Whether it works at this moment, as far as is known. */
  readonly isUp: boolean;
  /** What is in its way, and what to do, without anything that is secret; null if nothing is. */
  readonly trouble: string | null;
  /** Starts to say what it hears; once. */
  listen(listener: BusListener): void;
  /** Wants to hear of a document from soon on. */
  follow(docId: DocId): void;
  unfollow(docId: DocId): void;
  /** Tells the others within some milliseconds, if it can; `onTold` hears whether it could. */
  tell(docId: DocId, message: BusMessage, onTold?: (isTold: boolean) => void): void;
  close(): Promise<void>;
}

/** What is said about a document is said on a channel of its own. */
export const CHANNEL_PREFIX = 'driftless.';

const KINDS = ['update', 'compacted', 'presence', 'who', 'access', 'trace'] as const;
/** A release from before may say its node alone, and takes what is behind it for a part of that. */
const BEFORE_STORE = '@';
const Sender = z.string().min(1).max(64);

/** How a node is named on the bus. */
export function senderOf({ nodeId, store }: Speaker): string {
  return store === '' ? nodeId : nodeId + BEFORE_STORE + store;
}

/**
 * Whether it is another node on the same store, as far as can be told. Copies of a store have the same
 * documents, in which other rows have the same sequences.
 */
export function isNeighbour(sender: string, us: Speaker): boolean {
  const [nodeId, store = ''] = sender.split(BEFORE_STORE);
  return nodeId !== us.nodeId && (store === us.store || store === '' || us.store === '');
}

/**
 * Messages of one node about one document, in pieces of at most so many bytes where that can be. A
 * release that does not know a kind leaves out the whole frame: traces come first, in frames of their
 * own.
 */
export function* encodeFrames(
  sender: string,
  messages: readonly BusMessage[],
  mostBytes: number,
): Generator<Uint8Array> {
  const traces = messages.filter(({ kind }) => kind === 'trace');
  if (traces.length === 0) return yield* framesOf(sender, messages, mostBytes);
  yield* framesOf(sender, traces, mostBytes);
  const others = messages.filter(({ kind }) => kind !== 'trace');
  yield* framesOf(sender, others, mostBytes);
}

function* framesOf(
  sender: string,
  messages: readonly BusMessage[],
  mostBytes: number,
): Generator<Uint8Array> {
  const begin = () => {
    const encoder = encoding.createEncoder();
    encoding.writeVarString(encoder, sender);
    return encoder;
  };
  let frame = begin();
  let count = 0;
  for (const message of messages) {
    let bytes = encodeMessage(message);
    const empty = encoding.length(begin());
    if (empty + bytes.length > mostBytes) {
      // The sequence is enough: who hears it reads the rest.
      if (message.kind !== 'update') continue;
      bytes = encodeMessage({ ...message, bytes: null });
    }
    if (count > 0 && encoding.length(frame) + bytes.length > mostBytes) {
      yield encoding.toUint8Array(frame);
      frame = begin();
      count = 0;
    }
    encoding.writeUint8Array(frame, bytes);
    count += 1;
  }
  if (count > 0) yield encoding.toUint8Array(frame);
}

/** What a frame says, or null if it cannot be read: another release may say something else. */
export function decodeFrame(frame: Uint8Array): { sender: string; messages: BusMessage[] } | null {
  try {
    const decoder = decoding.createDecoder(frame);
    const sender = Sender.parse(decoding.readVarString(decoder));
    const messages: BusMessage[] = [];
    while (decoding.hasContent(decoder)) {
      const message = decodeMessage(decoder);
      if (message !== null) messages.push(message);
    }
    return { sender, messages };
  } catch {
    // Nothing depends on it: the next look at the store finds what it said.
    return null;
  }
}

function encodeMessage(message: BusMessage): Uint8Array {
  const encoder = encoding.createEncoder();
  encoding.writeVarUint(encoder, KINDS.indexOf(message.kind));
  encoding.writeVarString(encoder, message.name);
  if (message.kind === 'update') {
    encoding.writeVarUint(encoder, message.sequence);
    encoding.writeVarUint(encoder, message.bytes === null ? 0 : 1);
    if (message.bytes !== null) encoding.writeVarUint8Array(encoder, message.bytes);
  } else if (message.kind === 'trace') {
    encoding.writeVarUint(encoder, message.sequence);
    encoding.writeVarString(encoder, traceparentOf(message.parent));
  } else if (message.kind === 'compacted') {
    encoding.writeVarUint(encoder, message.upTo);
  } else if (message.kind === 'presence') {
    encoding.writeVarUint8Array(encoder, message.bytes);
  }
  return encoding.toUint8Array(encoder);
}

function decodeMessage(decoder: decoding.Decoder): BusMessage | null {
  const kind = KINDS[decoding.readVarUint(decoder)];
  if (kind === undefined) throw new Error('unknown');
  const named = parseDocumentName(decoding.readVarString(decoder));
  const name = named?.name;
  // Copies: what is read may outlive the frame.
  const readBytes = () => decoding.readVarUint8Array(decoder).slice();
  switch (kind) {
    case 'update': {
      const sequence = decoding.readVarUint(decoder);
      const bytes = decoding.readVarUint(decoder) === 1 ? readBytes() : null;
      return name === undefined ? null : { kind, name, sequence, bytes };
    }
    case 'trace': {
      const sequence = decoding.readVarUint(decoder);
      const parent = readTraceparent(decoding.readVarString(decoder));
      return name === undefined || parent === null ? null : { kind, name, sequence, parent };
    }
    case 'compacted': {
      const upTo = decoding.readVarUint(decoder);
      return name === undefined ? null : { kind, name, upTo };
    }
    case 'presence': {
      const bytes = readBytes();
      return name === undefined ? null : { kind, name, bytes };
    }
    case 'who':
      return name === undefined ? null : { kind, name };
    case 'access':
      return named === null || !isBody(named) ? null : { kind, name: named.docId };
  }
}
