/**
 * Measures the app with 500 open threads in 10,000 paragraphs beside the same document without any: keys,
 * scrolling, and how long the list takes to open.
 *
 * Invariant: what is said was signed, and taken by the real server; nothing is measured before it is seen.
 */
import { cpus, loadavg } from 'node:os';
import type { Page } from '@playwright/test';
import { discussionOf } from '../../shared/access/document-name.ts';
import { parseLink } from '../../shared/access/link-addresses.ts';
import { Discussion } from '../../shared/discussion/discussion.ts';
import { anchorOfText } from '../../shared/discussion/place.ts';
import { newAuthor } from '../../shared/discussion/testing/authors.ts';
import { Body } from '../../shared/document/body.ts';
import { tableOf, writeIntoPage } from '../markdown.ts';
import { framesDuring, medianAndMost } from './frames.ts';
import { inFreshBrowser, KEYS, measure, measureScripts, open } from './measure.ts';
import { startOurs } from './ours.ts';
import { figureRows, GOAL_SIZE, grouped } from './report.ts';
import type { Subject } from './subject.ts';
import { paragraphs } from './text.ts';
import { join, leave, taken } from './writer.ts';

const THREADS = 500;
const AUTHORS = 10;
/** How far one scrolls, and how fast: a page a third of a second. */
const SCROLLED_PX = 12_000;
const PX_PER_S = 2_400;
const ROUNDS = 5;
/** Enough to fill the window. */
const SHORT = 60;

/** Has people talk about every twentieth paragraph; in every other thread somebody answers. */
async function talk(invitation: string): Promise<void> {
  const { docId, secret, origin } = parseLink(invitation)!;
  const server = `${origin?.replace('http', 'ws')}/sync`;
  const protocols = ['y-websocket', `token.${secret}`];
  const document = await join({ server, name: docId, protocols });
  const room = { server, name: discussionOf(docId), protocols };
  const said = await join(room);
  const rights = { moderates: () => true };
  const discussion = new Discussion({ doc: said.doc, docId, rights });
  const authors = await Promise.all(Array.from({ length: AUTHORS }, () => newAuthor()));
  const body = new Body(document.doc);
  for (let index = 0; index < THREADS; index++) {
    const author = authors[index % AUTHORS]!;
    const { id } = body.shown[Math.floor((index * body.shown.length) / THREADS)]!;
    const anchor = anchorOfText(body, { id, offset: 8 }, { id, offset: 24 })!;
    const text = [{ text: `Is ${index} what was meant here, or the other one? ` }];
    const { thread } = await discussion.begin(author, anchor, 'what it is about', text);
    if (index % 2 === 0)
      await discussion.answer(authors[(index + 1) % AUTHORS]!, thread, [{ text: 'The other.' }]);
  }
  await taken(said.doc, room);
  discussion.destroy();
  for (const each of [document, said]) leave(each);
}

/** The document as whoever reads it with what is said about it has it. */
function withThreads(ours: Subject): Subject {
  return {
    ...ours,
    share: async (texts) => {
      const shared = await ours.share(texts);
      await talk(shared.invitation);
      return shared;
    },
    settle: async (page) => {
      await ours.settle(page);
      await page.locator('[data-thread]').first().waitFor();
    },
  };
}

interface Looked {
  /** Between two frames while one scrolls, ms. */
  frames: number[];
  /** The same with the threads beside the lines. */
  framesBeside: number[];
  /** From the press to the frame with the threads beside their lines, and as a list of all, ms. */
  opens: number[];
  lists: number[];
  /** The same for the first time, with what has to be loaded for it. */
  first: number;
  /** From keydown to paint with the threads beside the lines, ms. */
  keysBeside: number[];
}

async function look(subject: Subject, hasThreads: boolean): Promise<Looked> {
  const found: Looked = {
    frames: [],
    framesBeside: [],
    opens: [],
    lists: [],
    first: Number.NaN,
    keysBeside: [],
  };
  await inFreshBrowser(subject, paragraphs(GOAL_SIZE), async (context, { address }) => {
    const page = await context.newPage();
    await open(page, address);
    await subject.settle(page);
    found.frames = await scroll(page);
    if (!hasThreads) return;
    const button = page.getByRole('button', { name: 'Comments', exact: true });
    for (let round = 0; round <= ROUNDS; round++) {
      await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
      await idle(page);
      const time = await shownAfter(page, 'aside article', 'mousedown', () => button.click());
      if (round === 0) found.first = time;
      else found.opens.push(time);
      if (round === ROUNDS) break;
      const which = page.getByRole('combobox', { name: 'Which comments' });
      await idle(page);
      found.lists.push(
        await shownAfter(page, 'aside ul > li > article', 'input', () => which.selectOption('all')),
      );
      await which.selectOption('open');
      await button.click();
      await page.locator('aside article').first().waitFor({ state: 'detached' });
    }
    found.framesBeside = await scroll(page);
    await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
    await idle(page);
    await page.locator(subject.body).locator('p').nth(1).click();
    for (let index = 0; index < KEYS; index++) {
      await page.keyboard.press('x');
      await page.waitForFunction((count) => window.probe.keys.length >= count, index + 1);
    }
    found.keysBeside = await page.evaluate(() => window.probe.keys);
  });
  return found;
}

/** As by a wheel. @returns ms between each two frames */
async function scroll(page: Page): Promise<number[]> {
  const session = await page.context().newCDPSession(page);
  await idle(page);
  const times = await framesDuring(page, async () => {
    for (const way of [-1, 1])
      await session.send('Input.synthesizeScrollGesture', {
        x: 600,
        y: 500,
        yDistance: way * SCROLLED_PX,
        speed: PX_PER_S,
        gestureSourceType: 'mouse',
        preventFling: true,
      });
  });
  await session.detach();
  return times;
}

/** From an input to the frame in which one of these is shown, ms. */
async function shownAfter(
  page: Page,
  selector: string,
  type: 'mousedown' | 'input',
  act: () => Promise<unknown>,
): Promise<number> {
  await page.evaluate(
    ([what, type]) => {
      window.shownAfter = undefined;
      const begin = ({ timeStamp }: Event) => {
        const look = () => {
          if (!document.querySelector(what)) return requestAnimationFrame(look);
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => {
            window.shownAfter = performance.now() - timeStamp;
          };
          return port2.postMessage(null);
        };
        requestAnimationFrame(look);
      };
      addEventListener(type, begin, { capture: true, once: true });
    },
    [selector, type] as const,
  );
  await act();
  const time = await page.waitForFunction(() => window.shownAfter);
  return (await time.jsonValue()) ?? Number.NaN;
}

declare global {
  interface Window {
    /** How long it took until what is waited for was shown, ms. */
    shownAfter?: number | undefined;
  }
}

function idle(page: Page): Promise<void> {
  return page.evaluate(() => window.probe.idle());
}

const ours = await startOurs();
try {
  const threaded = withThreads(ours);
  const short = paragraphs(SHORT);
  const sizes = [await measureScripts(ours, short), await measureScripts(threaded, short)];
  const [none, many] = [await look(ours, false), await look(threaded, true)];
  const [keysOfNone, keysOfMany] = [
    await measure(ours, GOAL_SIZE),
    await measure(threaded, GOAL_SIZE),
  ];
  const [without, withThem] = [keysOfNone, keysOfMany].map(
    (measures) => new Map(figureRows(measures)),
  );
  const rows = [
    ['', 'no thread', `${grouped(THREADS)} threads`, 'beside their lines'],
    ...[...without!].map(([name, figure]) => [
      name,
      figure,
      withThem!.get(name) ?? '',
      name.startsWith('key to paint') ? medianAndMost(many.keysBeside) : '',
    ]),
    [
      'between two frames while one scrolls, ms',
      medianAndMost(none.frames),
      medianAndMost(many.frames),
      medianAndMost(many.framesBeside),
    ],
    ['the panel opens, ms', '', '', medianAndMost(many.opens)],
    ['all as a list, ms', '', '', medianAndMost(many.lists)],
    ['the panel opens for the first time, ms', '', '', many.first.toFixed(0)],
    ['scripts before the text, bytes brotli', ...sizes.map(grouped), ''],
  ];
  const about = `${grouped(GOAL_SIZE)} paragraphs, a thread on every twentieth; ${KEYS} keys. ${new Date().toISOString().slice(0, 10)}, ${cpus().length} cores (${cpus()[0]?.model.trim() ?? 'of unknown kind'}), load ${(loadavg()[0] ?? 0).toFixed(1)}.`;
  console.log(`\n${about}\n\n${tableOf(rows)}`);
  if (process.argv.includes('--write'))
    writeIntoPage('benchmarks.md', 'discussed', `${about}\n\n${tableOf(rows)}`);
} finally {
  await ours.dispose();
}
