/**
 * An older release of the server, as the history of this repository has it, in a folder of its own.
 *
 * Invariant: it runs on the packages that are installed here, and what was made for it goes with the
 * process.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..', '..', '..');
/** The first one of which several nodes work on one store: whoever upgrades comes from no older one. */
const OLDEST = '239d5825df292fb96d3ea4801a7c2b0bdad37e82';

export const NEEDS = 'a clone with its history';

let folder: string | null = null;

/** Whether this clone has it: one that was made shallow has not. */
export function hasOlderRelease(): boolean {
  const asked = spawnSync('git', ['cat-file', '-e', `${OLDEST}^{commit}`], { cwd: ROOT });
  return asked.status === 0;
}

/** Where its sources are. */
export function olderRelease(): string {
  if (folder !== null) return folder;
  const made = mkdtempSync(join(tmpdir(), 'driftless-older-'));
  process.once('exit', () => rmSync(made, { recursive: true, force: true }));
  const parts = ['sync-server', 'shared', 'package.json'];
  const archive = execFileSync('git', ['archive', OLDEST, ...parts], {
    cwd: ROOT,
    maxBuffer: 2 ** 28,
  });
  execFileSync('tar', ['-x', '-C', made], { input: archive });
  symlinkSync(join(ROOT, 'node_modules'), join(made, 'node_modules'), 'dir');
  folder = made;
  return made;
}
