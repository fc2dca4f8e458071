/**
 * Building the app, when what it is made of has changed.
 *
 * Invariant: dist/app is whole and belongs to the recorded inputs, or there is no record.
 */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fingerprint } from './fingerprint.mjs';
import { oneAtATime } from './one-at-a-time.mjs';
import { ROOT, run, stopSignal } from './run.mjs';
import { runtime, tool } from './runtime.mjs';
import { duration, say, Trouble } from './say.mjs';

const RECORD = join(ROOT, 'dist', 'built-from');
/** What the app is built from. */
export const INPUTS = [
  'app',
  'shared',
  'vite.config.ts',
  'scripts/parts/client-only-react.mjs',
  'scripts/parts/unused-methods.mjs',
  'tsconfig.json',
  'package.json',
  'package-lock.json',
];

function isPartOfTheApp(path) {
  const isForTests = path.startsWith('app/e2e/') || path.split('/').includes('testing');
  return !isForTests && !/\.test\.tsx?$/.test(path);
}

/** @returns {Promise<boolean>} whether the app had to be built */
export async function ensureBuilt() {
  return oneAtATime('building', async () => {
    const inputs = fingerprint(INPUTS, isPartOfTheApp);
    const recorded = existsSync(RECORD) ? readFileSync(RECORD, 'utf8') : null;
    if (recorded === inputs && existsSync(join(ROOT, 'dist', 'app', 'index.html'))) return false;
    say('Building the app.');
    const started = Date.now();
    rmSync(RECORD, { force: true });
    const { code, output } = await run(await runtime(), [tool('vite/bin/vite.js'), 'build'], {
      quiet: true,
      env: { NODE_ENV: 'production' },
    });
    if (stopSignal()) throw new Trouble('Stopped while building. The next start builds again.');
    if (code !== 0) throw whyBuildFailed(output);
    mkdirSync(join(ROOT, 'dist'), { recursive: true });
    writeFileSync(RECORD, inputs);
    say(`Built in ${duration(Date.now() - started)}.`);
    return true;
  });
}

function whyBuildFailed(output) {
  if (/ENOSPC/.test(output)) return new Trouble('The disk is full: free some space and try again.');
  const lines = output.split('\n').filter((line) => !/^\s+at /.test(line));
  return new Trouble('The app could not be built: see the lines above.', lines.join('\n'));
}
