/**
 * The program behind `npm run browsers`, and behind the part of `npm test -- browser` that is not
 * Chromium: every promise in every browser that is asked for, with a real server.
 *
 * Invariant: the last line counts promises that were kept and that were not, of this run and
 * nothing else; exit code 0 says that all were kept, and at least one.
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { tableOf, writeIntoPage } from '../../../bench/markdown.ts';
import { openLine } from '../../e2e/support/line.ts';
import { startServer } from '../../e2e/support/server.ts';
import type { StartBrowser } from './browser.ts';
import { startChromium } from './chromium.ts';
import { Driver } from './driver.ts';
import { startFirefox } from './firefox.ts';
import { PROMISES } from './promises.ts';
import { startWebKit } from './webkit.ts';

const { CHROMIUM_PATH, FIREFOX_PATH, WEBKIT_DRIVER, WEBKIT_VIEW } = process.env;

/** The browsers that whoever started this has found. */
const BROWSERS: Readonly<Record<string, StartBrowser>> = {
  ...(CHROMIUM_PATH ? { Chromium: (proxy) => startChromium(CHROMIUM_PATH, proxy) } : {}),
  ...(FIREFOX_PATH ? { Firefox: (proxy) => startFirefox(FIREFOX_PATH, proxy) } : {}),
  ...(WEBKIT_DRIVER && WEBKIT_VIEW
    ? { WebKitGTK: (proxy) => startWebKit(WEBKIT_DRIVER, WEBKIT_VIEW, proxy) }
    : {}),
};

const { values: options } = parseArgs({
  options: {
    /** Part of a promise's name. */
    only: { type: 'string', default: '' },
    /** Where the counts go, for who reads no lines. */
    report: { type: 'string' },
    write: { type: 'boolean', default: false },
  },
});

interface Result {
  readonly version: string;
  /** By promise: null where it was kept, else what was wrong. */
  readonly faults: readonly (string | null)[];
}

const promises = PROMISES.filter(({ name }) => name.includes(options.only));

async function playIn(start: StartBrowser): Promise<Result> {
  const server = await startServer({ MAX_NEW_DOCUMENTS_PER_MINUTE: '1000' });
  const lines = [await openLine(), await openLine()];
  const browsers = await Promise.all(lines.map((line) => start(line.address)));
  const [ana, ben] = ['Ana', 'Ben'].map(
    (name, index) => new Driver(name, browsers[index]!, lines[index]!, server.origin),
  );
  const faults: (string | null)[] = [];
  for (const { name, keep } of promises) {
    const started = performance.now();
    let fault: string | null = null;
    try {
      await keep(ana!, ben!);
    } catch (error) {
      fault = error instanceof Error ? error.message : String(error);
    }
    faults.push(fault);
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    console.log(`  ${fault ? '✘' : '✓'} ${name} (${seconds} s)${fault ? `\n    ${fault}` : ''}`);
    for (const line of lines) line.mend();
  }
  const { version } = browsers[0]!;
  for (const browser of browsers) await browser.quit();
  for (const line of lines) await line.close();
  await server.dispose();
  return { version, faults };
}

const results: Result[] = [];
for (const [name, start] of Object.entries(BROWSERS)) {
  console.log(`${name}:`);
  results.push(await playIn(start));
}
const all = results.flatMap(({ faults }) => faults);
const failed = all.filter((fault) => fault !== null).length;
if (options.write) {
  const rows = promises.map(({ name }, index) => [
    name,
    ...results.map(({ faults }) => (faults[index] === null ? 'kept' : 'not kept')),
  ]);
  const table = tableOf([['Promise', ...results.map(({ version }) => version)], ...rows]);
  writeIntoPage('browsers.md', 'browsers', table);
}
if (options.report)
  writeFileSync(options.report, JSON.stringify({ passed: all.length - failed, failed }));
console.log(`${all.length - failed} promises kept, ${failed} not kept.`);
// Connections that are still being given up must not keep the program from ending.
process.exit(failed === 0 && all.length > 0 ? 0 : 1);
