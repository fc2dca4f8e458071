/**
 * How the scripts speak: short plain lines, and one sentence when something cannot go on.
 *
 * Invariant: a person never sees a stack trace for a trouble that a sentence can name. These files
 * run on Node 20, with nothing installed.
 */

/** Whether output is for a file or a log: no colours. */
export const PLAIN =
  process.env.CI === 'true' || process.env.NO_COLOR !== undefined || !process.stdout.isTTY;

/** Prints one line about what is being done. */
export function say(line) {
  console.log(PLAIN ? line : `\x1b[36m›\x1b[39m ${line}`);
}

/** A trouble with a sentence that says what to do. Ends the script with exit code 1. */
export class Trouble extends Error {
  /** @param {string} sentence what happened and what to do; @param {string} [details] shown above it */
  constructor(sentence, details = '') {
    super(sentence);
    this.details = details;
  }
}

/** Seconds in words, such as "0.4 s" or "1 min 12 s". @param {number} ms */
export function duration(ms) {
  const seconds = ms / 1000;
  if (seconds < 60) return `${seconds.toFixed(1)} s`;
  return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
}

/**
 * Repeats a line about long work until the returned function is called, so silence never looks
 * like a hang. @param {string} what
 */
export function sayWhileWaiting(what) {
  const started = Date.now();
  const timer = setInterval(() => say(`${what} (${duration(Date.now() - started)})`), 15_000);
  timer.unref();
  return () => clearInterval(timer);
}

/** Runs a script's body; a Trouble becomes its sentence. @param {() => Promise<number>} body */
export async function main(body) {
  const major = Number(process.versions.node.split('.')[0]);
  if (major < 20) {
    console.error(
      `Node ${process.versions.node} is too old: install Node 20 or newer and try again.`,
    );
    process.exit(1);
  }
  try {
    process.exitCode = await body();
  } catch (error) {
    process.exitCode = 1;
    if (!(error instanceof Trouble)) throw error;
    if (error.details) console.error(error.details.trimEnd());
    console.error(error.message);
  }
}
