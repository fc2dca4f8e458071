/** The processor's time, by a clock that only the test moves. */
import { expect, test } from 'vitest';
import { ProcessorClock } from './processor-clock.ts';
import { chargeFor, ProcessorTime } from './processor-time.ts';

function atTime() {
  const clock = { now: 0 };
  return {
    clock,
    time: new ProcessorTime(
      new ProcessorClock(
        () => clock.now,
        () => clock.now,
      ),
    ),
  };
}
const LARGE = 100_000;

/** Spends what several connections of one address and document have together. */
function spendShared(time: ProcessorTime, address: string, docId: string): void {
  for (let times = 0; times < 5; times++) time.shareOf(address, docId).charge(100);
}

test('whoever has spent their time waits until it has come in again', () => {
  const { clock, time } = atTime();
  const share = time.shareOf('192.0.2.1', 'one');
  for (let times = 0; times < 3; times++) share.charge(100);
  const wait = share.wait(10);
  expect(wait).toBeGreaterThan(0);
  clock.now += wait;
  expect(share.wait(10)).toBe(0);
});

test('what neighbours have spent keeps back what may be costly, and nothing small', () => {
  const { time } = atTime();
  spendShared(time, '192.0.2.1', 'theirs');
  const neighbour = time.shareOf('192.0.2.1', 'mine');
  expect(neighbour.wait(LARGE)).toBeGreaterThan(0);
  expect(neighbour.wait('unknown')).toBeGreaterThan(0);
  expect(neighbour.wait(100)).toBe(0);
  expect(time.shareOf('192.0.2.2', 'theirs').wait(LARGE)).toBeGreaterThan(0);
  expect(time.shareOf('192.0.2.2', 'mine').wait(LARGE)).toBe(0);
});

test('those who send small frames without end keep nobody else from asking for more', () => {
  const { clock, time } = atTime();
  const attackers = Array.from({ length: 8 }, (_, at) => time.shareOf(`198.51.100.${at}`, 'one'));
  const honest = time.shareOf('192.0.2.1', 'one');
  for (let second = 0; second < 120; second++) {
    for (const attacker of attackers) if (attacker.wait(100) === 0) attacker.charge(150);
    clock.now += 1_000;
  }
  expect(honest.wait('unknown')).toBe(0);
  // What they ask for themselves is theirs and the document's.
  expect(attackers[0]!.wait('unknown')).toBe(0);
  for (let times = 0; times < 5; times++) attackers[0]!.charge(100);
  expect(honest.wait('unknown')).toBeGreaterThan(0);
});

test('what was large is charged as that, also where something small is asked for meanwhile', () => {
  const { time } = atTime();
  const share = time.shareOf('198.51.100.1', 'one');
  expect(share.wait(LARGE)).toBe(0);
  const charge = share.charger();
  expect(share.wait(100)).toBe(0);
  for (let times = 0; times < 5; times++) charge(100);
  expect(time.shareOf('192.0.2.1', 'one').wait('unknown')).toBeGreaterThan(0);
});

test('whoever opens a large document on a slow machine may write at once, and the next wait', () => {
  const { clock, time } = atTime();
  const share = time.shareOf('192.0.2.1', 'one');
  share.chargeOpening(1_000);
  share.measure(() => {
    clock.now += 1_000;
  }, 'opening');
  expect(share.spent).toBe(2_000);
  expect(share.wait(10)).toBe(0);
  expect(time.shareOf('192.0.2.1', 'two').wait('unknown')).toBeGreaterThan(0);
  expect(time.shareOf('192.0.2.2', 'one').wait('unknown')).toBeGreaterThan(0);
});

test('long work without a pause counts for more, and has an end', () => {
  expect(chargeFor(50)).toBe(50);
  expect(chargeFor(300)).toBe(600);
  expect(chargeFor(60_000)).toBe(chargeFor(3_600_000));
});

test('work is charged also where it throws', () => {
  const { clock, time } = atTime();
  const share = time.shareOf('192.0.2.1', 'one');
  expect(() =>
    share.measure(() => {
      clock.now += 300;
      throw new Error('it fails');
    }),
  ).toThrow('it fails');
  expect(share.spent).toBe(300);
  expect(share.wait(10)).toBeGreaterThan(0);
});

test('who waits for a disk, or for the processor itself, is not charged for it', () => {
  const share = new ProcessorTime().shareOf('192.0.2.1', 'one');
  share.measure(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500));
  expect(share.spent).toBeLessThan(250);
  expect(share.wait(10)).toBe(0);
});

test('a question is as long as whoever asks makes it, and keeps nobody else from theirs', () => {
  const { clock, time } = atTime();
  const asking = time.shareOf('192.0.2.1', 'one');
  expect(asking.wait('unknown')).toBe(0);
  for (let times = 0; times < 20; times++) {
    asking.measure(() => {
      clock.now += 100;
    }, 'question');
  }
  expect(asking.wait(100)).toBeGreaterThan(0);
  expect(time.shareOf('192.0.2.1', 'other').wait('unknown')).toBeGreaterThan(0);
  expect(time.shareOf('192.0.2.2', 'one').wait('unknown')).toBe(0);
});
