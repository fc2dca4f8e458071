/**
 * How far apart the frames of a page are, while something moves in it.
 *
 * Invariant: it asks for each frame, as whatever is drawn in one does, and changes nothing.
 */
import type { Page } from '@playwright/test';

declare global {
  interface Window {
    /** Between two frames each, ms; there while they are counted. */
    betweenFrames?: number[] | undefined;
  }
}

/** What somebody sees of something that goes on: ms between each two frames. */
export async function framesDuring(page: Page, act: () => Promise<unknown>): Promise<number[]> {
  await page.evaluate(() => {
    const times: number[] = [];
    window.betweenFrames = times;
    let last: number | null = null;
    const each = (now: number) => {
      if (window.betweenFrames !== times) return;
      if (last !== null) times.push(now - last);
      last = now;
      requestAnimationFrame(each);
    };
    requestAnimationFrame(each);
  });
  await act();
  return page.evaluate(() => {
    const times = window.betweenFrames ?? [];
    window.betweenFrames = undefined;
    return times;
  });
}

export function quantile(times: readonly number[], share: number): number {
  const sorted = [...times].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** The median, and the 95th percentile. */
export function medianAndMost(times: readonly number[]): string {
  return `${quantile(times, 0.5).toFixed(1)} / ${quantile(times, 0.95).toFixed(1)}`;
}
