/**
 * Whether the app stays as fast as it was: its figures before and after an hour's worth of real text
 * has come into a long document and been worked on, by keys, mouse and clipboard.
 *
 * Invariant: everything is done as a person does it, in the order of an hour, without its pauses; what
 * was written is looked for in another person's copy before anything is measured.
 */
import { readFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Page } from '@playwright/test';
import { tableOf, writeIntoPage } from '../markdown.ts';
import { type Measures, measure } from './measure.ts';
import { startOurs } from './ours.ts';
import { figureRows, GOAL_SIZE, grouped } from './report.ts';
import type { Subject, Writer } from './subject.ts';

const ROOT = join(import.meta.dirname, '..', '..');

/** Real texts, each some six thousand words with headings, lists, tables, code and links. */
const TEXTS = [
  ['README.md', 'docs/benchmarks.md', 'docs/faults.md', 'docs/specification.md'],
  ['docs/document-model.md', 'docs/markdown.md', 'docs/security.md', 'docs/operations.md'],
  ['docs/architecture.md', 'docs/decisions/0009-windowed-drawing.md', 'docs/decisions/README.md'],
].map((files) => files.map((file) => readFileSync(join(ROOT, file), 'utf8')).join('\n\n'));

/** Behind what is measured: the first paragraphs stay as they are. */
const BEGINNING = 8;
const SENTENCE =
  'Somebody who sits here for an hour writes whole sentences, and goes back to mend a word of them. ';

/** Does what a person does in an hour. */
function hourIn(subject: Subject): (page: Page, writer: Writer) => Promise<void> {
  return async (page, writer) => {
    const body = page.locator(subject.body);
    const places = [
      async () => {
        await page.keyboard.press('ControlOrMeta+Home');
        await body.locator('p').nth(BEGINNING).click();
      },
      async () => {
        await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight / 2));
        await subject.settle(page);
        await page.mouse.click(640, 450);
      },
      () => page.keyboard.press('ControlOrMeta+End'),
    ];
    for (const [index, goThere] of places.entries()) {
      await goThere();
      await page.keyboard.press('End');
      await page.keyboard.press('Enter');
      const title = `Part ${index + 1} of the hour`;
      const text = `# ${title}\n\n${TEXTS[index]}`;
      await page.evaluate((markdown) => navigator.clipboard.writeText(markdown), text);
      await page.keyboard.press('ControlOrMeta+v');
      await writer.until(title, (lines) => lines.includes(title));
      await subject.settle(page);
      await page.keyboard.press('Enter');
      await page.keyboard.press('ControlOrMeta+Alt+0');
      await page.keyboard.type(SENTENCE.repeat(4));
      for (let word = 0; word < 10; word++) await page.keyboard.press('ControlOrMeta+Backspace');
      await page.keyboard.type(`Written in place ${index + 1}.`);
      await page.keyboard.press('Enter');
    }
    await reorganise(page, body.locator('h2'));
    for (let step = 0; step < 5; step++) await page.keyboard.press('ControlOrMeta+z');
    for (let step = 0; step < 5; step++) await page.keyboard.press('ControlOrMeta+Shift+z');
    for (const [index] of places.entries()) {
      const written = `Written in place ${index + 1}.`;
      await writer.until(written, (lines) => lines.some((line) => line.includes(written)));
    }
  };
}

/** Folds sections, moves them whole, and takes blocks from the beginning to the end. */
async function reorganise(page: Page, headings: ReturnType<Page['locator']>): Promise<void> {
  await page.keyboard.press('ControlOrMeta+Home');
  await headings.first().scrollIntoViewIfNeeded();
  for (let section = 0; section < 5; section++) {
    await headings.nth(1).click();
    await page.keyboard.press('ControlOrMeta+Alt+f');
    for (let step = 0; step < 3; step++) await page.keyboard.press('Alt+Shift+ArrowDown');
    await page.keyboard.press('ControlOrMeta+Alt+f');
  }
  await headings.first().click();
  await page.keyboard.press('Escape');
  for (let step = 0; step < 20; step++) await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('ControlOrMeta+x');
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.press('ControlOrMeta+v');
}

const { values } = parseArgs({
  options: {
    size: { type: 'string', default: String(GOAL_SIZE) },
    write: { type: 'boolean', default: false },
  },
});
const size = Number(values.size);
const subject = await startOurs();
const figures: Measures[] = [];
try {
  for (const live of [undefined, hourIn(subject)]) {
    console.log(live ? 'After an hour.' : 'As it was.');
    figures.push(await measure(subject, size, live));
  }
} finally {
  await subject.dispose();
}
const [before, after] = figures;
if (!before || !after) throw new Error('There are not two measures.');
const about = `${grouped(size)} paragraphs; ${cpus().length} cores, load ${(loadavg()[0] ?? 0).toFixed(1)}, ${new Date().toISOString().slice(0, 10)}.`;
const table = tableOf([
  ['', 'as it was', 'after an hour'],
  ...figureRows(before).map(([name, figure], row) => [
    name,
    figure,
    figureRows(after)[row]?.[1] ?? '',
  ]),
]);
console.log(`\n${about}\n\n${table}`);
if (values.write) writeIntoPage('benchmarks.md', 'lived-in', `${about}\n\n${table}`);
