/**
 * A disk of a few megabytes that can be filled: a file system in memory, mounted over a folder.
 *
 * Invariant: whoever mounts it gets back how to take it away.
 */
import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const PIECE = new Uint8Array(64 * 1024);

let possible: boolean | null = null;

/** Whether this person may mount anything; asked once. */
export function canMount(): boolean {
  possible ??= tryToMount();
  return possible;
}

function tryToMount(): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  const folder = mkdtempSync(join(tmpdir(), 'driftless-'));
  try {
    mountSmallDisk(folder, 1024 * 1024)();
    return true;
  } catch {
    // In a container without the right to mount.
    return false;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Puts an empty disk over the folder; returns what takes it away with all that is on it. */
export function mountSmallDisk(folder: string, bytes: number): () => void {
  const options = ['-t', 'tmpfs', '-o', `size=${bytes},mode=700`, 'driftless', folder];
  execFileSync('mount', options, { stdio: 'ignore' });
  // What still holds a file open does not keep it: it goes when that does.
  return () => void execFileSync('umount', ['--lazy', folder]);
}

/** Makes a file that takes all the room there is. */
export function fill(path: string): void {
  const file = openSync(path, 'w');
  try {
    for (let size = PIECE.length; size >= 1; size = size >> 4) {
      while (writes(file, size));
    }
  } finally {
    closeSync(file);
  }
}

function writes(file: number, bytes: number): boolean {
  try {
    return writeSync(file, PIECE, 0, bytes) === bytes;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOSPC') return false;
    throw error;
  }
}
