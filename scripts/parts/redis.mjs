/**
 * A Redis for the tests of the bus: one that is there, else Debian's, as Chromium is had.
 *
 * Invariant: no service is started: what is installed holds the program alone.
 */
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { aptInstall } from './chromium.mjs';
import { stopSignal } from './run.mjs';
import { say, sayWhileWaiting } from './say.mjs';

/** Debian's tools are the program itself under another name. */
const NAMES = ['valkey-server', 'redis-server', 'valkey-check-rdb', 'redis-check-rdb'];

function isThere() {
  const folders = (process.env.PATH ?? '').split(delimiter).concat('/usr/bin');
  return NAMES.some((name) => folders.some((folder) => existsSync(join(folder, name))));
}

/** Has one where it can; says so where it cannot. The tests say what they leave out. */
export async function ensureRedis() {
  if (isThere() || stopSignal()) return;
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    say("No Redis here: installing the system's.");
    const done = sayWhileWaiting('Still installing a Redis');
    await aptInstall('redis-tools');
    done();
  }
  if (!isThere()) {
    say('There is no Redis here, and none could be installed: the bus by Redis is not tried.');
  }
}
