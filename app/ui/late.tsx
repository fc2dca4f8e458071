/**
 * Parts of the app that come after the page itself, so that nobody waits for them to read or write.
 *
 * Invariant: a part that is asked for while it is on its way opens when it arrives; one that cannot
 * be had says so and is asked for anew the next time. All are fetched as soon as the page is up and
 * the browser has nothing better to do, while there surely is a network.
 */
import { type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { announce } from './Announcer.tsx';
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

/** What has been loaded, or null while it is on its way. */
export function useLate<Value>(late: Late<Value>): Value | null {
  return useSyncExternalStore(late.subscribe, late.get);
}

/** A part that belongs where it stands, from when it is there. */
export function Needed<Part>({
  part,
  children,
}: {
  part: Late<Part>;
  children: (part: Part) => ReactNode;
}): ReactNode {
  const loaded = useNeeded(part);
  useEffect(() => {
    part.load().catch(() => {
      // Not reachable now: it is asked for again when the network is back.
    });
  }, [part]);
  return loaded === null ? null : children(loaded);
}

/** What has been loaded, in its turn after the page, and is asked for again until it is. */
export function useNeeded<Value>(late: Late<Value>): Value | null {
  const loaded = useLate(late);
  useEffect(() => {
    if (loaded !== null) return;
    const load = () => {
      late.load().catch(() => {
        // Still not reachable.
      });
    };
    addEventListener('online', load);
    return () => removeEventListener('online', load);
  }, [late, loaded]);
  return loaded;
}

/**
 * A part that opens, as if it were there. `what` names it in the sentence that says it could not be
 * loaded.
 */
export function Opening<Part>({
  part,
  what,
  open,
  onClose,
  children,
}: {
  part: Late<Part>;
  what: string;
  open: boolean;
  onClose: () => void;
  children: (part: Part) => ReactNode;
}): ReactNode {
  const loaded = useLate(part);
  // Once opened it stays, so that it can close as it wants to.
  const [wasOpen, setWasOpen] = useState(open);
  if (open && !wasOpen) setWasOpen(true);
  const giveUp = useRef(onClose);
  giveUp.current = onClose;
  useEffect(() => {
    if (!open) return;
    let current = true;
    part.load().catch(() => {
      if (!current) return;
      announce(`${what} could not be loaded. Try again online.`);
      giveUp.current();
    });
    return () => {
      current = false;
    };
  }, [part, what, open]);
  return loaded !== null && wasOpen ? children(loaded) : null;
}
