/**
 * Preloaded into a server of which the clock is to be wrong: its time of day is as many milliseconds
 * ahead as the file says that MOVED_CLOCK names, from soon after that is written.
 *
 * Invariant: the steady clock goes on as ever, as it does where somebody sets the time.
 */
import { readFileSync } from 'node:fs';

const LOOK_EVERY_MS = 20;
const file = process.env.MOVED_CLOCK;
const { now } = Date;
let ahead = 0;

function look() {
  try {
    ahead = Number(readFileSync(file, 'utf8')) || 0;
  } catch {
    // It is being written.
  }
}

if (file) {
  look();
  setInterval(look, LOOK_EVERY_MS).unref();
  globalThis.Date = new Proxy(Date, {
    construct: (Real, parts) => new Real(...(parts.length === 0 ? [now() + ahead] : parts)),
    apply: (Real) => new Real(now() + ahead).toString(),
  });
  Date.now = () => now() + ahead;
}
