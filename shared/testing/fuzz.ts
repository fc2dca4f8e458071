/**
 * Fuzzing with seeds: kept cases changed at random, and of what fails the seed and the least input
 * that still does.
 *
 * Invariant: one seed gives one input. More of them, of every test that uses this:
 * `FUZZ_RUNS=50000 FUZZ_SEED=7 npx vitest run app/editor/clipboard/hostile-clipboard`. What is found is kept
 * as a case of the test that found it.
 */
import { type Chance, seededChance } from './seeded.ts';

export { type Chance, seededChance };

/** For tests that may be asked for many runs. */
export const AS_LONG_AS_ASKED = { timeout: 6 * 3_600_000 };

/** Inputs tried to make a failing one smaller. */
const SHRINKING = 1500;

interface Fuzzed<T> {
  /** How many inputs the test tries where nothing else is asked for. */
  runs: number;
  make: (chance: Chance, seed: number) => T;
  /** Throws where something is wrong. */
  check: (input: T) => void | Promise<void>;
  /** Smaller inputs than this one, the smallest first. */
  smaller: (input: T) => Iterable<T>;
  /** The input as it can be kept as a case. */
  show: (input: T) => string;
}

export async function fuzz<T>(fuzzed: Fuzzed<T>): Promise<void> {
  const { runs, make, check, show } = fuzzed;
  const asked = Number(process.env.FUZZ_RUNS ?? runs);
  const first = Number(process.env.FUZZ_SEED ?? 1);
  for (let seed = first; seed < first + asked; seed++) {
    const input = make(seededChance(seed), seed);
    const failure = await failureOf(check, input);
    if (failure) {
      const least = await shrink(input, failure, fuzzed);
      throw new Error(`Seed ${seed}: ${show(least.input)}`, { cause: least.failure.error });
    }
    // Timers get their turn, and with them goes what they hold.
    if (seed % 20 === 0) await new Promise((resolve) => setTimeout(resolve));
  }
}

interface Failure {
  error: unknown;
}

async function failureOf<T>(check: Fuzzed<T>['check'], input: T): Promise<Failure | null> {
  try {
    await check(input);
    return null;
  } catch (error) {
    return { error };
  }
}

async function shrink<T>(
  input: T,
  failure: Failure,
  { check, smaller }: Fuzzed<T>,
): Promise<{ input: T; failure: Failure }> {
  let least = { input, failure };
  let left = SHRINKING;
  for (let isSmaller = true; isSmaller && left > 0; ) {
    isSmaller = false;
    for (const candidate of smaller(least.input)) {
      if (left-- <= 0) break;
      const failed = await failureOf(check, candidate);
      if (!failed) continue;
      least = { input: candidate, failure: failed };
      isSmaller = true;
      break;
    }
  }
  return least;
}

/** A text or bytes without some part of it: the large parts first. */
export function* shorter<T extends { length: number; slice(from: number, to?: number): T }>(
  whole: T,
  join: (a: T, b: T) => T,
): Generator<T> {
  for (let size = whole.length; size >= 1; size = Math.floor(size / 2))
    for (let at = 0; at < whole.length; at += size)
      yield join(whole.slice(0, at), whole.slice(at + size));
}

export function* shorterText(text: string): Generator<string> {
  yield* shorter(text, (a, b) => a + b);
}

export function* shorterBytes(bytes: Uint8Array): Generator<Uint8Array> {
  yield* shorter(bytes, (a, b) => Uint8Array.from([...a, ...b]));
}

export function pick<T>(chance: Chance, from: readonly T[]): T {
  return from[chance(from.length)] as T;
}

/** A kept one with some bytes changed, left out, doubled, or another one behind it. */
export function mutatedBytes(chance: Chance, kept: readonly Uint8Array[]): Uint8Array {
  let bytes = [...pick(chance, kept)];
  for (let times = chance(5); times > 0; times--) {
    const at = chance(bytes.length + 1);
    switch (chance(5)) {
      case 0:
        bytes[at] = chance(256);
        break;
      case 1:
        bytes.splice(at, 1 + chance(4));
        break;
      case 2:
        bytes.splice(at, 0, ...bytes.slice(at, at + chance(8)));
        break;
      case 3:
        bytes = [...bytes.slice(0, at), ...pick(chance, kept)];
        break;
      default:
        bytes.splice(at, 0, 0xff, 0xff, 0xff, 0xff, chance(128));
    }
  }
  return Uint8Array.from(bytes);
}

/** A kept text cut, with parts of it left out, doubled or moved, of another one, or something odd. */
export function mutatedText(
  chance: Chance,
  kept: readonly string[],
  odd: readonly string[],
): string {
  let text = pick(chance, kept);
  for (let times = 1 + chance(6); times > 0; times--) {
    const from = placeIn(chance, text);
    const to = placeIn(chance, text);
    const [start, end] = from < to ? [from, to] : [to, from];
    const part = text.slice(start, Math.min(end, start + 400));
    switch (chance(7)) {
      case 0:
        text = text.slice(0, start) + text.slice(start + part.length);
        break;
      case 1:
        text = text.slice(0, start) + part + text.slice(start);
        break;
      case 2: {
        const rest = text.slice(0, start) + text.slice(start + part.length);
        const at = placeIn(chance, rest);
        text = rest.slice(0, at) + part + rest.slice(at);
        break;
      }
      case 3: {
        const other = pick(chance, kept);
        const cut = placeIn(chance, other);
        text = text.slice(0, from) + other.slice(cut, cut + chance(400)) + text.slice(from);
        break;
      }
      case 4:
        if (chance(3) === 0) text = text.slice(0, from);
        break;
      default:
        text = text.slice(0, from) + pick(chance, odd) + text.slice(from);
    }
  }
  return text;
}

/** Mostly where something begins or ends, sometimes anywhere. */
function placeIn(chance: Chance, text: string): number {
  const anywhere = chance(text.length + 1);
  if (chance(3) === 0) return anywhere;
  const offset = text.slice(anywhere).search(/[<>"'\s{}[\]:,/#?&=]/);
  return offset < 0 ? anywhere : anywhere + offset + chance(2);
}
