/**
 * Measures our server and others in one run: the same people, keys and machine.
 *
 * Invariant: no figure makes it fail, since machines differ; a server that cannot be measured, or
 * that lost something, does, after all the others have been.
 */
import { readFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { parseTrace, type Trace } from '../../shared/document/testing/trace.ts';
import { writeIntoPage } from '../markdown.ts';
import { alone } from './alone.ts';
import { idle, opening, rush, type Sizes, typingInMany, typingInOne } from './measure.ts';
import { LEGEND, type Result, table } from './report.ts';
import { SUBJECTS, type Subject } from './subjects.ts';

const SCENARIOS = ['many', 'one', 'rush', 'alone', 'idle', 'opening'] as const;
type Scenario = (typeof SCENARIOS)[number];

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: Object.keys(SUBJECTS).join(',') },
    scenarios: { type: 'string', default: SCENARIOS.join(',') },
    seconds: { type: 'string', default: '20' },
    trace: { type: 'string' },
    write: { type: 'boolean', default: false },
  },
});
const sizes: Sizes = {
  seconds: Number(values.seconds),
  documents: 50,
  peoplePerDocument: 4,
  peopleInOne: 50,
  idleConnections: 1_000,
};
const trace = values.trace === undefined ? null : readTrace(values.trace);
const chosen = new Set(values.scenarios.split(','));
const scenarios = SCENARIOS.filter(
  (name) => chosen.has(name) && (name !== 'opening' || trace !== null),
);

const startLoad = loadavg()[0] ?? 0;
let failures = 0;
const results: Result[] = values.only.split(',').map((name) => {
  const subject = SUBJECTS[name];
  if (subject === undefined) throw new Error(`There is no server "${name}".`);
  return { subject };
});
// All servers one after another in each scenario, so that a change of the machine's mood meets all.
for (const scenario of scenarios) {
  for (const result of results) {
    console.log(`${result.subject.title}: ${scenario}.`);
    try {
      await take(scenario, result.subject, result);
    } catch (error) {
      failures++;
      console.error(`${result.subject.title} could not be measured:`, error);
    }
  }
}

const about = [
  `${new Date().toISOString().slice(0, 10)}, Node ${process.versions.node}`,
  `${cpus().length} cores (${cpus()[0]?.model.trim() ?? 'of unknown kind'})`,
  `load before ${startLoad.toFixed(1)}`,
  `${sizes.seconds} s of typing`,
].join(', ');
const versions = results.map(({ subject }) => subject.version).join(', ');
const text = [`${about}. ${versions}.`, table(results, sizes), LEGEND].join('\n\n');
console.log(`\n${text}`);
if (values.write) writeIntoPage('benchmarks.md', 'server-bench', text);
process.exitCode = failures > 0 ? 1 : 0;

async function take(scenario: Scenario, subject: Subject, result: Result): Promise<void> {
  switch (scenario) {
    case 'many':
      result.many = await typingInMany(subject, sizes);
      return;
    case 'one':
      result.one = await typingInOne(subject, sizes);
      return;
    case 'rush':
      result.rush = await rush(subject, sizes);
      return;
    case 'alone':
      result.alone = await alone(subject, sizes.seconds);
      return;
    case 'idle':
      result.idle = await idle(subject, sizes.idleConnections);
      return;
    case 'opening':
      if (trace !== null) result.opening = await opening(subject, trace);
  }
}

function readTrace(file: string): Trace {
  const bytes = readFileSync(file);
  return parseTrace(
    JSON.parse((file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8')),
  );
}
