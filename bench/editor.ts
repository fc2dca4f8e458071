/**
 * What writing costs in documents of several lengths: real keys, a production build, two people.
 *
 * Invariant: it only prints. No figure here makes a test fail, since machines differ.
 */
import { brotliCompressSync } from 'node:zlib';
import { type BrowserContext, type CDPSession, chromium, type Page } from '@playwright/test';
import { startServer } from '../app/e2e/support/server.ts';

const SIZES = [200, 2_000, 10_000];
const WORDS_PER_PARAGRAPH = 25;
const KEYS = 40;
const WORDS =
  'a quiet river bends around old stones while children count the boats and nobody hurries home before evening light has left the fields behind us';

interface Row {
  paragraphs: number;
  initialScript: number;
  open: number;
  key: number[];
  enter: number[];
  remoteKey: number;
  heap: number;
}

function markdown(paragraphs: number): string {
  const words = WORDS.split(' ');
  const lines = ['# A long document'];
  for (let index = 0; index < paragraphs; index++) {
    const at = (offset: number) => words[(index * 7 + offset * 3) % words.length];
    lines.push(Array.from({ length: WORDS_PER_PARAGRAPH }, (_, word) => at(word)).join(' '));
  }
  return lines.join('\n\n');
}

function body(page: Page) {
  return page.getByRole('textbox', { name: 'Document body' });
}

async function untilSynced(page: Page): Promise<void> {
  await page
    .locator('[aria-label="Save state"][data-server="synced"]')
    .waitFor({ timeout: 120_000 });
}

/** Milliseconds from each key until the frame that shows it was handed over. */
async function keyTimes(page: Page, key: string): Promise<number[]> {
  await page.evaluate(() => {
    const times: number[] = [];
    Object.assign(window, { times });
    window.onkeydown = () => {
      const start = performance.now();
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => times.push(performance.now() - start);
        port2.postMessage(null);
      });
    };
  });
  for (let index = 1; index <= KEYS; index++) {
    await page.keyboard.press(key);
    await page.waitForFunction((count) => Reflect.get(window, 'times').length >= count, index);
  }
  return page.evaluate(() => Reflect.get(window, 'times') as number[]);
}

async function mainThreadMs(device: CDPSession): Promise<number> {
  const { metrics } = await device.send('Performance.getMetrics');
  return 1_000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN);
}

async function measure(
  context: BrowserContext,
  other: BrowserContext,
  origin: string,
  paragraphs: number,
): Promise<Row> {
  const page = await context.newPage();
  let initialScript = 0;
  page.on('response', async (response) => {
    if (response.request().resourceType() !== 'script') return;
    initialScript += brotliCompressSync(await response.body()).length;
  });
  await page.goto(origin);
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Import' }).first().click(),
  ]);
  await chooser.setFiles({
    name: 'long.md',
    mimeType: 'text/markdown',
    buffer: Buffer.from(markdown(paragraphs)),
  });
  await body(page).waitFor({ timeout: 120_000 });
  await untilSynced(page);
  await page.getByRole('button', { name: 'Share' }).click();
  const dialog = page.getByRole('dialog', { name: 'Share' });
  await dialog.getByRole('combobox', { name: 'Role' }).selectOption({ index: 0 });
  await dialog.getByRole('button', { name: 'Create link' }).click();
  const link = dialog.locator('input[readonly]').first();
  await link.waitFor();
  const address = await link.inputValue();
  await page.close();

  // Opened anew from this device's storage, as on any other day.
  const again = await context.newPage();
  const start = Date.now();
  await again.goto(address.replace(/#.*/, ''));
  await body(again).locator(':scope > *').first().waitFor();
  const open = Date.now() - start;
  await untilSynced(again);

  const guest = await other.newPage();
  await guest.goto(address);
  await body(guest).locator(':scope > *').first().waitFor({ timeout: 120_000 });
  await untilSynced(guest);

  await body(again).locator(':scope > p').first().click();
  await keyTimes(again, 'x');
  const key = await keyTimes(again, 'x');
  const device = await other.newCDPSession(guest);
  await device.send('Performance.enable');
  const before = await mainThreadMs(device);
  await keyTimes(again, 'y');
  await untilSynced(again);
  await body(guest).getByText('y'.repeat(KEYS)).waitFor();
  const remoteKey = ((await mainThreadMs(device)) - before) / KEYS;
  const enter = await keyTimes(again, 'Enter');
  const own = await context.newCDPSession(again);
  await own.send('HeapProfiler.collectGarbage');
  const { usedSize } = await own.send('Runtime.getHeapUsage');
  await again.close();
  await guest.close();
  return { paragraphs, initialScript, open, key, enter, remoteKey, heap: usedSize };
}

function at(times: readonly number[], share: number): string {
  const sorted = [...times].sort((a, b) => a - b);
  return (
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
  ).toFixed(1);
}

const server = await startServer();
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH,
  args: [
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
});
try {
  console.log(
    `Paragraphs of ${WORDS_PER_PARAGRAPH} words, ${KEYS} keys each; times in milliseconds.\n`,
  );
  console.table(
    await SIZES.reduce(async (rows, paragraphs) => {
      const done = await rows;
      const viewport = { width: 1280, height: 900 };
      const [writer, reader] = [
        await browser.newContext({ viewport }),
        await browser.newContext({ viewport }),
      ];
      const row = await measure(writer, reader, server.origin, paragraphs);
      await Promise.all([writer.close(), reader.close()]);
      done.push({
        paragraphs: row.paragraphs,
        'open from device': row.open,
        'key to paint, median': at(row.key, 0.5),
        p95: at(row.key, 0.95),
        'Enter to paint, median': at(row.enter, 0.5),
        "other's key, main thread": row.remoteKey.toFixed(1),
        'heap, MB': (row.heap / 2 ** 20).toFixed(0),
        'scripts, kB brotli': (row.initialScript / 1_000).toFixed(0),
      });
      return done;
    }, Promise.resolve<Record<string, string | number>[]>([])),
  );
} finally {
  await browser.close();
  await server.dispose();
}
