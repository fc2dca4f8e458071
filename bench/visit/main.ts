/**
 * What a visit costs on a slow device: ours alone, with its real server, on a processor slowed down
 * four times. First visits come by a link and have nothing; others have been here once.
 *
 * Invariant: nothing waits for a time, and no figure makes it fail, since machines differ.
 */
import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import type { BrowserContext, Page } from '@playwright/test';
import { tableOf, writeIntoPage } from '../markdown.ts';
import { launch } from '../speed/measure.ts';
import { startOurs } from '../speed/ours.ts';
import { installProbe } from '../speed/probe.ts';
import { paragraphs, WORDS_PER_PARAGRAPH } from '../speed/text.ts';

const SLOWER = 4;
const VISITS = 3;
const WINDOW = { width: 1280, height: 900 };
const STEP_LIMIT_MS = 300_000;

declare global {
  interface Window {
    visit: { shift: number; blocked: number };
  }
  interface LayoutShift extends PerformanceEntry {
    readonly value: number;
    readonly hadRecentInput: boolean;
  }
}

interface Visit {
  /** The first text or picture, and then the document in words, and in full use; ms. */
  painted: number;
  screenful: number;
  editable: number;
  /** By how much longer than they may tasks ran until then, ms. */
  blocked: number;
  shift: number;
  /** What came over the network until then, and in all. */
  bytes: number;
  allBytes: number;
}

const { values } = parseArgs({
  options: {
    sizes: { type: 'string', default: '0,2000,10000' },
    write: { type: 'boolean', default: false },
  },
});
const sizes = values.sizes.split(',').map(Number);

const subject = await startOurs();
const rows: string[][] = [];
let version = '';
try {
  for (const size of sizes) {
    const name = size === 0 ? 'an empty page' : `${size.toLocaleString('en')} paragraphs`;
    console.log(`A document of ${name}.`);
    const texts = size === 0 ? [''] : paragraphs(size);
    const first: Visit[] = [];
    const again: Visit[] = [];
    for (let turn = 0; turn < VISITS; turn++) {
      const document = await subject.share(texts);
      const browser = await launch();
      version = browser.version();
      try {
        const context = await browser.newContext({ viewport: WINDOW });
        context.setDefaultTimeout(STEP_LIMIT_MS);
        await context.addInitScript(installProbe, { body: subject.body, caret: subject.caret });
        await context.addInitScript(watch);
        first.push(await visit(context, document.invitation));
        again.push(await visit(context, document.address));
      } finally {
        document.writer.leave();
        await browser.close();
      }
    }
    rows.push(rowOf(`${name}, first visit`, first), rowOf(`${name}, next visit`, again));
  }
} finally {
  await subject.dispose();
}

const facts = [
  `${VISITS} visits each, the medians; paragraphs of ${WORDS_PER_PARAGRAPH} words`,
  `processor slowed ${SLOWER} times`,
  new Date().toISOString().slice(0, 10),
  `Chromium ${version}`,
  `${cpus().length} cores (${cpus()[0]?.model.trim() ?? 'of unknown kind'})`,
  `load ${loadavg()[0]!.toFixed(1)}`,
];
const head = [
  '',
  'first paint',
  'screenful',
  'editable',
  'blocked',
  'layout shift',
  'kB',
  'kB later',
];
const text = `${tableOf([head, ...rows])}\n\n${facts.join(', ')}.`;
console.log(`\n${text}`);
if (values.write) writeIntoPage('benchmarks.md', 'visit', text);

/** One visit, until everything that comes later has come, too. */
async function visit(context: BrowserContext, address: string): Promise<Visit> {
  const page = await context.newPage();
  const device = await context.newCDPSession(page);
  await device.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  await device.send('Network.enable');
  let bytes = 0;
  device.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  await page.goto(address, { waitUntil: 'commit' });
  const { screenful, editable } = await page.evaluate(() => window.probe.opening);
  const untilThen = bytes;
  const { blocked } = await page.evaluate(() => window.visit);
  await subject.settle(page);
  await page.waitForLoadState('networkidle');
  await appIsKept(page);
  const { shift, painted } = await page.evaluate(() => ({
    ...window.visit,
    painted: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
  }));
  await page.close();
  return { painted, screenful, editable, blocked, shift, bytes: untilThen, allBytes: bytes };
}

/** Waits until the service worker has all of the app, for the next visit. */
function appIsKept(page: Page): Promise<void> {
  return page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
}

/** Runs before anything else in the page. */
function watch(): void {
  window.visit = { shift: 0, blocked: 0 };
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as LayoutShift[])
      if (!entry.hadRecentInput) window.visit.shift += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });
  new PerformanceObserver((list) => {
    // As Lighthouse counts: the first 50 ms of a task keep nobody waiting.
    for (const { duration } of list.getEntries()) window.visit.blocked += duration - 50;
  }).observe({ type: 'longtask', buffered: true });
}

function rowOf(name: string, visits: readonly Visit[]): string[] {
  const median = (of: (visit: Visit) => number) =>
    visits.map(of).sort((a, b) => a - b)[Math.floor(visits.length / 2)]!;
  const ms = (of: (visit: Visit) => number) => `${Math.round(median(of))} ms`;
  const kB = (of: (visit: Visit) => number) => Math.round(median(of) / 1024).toString();
  return [
    name,
    ms(({ painted }) => painted),
    ms(({ screenful }) => screenful),
    ms(({ editable }) => editable),
    ms(({ blocked }) => blocked),
    // The worst, since none may move anything.
    Math.max(...visits.map(({ shift }) => shift)).toFixed(3),
    kB(({ bytes }) => bytes),
    kB(({ bytes, allBytes }) => allBytes - bytes),
  ];
}
