/**
 * The storage of the browser fails: it is missing, does not answer, has no room, is closed or
 * deleted under the page, or a newer version of the app made something else of it.
 *
 * Invariant: nothing stands in for the browser's storage where the browser itself can be made to
 * fail; only "missing" and "does not answer" are made in the page, before any script of the app.
 */
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import {
  browserFault,
  compare,
  docIdOf,
  newDocument,
  open,
  type Stage,
  says,
  storedText,
  textOf,
  untilOffline,
} from './browser-stage.ts';
import type { Fault, Outcome } from './fault.ts';
import { canMount, fill, mountSmallDisk } from './small-disk.ts';
import { judge } from './tokens.ts';

const PROFILE_BYTES = 96 * 1024 * 1024;

interface Trouble {
  /** Makes it fail; returns how it is mended, or null where only a new page can. */
  begin: (stage: Stage, page: Page) => Promise<(() => Promise<void>) | null>;
  /** Whether it is a page opened afterwards that meets it. */
  isFromTheStart?: boolean;
}

async function write(page: Page, count: number, name: string): Promise<string[]> {
  const written = Array.from({ length: count }, (_, index) => `[${name}.${index}]`);
  for (const token of written) await page.keyboard.type(token);
  return written;
}

/** What a person gets who presses "Download as Markdown". */
async function download(page: Page): Promise<string> {
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download as Markdown' }).click(),
  ]);
  return readFileSync(await saved.path(), 'utf8').replaceAll('\\', '');
}

/** Nothing is kept on the device, and the person is told, goes on writing and can take it away. */
function toldFault(
  name: string,
  title: string,
  { begin, isFromTheStart = false }: Trouble,
  prepare?: (profile: string) => () => unknown,
): Fault {
  return browserFault(
    name,
    title,
    { test: 1, quick: 1, long: 6 },
    async (stage) => {
      const { context, server, random } = stage;
      let page = await newDocument(context);
      await says(page, 'server', 'synced');
      const mend = await begin(stage, page);
      if (isFromTheStart) page = await newDocument(context);
      const since = performance.now();
      const written = await write(page, 3 + random(5), 's');
      await page.getByText('Not saved on this device').first().waitFor();
      const toldAfter = performance.now() - since;
      await says(page, 'server', 'synced');
      const claims = {
        written: new Set(written),
        confirmed: new Set(written),
        expected: new Set<string>(),
      };
      const rescued = judge((await download(page)).trim(), claims);
      const stored = judge(storedText(server, docIdOf(page)), claims);
      if (mend !== null) {
        await mend();
        await page.getByRole('button', { name: 'Try again' }).first().click();
        await says(page, 'device', 'saved');
      }
      const outcome = await compare([page], written, claims.confirmed, true, since);
      return {
        ...outcome,
        lost: outcome.lost + rescued.lost + stored.lost,
        doubled: outcome.doubled + rescued.doubled + stored.doubled,
        unknown: outcome.unknown + rescued.unknown + stored.unknown,
        healed: [toldAfter],
      };
    },
    prepare ? { prepare } : {},
  );
}

/** The storage is taken away and comes back by itself, with all of the text in it. */
function healingFault(
  name: string,
  title: string,
  begin: (stage: Stage, page: Page) => Promise<void>,
): Fault {
  return browserFault(name, title, { test: 1, quick: 1, long: 6 }, async (stage) => {
    const { context, server, random } = stage;
    const page = await newDocument(context);
    const written = await write(page, 2, 'a');
    await says(page, 'server', 'synced');
    await says(page, 'device', 'saved');
    await untilOffline(page);
    const since = performance.now();
    await begin(stage, page);
    written.push(...(await write(page, 2 + random(4), 'b')));
    await says(page, 'server', 'synced');
    await says(page, 'device', 'saved');
    const healed = performance.now() - since;
    // Only this device is left to tell.
    await server.kill();
    const address = page.url();
    await page.close();
    const again = await open(context, address);
    const kept = await textOf(again);
    const confirmed = new Set(written);
    const verdict = judge(kept, { written: confirmed, confirmed, expected: new Set() });
    const outcome: Outcome = { ...verdict, faults: 1, healed: [healed] };
    return outcome;
  });
}

const missing = toldFault('storage-missing', 'browser without IndexedDB: told in, s', {
  isFromTheStart: true,
  begin: async ({ context }) => {
    await context.addInitScript(() => {
      Object.defineProperty(globalThis, 'indexedDB', { value: undefined });
    });
    return null;
  },
});

const blocked = toldFault('storage-blocked', 'IndexedDB that never answers: told in, s', {
  isFromTheStart: true,
  begin: async ({ context }) => {
    await context.addInitScript(() => {
      IDBFactory.prototype.open = () => ({}) as IDBOpenDBRequest;
    });
    return null;
  },
});

const full = toldFault(
  'storage-full',
  'no room on the device, and room again: told in, s',
  {
    begin: async ({ profile }) => {
      const fillers: string[] = [];
      const fillAgain = () => {
        const filler = join(profile, `filler-${fillers.length}`);
        fillers.push(filler);
        fill(filler);
      };
      fillAgain();
      // The browser tidies up for itself now and then, and has room again.
      const filling = setInterval(fillAgain, 100);
      return async () => {
        clearInterval(filling);
        for (const filler of fillers) rmSync(filler);
      };
    },
  },
  (profile) => mountSmallDisk(profile, PROFILE_BYTES),
);

const upgraded = toldFault(
  'storage-upgraded',
  'a newer version made something else of the storage: told in, s',
  {
    begin: async ({ context }, page) => {
      const other = await context.newPage();
      await other.goto('/settings');
      await other.evaluate(
        (name) =>
          new Promise((resolve, reject) => {
            const request = indexedDB.open(name, 99);
            request.onupgradeneeded = () => {
              for (const store of request.result.objectStoreNames) {
                request.result.deleteObjectStore(store);
              }
              request.result.createObjectStore('of-another-kind');
            };
            request.onsuccess = () => {
              request.result.close();
              resolve(null);
            };
            request.onerror = () => reject(request.error);
          }),
        `driftless:${docIdOf(page)}`,
      );
      await other.close();
      await page.bringToFront();
      return null;
    },
  },
);

const deleted = healingFault(
  'storage-deleted',
  'another tab deletes the database of an open document',
  async ({ context }, page) => {
    const other = await context.newPage();
    await other.goto('/settings');
    await other.evaluate(
      (name) =>
        new Promise((resolve, reject) => {
          const request = indexedDB.deleteDatabase(name);
          request.onsuccess = resolve;
          request.onerror = () => reject(request.error);
        }),
      `driftless:${docIdOf(page)}`,
    );
    await other.close();
    await page.bringToFront();
  },
);

const closed = healingFault(
  'storage-closed',
  'the browser clears its databases under open pages',
  async ({ context, server }, page) => {
    const session = await context.newCDPSession(page);
    await session.send('Storage.clearDataForOrigin', {
      origin: server.origin,
      storageTypes: 'indexeddb',
    });
  },
);

export const STORAGE_FAULTS: readonly Fault[] = [
  missing,
  blocked,
  ...(canMount() ? [full] : []),
  upgraded,
  deleted,
  closed,
];
