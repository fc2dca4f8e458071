/**
 * What faults of the browser share: a server, a browser, and what a page says and shows.
 *
 * Invariant: as for a person, what counts as promised is what the save state on the page says; and
 * an exception that nothing in a page caught makes the run fail, whatever the page shows.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import * as Y from 'yjs';
import { chromiumArguments, findChromium } from '../../../scripts/parts/chromium.mjs';
import { type RunningServer, startServer } from '../../e2e/support/server.ts';
import type { Fault, Outcome, Random } from './fault.ts';
import { judge } from './tokens.ts';

const WAIT_MS = 30_000;

export interface Stage {
  server: RunningServer;
  context: BrowserContext;
  /** Folder of the browser's profile. */
  profile: string;
  random: Random;
  /** Called in the end, whatever came of it, the last first. */
  onEnd(cleanUp: () => unknown): void;
}

interface Setting {
  /** Before the browser starts. */
  prepare?: (profile: string) => () => unknown;
  env?: () => Record<string, string>;
}

let executable: Promise<string | undefined> | null = null;

/** Asked once: a busy machine may not answer each time. */
function browserPath(): Promise<string | undefined> {
  executable ??= findChromium().then((found) => found ?? undefined);
  return executable;
}

export function browserFault(
  name: string,
  title: string,
  runs: Fault['runs'],
  act: (stage: Stage) => Promise<Outcome>,
  { prepare, env }: Setting = {},
): Fault {
  const run: Fault['run'] = async (random) => {
    const cleanUps: (() => unknown)[] = [];
    const onEnd = (cleanUp: () => unknown): void => void cleanUps.push(cleanUp);
    try {
      const profile = mkdtempSync(join(tmpdir(), 'driftless-profile-'));
      onEnd(() => rmSync(profile, { recursive: true, force: true, maxRetries: 5 }));
      if (prepare) onEnd(prepare(profile));
      const server = await startServer({
        LOG_LEVEL: 'warn',
        MAX_SOCKETS_PER_ADDRESS: '100',
        ...env?.(),
      });
      onEnd(() => server.dispose());
      const context = await launch(profile, server.origin);
      onEnd(() => context.close());
      const thrown: string[] = [];
      context.on('weberror', (error) => thrown.push(error.error().stack ?? String(error.error())));
      const outcome = await act({ server, context, profile, random, onEnd }).catch(
        async (error: unknown) => {
          throw new Error(`${error}\n${await seenOn(context)}`, { cause: error });
        },
      );
      if (thrown.length > 0) throw new Error(`Thrown into the void: ${thrown.join('\n')}`);
      return outcome;
    } finally {
      for (const cleanUp of cleanUps.reverse()) await cleanUp();
    }
  };
  return { name, title, runs, inBrowser: true, run };
}

async function launch(profile: string, baseURL: string): Promise<BrowserContext> {
  const executablePath = process.env.CHROMIUM_PATH ?? (await browserPath());
  const context = await chromium.launchPersistentContext(profile, {
    ...(executablePath ? { executablePath } : { channel: 'chromium' }),
    baseURL,
    acceptDownloads: true,
    args: chromiumArguments(),
  });
  context.setDefaultTimeout(WAIT_MS);
  return context;
}

/** What the pages show, to tell what went wrong. */
async function seenOn(context: BrowserContext): Promise<string> {
  const texts = context.pages().map(async (page) => {
    const text = (await page.locator('body').textContent({ timeout: 1000 })) ?? '';
    return `${page.url().replace(/#.*/, '')}: ${text.slice(0, 600)}`;
  });
  const seen = await Promise.allSettled(texts);
  return seen
    .map((page) => (page.status === 'fulfilled' ? page.value : 'A page is gone.'))
    .join('\n');
}

export const bodyOf = (page: Page) => page.getByRole('textbox', { name: 'Document body' });
/** Not by its role: the bar around it fades while one types. */
export const saveStateOf = (page: Page) => page.locator('[role=status][aria-label="Save state"]');

export async function newDocument(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await page.goto('/');
  await page.getByRole('button', { name: 'New document' }).click();
  await bodyOf(page).click();
  return page;
}

export async function open(context: BrowserContext, address: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(address);
  await bodyOf(page).waitFor();
  return page;
}

export async function says(page: Page, of: 'device' | 'server', state: string): Promise<void> {
  await page
    .locator(`[role=status][aria-label="Save state"][data-${of}="${state}"]`)
    .waitFor({ timeout: WAIT_MS });
}

export async function isSaved(page: Page): Promise<boolean> {
  return (await saveStateOf(page).getAttribute('data-device')) === 'saved';
}

export async function textOf(page: Page): Promise<string> {
  return bodyOf(page).evaluate((body) => {
    const copy = body.cloneNode(true) as Element;
    for (const drawn of copy.querySelectorAll('.ProseMirror-widget')) drawn.remove();
    return copy.textContent ?? '';
  });
}

export function docIdOf(page: Page): string {
  return new URL(page.url()).pathname.split('/').pop() ?? '';
}

/** The text of a document as it is in the server's database. */
export function storedText({ dataDir }: RunningServer, docId: string): string {
  const database = new DatabaseSync(join(dataDir, 'driftless.sqlite'), { readOnly: true });
  try {
    const doc = new Y.Doc();
    const rows = database.prepare('SELECT bytes FROM updates WHERE name = ? ORDER BY sequence');
    for (const { bytes } of rows.all(docId)) Y.applyUpdate(doc, bytes as Uint8Array);
    return doc.getText('body').toString();
  } finally {
    database.close();
  }
}

/** Waits until the page can be opened without the network. */
export async function untilOffline(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
  await page.waitForFunction(async () => {
    const names = await caches.keys();
    const kept = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return kept.flat().some(({ url }) => url.includes('index.html'));
  });
}

/** Holds what all pages show against each other and against what was said. */
export async function compare(
  pages: readonly Page[],
  written: readonly string[],
  confirmed: ReadonlySet<string>,
  isExpected: boolean,
  since: number,
): Promise<Outcome> {
  for (const page of pages) await says(page, 'server', 'synced');
  const deadline = performance.now() + WAIT_MS;
  let texts = await Promise.all(pages.map(textOf));
  while (new Set(texts).size > 1 && performance.now() < deadline) {
    await pause(20);
    texts = await Promise.all(pages.map(textOf));
  }
  const healed = performance.now() - since;
  const expected = new Set(isExpected ? written.filter((token) => !confirmed.has(token)) : []);
  const verdict = judge(texts[0] ?? '', { written: new Set(written), confirmed, expected });
  const apart = texts.filter((text) => text !== texts[0]).length;
  return { ...verdict, unknown: verdict.unknown + apart, faults: 1, healed: [healed] };
}
