/**
 * What a test leaves behind is ended here, and what it waits for is waited for here.
 *
 * Invariant: waiting is for states, never for time.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const cleanups: (() => unknown)[] = [];

/** Ends everything the test started; call it in `afterEach`. */
export async function cleanUp(): Promise<void> {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
}

export function onCleanUp(cleanup: () => unknown): void {
  cleanups.push(cleanup);
}

export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'driftless-test-'));
  onCleanUp(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Resolves as soon as `check` holds; it is asked again after every turn. */
export async function until(what: string, check: () => boolean | Promise<boolean>): Promise<void> {
  const giveUp = Date.now() + 45_000;
  while (!(await check())) {
    if (Date.now() > giveUp) throw new Error(`never came true: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
