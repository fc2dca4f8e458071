/** Of several tabs one does the work, and another goes on where it sleeps or is stuck. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { inOneTab } from './one-tab.ts';
import { eventually } from './testing/until.ts';

const STUCK_MS = 90_000;
const page = new EventTarget();
const kept = new Map<string, string>();
let name = '';

beforeEach(({ task }) => {
  name = task.name;
  kept.clear();
  vi.stubGlobal('document', page);
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Work that goes on until it is told to end, or `finish` is called. */
function worker() {
  const gate = Promise.withResolvers<void>();
  const state = { began: false, isOver: () => false, finish: gate.resolve, ended: false };
  const work = async (isOver: () => boolean) => {
    state.began = true;
    state.isOver = isOver;
    await gate.promise;
  };
  const done = inOneTab(name, work).then(() => {
    state.ended = true;
  });
  return Object.assign(state, { done });
}

test('a tab waits while another does the work, and does what is left then', async () => {
  const first = worker();
  await eventually(() => first.began);
  const second = worker();
  await navigator.locks.query();
  expect(second.began).toBe(false);
  first.finish();
  await eventually(() => second.began);
  expect(second.isOver()).toBe(false);
  second.finish();
  await Promise.all([first.done, second.done]);
});

test('a tab that is put to sleep hands the work on, and does not go on when it wakes', async () => {
  const first = worker();
  await eventually(() => first.began);
  const second = worker();
  page.dispatchEvent(new Event('freeze'));
  await eventually(() => second.began);
  expect(first.isOver()).toBe(true);
  second.finish();
  await second.done;
});

test.each([
  ['', -STUCK_MS - 1],
  [', also where the clock was set back since by a day', 86_400_000],
])('a tab that is stuck is passed over, and does nothing more%s', async (_also, beatAfterMs) => {
  const first = worker();
  await eventually(() => first.began);
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const second = worker();
  await navigator.locks.query();
  // It has not said that it lives for long.
  kept.set(`${name}.beat`, String(Date.now() + beatAfterMs));
  vi.advanceTimersByTime(STUCK_MS);
  await eventually(() => second.began);
  expect(first.isOver()).toBe(true);
  expect(second.isOver()).toBe(false);
  second.finish();
  await second.done;
  await first.done;
});

test('where there is no room for word that it lives, a tab that does the work is not passed over', async () => {
  vi.stubGlobal('localStorage', {
    getItem: () => null,
    setItem: () => {
      throw new DOMException('No room.', 'QuotaExceededError');
    },
  });
  const first = worker();
  await eventually(() => first.began);
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const second = worker();
  await navigator.locks.query();
  vi.advanceTimersByTime(STUCK_MS);
  first.finish();
  await first.done;
  // What it would have been told had it been passed over.
  expect(first.isOver()).toBe(false);
  await eventually(() => second.began);
  second.finish();
  await second.done;
});
