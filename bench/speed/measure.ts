/**
 * Measures one editor with one document: opening, own keys, another's keys and caret, a large merge.
 *
 * Invariant: every key is a real one, the other person's changes travel over the real connection,
 * and nothing waits for a time: each step waits for what it must see. What was typed is looked for in
 * the other person's copy, so nothing counts that was not written.
 */
import { brotliCompressSync } from 'node:zlib';
import {
  type Browser,
  type BrowserContext,
  type CDPSession,
  chromium,
  type Page,
} from '@playwright/test';
import { chromiumArguments } from '../../scripts/parts/chromium.mjs';
import { installProbe, type Opening } from './probe.ts';
import type { SharedDocument, Subject, Writer } from './subject.ts';
import { paragraphs } from './text.ts';

export interface Measures {
  screenful: number[];
  editable: number[];
  key: number[];
  /** Time of the main thread for each of one's own keys. */
  ownKey: number[];
  enter: number[];
  /** Time of the main thread for each key of another person. */
  remoteKey: number[];
  /** The same for each move of another person's caret. */
  remoteCaret: number[];
  /** JavaScript and DOM after a garbage collection, in bytes. */
  heap: number;
  /** Time of the main thread for a merge. */
  merge: number;
  /** Its longest stretch without a pause; 0 if none took 50 ms. */
  mergeBlocked: number;
}

const OPENINGS = 5;
export const KEYS = 60;
export const REMOTE_STEPS = 40;
export const MERGED_PARAGRAPHS = 1_000;
const WARM_UP = 15;
/** Long, since a busy machine is slow and one of the editors takes a minute for a merge. */
const STEP_LIMIT_MS = 300_000;
const WINDOW = { width: 1280, height: 900 };

/** One's own caret, the other person's caret, and where the merge goes: all within the window. */
const OWN = 1;
const OTHER = 3;
const MERGED_BEHIND = 4;

export function launch(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env.CHROMIUM_PATH,
    args: chromiumArguments(),
  });
}

/** Bytes of the scripts that a document needs until it can be written in, as brotli. */
export async function measureScripts(
  subject: Subject,
  texts: readonly string[] = [''],
): Promise<number> {
  return inFreshBrowser(subject, texts, async (context, { address }) => {
    const page = await context.newPage();
    const { scripts } = await open(page, address);
    await page.close();
    const sizes = await Promise.all(
      [...new Set(scripts)].map(async (script) => {
        const response = await fetch(script);
        if (!response.ok) throw new Error(`${script} answered ${response.status}.`);
        return brotliCompressSync(await response.bytes()).length;
      }),
    );
    return sizes.reduce((sum, size) => sum + size, 0);
  });
}

/**
 * @param live what is done in the document before it is measured; it leaves the first paragraphs as
 *   they are
 */
export async function measure(
  subject: Subject,
  size: number,
  live?: (page: Page, writer: Writer) => Promise<void>,
): Promise<Measures> {
  return inFreshBrowser(subject, paragraphs(size), async (context, { address, writer }) => {
    if (live) {
      const page = await context.newPage();
      await open(page, address);
      await subject.settle(page);
      await live(page, writer);
      await subject.settle(page);
      await page.close();
    }
    const count = await countOf(writer);
    const openings: Opening[] = [];
    for (let index = 0; index < OPENINGS; index++) {
      const page = await context.newPage();
      openings.push(await open(page, address));
      await subject.settle(page);
      await page.close();
    }
    const page = await context.newPage();
    await open(page, address);
    await subject.settle(page);
    const thread = await MainThread.of(page);

    await page.locator(subject.body).locator('p').nth(OWN).click();
    const { key, ownKey } = await ownKeys(page, writer, thread);
    await subject.settle(page);
    const remoteKey = await remoteKeys(page, writer, thread);
    const remoteCaret = await remoteCarets(page, writer, thread);
    const enter = await ownEnters(page, writer, count);
    await subject.settle(page);
    const heap = await thread.heap();
    const merge = await bigMerge(page, writer, thread);
    return {
      screenful: openings.map(({ screenful }) => screenful),
      editable: openings.map(({ editable }) => editable),
      key,
      ownKey,
      enter,
      remoteKey,
      remoteCaret,
      heap,
      ...merge,
    };
  });
}

async function countOf(writer: Writer): Promise<number> {
  let count = 0;
  await writer.until('the document', (lines) => {
    count = lines.length;
    return true;
  });
  return count;
}

/** A browser that has been in the document once, so that it has it. */
export async function inFreshBrowser<T>(
  subject: Subject,
  texts: readonly string[],
  use: (context: BrowserContext, document: SharedDocument) => Promise<T>,
): Promise<T> {
  const document = await subject.share(texts);
  const browser = await launch();
  try {
    const context = await browser.newContext({
      viewport: WINDOW,
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    context.setDefaultTimeout(STEP_LIMIT_MS);
    context.on('weberror', (thrown) => {
      console.error(`${subject.title} threw in its page: ${thrown.error().message}`);
    });
    await context.addInitScript(installProbe, { body: subject.body, caret: subject.caret });
    const page = await context.newPage();
    await open(page, document.invitation);
    await subject.settle(page);
    await page.close();
    return await use(context, document);
  } finally {
    document.writer.leave();
    await browser.close();
  }
}

export async function open(page: Page, address: string): Promise<Opening> {
  const failed = new Promise<never>((_, reject) => page.once('pageerror', reject));
  await page.goto(address, { waitUntil: 'commit' });
  const opening = page.evaluate(() => window.probe.opening);
  return seen('the document', Promise.race([opening, failed]));
}

/** Waits, but not for ever: `page.evaluate` has no limit of its own. */
async function seen<T>(what: string, wait: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    const error = new Error(`The page never showed ${what}.`);
    timer = setTimeout(() => reject(error), STEP_LIMIT_MS);
  });
  try {
    return await Promise.race([wait, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}

async function ownKeys(
  page: Page,
  writer: Writer,
  thread: MainThread,
): Promise<Pick<Measures, 'key' | 'ownKey'>> {
  for (let index = 0; index < WARM_UP; index++) await press(page, 'v');
  const key: number[] = [];
  const ownKey: number[] = [];
  let before = await thread.busy();
  for (let index = 0; index < KEYS; index++) {
    key.push(await press(page, 'x'));
    const after = await thread.busy();
    ownKey.push(after - before);
    before = after;
  }
  const typed = 'v'.repeat(WARM_UP) + 'x'.repeat(KEYS);
  await writer.until(`the keys`, (lines) => lines[OWN]?.includes(typed) === true);
  return { key, ownKey };
}

/** Enter in the middle of a paragraph, each time taken back with Backspace. */
async function ownEnters(page: Page, writer: Writer, count: number): Promise<number[]> {
  const times: number[] = [];
  for (let index = 0; index < REMOTE_STEPS; index++) {
    times.push(await press(page, 'Enter'));
    await press(page, 'Backspace');
  }
  await press(page, 'Enter');
  await writer.until('the split', (lines) => lines.length === count + 1);
  await press(page, 'Backspace');
  await writer.until('the join', (lines) => lines.length === count);
  return times;
}

/** Presses a key and waits for its frame. @returns ms from keydown to frame */
async function press(page: Page, key: string): Promise<number> {
  const before = await page.evaluate(() => window.probe.keys.length);
  await page.keyboard.press(key);
  const time = await page.waitForFunction((index) => window.probe.keys[index], before);
  return (await time.jsonValue()) ?? Number.NaN;
}

async function remoteKeys(page: Page, writer: Writer, thread: MainThread): Promise<number[]> {
  let typed = '';
  return thread.each(async () => {
    typed += 'y';
    const shown = page.evaluate(([paragraph, text]) => window.probe.shown(paragraph, text), [
      OTHER,
      typed,
    ] as const);
    writer.type(OTHER, 'y');
    await seen("the other person's key", shown);
  });
}

async function remoteCarets(page: Page, writer: Writer, thread: MainThread): Promise<number[]> {
  let offset = 0;
  return thread.each(async () => {
    offset++;
    await page.evaluate(() => window.probe.watchCaret());
    writer.putCaret(OTHER, offset);
    await seen(
      "the other person's caret",
      page.evaluate(() => window.probe.caretMoved),
    );
  });
}

async function bigMerge(
  page: Page,
  writer: Writer,
  thread: MainThread,
): Promise<{ merge: number; mergeBlocked: number }> {
  const texts = paragraphs(MERGED_PARAGRAPHS).map((text, index) => `Merged ${index} ${text}`);
  await page.evaluate(async () => {
    await window.probe.idle();
    window.probe.longestTask();
  });
  const before = await thread.busy();
  const shown = page.evaluate(
    (paragraph) => window.probe.shown(paragraph, 'Merged 0 '),
    MERGED_BEHIND + 1,
  );
  writer.insertAfter(MERGED_BEHIND, texts);
  await seen('the merge', shown);
  // A key that was sent behind it: when that is there, so is all of the merge.
  writer.type(OTHER, 'END');
  const blocked = page.evaluate(async (paragraph) => {
    await window.probe.shown(paragraph, 'END');
    await window.probe.idle();
    return window.probe.longestTask();
  }, OTHER);
  const mergeBlocked = await seen('the key behind the merge', blocked);
  return { merge: (await thread.busy()) - before, mergeBlocked };
}

/** What the page's main thread has done. */
export class MainThread {
  readonly #session: CDPSession;

  private constructor(session: CDPSession) {
    this.#session = session;
  }

  static async of(page: Page): Promise<MainThread> {
    const session = await page.context().newCDPSession(page);
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    return new MainThread(session);
  }

  /** Milliseconds spent in tasks so far. */
  async busy(): Promise<number> {
    const { metrics } = await this.#session.send('Performance.getMetrics');
    const seconds = metrics.find(({ name }) => name === 'TaskDuration')?.value;
    if (seconds === undefined) throw new Error('This browser does not tell TaskDuration.');
    return seconds * 1_000;
  }

  /** Takes a step many times. @returns ms of each, with all that follows until the next one */
  async each(step: () => Promise<void>): Promise<number[]> {
    for (let index = 0; index < WARM_UP; index++) await step();
    const times: number[] = [];
    let before = await this.busy();
    for (let index = 0; index < REMOTE_STEPS; index++) {
      await step();
      const after = await this.busy();
      times.push(after - before);
      before = after;
    }
    return times;
  }

  /** Bytes that JavaScript and the DOM hold after a garbage collection. */
  async heap(): Promise<number> {
    await this.#session.send('HeapProfiler.collectGarbage');
    const { usedSize, embedderHeapUsedSize, backingStorageSize } =
      await this.#session.send('Runtime.getHeapUsage');
    return usedSize + embedderHeapUsedSize + backingStorageSize;
  }
}
