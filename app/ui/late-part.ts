/** What is loaded after the page, without React: see `late.tsx`. */
import { takePicture } from './picture.ts';

/** Idle or not, what waits is asked for after this, ms. */
const IDLE_WITHIN_MS = 500;

const waiting: (() => Promise<unknown>)[] = [];
let isUp = false;

/** Loads something once the page is up. Whoever needs it before must load it, too. */
export function later(load: () => Promise<unknown>): void {
  waiting.push(load);
  if (isUp) whenIdle(loadWaiting);
}

/** What the screen is about can be seen and used: the rest may come. */
export function pageIsUp(): void {
  if (isUp) return;
  isUp = true;
  takePicture();
  whenIdle(loadWaiting);
}

function loadWaiting(): void {
  for (const load of waiting.splice(0)) {
    load().catch(() => {
      // Not reachable now: whoever needs it asks again.
    });
  }
}

function whenIdle(then: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(then, { timeout: IDLE_WITHIN_MS });
  else setTimeout(then, 0);
}

/** Something that is loaded after the page, or before if it is asked for. */
export class Late<Value> {
  readonly #import: () => Promise<Value>;
  readonly #listeners = new Set<() => void>();
  #value: Value | null = null;

  constructor(load: () => Promise<Value>) {
    this.#import = load;
    later(this.load);
  }

  get = (): Value | null => this.#value;

  load = async (): Promise<void> => {
    this.#value ??= await this.#import();
    for (const listener of this.#listeners) listener();
  };

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
}
