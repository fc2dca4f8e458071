/**
 * Looks at the signatures of a discussion, when there is nothing better to do.
 *
 * Invariant: nothing is looked at before somebody is shown something of it, each register is looked at
 * once, and no key typed waits for it.
 */
import type { Discussion } from '../../shared/discussion/discussion.ts';
import type { Pins } from '../../shared/document/claims.ts';
import { whenIdle } from '../../shared/when-idle.ts';

/** What is looked at in one go, ms; a library takes a few for each signature. */
const AT_ONCE_MS = 8;

export class Signatures {
  readonly #discussion: Discussion;
  readonly #pins: () => Promise<Pins>;
  readonly #stop: () => void;
  /** Whether something came that was not looked at. */
  #isDue = true;
  #isLooking = false;
  #isEnded = false;

  /** @param pins keys of which this device knows whose they are */
  constructor(discussion: Discussion, pins: () => Promise<Pins>) {
    this.#discussion = discussion;
    this.#pins = pins;
    this.#stop = discussion.subscribe(() => {
      this.#isDue = true;
    });
  }

  /** Something of the discussion is shown: begins to look, unless all of it was looked at. */
  shown(): void {
    if (!this.#isDue || this.#isLooking || this.#isEnded) return;
    this.#isLooking = true;
    this.#look()
      .catch((error: unknown) => console.error('Signatures cannot be looked at.', error))
      .finally(() => {
        this.#isLooking = false;
      });
  }

  end(): void {
    this.#isEnded = true;
    this.#stop();
  }

  async #look(): Promise<void> {
    await idle();
    const pins = await this.#pins();
    while (this.#isDue && !this.#isEnded) {
      this.#isDue = false;
      let since = performance.now();
      await this.#discussion.verify(pins, () => {
        if (performance.now() - since < AT_ONCE_MS) return null;
        return idle().then(() => {
          since = performance.now();
        });
      });
    }
  }
}

function idle(): Promise<void> {
  return new Promise((resolve) => {
    whenIdle(resolve);
  });
}
