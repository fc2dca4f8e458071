/**
 * Work that two commands in the same folder must not do at once, such as installing.
 *
 * Invariant: a lock whose holder is gone holds nobody up.
 */
import { mkdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { ROOT, stopSignal } from './run.mjs';
import { say, Trouble } from './say.mjs';

/** How often is looked at a lock, and said that it is still held. */
const BEAT_MS = 500;
/** Without a sign for so long its holder is gone: its number may be another program's by now. */
const PATIENCE_MS = 30_000;

/**
 * @template T
 * @param {string} what such as "installing", also the lock's name
 * @param {() => Promise<T>} work
 * @param {number} [patience] milliseconds
 * @returns {Promise<T>}
 */
export async function oneAtATime(what, work, patience = PATIENCE_MS) {
  const folder = join(ROOT, '.cache');
  const lock = join(folder, `${what}.pid`);
  mkdirSync(folder, { recursive: true });
  let told = false;
  let sign = 0;
  let since = performance.now();
  while (!take(lock)) {
    if (stopSignal()) throw new Trouble('Stopped.');
    // The folder's clock may be another computer's: that it moves is what counts.
    const now = statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? 0;
    if (now !== sign) since = performance.now();
    sign = now;
    if (performance.now() - since > patience) rmSync(lock, { force: true });
    if (!told) say(`Another command is ${what} here; waiting for it.`);
    told = true;
    await pause(BEAT_MS);
  }
  const beat = setInterval(() => {
    if (statSync(lock, { throwIfNoEntry: false })) utimesSync(lock, new Date(), new Date());
  }, BEAT_MS);
  try {
    return await work();
  } finally {
    clearInterval(beat);
    rmSync(lock, { force: true });
  }
}

function take(lock) {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') {
      // On a full disk it is there, and nothing is in it.
      rmSync(lock, { force: true });
      throw writingFailed(error);
    }
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
