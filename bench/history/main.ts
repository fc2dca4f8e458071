/**
 * What a document's history takes on the server for ever, before and after it is thinned, and how fast
 * one looks back in it where the app does that, off the page's thread, and plays it, but for drawing.
 *
 * Invariant: times are those that the processor spent on it, whatever else the machine does. No figure makes it fail, since machines differ; that the document made of what is kept is
 * the one that was written, does.
 */
import { readFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import { gunzipSync } from 'node:zlib';
import * as Y from 'yjs';
import { HistoryLog } from '../../app/history/history-log.ts';
import { Body, readBlocks } from '../../shared/document/body.ts';
import { textOf } from '../../shared/document/plain-text.ts';
import { parseTrace } from '../../shared/document/testing/trace.ts';
import { readHistoryPage } from '../../shared/protocol/history.ts';
import { seededChance } from '../../shared/testing/seeded.ts';
import { tableOf, writeIntoPage } from '../markdown.ts';
import { KeptHistory } from './kept.ts';
import { DAY_MS, rowsOf, Year } from './writing.ts';

const WEEKS = 52;
const SEED = 18;
const LOOKS = 40;
/** How long the app plays a long history, s. */
const PLAYED_S = 20;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    'keys-per-day': { type: 'string', default: '300' },
    write: { type: 'boolean', default: false },
  },
});

const grouped = (number: number) => Math.round(number).toLocaleString('en');
const seconds = (count: number) => `${grouped(count)} ms`;

function linesOf(update: Uint8Array): string {
  const doc = new Y.Doc();
  Y.applyUpdate(doc, update);
  return readBlocks(doc).map(textOf).join('\n');
}

/** What is kept makes the document that was written. */
async function isWhole(kept: KeptHistory, state: Uint8Array): Promise<boolean> {
  const doc = new Y.Doc();
  for (const page of await kept.pages())
    for (const { update } of readHistoryPage(page)!.entries) Y.applyUpdate(doc, update!);
  return linesOf(Y.encodeStateAsUpdate(doc)) === linesOf(state);
}

/** How long the processor worked for this thread, ms. */
function spent<T>(does: () => T): [T, number] {
  const before = process.threadCpuUsage();
  const result = does();
  const { user, system } = process.threadCpuUsage(before);
  return [result, (user + system) / 1000];
}

/** How fast one looks back, ms. */
function look(pages: readonly Uint8Array[]) {
  const log = new HistoryLog();
  const [sessions, opened] = spent(() => {
    for (const page of pages) log.add(readHistoryPage(page)!.entries);
    return log.sessions();
  });
  const [, prepared] = spent(() => {
    for (const steps = log.makeKeyframes(); !steps.next().done; );
  });
  const chance = seededChance(SEED);
  const rows = sessions.at(-1)?.to ?? 0;
  const times = Array.from({ length: LOOKS }, () => {
    const moment = 1 + chance(rows);
    return spent(() => log.stateAt(moment))[1];
  }).sort((a, b) => a - b);
  const looks = Array.from({ length: LOOKS }, () => {
    const { from, to } = sessions[chance(sessions.length)]!;
    return spent(() => log.look({ rows: from }, { rows: to }))[1];
  }).sort((a, b) => a - b);
  const [moment, most, session] = [times[LOOKS >> 1]!, times.at(-1)!, looks[LOOKS >> 1]!];
  return { opened, prepared, moment, most, session, ...play(log, rows), sessions: sessions.length };
}

/** All of it in twenty seconds, as the app plays it: what one frame puts on the document, ms. */
function play(log: HistoryLog, rows: number) {
  const doc = new Y.Doc();
  const body = new Body(doc);
  doc.on('afterTransaction', (done: Y.Transaction) => body.applyTransaction(done));
  const frames: number[] = [];
  const perFrame = Math.max(1, Math.ceil(rows / (PLAYED_S * 60)));
  for (let at = 0; at < rows; at += perFrame) {
    const steps = log.steps(at, Math.min(rows, at + perFrame));
    const [, time] = spent(() => {
      doc.transact(() => {
        for (const { update } of steps) if (update) Y.applyUpdate(doc, update);
      });
      return body.shown.length;
    });
    frames.push(time);
  }
  frames.sort((a, b) => a - b);
  return {
    frame: frames[frames.length >> 1] ?? 0,
    slow: frames[Math.floor(frames.length * 0.95)] ?? 0,
  };
}

const sizes = [
  [
    '',
    'changes',
    'document, bytes',
    'rows',
    'bytes per change',
    'thinned: rows',
    'bytes per change',
    'after 90 days: rows',
    'bytes per change',
  ],
];
const speeds = [
  [
    '',
    'on the network, kB',
    'sessions',
    'opened',
    'keyframes',
    'a moment',
    'the slowest of 40',
    'a session with its changes',
    'a frame of playing',
    '95 % of them',
  ],
];
let whole = true;

for (const file of positionals) {
  const bytes = readFileSync(file);
  const name = basename(file).replace(/\..*/, '');
  const trace = parseTrace(
    JSON.parse((file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8')),
  );
  if (trace.concurrent) {
    console.log(`${name}: several people wrote at once, which is left to npm run replay.`);
    continue;
  }
  console.log(`${name}: ${grouped(trace.edits)} changes.`);
  const { rows, state, end } = rowsOf(trace);
  const kept = new KeptHistory();
  await kept.begin(0);
  await kept.append(rows, state);
  const told = [await kept.size()];
  const speed = (what: string, pages: readonly Uint8Array[]) => {
    const { opened, prepared, moment, most, session, frame, slow, sessions } = look(pages);
    const kilobytes = pages.reduce((sum, page) => sum + page.length, 0) / 1000;
    speeds.push([
      `${name}, ${what}`,
      grouped(kilobytes),
      String(sessions),
      ...[opened, prepared, moment, most, session].map(seconds),
      ...[frame, slow].map((time) => `${time.toFixed(1)} ms`),
    ]);
  };
  speed('as it came', await kept.pages());
  for (const days of [1, 91]) {
    await kept.thin(end + days * DAY_MS);
    told.push(await kept.size());
    whole &&= await isWhole(kept, state);
    if (days === 1) speed('the day after', await kept.pages());
  }
  const perEdit = told.flatMap(({ rows: count, bytes: size }) => [
    grouped(count),
    (size / trace.edits).toFixed(1),
  ]);
  sizes.push([name, grouped(trace.edits), grouped(state.length), ...perEdit]);
  await kept.end();
}

const keysPerDay = Number(values['keys-per-day']);
console.log(`A year of four people, ${keysPerDay} keys a day each.`);
const year = new Year(keysPerDay, SEED);
const kept = new KeptHistory();
await kept.begin(0);
let came = { rows: 0, bytes: 0 };
const first = { rows: 0, bytes: 0 };
for (let week = 0; week < WEEKS; week++) {
  const { rows, end } = year.nextWeek();
  // A row takes a hundred bytes beside its own, as everywhere here.
  came = {
    rows: came.rows + rows.length,
    bytes: came.bytes + rows.reduce((sum, { bytes }) => sum + bytes.length + 100, 0),
  };
  await kept.append(rows, year.state);
  await kept.thin(end);
}
Object.assign(first, await kept.size());
whole &&= await isWhole(kept, year.state);
await kept.forget((WEEKS * 7 - 90) * DAY_MS);
const forgotten = await kept.size();
whole &&= await isWhole(kept, year.state);
await kept.end();
const yearRows = [
  ['a year of four people', 'rows', 'MB', 'bytes per change'],
  ...(
    [
      ['as it came', came],
      ['thinned as the server does', first],
      ['with `HISTORY_DAYS=90`', forgotten],
    ] as const
  ).map(([what, { rows, bytes }]) => [
    what,
    grouped(rows),
    (bytes / 1_000_000).toFixed(1),
    (bytes / came.rows).toFixed(1),
  ]),
];

const about = `${cpus()[0]?.model ?? 'unknown processor'}, ${cpus().length} cores, load ${(loadavg()[0] ?? 0).toFixed(1)}, ${new Date().toISOString().slice(0, 10)}.`;
const traces = positionals.length === 0 ? [] : [tableOf(sizes), tableOf(speeds)];
const text = [
  about,
  ...traces,
  `${grouped(keysPerDay)} keys a day and person on 260 days; the document takes ${grouped(year.state.length)} bytes at the end.`,
  tableOf(yearRows),
].join('\n\n');
console.log(`\n${text}`);
if (values.write) writeIntoPage('benchmarks.md', 'history', text);
if (!whole) {
  console.error('A document is not the one that was written.');
  process.exitCode = 1;
}
