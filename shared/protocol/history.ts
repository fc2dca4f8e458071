/**
 * The bodies of `GET /api/docs/:docId/history`: rows of the server's log, a page at a time.
 *
 * Invariant: a body is read whole or not at all, so the page of a hotel network is never taken for
 * an answer.
 */
import * as decoding from 'lib0/decoding';
import * as encoding from 'lib0/encoding';

export const HISTORY_TYPE = 'application/octet-stream';
/** What a body begins with: the form of what follows. */
const VERSION = 1;
/** What is said of a row beside its numbers. */
const HAS_PERSON = 1;
const HAS_UPDATE = 2;
const IS_BEGINNING = 4;

/** One row: what somebody wrote, or several rows of theirs that the server made one. */
export interface HistoryEntry {
  sequence: number;
  /** When the first and the last of what it holds came, in milliseconds since 1970. */
  since: number;
  at: number;
  /** Id of the person who sent it; null where nobody proved to be one. */
  person: string | null;
  /** A Yjs update (version 1); null where what is stored is damaged. */
  update: Uint8Array | null;
  /** It is the document as it was then: who wrote what of it when is not kept any more. */
  isBeginning: boolean;
}

export interface HistoryPage {
  entries: HistoryEntry[];
  /** There may be more: it is asked for with `after` = `next`. null at the end. */
  next: number | null;
}

export function writeHistoryPage({ entries, next }: HistoryPage): Uint8Array<ArrayBuffer> {
  const encoder = encoding.createEncoder();
  encoding.writeVarUint(encoder, VERSION);
  encoding.writeVarUint(encoder, next ?? 0);
  encoding.writeVarUint(encoder, entries.length);
  for (const { sequence, since, at, person, update, isBeginning } of entries) {
    encoding.writeVarUint(encoder, sequence);
    encoding.writeVarUint(encoder, since);
    encoding.writeVarUint(encoder, at);
    encoding.writeVarUint(
      encoder,
      (person === null ? 0 : HAS_PERSON) +
        (update === null ? 0 : HAS_UPDATE) +
        (isBeginning ? IS_BEGINNING : 0),
    );
    if (person !== null) encoding.writeVarString(encoder, person);
    if (update !== null) encoding.writeVarUint8Array(encoder, update);
  }
  return encoding.toUint8Array(encoder) as Uint8Array<ArrayBuffer>;
}

/** What the bytes say, or null if they are no page of a history. */
export function readHistoryPage(bytes: Uint8Array): HistoryPage | null {
  try {
    const decoder = decoding.createDecoder(bytes);
    if (decoding.readVarUint(decoder) !== VERSION) return null;
    const next = decoding.readVarUint(decoder);
    const count = decoding.readVarUint(decoder);
    const entries: HistoryEntry[] = [];
    const people = new People();
    for (let index = 0; index < count; index++) entries.push(readEntry(decoder, people));
    return decoder.pos === bytes.length ? { entries, next: next === 0 ? null : next } : null;
  } catch {
    // lib0 throws where the bytes end early: the caller refuses them like any others.
    return null;
  }
}

/** Ids of people, of whom one mostly wrote many rows in a row. */
class People {
  readonly #decoder = new TextDecoder();
  #bytes = new Uint8Array();
  #id = '';

  idOf(bytes: Uint8Array): string {
    const last = this.#bytes;
    if (bytes.length !== last.length || bytes.some((byte, at) => byte !== last[at])) {
      this.#id = this.#decoder.decode(bytes);
      this.#bytes = bytes.slice();
    }
    return this.#id;
  }
}

function readEntry(decoder: decoding.Decoder, people: People): HistoryEntry {
  const sequence = decoding.readVarUint(decoder);
  const since = decoding.readVarUint(decoder);
  const at = decoding.readVarUint(decoder);
  const flags = decoding.readVarUint(decoder);
  const person = flags & HAS_PERSON ? people.idOf(readBytes(decoder)) : null;
  // Of its own, since it may be sent to another thread without all that came with it.
  const update = flags & HAS_UPDATE ? readBytes(decoder).slice() : null;
  return { sequence, since, at, person, update, isBeginning: (flags & IS_BEGINNING) !== 0 };
}

/** lib0 would read past a view into the buffer behind it, so the length is checked first. */
function readBytes(decoder: decoding.Decoder): Uint8Array {
  const length = decoding.readVarUint(decoder);
  if (length > decoder.arr.length - decoder.pos) throw new RangeError('it ends early');
  return decoding.readUint8Array(decoder, length);
}
