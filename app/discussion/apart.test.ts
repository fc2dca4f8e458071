/** Things level with lines: none over another, the fixed one where it wants to be, the order kept. */
import { expect, test } from 'vitest';
import { AS_LONG_AS_ASKED, fuzz, seededChance } from '../../shared/testing/fuzz.ts';
import { apart, levelWith, type Wanted } from './apart.ts';

const GAP = 8;

test('what has room stands where it wants to', () => {
  const things = [
    { wanted: 0, height: 50 },
    { wanted: 100, height: 50 },
  ];
  for (const fixed of [-1, 0, 1]) expect(apart(things, fixed, GAP)).toEqual([0, 100]);
  expect(apart([], -1, GAP)).toEqual([]);
});

test('several of one line stand below the first of them, or around the fixed one', () => {
  const things = [10, 10, 10].map((wanted) => ({ wanted, height: 40 }));
  expect(apart(things, -1, GAP)).toEqual([10, 58, 106]);
  expect(apart(things, 1, GAP)).toEqual([-38, 10, 58]);
  expect(apart(things, 2, GAP)).toEqual([-86, -38, 10]);
});

test('what is beside the first lines is not hidden by the head of the panel', () => {
  const screen = { layer: 248, belowBar: 48, scrolled: 0 };
  for (const isActive of [true, false]) {
    expect(levelWith(300, screen, isActive)).toBe(52);
    expect(levelWith(229, screen, isActive)).toBe(0);
    expect(levelWith(100, screen, isActive)).toBe(0);
  }
  // The page is scrolled: the others go with it, and the active one stays while its line is seen.
  const scrolled = { ...screen, scrolled: 120 };
  expect(levelWith(60, scrolled, false)).toBe(-120);
  expect(levelWith(60, scrolled, true)).toBe(0);
  for (let line = 400; line > -400; line--) {
    const step = levelWith(line, screen, true) - levelWith(line - 1, screen, true);
    expect(step).toBeGreaterThanOrEqual(0);
    expect(step).toBeLessThanOrEqual(1);
  }
});

test('whatever they want, none lies over another one', AS_LONG_AS_ASKED, async () => {
  await fuzz<{ things: Wanted[]; fixed: number }>({
    runs: 500,
    make: (_, seed) => {
      const chance = seededChance(seed);
      const things = Array.from({ length: chance(12) }, () => ({
        wanted: chance(800) - 200,
        height: 20 + chance(200),
      })).sort((a, b) => a.wanted - b.wanted);
      return { things, fixed: chance(things.length + 1) - 1 };
    },
    check: ({ things, fixed }) => {
      const tops = apart(things, fixed, GAP);
      if (fixed >= 0) expect(tops[fixed]).toBe(things[fixed]!.wanted);
      for (let at = 1; at < tops.length; at++)
        expect(tops[at]).toBeGreaterThanOrEqual(tops[at - 1]! + things[at - 1]!.height + GAP);
    },
    smaller: ({ things, fixed }) =>
      things.map((_, at) => ({
        things: things.filter((_one, other) => other !== at),
        fixed: Math.min(fixed, things.length - 2),
      })),
    show: (found) => JSON.stringify(found),
  });
});
