/**
 * What a change takes from outside: new ids and the time.
 *
 * Invariant: random bytes and the clock, except while `withDeterministicIds` runs, which repeats a history
 * exactly.
 */
import { randomId } from '../access/ids.ts';

export interface Chance {
  /** So many characters of 0-9A-Za-z that nobody used before. */
  id(length: number): string;
  /** ms since 1970 */
  now(): number;
}

const REAL: Chance = { id: randomId, now: () => Date.now() };
let chance = REAL;

export function freshId(length: number): string {
  return chance.id(length);
}

export function currentTime(): number {
  return chance.now();
}

/** Runs something (to its end: nothing in it may wait) with ids and a time of one's choice. */
export function withDeterministicIds<T>(chosen: Chance, work: () => T): T {
  const before = chance;
  chance = chosen;
  try {
    return work();
  } finally {
    chance = before;
  }
}
