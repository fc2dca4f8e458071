/**
 * What a client is to be told about its frames and waits for something.
 *
 * Invariant: answers are given in the order of what they answer, each once, and none before it is due.
 */

/** What the client is told about one of its frames, once everything before it was answered. */
interface Answer {
  isDue: boolean;
  readonly give: () => void;
  /** Nobody is there any more to be given it. */
  readonly drop?: () => void;
}

export class Answers {
  readonly #waiting: Answer[] = [];

  get length(): number {
    return this.#waiting.length;
  }

  /** Another answer, behind all others; it is given once it is due. */
  push(answer: Answer): void {
    this.#waiting.push(answer);
  }

  get isNextDue(): boolean {
    return this.#waiting[0]?.isDue === true;
  }

  giveNext(): void {
    this.#waiting.shift()?.give();
  }

  clear(): void {
    for (const { drop } of this.#waiting.splice(0)) drop?.();
  }
}
