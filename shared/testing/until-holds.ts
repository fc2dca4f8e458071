/**
 * Waiting for what comes by itself: a part that is loaded, a worker's answer, a disk.
 *
 * Invariant: how fast the machine is decides nothing. Vitest's own wait gives up after a second, in
 * which a busy one has not even loaded a dialog.
 */
import { vi } from 'vitest';

/** Less than a test may take, so that what was not so is said. */
const AT_THE_MOST_MS = 45_000;

/** Resolves as soon as `check` throws nothing; fails with what it threw last. */
export function untilHolds<Result>(check: () => Result | Promise<Result>): Promise<Result> {
  return vi.waitFor(check, { timeout: AT_THE_MOST_MS });
}
