/**
 * What happens in this process, told to whoever counts it (`metrics.ts`), if anybody does.
 *
 * Invariant: where nobody counts, it costs nothing but the question whether somebody does.
 */
import type { ErrorCode } from '../shared/protocol/errors.ts';

/** Takes in what happens. Times are milliseconds. */
export interface Meter {
  /** An update was confirmable so long after it had come. */
  durable(ms: number): void;
  /** The bus had taken what was stored so long after it was told to. */
  told(ms: number): void;
  /** A row that another node stored was applied here so long after it was heard of. */
  heard(ms: number): void;
  /** The store refused, or did not answer. */
  storeFailed(what: 'append' | 'look' | 'bus'): void;
  /** Somebody was refused something. */
  refused(code: ErrorCode): void;
}

const NOBODY: Meter = {
  durable: () => undefined,
  told: () => undefined,
  heard: () => undefined,
  storeFailed: () => undefined,
  refused: () => undefined,
};

/** Whoever counts now. */
export let meter: Meter = NOBODY;

/** From now on this one counts; null for nobody. */
export function countWith(next: Meter | null): void {
  meter = next ?? NOBODY;
}
