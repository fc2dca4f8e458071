/**
 * Random simulations, looked at in pairs of states: what a device had at some time, and later.
 *
 * Invariant: a fault is told with the least of a simulation in which there still is one.
 */
import * as Y from 'yjs';
import { type ModelCommand, modelFuzzCommands } from './model-fuzz-commands.ts';
import { drawSimulation, shrink, tell } from './random-simulation.ts';
import { BrokenPromise, drawFrom, play, type Simulation } from './simulation.ts';

/** Two states of one document; what follows from the seed is the same every time. */
export interface Pair {
  before: Y.Doc;
  after: Y.Doc;
  seed: number;
}

/** Pairs are taken from this many commands apart. */
const APART = [1, 1, 2, 5, 12, 1_000];

/** What was written by all, each change by the one device that made it, in an order of all. */
export interface Rows {
  start: Uint8Array;
  rows: { update: Uint8Array; device: number }[];
}

/** Throws with the least history where `check` throws of any pair of states. */
export function checkPairs(seed: number, operations: number, check: (pair: Pair) => void): void {
  checkAll(seed, operations, (simulation) => faultOf(simulation, check));
}

/** The same of all that was written in a simulation. */
export function checkRows(seed: number, operations: number, check: (rows: Rows) => void): void {
  checkAll(seed, operations, (simulation) => rowsFaultOf(simulation, check));
}

function checkAll(
  seed: number,
  operations: number,
  faultIn: (simulation: Simulation<ModelCommand>) => BrokenPromise | null,
): void {
  const whole = drawSimulation(seed, operations, modelFuzzCommands);
  const error = faultIn(whole);
  if (!error) return;
  const simulation = shrink(whole, (part) => faultIn(part)?.promise === error.promise);
  const least = faultIn(simulation) ?? error;
  throw new Error(tell({ seed, error: least, simulation, steps: whole.steps.length }));
}

/** What is wrong with all that was written in a simulation. */
export function rowsFaultOf(
  simulation: Simulation<ModelCommand>,
  check: (rows: Rows) => void,
): BrokenPromise | null {
  const rows: Rows['rows'] = [];
  let start: Uint8Array | null = null;
  let devices = 0;
  const open = (doc: Y.Doc) => {
    const device = devices++;
    start ??= Y.encodeStateAsUpdate(doc);
    doc.on('update', (update: Uint8Array, _origin: unknown, _doc: Y.Doc, { local }) => {
      if (local) rows.push({ update, device });
    });
    return modelFuzzCommands.open(doc);
  };
  if (!isPlayed(simulation, { ...modelFuzzCommands, open }) || start === null) return null;
  return faultIn(() => check({ start: start!, rows }));
}

/** False where it breaks a promise of its own, which is told elsewhere. */
function isPlayed(
  simulation: Simulation<ModelCommand>,
  commands: typeof modelFuzzCommands,
): boolean {
  try {
    play(simulation, commands);
    return true;
  } catch (error) {
    if (error instanceof BrokenPromise) return false;
    throw error;
  }
}

function faultIn(check: () => void): BrokenPromise | null {
  try {
    check();
    return null;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const kind = error.message.split('\n', 1)[0]!.replace(/"[^"]*"|\d+|\b\w{8}\b/g, '…');
    return new BrokenPromise(kind.slice(0, 40), `${error.message}\n${error.stack ?? ''}`);
  }
}

/** What is wrong with a pair of states in a simulation, by what went wrong. */
export function faultOf(
  simulation: Simulation<ModelCommand>,
  check: (pair: Pair) => void,
): BrokenPromise | null {
  const states: Uint8Array[][] = [];
  const commands: typeof modelFuzzCommands = {
    ...modelFuzzCommands,
    open: (doc) => {
      const device = modelFuzzCommands.open(doc);
      const own = [Y.encodeStateAsUpdate(doc)];
      states.push(own);
      const keep = () => own.push(Y.encodeStateAsUpdate(doc));
      const perform = device.perform.bind(device);
      const undo = device.undo.bind(device);
      return Object.assign(device, {
        perform: (...[command, token]: Parameters<typeof perform>) => {
          perform(command, token);
          keep();
        },
        undo: () => {
          const some = undo();
          keep();
          return some;
        },
      });
    },
  };
  if (!isPlayed(simulation, commands)) return null;
  for (const [nth, own] of states.entries())
    for (const [at, after] of own.entries()) {
      const draw = drawFrom(nth * 10_000 + at);
      const before = own[Math.max(0, at - draw.pick(APART))]!;
      const fault = faultIn(() =>
        check({ before: docOf(before), after: docOf(after), seed: nth * 10_000 + at }),
      );
      if (fault) return fault;
    }
  return null;
}

function docOf(update: Uint8Array): Y.Doc {
  const doc = new Y.Doc();
  Y.applyUpdate(doc, update);
  return doc;
}
