/**
 * Measures a library with thousands of documents: opening it, building its index, searching it.
 *
 * Invariant: no figure makes it fail, since machines differ; keys are real ones, and a moment counts
 * when the frame that shows it has been handed over to the browser.
 */
import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import type { BrowserContext, Page } from '@playwright/test';
import { startServer } from '../../app/e2e/support/server.ts';
import { tableOf, writeIntoPage } from '../markdown.ts';
import { launch } from '../speed/measure.ts';
import { seed, WORDS_PER_DOCUMENT, wordOf } from './seed.ts';
import { Workers } from './workers.ts';

const OPENINGS = 5;
const STEP_LIMIT_MS = 900_000;
/** Words of the vocabulary, from frequent to rare, typed letter by letter. */
const QUERIES = [40, 700, 9_000].map(wordOf);
/** A list that has not changed for this long has come to rest, ms. */
const REST_MS = 300;

const { values } = parseArgs({
  options: {
    documents: { type: 'string', default: '5000' },
    write: { type: 'boolean', default: false },
  },
});
const count = Number(values.documents);

declare global {
  interface Window {
    libraryProbe: {
      /** When rows were first shown and the field was there, in ms since the navigation. */
      usable: Promise<number>;
      /** From the last keydown to the first and the last frame in which the list changed, ms. */
      settled(): Promise<{ first: number; last: number }>;
      /** The longest task of the main thread since it was asked last, ms; 0 if none took 50 ms. */
      longest(): number;
    };
  }
}

const server = await startServer();
const browser = await launch();
try {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  context.setDefaultTimeout(STEP_LIMIT_MS);
  context.on('weberror', (thrown) => console.error('The page threw:', thrown.error().message));
  const seeding = await context.newPage();
  await seeding.goto(`${server.origin}/api/server`);
  console.log(`Storing ${count.toLocaleString('en')} documents.`);
  await seed(seeding, count);
  await seeding.close();
  await context.addInitScript(installProbe, REST_MS);

  console.log('Building the index.');
  const build = await measureBuild(context);
  console.log('Opening and searching.');
  const openings: { usable: number; longest: number }[] = [];
  for (let at = 0; at < OPENINGS; at++) {
    const page = await openLibrary(context);
    const usable = await page.evaluate(() => window.libraryProbe.usable);
    openings.push({ usable, longest: await page.evaluate(() => window.libraryProbe.longest()) });
    await page.close();
  }
  const search = await measureSearch(context);

  const load = loadavg()[0] ?? 0;
  const about = [
    `${count.toLocaleString('en')} documents of ${WORDS_PER_DOCUMENT} words in 50 folders.`,
    `${new Date().toISOString().slice(0, 10)}, Chromium ${browser.version()}, ${cpus().length} cores, load ${load.toFixed(1)}.`,
    ...(load > cpus().length + 1 ? ['The machine was busy with other work.'] : []),
  ].join(' ');
  const table = tableOf([
    ['library', ''],
    ['open to usable, ms', medianAndP95(openings.map(({ usable }) => usable))],
    ['longest task while opening, ms', medianAndP95(openings.map(({ longest }) => longest))],
    ['the first search after opening, all results, ms', search.first.toFixed(0)],
    ['search, key to first results, ms', medianAndP95(search.keys.map(({ first }) => first))],
    ['search, key to all results, ms', medianAndP95(search.keys.map(({ last }) => last))],
    ['longest task while searching, ms', longestOf(search.longest)],
    ['reading all documents once, in a worker, s', (build.time / 1000).toFixed(1)],
    ['longest task of the page meanwhile, ms', longestOf(build.longest)],
    ['memory of the page, MB', (search.pageHeap / 1e6).toFixed(1)],
    ['memory of the worker, MB', search.workerHeap ? (search.workerHeap / 1e6).toFixed(1) : '?'],
  ]);
  console.log(`\n${about}\n\n${table}`);
  if (values.write) writeIntoPage('benchmarks.md', 'bench-library', `${about}\n\n${table}`);
} finally {
  await browser.close();
  await server.dispose();
}

async function openLibrary(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await page.goto(server.origin, { waitUntil: 'commit' });
  await page.evaluate(() => window.libraryProbe.usable);
  return page;
}

/** From the first opening until the search has read everything and kept it. */
async function measureBuild(context: BrowserContext): Promise<{ time: number; longest: number }> {
  const started = performance.now();
  const page = await openLibrary(context);
  // What opening took is measured apart.
  await page.evaluate(() => window.libraryProbe.longest());
  // Looked at from elsewhere, since what is kept takes long to look at.
  const beside = await context.newPage();
  await beside.goto(`${server.origin}/api/server`);
  await beside.waitForFunction(
    (wanted) =>
      new Promise<boolean>((resolve) => {
        const request = indexedDB.open('driftless-search');
        request.onupgradeneeded = () => request.transaction?.abort();
        request.onerror = () => resolve(false);
        request.onsuccess = () => {
          const db = request.result;
          const kept = db.transaction('index').objectStore('index').get('whole');
          kept.onsuccess = () => {
            db.close();
            resolve(kept.result?.readings.size === wanted);
          };
        };
      }),
    count,
    { polling: 2000 },
  );
  const time = performance.now() - started;
  const longest = await page.evaluate(() => window.libraryProbe.longest());
  await beside.close();
  await page.close();
  return { time, longest };
}

async function measureSearch(context: BrowserContext) {
  const page = await openLibrary(context);
  const session = await context.newCDPSession(page);
  const workers = new Workers(session);
  await workers.follow();
  await page.getByRole('searchbox', { name: 'Search documents' }).click();
  // The index is read from this device with the first question.
  const [warmUp, ...queries] = [QUERIES[0]!, ...QUERIES];
  await page.keyboard.press(warmUp[0]!);
  const { last: first } = await page.evaluate(() => window.libraryProbe.settled());
  await page.keyboard.press('Escape');
  await page.evaluate(() => {
    window.libraryProbe.longest();
  });
  const keys: { first: number; last: number }[] = [];
  for (const query of queries) {
    for (const letter of query) {
      await page.keyboard.press(letter);
      keys.push(await page.evaluate(() => window.libraryProbe.settled()));
    }
    await page.keyboard.press('Escape');
    await page.evaluate(() => window.libraryProbe.settled());
  }
  const longest = await page.evaluate(() => window.libraryProbe.longest());
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize: pageHeap } = await session.send('Runtime.getHeapUsage');
  const workerHeap = await workers.heap();
  await page.close();
  return { first, keys, longest, pageHeap, workerHeap };
}

function longestOf(time: number): string {
  return time === 0 ? '< 50' : time.toFixed(0);
}

function medianAndP95(times: readonly number[]): string {
  const sorted = [...times].sort((a, b) => a - b);
  const at = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!;
  return `${at(0.5).toFixed(0)} / ${at(0.95).toFixed(0)}`;
}

/** Runs in the page before anything else; it watches from outside. */
function installProbe(restMs: number): void {
  const afterFrame = (then: (at: number) => void) =>
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => then(performance.now());
      port2.postMessage(null);
    });
  let keyAt = 0;
  let firstAt: number | null = null;
  let changedAt = 0;
  let longest = 0;
  addEventListener(
    'keydown',
    () => {
      keyAt = performance.now();
      firstAt = null;
      changedAt = keyAt;
    },
    true,
  );
  const note = (tasks: PerformanceEntryList) => {
    for (const { duration } of tasks) longest = Math.max(longest, duration);
  };
  const tasks = new PerformanceObserver((list) => note(list.getEntries()));
  tasks.observe({ type: 'longtask' });
  const usable = new Promise<number>((resolve) => {
    const look = () => {
      const rows = document.querySelectorAll('[aria-label="Documents"] li');
      if (rows.length > 5 && document.querySelector('[type="search"]')) resolve(performance.now());
      else afterFrame(look);
    };
    afterFrame(look);
  });
  addEventListener('DOMContentLoaded', () => {
    new MutationObserver(() =>
      afterFrame((at) => {
        firstAt ??= at;
        changedAt = at;
      }),
    ).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  window.libraryProbe = {
    usable,
    settled: () =>
      new Promise((resolve) => {
        const look = () => {
          if (performance.now() - Math.max(changedAt, keyAt) < restMs) afterFrame(look);
          else resolve({ first: (firstAt ?? changedAt) - keyAt, last: changedAt - keyAt });
        };
        look();
      }),
    longest: () => {
      note(tasks.takeRecords());
      const was = longest;
      longest = 0;
      return was;
    },
  };
}
