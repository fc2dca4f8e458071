/**
 * One short text that stands for the content of files and folders.
 *
 * Invariant: equal fingerprints mean equal names and bytes; times do not matter, so a fresh clone
 * and a touched file count as unchanged.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { ROOT } from './run.mjs';

/**
 * @param {string[]} paths files and folders, relative to the package; what is missing counts as
 *   missing, not as an error
 * @param {(path: string) => boolean} [counts] whether a file (path with `/`) is part of it
 */
export function fingerprint(paths, counts = () => true) {
  const hash = createHash('sha256');
  for (const path of paths) {
    for (const file of filesOf(join(ROOT, path))) {
      const name = relative(ROOT, file).split(sep).join('/');
      if (!counts(name)) continue;
      hash.update(`${name}\0`).update(createHash('sha256').update(readFileSync(file)).digest());
    }
  }
  return hash.digest('hex');
}

function filesOf(path) {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!stats) return [];
  if (stats.isFile()) return [path];
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesOf(join(path, name)));
}
