/**
 * The program behind `npm run faults`: every fault, as often as asked for, and the table of what
 * became of the tokens.
 *
 * Invariant: the last line counts what was done in this run and nothing else, and exit code 0 says
 * that every fault ran to its end, that something was confirmed in each, and that nothing confirmed
 * was lost, doubled or left unknown.
 */
import { parseArgs } from 'node:util';
import { tableOf, writeIntoPage } from '../../../bench/markdown.ts';
import { FAULTS } from './all.ts';
import { CLUSTER_FAULTS } from './cluster-faults.ts';
import { attackAlone } from './each-attack.ts';
import { add, type Fault, isClean, NOTHING, type Outcome, seeded } from './fault.ts';
import { tellHostile } from './hostile.ts';
import { besiege } from './long-siege.ts';
import { soak } from './soak.ts';
import { tellKilledTabs } from './tabs.ts';

const USAGE = `Usage: npm run faults -- [--quick] [--cluster] [--only ${FAULTS.map(({ name }) => name).join(',')}] [--seed 1] [--runs 1] [--write] | --attacks SECONDS [--only hostile,…] [--seed 1] [--write] | --siege MINUTES [--seed 1] [--write] | --soak MINUTES [--seed 1] [--write]`;

interface Options {
  quick: boolean;
  faults: readonly Fault[];
  seed: number;
  runs: number | null;
  write: boolean;
  /** Only those of several servers; their table stands on a page of its own. */
  cluster: boolean;
  /** Seconds of each attack alone, instead of the faults. */
  attacks: number | null;
  /** Minutes of all attacks at once, instead of the faults. */
  siege: number | null;
  /** Minutes of many people who do nothing special, instead of the faults. */
  soak: number | null;
}

function readOptions(): Options | null {
  try {
    const { values } = parseArgs({
      options: {
        quick: { type: 'boolean', default: false },
        only: { type: 'string' },
        seed: { type: 'string', default: '1' },
        runs: { type: 'string' },
        write: { type: 'boolean', default: false },
        attacks: { type: 'string' },
        siege: { type: 'string' },
        soak: { type: 'string' },
        cluster: { type: 'boolean', default: false },
      },
    });
    const all = values.cluster ? CLUSTER_FAULTS : FAULTS;
    const names = values.only?.split(',') ?? all.map(({ name }) => name);
    const faults = FAULTS.filter(({ name }) => names.includes(name));
    const seed = Number(values.seed);
    const runs = values.runs === undefined ? null : Number(values.runs);
    const attacks = values.attacks === undefined ? null : Number(values.attacks);
    const siege = values.siege === undefined ? null : Number(values.siege);
    const soak = values.soak === undefined ? null : Number(values.soak);
    const isRight =
      (attacks === null || attacks > 0) &&
      (siege === null || siege > 0) &&
      (soak === null || soak > 0) &&
      faults.length === names.length &&
      Number.isSafeInteger(seed) &&
      (runs === null || (Number.isSafeInteger(runs) && runs > 0));
    const { quick, write, cluster } = values;
    return isRight ? { quick, faults, seed, runs, write, cluster, attacks, siege, soak } : null;
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return null;
  }
}

/** One fault, run after run; each run that is not clean is told with its seed. */
async function play(fault: Fault, { quick, seed, runs }: Options): Promise<Outcome> {
  let total = NOTHING;
  const times = runs ?? (quick ? fault.runs.quick : fault.runs.long);
  for (let run = 0; run < times; run++) {
    const again = `npm run faults -- --only ${fault.name} --seed ${seed + run} --runs 1`;
    const said: unknown[][] = [];
    // What the client logs of a fault is the fault itself; it is shown where that did not heal.
    console.error = (...values) => said.push(values);
    console.warn = console.error;
    let outcome: Outcome;
    try {
      outcome = await fault.run(seeded(seed + run));
    } catch (error) {
      console.log(error);
      outcome = { ...NOTHING, faults: 1, unknown: 1 };
    }
    total = add(total, outcome);
    if (isClean(outcome)) continue;
    for (const values of said.slice(-5)) console.log(...values);
    console.log(`Not clean: ${JSON.stringify(outcome)}\nAgain: ${again}`);
  }
  return total;
}

function secondsOf(times: readonly number[]): string {
  if (times.length === 0) return '–';
  const sorted = [...times].sort((a, b) => a - b);
  const inSeconds = (ms = 0) => (ms / 1000).toFixed(1);
  return `${inSeconds(sorted[sorted.length >> 1])} / ${inSeconds(sorted.at(-1))}`;
}

function rowOf({ title, name }: Fault, outcome: Outcome): string[] {
  const { faults, confirmed, lost, doubled, unknown, healed } = outcome;
  const counts = [faults, confirmed, lost, doubled, unknown].map((count) =>
    count.toLocaleString('en'),
  );
  return [title, ...counts, secondsOf(healed), `\`--only ${name}\``];
}

async function main(): Promise<number> {
  const options = readOptions();
  if (options === null) {
    console.error(USAGE);
    return 1;
  }
  if (options.attacks !== null) {
    const names = options.faults.map(({ name }) => name);
    return (await attackAlone(names, options.attacks, options.seed, options.write)) ? 0 : 1;
  }
  if (options.siege !== null) {
    const { outcome } = await besiege(options.siege, options.seed, options.write);
    return isClean(outcome) ? 0 : 1;
  }
  if (options.soak !== null)
    return isClean(await soak(options.soak, options.seed, options.write)) ? 0 : 1;
  const rows = [
    ['fault', 'runs', 'confirmed', 'lost', 'doubled', 'unknown', 'healed in, s', 'alone'],
  ];
  let total = NOTHING;
  let isAllClean = true;
  for (const fault of options.faults) {
    if (fault.needs && !fault.needs.isThere()) {
      console.log(`${fault.name} is left out: it needs ${fault.needs.what}.`);
      continue;
    }
    const outcome = await play(fault, options);
    const row = rowOf(fault, outcome);
    console.log(row.join(' · '));
    rows.push(row);
    total = add(total, outcome);
    isAllClean &&= isClean(outcome);
  }
  const summary = `${total.faults} faults, ${total.lost} lost, ${total.doubled} doubled, ${total.unknown} unknown`;
  console.log(`\n${tableOf(rows)}\n`);
  const measured = [tellKilledTabs(), tellHostile()].filter(Boolean).join(' ');
  if (measured !== '') console.log(measured);
  if (options.write) {
    const date = new Date().toISOString().slice(0, 10);
    const said = [`${date}, seed ${options.seed}: ${summary}.`, measured].filter(Boolean).join(' ');
    const page = options.cluster ? 'scale.md' : 'faults.md';
    writeIntoPage(
      page,
      options.cluster ? 'cluster-faults' : 'faults',
      `${tableOf(rows)}\n\n${said}`,
    );
  }
  console.log(summary);
  return isAllClean ? 0 : 1;
}

// In order, so that what a fault made of this machine is taken away.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1));

const code = await main();
// A device that hangs must not keep the program from ending.
process.exit(code);
