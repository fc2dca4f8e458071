/**
 * One simulation of a few devices, and those that once failed; `npm run fuzz -- --devices` plays
 * as many as asked for, and leaves acts out of one that fails for as long as it still does.
 */
import { expect, test } from 'vitest';
import { shorter } from '../../../shared/testing/fuzz.ts';
import { type Act, makeSimulation, play } from './device-simulation.ts';
import { seeded } from './fault.ts';

/** Seeds that failed once. */
const KEPT: readonly number[] = [];
/** Simulations tried to make one smaller. */
const SHRINKING = 120;

const runs = Number(process.env.FUZZ_RUNS ?? 1);
const first = Number(process.env.FUZZ_SEED ?? 1);
const isAsked = process.env.FUZZ_RUNS !== undefined;
const seeds = Array.from({ length: runs }, (_, at) => first + at);

async function failureOf(simulation: readonly Act[]): Promise<string | null> {
  try {
    await play(simulation);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

test.each(isAsked ? seeds : [...KEPT, ...seeds])(
  'simulation %i: what is confirmed stays, and what is not is counted',
  { timeout: isAsked ? 3_600_000 : 240_000 },
  async (seed) => {
    let simulation = makeSimulation(seeded(seed));
    let failure = await failureOf(simulation);
    let left = isAsked && failure !== null ? SHRINKING : 0;
    for (let isSmaller = true; isSmaller && left > 0; ) {
      isSmaller = false;
      for (const candidate of shorter(simulation, (a, b) => [...a, ...b])) {
        if (left-- <= 0) break;
        const again = await failureOf(candidate);
        if (again === null) continue;
        simulation = candidate;
        failure = again;
        isSmaller = true;
        break;
      }
    }
    expect(failure, `Seed ${seed}: ${JSON.stringify(simulation)}`).toBeNull();
  },
);
