/**
 * Measures the app with a thousand open suggestions in 10,000 paragraphs: keys, how long the page stands
 * still when they are drawn, and accepting all of them; and keys with none open, to compare.
 *
 * Invariant: suggestions are what people would have sent, signed, and taken by the real server; nothing
 * is measured before they are seen.
 */
import { cpus, loadavg } from 'node:os';
import type { Page } from '@playwright/test';
import { discussionOf } from '../../shared/access/document-name.ts';
import { base64url } from '../../shared/access/ids.ts';
import { parseLink } from '../../shared/access/link-addresses.ts';
import { Discussion } from '../../shared/discussion/discussion.ts';
import { newAuthor } from '../../shared/discussion/testing/authors.ts';
import { newSuggestionId } from '../../shared/suggesting/stored.ts';
import { tableOf, writeIntoPage } from '../markdown.ts';
import { suggestedApart } from '../review/suggested-apart.ts';
import { inFreshBrowser, KEYS, type Measures, measure, open } from './measure.ts';
import { startOurs } from './ours.ts';
import { figureRows, GOAL_SIZE, grouped } from './report.ts';
import type { Subject } from './subject.ts';
import { paragraphs } from './text.ts';
import { join, leave, taken } from './writer.ts';

const SUGGESTIONS = 1_000;
const AUTHORS = 10;
/** Paragraphs at the beginning in which keys are measured. */
const MEASURED = 5;
/** Between two parts of what is sent, so that the server has taken one before the next. */
const AT_ONCE = 20;
const ROUNDS = 3;

/** Suggests something in every tenth paragraph, but for those that are measured. */
async function suggest(subject: Subject, invitation: string): Promise<void> {
  const { docId, secret, origin } = parseLink(invitation)!;
  const server = `${origin?.replace('http', 'ws')}/sync`;
  const protocols = ['y-websocket', `token.${secret}`];
  const document = await join({ server, name: docId, protocols });
  const room = { server, name: discussionOf(docId), protocols };
  const talk = await join(room);
  const rights = { moderates: () => true };
  const discussion = new Discussion({ doc: talk.doc, docId, rights });
  const authors = await Promise.all(Array.from({ length: AUTHORS }, () => newAuthor()));
  const authorOf = (index: number) => authors[index % AUTHORS]!;
  const idOf = (index: number) => newSuggestionId(authorOf(index).id);
  let sent = 0;
  for (const { id, clients, update } of suggestedApart(document.doc, SUGGESTIONS, idOf, MEASURED)) {
    await discussion.suggest(authorOf(sent++), id, { clients, update: base64url(update) });
    if (sent % AT_ONCE === 0) await taken(talk.doc, room);
  }
  await taken(talk.doc, room);
  discussion.destroy();
  for (const each of [document, talk]) leave(each);
  console.log(`${subject.title}: ${grouped(SUGGESTIONS)} suggestions are there.`);
}

/** The page as whoever reads it with suggestions in it has it. */
function withSuggestions(ours: Subject): Subject {
  return {
    ...ours,
    share: async (texts) => {
      const shared = await ours.share(texts);
      await suggest(ours, shared.invitation);
      return shared;
    },
    settle: async (page) => {
      await ours.settle(page);
      await page.locator('ins.would-come').first().waitFor();
    },
  };
}

interface Held {
  /** The longest stretches without a pause, ms: until suggestions are drawn; while all are accepted. */
  drawing: number[];
  accepting: number[];
  /** From the press to the next frame. */
  acceptAll: number[];
}

async function held(subject: Subject): Promise<Held> {
  const found: Held = { drawing: [], accepting: [], acceptAll: [] };
  const texts = paragraphs(GOAL_SIZE);
  await inFreshBrowser(subject, texts, async (context, { address }) => {
    for (let round = 0; round < ROUNDS; round++) {
      const page = await context.newPage();
      await open(page, address);
      await subject.settle(page);
      found.drawing.push(await longest(page));
      if (round < ROUNDS - 1) {
        await page.close();
        continue;
      }
      await page.getByRole('button', { name: 'More actions' }).click();
      await page.getByRole('menuitem', { name: 'Suggestions' }).click();
      await page.getByRole('button', { name: 'Accept all' }).waitFor();
      await longest(page);
      const time = await page.evaluate(async () => {
        const buttons = [...document.querySelectorAll('button')];
        const button = buttons.find(({ textContent }) => textContent === 'Accept all');
        const start = performance.now();
        button?.click();
        await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
        return performance.now() - start;
      });
      found.acceptAll.push(time);
      await page.locator('[data-suggestion]').first().waitFor({ state: 'detached' });
      found.accepting.push(await longest(page));
      await page.close();
    }
  });
  return found;
}

function longest(page: Page): Promise<number> {
  return page.evaluate(async () => {
    await window.probe.idle();
    return window.probe.longestTask();
  });
}

const middle = (times: number[]) => [...times].sort((a, b) => a - b)[times.length >> 1] ?? 0;

const ours = await startOurs();
try {
  const none = await measure(ours, GOAL_SIZE);
  const suggested = withSuggestions(ours);
  const many = await measure(suggested, GOAL_SIZE);
  const { drawing, accepting, acceptAll } = await held(suggested);
  const of = (measures: Measures) => figureRows(measures).map(([, figure]) => figure);
  const [without, withThem] = [of(none), of(many)];
  const rows = [
    ['', 'none open', '1,000 open'],
    ...figureRows(none).map(([name], index) => [name, without[index]!, withThem[index]!]),
    ['the page stands still when they are drawn, at most', '', `${middle(drawing).toFixed(0)} ms`],
    ['all accepted at once', '', `${middle(acceptAll).toFixed(0)} ms`],
    ['the page stands still by that, at most', '', `${middle(accepting).toFixed(0)} ms`],
  ];
  const about = `${grouped(GOAL_SIZE)} paragraphs, a suggestion in every tenth; ${KEYS} keys. ${new Date().toISOString().slice(0, 10)}, ${cpus().length} cores (${cpus()[0]?.model.trim() ?? 'of unknown kind'}), load ${(loadavg()[0] ?? 0).toFixed(1)}.`;
  console.log(`\n${about}\n\n${tableOf(rows)}`);
  if (process.argv.includes('--write'))
    writeIntoPage('benchmarks.md', 'suggested', `${about}\n\n${tableOf(rows)}`);
} finally {
  await ours.dispose();
}
