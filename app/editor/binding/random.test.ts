/**
 * Random simulations through the editor: carets, keys and pasting on several devices, delivered late
 * and out of order. After every step the view shows what a fresh read of the document gives.
 */
import { expect, test } from 'vitest';
import { broken, tell, trySimulation } from '../../../shared/document/testing/random-simulation.ts';
import { editorFuzzCommands } from '../testing/editor-fuzz-commands.ts';
import { REGRESSION_SIMULATIONS } from '../testing/regression-simulations.ts';

const OPERATIONS = 100;
const SIMULATIONS = 60;
/** Making a simulation that failed small takes a while. */
const LIMIT_MS = 600_000;

test.each(Object.entries(REGRESSION_SIMULATIONS))('%s', (_, simulation) => {
  expect(broken(simulation, { ...editorFuzzCommands, watchesLines: true })).toBeNull();
});

const firstSeed = Math.floor(Math.random() * 2 ** 31);
const seeds = Array.from({ length: SIMULATIONS }, (_, index) => firstSeed + index);

test.each(seeds)(
  'two to five editors, seed %i',
  (seed) => {
    const fault = trySimulation(seed, OPERATIONS, editorFuzzCommands);
    if (fault) throw new Error(tell(fault));
  },
  LIMIT_MS,
);
