/**
 * A few of each fault, with the real parts; `npm run faults` does many. Those that need a browser are
 * in app/e2e/faults.spec.ts.
 */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FAULTS } from './all.ts';
import { add, isClean, NOTHING, seeded } from './fault.ts';

beforeEach(() => {
  // What the client logs of a fault is the fault itself.
  vi.spyOn(console, 'error').mockImplementation(() => {});
  vi.spyOn(console, 'warn').mockImplementation(() => {});
});
afterEach(() => {
  vi.restoreAllMocks();
});

/** On a machine that does much else; nothing is judged by it. */
const WITHIN_MS = 240_000;

const tested = FAULTS.filter(
  ({ runs, inBrowser, needs }) => runs.test > 0 && !inBrowser && (needs?.isThere() ?? true),
);

test.each(tested)(
  '$name: nothing is lost, doubled or unknown',
  { timeout: WITHIN_MS },
  async ({ run, runs }) => {
    let total = NOTHING;
    for (let seed = 1; seed <= runs.test; seed++) total = add(total, await run(seeded(seed)));
    expect(isClean(total), JSON.stringify(total)).toBe(true);
  },
);
