/** What work is said to have had of the processor, by clocks that only the test moves. */
import { expect, test } from 'vitest';
import { ProcessorClock } from './processor-clock.ts';

function atTime() {
  const time = { now: 0, worked: 0, asked: 0 };
  const clock = new ProcessorClock(
    () => time.now,
    () => {
      time.asked++;
      return time.worked;
    },
  );
  const pass = (ms: number, worked = ms) => {
    time.now += ms;
    time.worked += worked;
  };
  return { time, clock, pass };
}

test('the wait for the processor in the middle of work is nobody’s', () => {
  const { clock, pass } = atTime();
  const began = clock.start();
  pass(3);
  pass(500, 0);
  pass(2);
  expect(clock.since(began)).toBe(5);
});

test('what came just before adds a moment at the most', () => {
  const { clock, pass } = atTime();
  clock.since(clock.start());
  pass(4);
  const began = clock.start();
  pass(3);
  pass(500, 0);
  expect(clock.since(began)).toBeGreaterThanOrEqual(3);
  expect(clock.since(began)).toBeLessThanOrEqual(3 + 5);
});

test('work within work, and work that others come between, has no less than it had', () => {
  const { clock, pass } = atTime();
  const outer = clock.start();
  pass(6);
  const inner = clock.start();
  pass(7);
  expect(clock.since(inner)).toBe(7);
  pass(2);
  expect(clock.since(outer)).toBe(15);
});

test('a thousand short pieces of work ask the kernel no more often than the clock goes on', () => {
  const { clock, pass, time } = atTime();
  let sum = 0;
  for (let times = 0; times < 1_000; times++) {
    const began = clock.start();
    pass(0.1);
    sum += clock.since(began);
  }
  expect(sum).toBeCloseTo(100);
  expect(time.asked).toBeLessThanOrEqual(100 / 5 + 1);
});

test('by the real clocks, computing is work, and waiting is none', async () => {
  const clock = new ProcessorClock();
  const computing = clock.start();
  for (const until = performance.now() + 30; performance.now() < until; ) Math.sqrt(until);
  const computed = clock.since(computing);
  const waiting = clock.start();
  await new Promise((resolve) => setTimeout(resolve, 60));
  expect(computed).toBeGreaterThan(0);
  expect(clock.since(waiting)).toBeLessThan(60);
});
