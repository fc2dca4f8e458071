/**
 * The stages of `npm test`, each giving how many tests passed and failed.
 *
 * Invariant: silence is not success. A runner that crashes, runs nothing, or skips something has
 * failed, whatever it counted.
 */
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBuilt } from './build.mjs';
import { checkLint, checkTypes } from './checks.mjs';
import { ensureChromium } from './chromium.mjs';
import { ensureFirefox } from './other-browsers.mjs';
import { ensureRedis } from './redis.mjs';
import { ROOT, run } from './run.mjs';
import { runtime, tool } from './runtime.mjs';
import { PLAIN, say, Trouble } from './say.mjs';

const REPORTS = join(ROOT, '.cache', 'reports');

/** @typedef {{ passed: number, failed: number }} Count */

const one = (passed) => ({ passed: passed ? 1 : 0, failed: passed ? 0 : 1 });

/** In the order they run: what is quick and tells most comes first. */
export const STAGES = {
  types: async () => one(await checkTypes()),
  lint: async () => one(await checkLint()),
  unit: () => vitest('unit', ['app', 'shared']),
  server: async () => {
    await ensureRedis();
    return vitest('server', ['sync-server']);
  },
  browser: async () => {
    const inChromium = await browser();
    const inFirefox = await firefox();
    return {
      passed: inChromium.passed + inFirefox.passed,
      failed: inChromium.failed + inFirefox.failed,
    };
  },
};

/** @returns {Promise<Count>} */
async function vitest(name, folders) {
  const report = freshReport(name);
  const { code } = await run(await runtime(), [
    tool('vitest/vitest.mjs'),
    'run',
    ...folders.map((folder) => `${folder}/`),
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ]);
  const result = readReport(report);
  if (!result) return crashed(name, code, { passed: 0, failed: 0 });
  // A file that could not even be loaded lists no tests, but it is a failure.
  const broken = result.testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.length === 0,
  ).length;
  const skipped = result.numPendingTests + result.numTodoTests;
  if (skipped > 0) say(`${skipped} skipped in "${name}": nothing may be skipped.`);
  const count = {
    passed: result.numPassedTests,
    failed: result.numFailedTests + broken + skipped,
  };
  return code === 0 && count.passed > 0 ? count : crashed(name, code, count);
}

/** @returns {Promise<Count>} */
async function browser() {
  const chromium = await ensureChromium();
  await ensureBuilt();
  const report = freshReport('browser');
  const { code } = await run(
    await runtime(),
    [tool('@playwright/test/cli.js'), 'test', '--reporter=list,json'],
    {
      env: {
        CHROMIUM_PATH: chromium,
        PLAYWRIGHT_JSON_OUTPUT_FILE: report,
        // It tells its workers FORCE_COLOR, which quarrels with NO_COLOR in every one of them.
        ...(PLAIN ? { NO_COLOR: undefined, FORCE_COLOR: '0', PLAYWRIGHT_FORCE_TTY: '0' } : {}),
      },
    },
  );
  const stats = readReport(report)?.stats;
  if (!stats) return crashed('browser', code, { passed: 0, failed: 0 });
  if (stats.skipped > 0) {
    say(`${stats.skipped} skipped or not run in "browser": nothing may be skipped.`);
  }
  // A test that passes only now and then is a failing test.
  const count = {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + stats.skipped,
  };
  return code === 0 && count.passed > 0 ? count : crashed('browser', code, count);
}

/**
 * What is promised in any browser, in the system's Firefox. Where there is none this is said, and not
 * counted; where nobody watches, it has failed.
 * @returns {Promise<Count>}
 */
async function firefox() {
  const program = await ensureFirefox();
  if (!program) {
    const isWatched = process.env.CI !== 'true';
    say(
      'There is no Firefox here, and none could be installed: what is promised in any browser was tried in Chromium only.',
    );
    return isWatched ? { passed: 0, failed: 0 } : { passed: 0, failed: 1 };
  }
  await ensureBuilt();
  const report = freshReport('firefox');
  const { code } = await run(await runtime(), ['app/testing/browsers/run.ts', '--report', report], {
    env: { FIREFOX_PATH: program, CHROMIUM_PATH: undefined, WEBKIT_DRIVER: undefined },
  });
  const count = readReport(report);
  if (!count) return crashed('firefox', code, { passed: 0, failed: 0 });
  return code === 0 && count.passed > 0 ? count : crashed('firefox', code, count);
}

/** Counts a runner that failed, or ran nothing, although no test of it says so. */
function crashed(name, code, count) {
  if (count.failed > 0) return count;
  say(
    code === 0
      ? `"${name}" ran no test.`
      : `"${name}" ended with code ${code} although no test failed: see its output above.`,
  );
  return { ...count, failed: 1 };
}

function freshReport(name) {
  mkdirSync(REPORTS, { recursive: true });
  const path = join(REPORTS, `${name}.json`);
  rmSync(path, { force: true });
  return path;
}

function readReport(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    // No report, or half of one: the runner died before writing it.
    if (error.code === 'ENOENT' || error instanceof SyntaxError) return null;
    throw error;
  }
}

/**
 * Runs one stage; a trouble that keeps it from running counts as one failed test.
 * @param {keyof typeof STAGES} name @returns {Promise<Count>}
 */
export async function runStage(name) {
  try {
    return await STAGES[name]();
  } catch (error) {
    if (!(error instanceof Trouble)) throw error;
    if (error.details) console.error(error.details.trimEnd());
    console.error(error.message);
    return { passed: 0, failed: 1 };
  }
}
