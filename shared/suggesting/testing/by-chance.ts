/**
 * What random histories of suggestions and drafts have in common.
 *
 * Invariant: one seed gives one history, with the same ids and the same time in it.
 */
import { withDeterministicIds } from '../../document/ids-and-clock.ts';
import type { Block } from '../../document/schema.ts';
import { type Draw, drawFrom, inlinesOf } from '../../document/testing/simulation.ts';
import { numberOf, tokenOf } from '../../testing/alphabet.ts';

const DIGITS = '0123456789abcdefghijklmnopqrstuvwxyz';

/** Plays to its end: nothing in it may wait. */
export function playFrom<T>(seed: number, play: (draw: Draw) => T): T {
  const draw = drawFrom(seed);
  const ids = {
    id: (length: number) => Array.from({ length }, () => DIGITS[draw.int(0, 35)]).join(''),
    now: () => 1_750_000_000_000,
  };
  return withDeterministicIds(ids, () => play(draw));
}

/** Gives token after token, each once, and notes it where it is told to. */
export function tokenSource(): (into: Set<string>) => string {
  let next = 0;
  return (into) => {
    const token = tokenOf(next++, false);
    for (const character of token) if (numberOf(character) >= 0) into.add(character);
    return token;
  };
}

/** How often each token is shown. */
export function tokensIn(blocks: readonly Block[]): Map<string, number> {
  const seen = new Map<string, number>();
  for (const run of inlinesOf(blocks)) {
    const text = 'text' in run ? run.text : run.embed.token;
    for (const character of typeof text === 'string' ? text : '')
      if (numberOf(character) >= 0) seen.set(character, (seen.get(character) ?? 0) + 1);
  }
  return seen;
}
