/**
 * Work that two commands in the same folder must not do at once, such as installing.
 *
 * Invariant: a lock whose holder is gone holds nobody up.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { ROOT, stopSignal } from './run.mjs';
import { say, Trouble } from './say.mjs';

/**
 * @template T
 * @param {string} what such as "installing", also the lock's name
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function oneAtATime(what, work) {
  const folder = join(ROOT, '.cache');
  const lock = join(folder, `${what}.pid`);
  mkdirSync(folder, { recursive: true });
  let told = false;
  while (!take(lock)) {
    if (stopSignal()) throw new Trouble('Stopped.');
    if (!told) say(`Another command is ${what} here; waiting for it.`);
    told = true;
    await pause(500);
  }
  try {
    return await work();
  } finally {
    rmSync(lock, { force: true });
  }
}

function take(lock) {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw writingFailed(error);
  }
  if (!holderLives(lock)) rmSync(lock, { force: true });
  return false;
}

function holderLives(lock) {
  try {
    const pid = Number(readFileSync(lock, 'utf8'));
    // An empty file is one that its holder is just about to write.
    if (!pid) return true;
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** The sentence for a folder that cannot be written. */
export function writingFailed(error) {
  if (error.code === 'ENOSPC')
    return new Trouble('The disk is full: free some space and try again.');
  if (error.code === 'EACCES' || error.code === 'EPERM' || error.code === 'EROFS') {
    return new Trouble(`This account may not write in ${ROOT}: change its owner, or clone again.`);
  }
  return error;
}
