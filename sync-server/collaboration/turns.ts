/**
 * When a session's frames are dealt with: a few in one turn of the event loop, and only while its
 * client has not spent its share of the processor's time.
 *
 * Invariant: what was put off is gone on with by itself, and others get their turn before.
 */
import type { TimeShare } from '../access/processor-time.ts';

/** Frames of one session that are dealt with before everybody else is. */
const FRAMES_IN_A_TURN = 50;
/** And how long that may take, unless one frame alone takes longer. */
const MS_IN_A_TURN = 10;

let turn = 0;
let isTurnCounted = false;

/** The turn of the event loop, counted only where somebody asks. */
function currentTurn(): number {
  if (!isTurnCounted) {
    isTurnCounted = true;
    setImmediate(() => {
      turn += 1;
      isTurnCounted = false;
    });
  }
  return turn;
}

export class Turns {
  readonly #time: TimeShare;
  readonly #goOn: () => void;
  /** The turn in which a frame was dealt with last, and how many were in it. */
  #turn = -1;
  #framesInTurn = 0;
  /** What was spent of the processor's time before the turn. */
  #spentBefore = 0;
  #isWaitingForTurn = false;

  /** `goOn` is called when a frame that was put off can be tried again. */
  constructor(time: TimeShare, goOn: () => void) {
    this.#time = time;
    this.#goOn = goOn;
  }

  /** Whether a frame of this size is dealt with now. */
  take(bytes: number | 'unknown'): boolean {
    if (!this.#time.take(bytes, this.#goOn)) return false;
    const turn = currentTurn();
    if (turn !== this.#turn) {
      this.#turn = turn;
      this.#framesInTurn = 0;
      this.#spentBefore = this.#time.spent;
    }
    const isLong = this.#time.spent - this.#spentBefore > MS_IN_A_TURN;
    if (!isLong && this.#framesInTurn++ < FRAMES_IN_A_TURN) return true;
    if (!this.#isWaitingForTurn) {
      this.#isWaitingForTurn = true;
      // Behind the end of this turn, and behind what others sent meanwhile.
      setImmediate(() => {
        this.#isWaitingForTurn = false;
        this.#goOn();
      });
    }
    return false;
  }

  /** Nothing is to be gone on with any more. */
  end(): void {
    this.#time.leave();
  }
}
