/**
 * What is to be told, gathered for a moment and then sent in one go.
 *
 * Invariant: one sending at a time, in the order in which it was told; what waits is bounded, and
 * what does not fit is dropped, since nothing depends on it.
 */
import type { DocId } from '../../shared/access/ids.ts';
import { meter } from '../meter.ts';
import { type BusMessage, encodeFrames, type Speaker, senderOf } from './bus.ts';

/** Others see what is typed this much later, and each sending tells that much more. */
const GATHER_MS = 2;
/** A bus that does not answer is not waited for with more than this. */
const MOST_WAITING = 20_000;

/** A frame about one document. */
export interface Telling {
  docId: DocId;
  frame: Uint8Array;
}

interface GatheredOptions {
  us: Speaker;
  mostFrameBytes: number;
  send: (tellings: readonly Telling[]) => Promise<void>;
  /** It could not be sent; what was gathered is gone. */
  onFailed: (error: unknown) => void;
}

export class Gathered {
  readonly #options: GatheredOptions;
  #waiting = new Map<DocId, BusMessage[]>();
  /** Who wants to hear whether what waits was sent. */
  readonly #onTold: ((isTold: boolean) => void)[] = [];
  #count = 0;
  #since = 0;
  #timer: NodeJS.Timeout | null = null;
  #sending: Promise<void> | null = null;
  #isClosed = false;

  constructor(options: GatheredOptions) {
    this.#options = options;
  }

  add(docId: DocId, message: BusMessage, onTold?: (isTold: boolean) => void): void {
    if (this.#isClosed || this.#count >= MOST_WAITING) {
      onTold?.(false);
      return;
    }
    if (onTold !== undefined) this.#onTold.push(onTold);
    const others = this.#waiting.get(docId);
    if (others === undefined) this.#waiting.set(docId, [message]);
    else others.push(message);
    if (this.#count === 0) this.#since = performance.now();
    this.#count += 1;
    this.#schedule();
  }

  /** Sends what waits; nothing more is taken in. */
  async close(): Promise<void> {
    this.#isClosed = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    await this.#sending;
    this.#send();
    await this.#sending;
  }

  #schedule(): void {
    if (this.#timer !== null || this.#sending !== null) return;
    this.#timer = setTimeout(() => {
      this.#timer = null;
      this.#send();
    }, GATHER_MS);
  }

  #send(): void {
    if (this.#count === 0) return;
    const { us, mostFrameBytes, send, onFailed } = this.#options;
    const tellings: Telling[] = [];
    for (const [docId, messages] of this.#waiting) {
      for (const frame of encodeFrames(senderOf(us), messages, mostFrameBytes)) {
        tellings.push({ docId, frame });
      }
    }
    this.#waiting = new Map();
    this.#count = 0;
    const since = this.#since;
    const tell = this.#onTold.splice(0);
    this.#sending = send(tellings)
      .then(() => {
        meter.told(performance.now() - since);
        for (const onTold of tell) onTold(true);
      })
      .catch((error: unknown) => {
        meter.storeFailed('bus');
        for (const onTold of tell) onTold(false);
        onFailed(error);
      })
      .finally(() => {
        this.#sending = null;
        if (this.#count > 0 && !this.#isClosed) this.#schedule();
      });
  }
}
