/**
 * Chance that can be had again: numbers that follow from a seed, for every test and fault that draws.
 *
 * Invariant: one seed gives one sequence, for good, since seeds that failed are kept as cases.
 */

/** A whole number from 0 up to, and without, `below`. */
export type Chance = (below: number) => number;

/** By mulberry32. */
export function seededChance(seed: number): Chance {
  let state = (seed ^ 0x9e3779b9) >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}
