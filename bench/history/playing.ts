/**
 * Measures how a history is played in the page, with what it draws: twelve thousand changes of four people,
 * from the first to the last.
 *
 * Invariant: the real server has told each change as it came, and the whole is played by a press.
 */
import { cpus, loadavg } from 'node:os';
import * as Y from 'yjs';
import { documentPath } from '../../shared/access/addresses.ts';
import { createSecret, docIdOf } from '../../shared/access/ids.ts';
import { formatLink, parseLink } from '../../shared/access/link-addresses.ts';
import { readBlocks } from '../../shared/document/body.ts';
import { textOf } from '../../shared/document/plain-text.ts';
import { tableOf, writeIntoPage } from '../markdown.ts';
import { framesDuring, medianAndMost, quantile } from '../speed/frames.ts';
import { inFreshBrowser, MainThread, open } from '../speed/measure.ts';
import { startOurs } from '../speed/ours.ts';
import { grouped } from '../speed/report.ts';
import type { Subject } from '../speed/subject.ts';
import { join, leave, taken } from '../speed/writer.ts';
import { Year } from './writing.ts';

const WEEKS = 2;
const KEYS_PER_DAY = 300;
const SEED = 18;
/** Between two parts of what is sent, so that the server has taken one before the next. */
const AT_ONCE = 200;

/** The document as four people wrote it, key by key. */
function written(ours: Subject, updates: readonly Uint8Array[]): Subject {
  return {
    ...ours,
    share: async () => {
      const other = await ours.share(['']);
      other.writer.leave();
      const { origin } = parseLink(other.invitation)!;
      const secret = createSecret();
      const docId = docIdOf(secret);
      const room = {
        server: `${origin!.replace('http', 'ws')}/sync`,
        name: docId,
        protocols: ['y-websocket', `token.${secret}`],
      };
      const joined = await join(room);
      for (const [index, update] of updates.entries()) {
        Y.applyUpdate(joined.doc, update);
        if (index % AT_ONCE === 0) await taken(joined.doc, room);
      }
      await taken(joined.doc, room);
      const lines = () => readBlocks(joined.doc).map(textOf);
      const notMeasured = () => {
        throw new Error('Nobody writes here while it is played.');
      };
      return {
        invitation: formatLink(origin!, docId, secret),
        address: origin + documentPath(docId),
        writer: {
          type: notMeasured,
          putCaret: notMeasured,
          insertAfter: notMeasured,
          until: async (what, isSo) => {
            if (!isSo(lines())) throw new Error(`Nobody sees ${what}.`);
          },
          leave: () => leave(joined),
        },
      };
    },
  };
}

const year = new Year(KEYS_PER_DAY, SEED);
const rows = Array.from({ length: WEEKS }, () => year.nextWeek().rows).flat();
const ours = await startOurs();
try {
  const subject = written(
    ours,
    rows.map(({ bytes }) => bytes),
  );
  await inFreshBrowser(subject, [], async (context, { address }) => {
    const page = await context.newPage();
    await open(page, address);
    await subject.settle(page);
    const thread = await MainThread.of(page);
    await page.keyboard.press('ControlOrMeta+Alt+h');
    const sessions = page.getByRole('list', { name: 'When it was written' });
    await sessions.getByRole('button').first().click();
    const slider = page.getByRole('slider', { name: 'Moment' });
    await slider.waitFor();
    const moments = await slider.getAttribute('max');
    await page.evaluate(() => window.probe.idle());
    await page.evaluate(() => window.probe.longestTask());
    const before = await thread.busy();
    const began = performance.now();
    const frames = await framesDuring(page, async () => {
      await page.getByRole('button', { name: 'Play' }).click();
      await page.getByRole('button', { name: 'Pause' }).waitFor();
      await page.getByRole('button', { name: 'Play' }).waitFor();
    });
    const seconds = (performance.now() - began) / 1_000;
    const busy = (await thread.busy()) - before;
    const longest = await page.evaluate(() => window.probe.longestTask());
    const inTime = frames.filter((time) => time < 20).length / frames.length;
    const table = tableOf([
      ['playing a history, drawn', ''],
      ['moments', grouped(Number(moments))],
      ['played in, s', seconds.toFixed(1)],
      ['frames a second', (frames.length / seconds).toFixed(1)],
      ['between two frames, ms', medianAndMost(frames)],
      ['frames that came within 20 ms', `${(inTime * 100).toFixed(0)} %`],
      ['the longest of a hundred, ms', quantile(frames, 0.99).toFixed(1)],
      ['main thread for a frame, ms', (busy / frames.length).toFixed(1)],
      ['the page stands still, at most', longest === 0 ? '< 50 ms' : `${longest.toFixed(0)} ms`],
    ]);
    const about = `${new Date().toISOString().slice(0, 10)}, ${cpus().length} cores (${cpus()[0]?.model.trim() ?? 'of unknown kind'}), load ${(loadavg()[0] ?? 0).toFixed(1)}.`;
    console.log(`\n${about}\n\n${table}`);
    if (process.argv.includes('--write'))
      writeIntoPage('benchmarks.md', 'playing', `${about}\n\n${table}`);
  });
} finally {
  await ours.dispose();
}
