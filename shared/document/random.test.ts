/**
 * Random simulations over the model: whatever people do apart, they end up with one text that has
 * everything once. The least of a simulation that ever failed is a case here.
 */
import { expect, test } from 'vitest';
import { modelFuzzCommands } from './testing/model-fuzz-commands.ts';
import {
  broken,
  drawSimulation,
  tell,
  trySimulation,
  withoutParts,
} from './testing/random-simulation.ts';
import { REGRESSION_SIMULATIONS } from './testing/regression-simulations.ts';

const OPERATIONS = 100;
const SIMULATIONS = 140;
/** Making a simulation that failed small takes a while. */
const LIMIT_MS = 600_000;

test.each(Object.entries(REGRESSION_SIMULATIONS))('%s', (_, simulation) => {
  expect(broken(simulation, { ...modelFuzzCommands, watchesLines: true })).toBeNull();
});

const firstSeed = Math.floor(Math.random() * 2 ** 31);
const seeds = Array.from({ length: SIMULATIONS }, (_, index) => firstSeed + index);

test.each(seeds)(
  'two to five devices, seed %i',
  (seed) => {
    const fault = trySimulation(seed, OPERATIONS, modelFuzzCommands);
    if (fault) throw new Error(tell(fault));
  },
  LIMIT_MS,
);

test('a simulation follows from its seed', () => {
  const [one, again, other] = [7, 7, 8].map((seed) =>
    drawSimulation(seed, OPERATIONS, modelFuzzCommands),
  );
  expect(again).toEqual(one);
  expect(other).not.toEqual(one);
});

test('of a simulation that fails, the least that fails the same way is told', () => {
  // Someone whose Enter swallows a character, if there is any before the caret.
  const clumsy: typeof modelFuzzCommands = {
    ...modelFuzzCommands,
    open: (doc) => {
      const device = modelFuzzCommands.open(doc);
      const perform = device.perform.bind(device);
      return Object.assign(device, {
        perform: (...[command, token]: Parameters<typeof perform>) => {
          perform(command, token);
          if (command.do === 'split') perform({ ...command, do: 'erase', length: 1 }, token);
        },
      });
    },
  };
  // What a seed draws changes with every type that is there to be drawn.
  let fault = trySimulation(1, OPERATIONS, clumsy);
  for (let seed = 2; !fault && seed <= 20; seed++) fault = trySimulation(seed, OPERATIONS, clumsy);
  expect(fault?.error.promise).toBe('only deleting takes text away');
  // One step would do; that no single one can be left out may keep what prepares the ground.
  expect(fault?.simulation.steps.length).toBeLessThanOrEqual(3);
  expect(fault?.simulation.steps.at(-1)).toMatchObject({ command: { do: 'split' } });
  expect(tell(fault!)).toMatch(
    /[1-3] of its \d+ steps are enough:\n(?:.*\n)* {2}[A-E] {3}.*"split"/,
  );
});

test('parts of a list are left out until none can be', () => {
  const needed = new Set([3, 17, 18, 40]);
  const all = Array.from({ length: 60 }, (_, index) => index);
  let tries = 0;
  const least = withoutParts(all, (part) => {
    tries++;
    return [...needed].every((one) => part.includes(one));
  });
  expect(least).toEqual([...needed]);
  expect(tries).toBeLessThan(200);
});
