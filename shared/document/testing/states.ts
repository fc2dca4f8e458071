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

/** Throws with the least history where `check` throws of any pair of states. */
export function checkPairs(seed: number, operations: number, check: (pair: Pair) => void): void {
  const whole = drawSimulation(seed, operations, modelFuzzCommands);
  const error = faultOf(whole, check);
  if (!error) return;
  const simulation = shrink(whole, (part) => faultOf(part, check)?.promise === error.promise);
  const least = faultOf(simulation, check) ?? error;
  throw new Error(tell({ seed, error: least, simulation, steps: whole.steps.length }));
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
  try {
    play(simulation, commands);
  } catch (error) {
    // Not what is looked for here, and told elsewhere.
    if (error instanceof BrokenPromise) return null;
    throw error;
  }
  for (const [nth, own] of states.entries())
    for (const [at, after] of own.entries()) {
      const draw = drawFrom(nth * 10_000 + at);
      const before = own[Math.max(0, at - draw.pick(APART))]!;
      try {
        check({ before: docOf(before), after: docOf(after), seed: nth * 10_000 + at });
      } catch (error) {
        if (!(error instanceof Error)) throw error;
        const kind = error.message.split('\n', 1)[0]!.replace(/"[^"]*"|\d+|\b\w{8}\b/g, '…');
        return new BrokenPromise(kind.slice(0, 40), `${error.message}\n${error.stack ?? ''}`);
      }
    }
  return null;
}

function docOf(update: Uint8Array): Y.Doc {
  const doc = new Y.Doc();
  Y.applyUpdate(doc, update);
  return doc;
}
