/**
 * Starting other programs: with this package's own tools first in PATH, and never left behind.
 *
 * Invariant: a program started here ends when the script that started it is told to end.
 */
import { spawn } from 'node:child_process';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PLAIN } from './say.mjs';

/** The folder of the whole package. */
export const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const BIN = join(ROOT, 'node_modules', '.bin');

/** One Ctrl-C reaches us twice, from the terminal and from npm: what comes this soon is the same. */
const SAME_REQUEST_MS = 1_500;

const running = new Set();
let stopping = null;
let askedAt = 0;

/** The signal that asked this script to end, or null. */
export function stopSignal() {
  return stopping;
}

/** How often is looked whether npm is still there. */
const LOOK_FOR_PARENT_MS = 500;

/** Asks everything that runs to end, and what starts later not to; asked again, it insists. */
export function stopAll(signal = 'SIGTERM') {
  const now = Date.now();
  if (stopping && now - askedAt < SAME_REQUEST_MS) return;
  const passOn = stopping ? 'SIGKILL' : 'SIGTERM';
  stopping ??= signal;
  askedAt = now;
  for (const child of running) child.kill(passOn);
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stopAll(signal));
if (process.env.npm_lifecycle_event) {
  // Told to end, npm tells only the shell between us, which ends without a word.
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && stopAll(), LOOK_FOR_PARENT_MS).unref();
}

/**
 * This process's environment with `node_modules/.bin` first in PATH and `extra` on top.
 * @param {Record<string, string | undefined>} [extra]
 */
export function environment(extra = {}) {
  const env = { ...process.env };
  // Windows writes it "Path".
  const key = Object.keys(env).find((name) => name.toUpperCase() === 'PATH') ?? 'PATH';
  const rest = (env[key] ?? '').split(delimiter).filter((folder) => folder && folder !== BIN);
  env[key] = [BIN, ...rest].join(delimiter);
  if (PLAIN) {
    env.NO_COLOR = '1';
    delete env.FORCE_COLOR;
  }
  for (const [name, value] of Object.entries(extra)) {
    if (value === undefined) delete env[name];
    else env[name] = value;
  }
  return env;
}

/**
 * Runs a program to its end.
 * @param {string} command
 * @param {string[]} args
 * @param {{ quiet?: boolean, env?: Record<string, string | undefined>, limit?: number, shell?: boolean, ownGroup?: boolean }} [options]
 *   quiet: keep its output instead of showing it; limit: milliseconds after which it is ended;
 *   ownGroup: keep it out of the terminal's Ctrl-C, so that it gets our one signal only
 * @returns {Promise<{ code: number, output: string, missing: boolean }>} code 0 is success;
 *   `missing` when the program itself was not found
 */
export function run(command, args, options = {}) {
  return new Promise((resolve) => {
    if (stopping) return resolve({ code: 130, output: '', missing: false });
    const child = spawn(command, args, {
      cwd: ROOT,
      env: environment(options.env),
      shell: options.shell ?? false,
      detached: options.ownGroup ?? false,
      stdio: ['ignore', options.quiet ? 'pipe' : 'inherit', options.quiet ? 'pipe' : 'inherit'],
    });
    running.add(child);
    let output = '';
    const keep = (chunk) => {
      output += chunk;
    };
    child.stdout?.setEncoding('utf8').on('data', keep);
    child.stderr?.setEncoding('utf8').on('data', keep);
    const timer = options.limit ? setTimeout(() => child.kill('SIGKILL'), options.limit) : null;
    const end = (code, missing) => {
      running.delete(child);
      if (timer) clearTimeout(timer);
      resolve({ code, output, missing });
    };
    child.on('error', (error) => {
      output += String(error.message);
      end(127, error.code === 'ENOENT');
    });
    child.on('close', (code) => end(code ?? 1, false));
  });
}
