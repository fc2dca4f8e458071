/**
 * What one socket and the server owe each other: which frames are unanswered, and whether one was
 * lost on the way.
 *
 * Invariant: the server answers in order, so the oldest unanswered frame is the one that an answer is
 * for, unless `takeComparison` says that this no longer holds.
 */
import type { Change } from './ledger.ts';

/** A frame that the server has yet to answer. */
interface SentFrame {
  /** What is confirmed with this frame, if all frames of the same change are. */
  covers: readonly Change[];
  /** Whether it answers the server's question what we have. */
  isExchange: boolean;
  /** Whether more frames of the same change follow. */
  isPart: boolean;
}

/** A change of which the server has answered every frame. */
export interface Answered {
  covers: readonly Change[];
  isExchange: boolean;
  isRefused: boolean;
}

export class InFlightFrames {
  #unanswered: SentFrame[] = [];
  /** Frames that need an answer. */
  #sentFrames = 0;
  /** For each question what the server has: how many of those frames went out before it. */
  #asked: number[] = [];
  #arrivedFrames = 0;
  /** Whether the server refused a part of the change whose last frame is still unanswered. */
  #isPartRefused = false;
  #hasToldAll = false;
  #isAllConfirmed = false;

  get hasUnanswered(): boolean {
    return this.#unanswered.length > 0;
  }

  /** Whether we told the server all that we have. */
  get hasToldAll(): boolean {
    return this.#hasToldAll;
  }

  /** Whether it answered that. */
  get isAllConfirmed(): boolean {
    return this.#isAllConfirmed;
  }

  /** The server is asked what it has. */
  asks(): void {
    this.#asked.push(this.#sentFrames);
  }

  /** A change goes out, in so many frames; `isExchange` if it answers what we have. */
  sends(frames: number, covers: readonly Change[], isExchange: boolean): void {
    if (isExchange) this.#hasToldAll = true;
    this.#sentFrames += frames;
    for (let left = frames - 1; left >= 0; left--) {
      const isPart = left > 0;
      this.#unanswered.push({
        covers: isPart ? [] : covers,
        isExchange: isExchange && !isPart,
        isPart,
      });
    }
  }

  /** A sync frame of the server's is here. */
  arrives(): void {
    this.#arrivedFrames++;
  }

  /** The server says how many frames it sent; whether one of them was lost. */
  hearCount(sent: number): boolean {
    // None at all: it has not heard our question either.
    const isLacking = sent !== this.#arrivedFrames || sent === 0;
    this.#arrivedFrames = sent;
    return isLacking;
  }

  /** The server answers a frame; null while more frames of its change are unanswered. */
  takeAnswer(isDurable: boolean): Answered | null {
    const frame = this.#unanswered.shift();
    if (!frame) return null;
    if (!isDurable) this.#isPartRefused = true;
    if (frame.isPart) return null;
    const isRefused = this.#isPartRefused;
    this.#isPartRefused = false;
    const { covers, isExchange } = frame;
    // A refusal of what nobody wrote: Yjs tidied up formatting where we may only read.
    if (isExchange && (!isRefused || covers.length === 0)) this.#isAllConfirmed = true;
    return { covers, isExchange, isRefused };
  }

  /**
   * The server answers a question; whether it still owes answers to what went out before that. Then
   * a frame was lost, and later answers were taken for those to earlier frames.
   */
  takeComparison(): boolean {
    const sentBefore = this.#asked.shift() ?? 0;
    return this.#sentFrames - this.#unanswered.length < sentBefore;
  }
}
