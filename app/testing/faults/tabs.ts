/** Tabs that are killed right after a key, and many tabs of one document. */
import { setTimeout as pause } from 'node:timers/promises';
import {
  bodyOf,
  browserFault,
  compare,
  isSaved,
  newDocument,
  open,
  says,
  textOf,
  untilOffline,
} from './browser-stage.ts';
import type { Fault } from './fault.ts';
import { judge } from './tokens.ts';

const LONGEST_DELAY_MS = 60;
const TABS = 5;

/** Of tokens that were not said to be saved when the tab was killed: kept or not, by delay. */
const measured: { delay: number; isKept: boolean }[] = [];

/** What became of the last word before the tab was killed, for docs/faults.md. */
export function tellKilledTabs(): string | null {
  if (measured.length === 0) return null;
  const kept = measured.filter(({ isKept }) => isKept).length;
  const lost = measured.filter(({ isKept }) => !isKept).map(({ delay }) => delay);
  const longest =
    lost.length === 0 ? '' : `; the longest wait after which one was lost: ${Math.max(...lost)} ms`;
  return `Of ${measured.length} words typed 0 to ${LONGEST_DELAY_MS} ms before the tab was killed, and not yet said to be saved, ${kept} were kept${longest}.`;
}

const tabKilled = browserFault(
  'tab-killed',
  'tab killed right after a key, without a network',
  { test: 1, quick: 5, long: 60 },
  async ({ server, context, random }) => {
    const page = await newDocument(context);
    await says(page, 'server', 'synced');
    const address = page.url();
    await server.kill();
    const written: string[] = [];
    const confirmed = new Set<string>();
    const words = 2 + random(6);
    for (let word = 0; word < words; word++) {
      const token = `[k.${word}]`;
      await page.keyboard.type(token);
      written.push(token);
      // The first is waited for, so that something was promised.
      if (word === 0) await says(page, 'device', 'saved');
      if (word < words - 1 && (await isSaved(page))) {
        for (const told of written) confirmed.add(told);
      }
    }
    const delay = random(LONGEST_DELAY_MS + 1);
    await pause(delay);
    const crashed = page.waitForEvent('crash');
    const session = await context.newCDPSession(page);
    // It is never answered: the tab is gone.
    session.send('Page.crash').catch(() => undefined);
    await crashed;
    await server.start();
    const since = performance.now();
    const again = await open(context, address);
    await says(again, 'server', 'synced');
    const text = await textOf(again);
    const healed = [performance.now() - since];
    for (const token of written) {
      if (!confirmed.has(token)) measured.push({ delay, isKept: text.includes(token) });
    }
    // Keys are kept in their order, so what is there is how it began; the last word may be cut off.
    if (!written.join('').startsWith(text)) throw new Error(`It was not typed like this: ${text}`);
    const whole = text.slice(0, text.lastIndexOf(']') + 1);
    const claims = { written: new Set(written), confirmed, expected: new Set<string>() };
    return { ...judge(whole, claims), faults: 1, healed };
  },
);

const manyTabs = browserFault(
  'tabs-offline',
  'five tabs opened at once on a new document, without a network, and written in',
  { test: 1, quick: 2, long: 15 },
  async ({ server, context, random }) => {
    const first = await newDocument(context);
    await says(first, 'server', 'synced');
    await untilOffline(first);
    await server.kill();
    await first.goto('/');
    await first.getByRole('button', { name: 'New document' }).click();
    await bodyOf(first).waitFor();
    const address = first.url();
    const others = await Promise.all(
      Array.from({ length: TABS - 1 }, () => open(context, address)),
    );
    const pages = [first, ...others];
    const written: string[] = [];
    const confirmed = new Set<string>();
    for (let round = 0; round < 2; round++) {
      for (const [tab, page] of pages.entries()) {
        const token = `[t${tab}.${round}]`;
        await page.bringToFront();
        await bodyOf(page).press('ControlOrMeta+End');
        await page.keyboard.type(token);
        await says(page, 'device', 'saved');
        written.push(token);
        confirmed.add(token);
      }
      const gone = pages.splice(random(pages.length), 1)[0];
      await gone?.close();
      pages.push(await open(context, address));
    }
    await server.start();
    return compare(pages, written, confirmed, true, performance.now());
  },
);

export const TAB_FAULTS: readonly Fault[] = [tabKilled, manyTabs];
