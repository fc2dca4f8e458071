/**
 * Holds what this device shows against what the server says, by their digests.
 *
 * Invariant: only what must be the same is compared: everything of ours is on the server, everything
 * of the server's is here, and nothing has changed since it was told. It is looked at while nothing
 * else is to do, a little at a time.
 */

import type * as Y from 'yjs';
import { digestInSteps, isComparable } from '../../shared/document/digest.ts';
import { whenIdle } from '../../shared/when-idle.ts';

const IDLE_WITHIN_MS = 2_000;

export interface DigestCheckOptions {
  doc: Y.Doc;
  /** Whether server and device have exchanged all they have. */
  isSettled: () => boolean;
  /** What came of it; `own` is what this device says. */
  checked: (isSame: boolean, own: string) => void;
}

export class DigestCheck {
  readonly #options: DigestCheckOptions;
  #underWay: object | null = null;

  constructor(options: DigestCheckOptions) {
    this.#options = options;
    options.doc.on('update', this.#stop);
  }

  /** The server says what the document says. */
  hear(digest: string): void {
    this.#stop();
    const { doc, isSettled, checked } = this.#options;
    if (!isComparable(digest) || !isSettled()) return;
    const underWay = {};
    this.#underWay = underWay;
    const steps = digestInSteps(doc);
    const go = (): void => {
      if (this.#underWay !== underWay) return;
      const { done, value } = steps.next();
      if (!done) {
        whenIdle(go, IDLE_WITHIN_MS);
        return;
      }
      this.#underWay = null;
      if (isSettled()) checked(value === digest, value);
    };
    whenIdle(go, IDLE_WITHIN_MS);
  }

  close(): void {
    this.#stop();
    this.#options.doc.off('update', this.#stop);
  }

  readonly #stop = (): void => {
    this.#underWay = null;
  };
}
