/**
 * What a fault is, and what is counted of it.
 *
 * Invariant: one seed gives one course of what the fault itself decides; what the machine decides,
 * such as how far a server got before it was killed, differs, and no judgement rests on it.
 */
import { type Chance as Random, seededChance as seeded } from '../../../shared/testing/seeded.ts';

export { type Random, seeded };

export interface Outcome {
  /** How often the fault was done. */
  faults: number;
  /** Tokens of which a person was told that they are safe. */
  confirmed: number;
  /** Of these, how many are gone. */
  lost: number;
  /** Tokens that are there more than once. */
  doubled: number;
  /** Tokens nobody can say anything of: not confirmed after the fault healed, or written by nobody. */
  unknown: number;
  /** Milliseconds from the end of the fault until everybody had everything again. */
  healed: number[];
}

export interface Fault {
  /** As `--only` takes it. */
  readonly name: string;
  /** What is done, as the table says it. */
  readonly title: string;
  /** How many runs, a seed each: in `npm test`, with `--quick`, and without. */
  readonly runs: { readonly test: number; readonly quick: number; readonly long: number };
  /** Needs the built app and a browser. */
  readonly inBrowser?: boolean;
  /** What the machine must have for it, where that is more than Node, and whether it does. */
  readonly needs?: { readonly what: string; readonly isThere: () => boolean };
  /** One run. Throws if something is not as it must be that is no token. */
  run(random: Random): Promise<Outcome>;
}

export const NOTHING: Outcome = {
  faults: 0,
  confirmed: 0,
  lost: 0,
  doubled: 0,
  unknown: 0,
  healed: [],
};

export function add(one: Outcome, other: Outcome): Outcome {
  return {
    faults: one.faults + other.faults,
    confirmed: one.confirmed + other.confirmed,
    lost: one.lost + other.lost,
    doubled: one.doubled + other.doubled,
    unknown: one.unknown + other.unknown,
    healed: [...one.healed, ...other.healed],
  };
}

/** Whether every promise was kept, and something was promised at all. */
export function isClean({ confirmed, lost, doubled, unknown }: Outcome): boolean {
  return confirmed > 0 && lost === 0 && doubled === 0 && unknown === 0;
}
