/** What is loaded after the page, without React: see `lazy.tsx`. */
import { whenIdle } from '../../shared/when-idle.ts';
import { removeSnapshot } from './page-snapshot.ts';

/** Idle or not, what waits is asked for after this, ms. */
const IDLE_WITHIN_MS = 500;
/** What could not be loaded is asked for again after this, and then after twice as long each time, ms. */
const AGAIN_MS = 2000;
const AGAIN_AT_MOST_MS = 60_000;

const waiting: (() => Promise<unknown>)[] = [];
let isUp = false;
let patience = AGAIN_MS;
let again: ReturnType<typeof setTimeout> | undefined;

/** Loads something once the page is up. Whoever needs it before must load it, too. */
export function later(load: () => Promise<unknown>): void {
  waiting.push(load);
  if (isUp) whenIdle(loadWaiting, IDLE_WITHIN_MS);
}

/** What the screen is about can be seen and used: the rest may come. */
export function pageIsUp(): void {
  if (isUp) return;
  isUp = true;
  removeSnapshot();
  addEventListener('online', loadWaiting);
  whenIdle(loadWaiting, IDLE_WITHIN_MS);
}

function loadWaiting(): void {
  clearTimeout(again);
  again = undefined;
  for (const load of waiting.splice(0)) {
    load().then(
      () => {
        patience = AGAIN_MS;
      },
      () => {
        // Not reachable now. A network that failed for a moment tells nobody that it is back.
        waiting.push(load);
        if (again !== undefined) return;
        again = setTimeout(loadWaiting, patience);
        patience = Math.min(2 * patience, AGAIN_AT_MOST_MS);
      },
    );
  }
}

/** Something that is loaded after the page, or before if it is asked for. */
export class Lazy<Value> {
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
