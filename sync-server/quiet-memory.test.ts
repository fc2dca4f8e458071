/** When the memory of busier hours is given back, and that it is. */
import { getHeapStatistics } from 'node:v8';
import { expect, test } from 'vitest';
import { QuietMemory } from './quiet-memory.ts';
import { memoryLog } from './testing/server.ts';

const MEGABYTE = 1024 * 1024;

function watched(taken: number) {
  const state = { taken: taken * MEGABYTE, inUse: 20 * MEGABYTE, busy: 0, collections: 0 };
  const memory = new QuietMemory({
    log: memoryLog([]),
    taken: () => state.taken,
    busy: () => state.busy,
    inUse: () => state.inUse,
    giveBack: () => {
      state.collections += 1;
      state.taken = 30 * MEGABYTE;
    },
  });
  memory.close();
  const look = (times: number) => {
    for (let each = 0; each < times; each++) memory.look();
  };
  return { state, look };
}

test('what a storm took is given back once it has been quiet for a while, once', () => {
  const { state, look } = watched(30);
  look(5);
  state.taken = 150 * MEGABYTE;
  state.busy = 0.6;
  look(10);
  expect(state.collections).toBe(0);
  state.busy = 0.01;
  look(1);
  expect(state.collections).toBe(0);
  look(1);
  expect(state.collections).toBe(1);
  // Once more for the documents that were still open then, and not again.
  look(5);
  expect(state.collections).toBe(1);
  look(1);
  expect(state.collections).toBe(2);
  look(50);
  expect(state.collections).toBe(2);
});

test('nobody waits for it while there is something to do, and for what is too little or too much', () => {
  const { state, look } = watched(30);
  look(5);
  for (const [taken, inUse, busy] of [
    [150, 100, 0.1],
    [45, 20, 0],
    [500, 400, 0],
  ] as const) {
    state.taken = taken * MEGABYTE;
    state.inUse = inUse * MEGABYTE;
    state.busy = busy;
    look(10);
    expect([taken, state.collections]).toEqual([taken, 0]);
  }
});

test('what is less is given back where it stays quiet for longer', () => {
  const { state, look } = watched(30);
  look(5);
  state.busy = 0.6;
  look(1);
  state.busy = 0;
  state.taken = 60 * MEGABYTE;
  look(5);
  expect(state.collections).toBe(0);
  look(1);
  expect(state.collections).toBe(1);
  look(50);
  expect(state.collections).toBe(1);
});

test('a pause in a storm is not the end of it', () => {
  const { state, look } = watched(30);
  look(5);
  state.taken = 150 * MEGABYTE;
  for (let times = 0; times < 5; times++) {
    state.busy = 0.6;
    look(1);
    state.busy = 0;
    look(1);
  }
  expect(state.collections).toBe(0);
});

test('documents that nobody holds any more are no part of what the process has afterwards', () => {
  const used = () => getHeapStatistics().used_heap_size;
  const memory = new QuietMemory({ log: memoryLog([]), busy: () => 0, taken: used });
  memory.close();
  memory.look();
  const before = used();
  let kept: object[] = [];
  while (used() < before + 80 * MEGABYTE) kept.push({ words: ['a', 'b', 'c'], at: kept.length });
  expect(kept.length).toBeGreaterThan(0);
  kept = [];
  memory.look();
  memory.look();
  expect(used()).toBeLessThan(before + 32 * MEGABYTE);
});
