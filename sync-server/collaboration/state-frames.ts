/**
 * What a client lacks of a document, as the frames it is sent in.
 *
 * Invariant: however many read slowly, they hold the whole of a document together, not each a copy of
 * its own, also while it changes; and all that is larger and not sent yet is bounded over all
 * documents. A client that is given more than it lacks loses nothing by it.
 */
import * as Y from 'yjs';
import { encodeStateFrame } from './encode-state.ts';

/** About what a clock takes at the most, of text in whatever script. */
const CLOCK_BYTES = 4;
/** Below this, a frame of one's own is no matter. */
const SMALL_BYTES = 64 * 1024;
/** Of all larger frames that are not sent yet, each counted once. */
const MOST_BYTES = 40 * 1024 * 1024;
/** What came since may be this share of a whole that is being sent already. */
const MOST_BEHIND = 1 / 8;

export interface StateFrame {
  frame: Uint8Array;
  /** To be called when the frame has left, or will not. */
  onSent?: () => void;
}

/** What the log knows of a document: its last sequence, and how many bytes it takes at the most. */
interface Logged {
  sequence: number;
  bytes: number;
}

/** All of a document, as it was at a sequence of its log. */
interface Whole {
  sequence: number;
  stateVector: Uint8Array;
  frame: Uint8Array;
}

/** A large frame that is on its way to somebody. */
interface InFlight {
  /** Ends the connection of each who has not read it yet. */
  readonly holders: Set<() => void>;
  /** Forgets what it is all of. */
  readonly forget: () => void;
}

export class StateFrames {
  readonly #mostBytes: number;
  /** The newest one, as long as it is being sent to somebody. */
  readonly #wholes = new Map<Y.Doc, Whole>();
  readonly #inFlight = new Map<Uint8Array, InFlight>();
  #bytes = 0;

  constructor(mostBytes = MOST_BYTES) {
    this.#mostBytes = mostBytes;
  }

  /**
   * The document as it is in the log, without what `stateVector` says is known: to be sent in this
   * order. Whoever reads too slowly for all of it to be kept is `cut` off.
   */
  framesFor(
    document: Y.Doc,
    logged: Logged,
    stateVector: Uint8Array | undefined,
    cut: () => void,
  ): StateFrame[] {
    if (stateVector === undefined || stateVector.every((byte) => byte === 0)) {
      return this.#wholeFor(document, logged, cut);
    }
    const clocks = lacking(document, stateVector);
    if (!this.#hasRoomFor(clocks)) return this.#wholeFor(document, logged, cut);
    const room = Math.min(logged.bytes, CLOCK_BYTES * clocks);
    const frame = encodeStateFrame(document, room, stateVector);
    if (!this.#hasRoomFor(frame.length)) return this.#wholeFor(document, logged, cut);
    return [this.#held(frame, cut)];
  }

  #hasRoomFor(bytes: number): boolean {
    return bytes < SMALL_BYTES || this.#bytes + bytes <= this.#mostBytes;
  }

  /** One that is being sent to others, with what came since, or a new one. */
  #wholeFor(document: Y.Doc, { sequence, bytes }: Logged, cut: () => void): StateFrame[] {
    const whole = this.#wholes.get(document);
    if (whole !== undefined) {
      if (whole.sequence === sequence) return [this.#held(whole.frame, cut)];
      const most = whole.frame.length * MOST_BEHIND;
      const clocks = lacking(document, whole.stateVector);
      if (clocks <= most) {
        const since = encodeStateFrame(document, CLOCK_BYTES * clocks, whole.stateVector);
        if (since.length <= most) return [this.#held(whole.frame, cut), this.#held(since, cut)];
      }
    }
    const frame = encodeStateFrame(document, bytes);
    this.#makeRoomFor(frame.length);
    if (frame.length < SMALL_BYTES) return [{ frame }];
    const made = { sequence, stateVector: Y.encodeStateVector(document), frame };
    this.#wholes.set(document, made);
    const forget = () => {
      if (this.#wholes.get(document) === made) this.#wholes.delete(document);
    };
    return [this.#held(frame, cut, forget)];
  }

  #held(frame: Uint8Array, cut: () => void, forget = () => {}): StateFrame {
    if (frame.length < SMALL_BYTES) return { frame };
    let inFlight = this.#inFlight.get(frame);
    if (inFlight === undefined) {
      inFlight = { holders: new Set(), forget };
      this.#inFlight.set(frame, inFlight);
      this.#bytes += frame.length;
    }
    const { holders } = inFlight;
    // Somebody may be sent the same twice.
    const holder = () => cut();
    holders.add(holder);
    return {
      frame,
      onSent: () => {
        holders.delete(holder);
        if (holders.size === 0) this.#letGo(frame);
      },
    };
  }

  #letGo(frame: Uint8Array): void {
    const inFlight = this.#inFlight.get(frame);
    if (inFlight === undefined) return;
    this.#inFlight.delete(frame);
    this.#bytes -= frame.length;
    inFlight.forget();
  }

  /** Whoever reads the largest too slowly has to come again. */
  #makeRoomFor(bytes: number): void {
    while (this.#inFlight.size > 0 && !this.#hasRoomFor(bytes)) {
      const largest = [...this.#inFlight.keys()].reduce((a, b) => (b.length > a.length ? b : a));
      const holders = [...(this.#inFlight.get(largest)?.holders ?? [])];
      this.#letGo(largest);
      for (const cut of holders) cut();
    }
  }
}

/** About how many bytes somebody with this state vector lacks: a character is a clock. */
function lacking(document: Y.Doc, stateVector: Uint8Array): number {
  const known = Y.decodeStateVector(stateVector);
  let clocks = 0;
  for (const [client, state] of Y.decodeStateVector(Y.encodeStateVector(document))) {
    clocks += Math.max(0, state - (known.get(client) ?? 0));
  }
  return clocks;
}
