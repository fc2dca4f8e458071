/**
 * Measures ours and other editors in one run, with the same text, keys, connection and browser.
 *
 * Invariant: no figure makes it fail, since machines differ; an editor that cannot be measured does,
 * after all the others have been.
 */
import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { writeIntoPage } from '../markdown.ts';
import { KEYS, launch, type Measures, measure, measureScripts, REMOTE_STEPS } from './measure.ts';
import { startOurs } from './ours.ts';
import { goalLine, grouped, keyTable, LEGEND, type Result, sizeTable } from './report.ts';
import { RIVALS, startRival } from './rivals.ts';
import type { Subject } from './subject.ts';
import { WORDS_PER_PARAGRAPH } from './text.ts';

const BUSY =
  'The machine was busy with other work: alone, all but the figures of the main thread, memory and scripts would be far lower.';

const STARTS: Readonly<Record<string, () => Promise<Subject>>> = {
  ours: startOurs,
  ...Object.fromEntries(
    Object.entries(RIVALS).map(([name, rival]) => [name, () => startRival(rival)]),
  ),
};

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: Object.keys(STARTS).join(',') },
    sizes: { type: 'string', default: '200,2000,10000' },
    write: { type: 'boolean', default: false },
  },
});
const names = values.only.split(',');
const sizes = values.sizes.split(',').map(Number);

const browser = await launch();
const facts = [
  new Date().toISOString().slice(0, 10),
  `Chromium ${browser.version()}`,
  `${cpus().length} cores (${cpus()[0]?.model.trim() ?? 'of unknown kind'})`,
];
await browser.close();

const results = new Map<string, Result>();
const versions = new Set<string>();
let failures = 0;
for (const name of names) {
  const start = STARTS[name];
  if (!start) throw new Error(`There is no editor "${name}".`);
  const subject = await start();
  const measured = new Map<number, Measures>();
  for (const version of subject.versions) versions.add(version);
  try {
    const scripts = await measureScripts(subject);
    results.set(name, { title: subject.title, scripts, sizes: measured });
    for (const size of sizes) {
      console.log(`${subject.title}, ${grouped(size)} paragraphs.`);
      measured.set(size, await measure(subject, size));
    }
  } catch (error) {
    failures++;
    console.error(`${subject.title} could not be measured:`, error);
  } finally {
    await subject.dispose();
  }
}

// Other work on the machine is in the figures: say how much there was.
const load = loadavg()[0] ?? 0;
const isBusy = load > cpus().length + 1;
facts.push(`load ${load.toFixed(1)}`);
const editors = [...results.values()];
const about = [
  `Paragraphs of ${WORDS_PER_PARAGRAPH} words; ${KEYS} keys, ${REMOTE_STEPS} of another person. ${facts.join(', ')}.`,
  `${[...versions].join(', ')}.`,
  ...(isBusy ? [BUSY] : []),
];
console.log(`\n${about.join('\n')}`);
for (const size of sizes) {
  console.log(`\n${grouped(size)} paragraphs\n\n${sizeTable(editors, size)}`);
}
console.log(`\n${LEGEND}`);
const ours = results.get('ours');
const goals = ours && goalLine(ours, results.get('y-prosemirror'));
if (goals) console.log(`\n${goals}`);

if (values.write) {
  const largest = Math.max(...sizes);
  writeIntoPage(
    'benchmarks.md',
    'bench',
    [
      `${grouped(largest)} paragraphs. ${about.join(' ')}`,
      sizeTable(editors, largest),
      keyTable(editors, sizes),
      LEGEND,
    ].join('\n\n'),
  );
}
process.exitCode = failures > 0 ? 1 : 0;
