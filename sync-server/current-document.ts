/**
 * Which document the server works on at this moment, and that it still takes turns, for whoever
 * watches from another thread (`supervisor.ts`).
 *
 * Invariant: the name is there before the work begins and gone when it has ended, however it ended;
 * it can be read while the work never does.
 */

/** A name of a document has less. */
const MOST_NAME_BYTES = 128;
/** Turns counted so far, bytes of the name, megabytes of the heap at the last count. */
const [TURNS, NAME_BYTES, HEAP, NUMBERS] = [0, 1, 2, 4];

/** What both threads see. */
export interface Watched {
  readonly numbers: Int32Array;
  readonly name: Uint8Array;
}

export function newWatched(): Watched {
  return watchedOf(new SharedArrayBuffer(NUMBERS * Int32Array.BYTES_PER_ELEMENT + MOST_NAME_BYTES));
}

/** The same memory, as it came from the other thread. */
export function watchedOf(memory: SharedArrayBuffer): Watched {
  const nameAt = NUMBERS * Int32Array.BYTES_PER_ELEMENT;
  return { numbers: new Int32Array(memory, 0, NUMBERS), name: new Uint8Array(memory, nameAt) };
}

/** Where nobody watches, as in a test, it is written all the same. */
let watched = newWatched();
const encoder = new TextEncoder();
let current: string | null = null;
/** What the memory holds, which is mostly what comes next, too. */
let written: string | null = null;
let writtenBytes = 0;

export function beWatched(by: Watched): void {
  watched = by;
  written = null;
}

/** Does work on one document, in one turn; if it is inside other such work, that goes on afterwards. */
export function onDocument<T>(name: string, work: () => T): T {
  const before = current;
  if (before === name) return work();
  enter(name);
  try {
    return work();
  } finally {
    enter(before);
  }
}

function enter(name: string | null): void {
  current = name;
  if (name !== null && name !== written) {
    writtenBytes = encoder.encodeInto(name, watched.name).written;
    written = name;
  }
  Atomics.store(watched.numbers, NAME_BYTES, name === null ? 0 : writtenBytes);
}

/** Says that the server takes turns, and how large its heap is. */
export function countTurn(heapBytes: number): void {
  Atomics.store(watched.numbers, HEAP, Math.round(heapBytes / 1024 ** 2));
  Atomics.add(watched.numbers, TURNS, 1);
}

/** How many turns were counted, and the heap's bytes at the last of them. */
export function turnsOf({ numbers }: Watched): { count: number; heapBytes: number } {
  return {
    count: Atomics.load(numbers, TURNS),
    heapBytes: Atomics.load(numbers, HEAP) * 1024 ** 2,
  };
}

/** The document that is worked on, or null. */
export function documentOf({ numbers, name }: Watched): string | null {
  const bytes = Atomics.load(numbers, NAME_BYTES);
  // A decoder takes no shared memory.
  return bytes === 0 ? null : new TextDecoder().decode(name.slice(0, bytes));
}
