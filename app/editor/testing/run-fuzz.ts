/**
 * The program behind `npm run fuzz`: random simulations of the model and of the editor, in as many
 * processes as the machine has cores.
 *
 * Invariant: which simulation a seed gives depends on nothing but the seed and what is asked for,
 * and exit code 0 says that all that were asked for were played and none broke a promise.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { modelFuzzCommands } from '../../../shared/document/testing/model-fuzz-commands.ts';
import { tell, trySimulation } from '../../../shared/document/testing/random-simulation.ts';
import './without-assets.ts';

const { editorFuzzCommands } = await import('./editor-fuzz-commands.ts');

const OPERATIONS_PER_SIMULATION = 100;
/** Of so many simulations one is the editor's, which takes several times as long. */
const EDITOR_SHARE = 4;
const SAY_EVERY_MS = 10_000;
const KINDS = ['model', 'editor'] as const;
type Kind = (typeof KINDS)[number];

interface Work {
  kind: Kind | null;
  seed: number;
}

/** What a process says of one simulation. */
interface Report {
  fault: string | null;
}

const USAGE =
  'Usage: npm run fuzz -- [operations] [seed] [model or editor]; operations and seed are whole numbers.';

function play({ kind, seed }: Work): Report {
  const which = kind ?? (seed % EDITOR_SHARE === 0 ? 'editor' : 'model');
  const fault =
    which === 'editor'
      ? trySimulation(seed, OPERATIONS_PER_SIMULATION, {
          ...editorFuzzCommands,
          watchesLines: true,
        })
      : trySimulation(seed, OPERATIONS_PER_SIMULATION, {
          ...modelFuzzCommands,
          watchesLines: true,
        });
  if (!fault) return { fault: null };
  return {
    fault: `${tell(fault as Parameters<typeof tell>[0])}\nAgain: npm run fuzz -- ${OPERATIONS_PER_SIMULATION} ${seed} ${which}\n`,
  };
}

async function main(): Promise<number> {
  const [operations = '100000', seed, kind] = process.argv.slice(2);
  const count = Math.ceil(Number(operations) / OPERATIONS_PER_SIMULATION);
  const first = seed === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(seed);
  const isKind = (name: string | undefined): name is Kind => KINDS.some((one) => one === name);
  if (!(count > 0) || !Number.isSafeInteger(first) || (kind !== undefined && !isKind(kind))) {
    console.error(USAGE);
    return 1;
  }
  const processes = Math.min(count, availableParallelism());
  console.log(
    `${count} simulations of ${OPERATIONS_PER_SIMULATION} operations, from seed ${first}, in ${processes} processes.`,
  );
  const started = Date.now();
  let begun = 0;
  let played = 0;
  let faults = 0;
  const rate = () =>
    Math.round((played * OPERATIONS_PER_SIMULATION * 1000) / (Date.now() - started));
  const timer = setInterval(
    () => console.log(`${played * OPERATIONS_PER_SIMULATION} operations, ${rate()} a second`),
    SAY_EVERY_MS,
  );
  const next = (child: ChildProcess) => {
    if (begun < count) child.send({ kind: kind ?? null, seed: first + begun++ } as Work);
    else child.disconnect();
  };
  await Promise.all(
    Array.from({ length: processes }, () => {
      const child = fork(import.meta.filename, [AS_CHILD]);
      child.on('message', ({ fault }: Report) => {
        played++;
        if (fault !== null) {
          faults++;
          console.log(fault);
        }
        next(child);
      });
      next(child);
      return new Promise((resolve) => child.on('exit', resolve));
    }),
  );
  clearInterval(timer);
  const seconds = ((Date.now() - started) / 1000).toFixed(0);
  console.log(
    `${played * OPERATIONS_PER_SIMULATION} operations in ${seconds} s (${rate()} a second), ${faults} faults.`,
  );
  if (played < count) console.log(`${count - played} simulations were not played to their end.`);
  return faults === 0 && played === count ? 0 : 1;
}

const AS_CHILD = 'as-child';

if (process.argv[2] === AS_CHILD) {
  process.on('message', (work: Work) => process.send!(play(work)));
} else process.exitCode = await main();
