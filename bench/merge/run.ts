/**
 * The program behind `npm run merge-table -- --rivals`: the merge table through other editors, each
 * in a real browser, beside ours.
 *
 * Invariant: what is written into docs/benchmarks.md is what this run printed.
 */
import { type Browser, chromium } from '@playwright/test';
import type * as Y from 'yjs';
import '../../app/editor/testing/without-assets.ts';
import { chromiumArguments } from '../../scripts/parts/chromium.mjs';
import {
  ID_ORDERS,
  type Lines,
  MERGE_TABLE,
  play,
} from '../../shared/document/testing/merge-table/index.ts';
import { trialWith } from '../../shared/document/testing/trial.ts';
import { suggestingTrials } from '../../shared/suggesting/testing/suggesting-trial.ts';
import { writeIntoPage } from '../markdown.ts';
import { judge, WRONG, type Wrong } from './judge.ts';
import { EDITORS, type Editor, SUGGESTING, scriptOf, versionOf } from './pages.ts';
import type { Outcome } from './rival.ts';

const { EditorDriver } = await import('../../app/editor/testing/editor-driver.ts');

/** How an editor did: in each family, and in which ways it was wrong. */
interface Score {
  name: string;
  families: Map<string, { right: number; applicable: number }>;
  wrong: Map<Wrong, number>;
  notApplicable: number;
  /** One line for each outcome that is not right. */
  details: string[];
  /** One line for each case that the editor or its driver could not play to the end. */
  notPlayed: string[];
}

const options = process.argv.slice(2);
/** One of the people suggests, which is accepted once all have heard of it. */
const suggests = options.includes('--suggesting');
const editors = suggests ? SUGGESTING : EDITORS;

function playOurs(): Outcome[] {
  const newDriver = (doc: Y.Doc) => new EditorDriver(doc);
  const open = suggests ? suggestingTrials(newDriver) : trialWith(newDriver);
  return Object.entries(MERGE_TABLE).flatMap(([family, cases]) =>
    Object.entries(cases).flatMap(([name, merge]) =>
      ID_ORDERS.map(([order, clientIds]): Outcome => {
        const played = { family, name, order };
        try {
          return { ...played, read: play(merge, clientIds, open) };
        } catch (error) {
          return { ...played, exception: String(error), read: [] };
        }
      }),
    ),
  );
}

/** Each family in a page of its own: editors leave things behind that slow down the next ones. */
async function playRival(browser: Browser, editor: Editor): Promise<Outcome[]> {
  const script = await scriptOf(editor);
  const outcomes: Outcome[] = [];
  for (const family of Object.keys(MERGE_TABLE)) {
    const page = await browser.newPage();
    // An address of its own, so that the page may do what only secure pages may.
    await page.route('**/*', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<!doctype html><body></body>' }),
    );
    await page.goto('http://localhost/');
    await page.addScriptTag({ content: script });
    const began = Date.now();
    outcomes.push(...(await page.evaluate((name) => window.playFamily(name), family)));
    await page.close();
    const seconds = ((Date.now() - began) / 1000).toFixed(0);
    console.log(`${editor.name}: ${family} (${seconds} s)`);
  }
  return outcomes;
}

function scoreOf(name: string, outcomes: readonly Outcome[]): Score {
  const score: Score = {
    name,
    families: new Map(),
    wrong: new Map(),
    notApplicable: 0,
    details: [],
    notPlayed: [],
  };
  for (const outcome of outcomes) {
    const { family, order } = outcome;
    const title = `  ${family}: ${outcome.name} (${order})`;
    const count = score.families.get(family) ?? { right: 0, applicable: 0 };
    score.families.set(family, count);
    if ('notApplicable' in outcome) {
      score.notApplicable++;
      score.details.push(`${title}: not applicable, ${outcome.notApplicable}`);
      continue;
    }
    if ('notPlayed' in outcome) {
      score.notApplicable++;
      score.notPlayed.push(`${title}: ${outcome.notPlayed}`);
      continue;
    }
    count.applicable++;
    const merge = MERGE_TABLE[family]![outcome.name]!;
    const verdict = 'exception' in outcome ? 'exception' : judge(merge, outcome.read);
    if (verdict === 'right') {
      count.right++;
      continue;
    }
    score.wrong.set(verdict, (score.wrong.get(verdict) ?? 0) + 1);
    const read = [...new Set(outcome.read.map(inLine))].join(' and ');
    const thrown = 'exception' in outcome ? `${outcome.exception}; ` : '';
    score.details.push(`${title}: ${verdict}: ${thrown}${read}`);
  }
  return score;
}

function inLine(lines: Lines): string {
  return lines.join(' / ');
}

/** A row a family, then how many were wrong in which way; a column an editor. */
function rowsOf(scores: readonly Score[]): string[][] {
  const cell = (right: number, applicable: number) =>
    applicable === 0 ? '–' : `${right} of ${applicable}`;
  const families = Object.keys(MERGE_TABLE).map((family) => [
    family,
    ...scores.map((score) => {
      const { right, applicable } = score.families.get(family)!;
      return cell(right, applicable);
    }),
  ]);
  const sum = (score: Score, key: 'right' | 'applicable') =>
    [...score.families.values()].reduce((total, count) => total + count[key], 0);
  return [
    ['right', ...scores.map(({ name }) => name)],
    ...families,
    ['all', ...scores.map((score) => cell(sum(score, 'right'), sum(score, 'applicable')))],
    ...Object.entries(WRONG).map(([wrong, words]) => [
      words,
      ...scores.map((score) => String(score.wrong.get(wrong as Wrong) ?? 0)),
    ]),
    ['not applicable', ...scores.map(({ notApplicable }) => String(notApplicable))],
  ];
}

function markdownOf(rows: readonly string[][]): string[] {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  const line = (row: readonly string[]) =>
    `| ${row.map((text, column) => text.padEnd(widths[column]!)).join(' | ')} |`;
  const [head, ...body] = rows;
  return [line(head!), line(widths.map((width) => '-'.repeat(width))), ...body.map(line)];
}

const scores = [scoreOf('Driftless', playOurs())];
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH,
  args: chromiumArguments(),
});
try {
  console.log('Running the other editors, all at once: some minutes.');
  scores.push(
    ...(await Promise.all(
      editors.map(async (editor) => scoreOf(editor.name, await playRival(browser, editor))),
    )),
  );
} finally {
  await browser.close();
}

if (options.includes('--details'))
  for (const { name, details } of scores) console.log([name, ...details, ''].join('\n'));
for (const { name, notPlayed } of scores)
  if (notPlayed.length > 0) console.log([`${name}, not played:`, ...notPlayed, ''].join('\n'));
const versions = editors
  .flatMap(({ packages }) => packages)
  .map((name) => `${name} ${versionOf(name)}`);
const day = new Date().toISOString().slice(0, 10);
const cases = Object.values(MERGE_TABLE).reduce(
  (count, family) => count + Object.keys(family).length,
  0,
);
const text = [
  `Measured on ${day} over ${cases} cases, each in both orders, with ${[...new Set(versions)].join(', ')}.`,
  '',
  ...markdownOf(rowsOf(scores)),
].join('\n');
console.log(`${text}\n`);
if (options.includes('--write'))
  writeIntoPage('benchmarks.md', suggests ? 'rivals-suggesting' : 'rivals', text);
