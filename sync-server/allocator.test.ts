/** That the C library gives back what it holds free, and who can ask it. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { allocatorTrim } from './allocator.ts';

const MEGABYTE = 1024 * 1024;
const PIECES = 30_000;
const { glibcVersionRuntime } = (
  process.report.getReport() as { header: { glibcVersionRuntime?: string } }
).header;

test('whoever runs on glibc can ask it, and nobody is warned', async () => {
  const warnings: string[] = [];
  const hear = (warning: Error) => warnings.push(warning.message);
  process.on('warning', hear);
  expect(allocatorTrim() === null).toBe(glibcVersionRuntime === undefined);
  // Warnings are told in the next turn.
  await new Promise((resolve) => setImmediate(resolve));
  process.off('warning', hear);
  expect(warnings).toEqual([]);
});

test('what is free between small pieces in use goes back to the system', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const held = () => process.memoryUsage().arrayBuffers;
  const before = held();
  const pins: Buffer[] = [];
  let pieces: Buffer[] = [];
  for (let at = 0; at < PIECES; at++) {
    pieces.push(Buffer.allocUnsafeSlow(4_000).fill(1));
    if (at % 100 === 0) pins.push(Buffer.allocUnsafeSlow(2_000).fill(1));
  }
  expect(pieces.length).toBe(PIECES);
  pieces = [];
  await expect
    .poll(() => {
      collect();
      return held();
    })
    .toBeLessThan(before + 20 * MEGABYTE);
  const kept = process.memoryUsage.rss();
  const trim = allocatorTrim();
  trim?.();
  // Other C libraries do as they please.
  if (trim) expect(process.memoryUsage.rss()).toBeLessThan(kept - 40 * MEGABYTE);
  expect(pins.every((pin) => pin[0] === 1)).toBe(true);
});
