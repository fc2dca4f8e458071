/** Commands in one folder wait for one another, and for nothing that is gone. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { oneAtATime } from '../scripts/parts/one-at-a-time.mjs';

const WHAT = `testing-${process.pid}`;
const CACHE = join(import.meta.dirname, '..', '.cache');
const LOCK = join(CACHE, `${WHAT}.pid`);
afterEach(() => rmSync(LOCK, { force: true }));

test.each([
  ['of a program that has the number of one that is gone', String(process.ppid)],
  ['that was never written whole, as on a full disk', ''],
  ['whose holder is gone', '999999999'],
])('a lock %s holds nobody up', async (_, content) => {
  mkdirSync(CACHE, { recursive: true });
  writeFileSync(LOCK, content);
  expect(await oneAtATime(WHAT, async () => 'done', 1_000)).toBe('done');
});

test('whoever works for long is waited for', async () => {
  const said: string[] = [];
  const first = oneAtATime(WHAT, async () => {
    said.push('begins');
    await pause(8_000);
    said.push('ends');
  });
  await oneAtATime(WHAT, async () => said.push('then the other'), 5_000);
  await first;
  expect(said).toEqual(['begins', 'ends', 'then the other']);
});
