/**
 * What one person writes, takes back and does again: undo and redo are exact inverses, over
 * reloads too.
 */
import { expect, test } from 'vitest';
import {
  brokenAlone,
  type OwnFuzzCommands,
  REGRESSIONS_ALONE,
  tellAlone,
  tryAlone,
} from './testing/alone.ts';
import { ModelDriver } from './testing/model-driver.ts';
import {
  type ModelCommand,
  ModelDevice,
  modelFuzzCommands,
} from './testing/model-fuzz-commands.ts';
import { documentOf, sketch } from './testing/sketch.ts';

const IN_TEXT = new Set(['type', 'erase', 'format', 'clear', 'type in cell', 'erase in cell']);
const commands: OwnFuzzCommands<ModelCommand> = {
  ...modelFuzzCommands,
  open: (doc, stored) => new ModelDevice(doc, stored),
  isInText: (command) => IN_TEXT.has(command.do),
};
const OPERATIONS = 40;
const SIMULATIONS = 300;
const LIMIT_MS = 600_000;

test('a last word of one letter is bold again', () => {
  const doc = documentOf(['']);
  const driver = new ModelDriver(doc).type('', '', 'plan b').mark('plan', 'b', { bold: true });
  for (let round = 0; round < 2; round++) {
    driver.undo().undo().redo().redo();
    expect(sketch(doc)).toEqual(['plan *b*']);
  }
  driver.undo();
  expect(sketch(doc)).toEqual(['plan b']);
});

test.each(Object.entries(REGRESSIONS_ALONE))('%s', (_, simulation) => {
  expect(brokenAlone(simulation, commands)).toBeNull();
});

const firstSeed = Math.floor(Math.random() * 2 ** 31);

test(`${SIMULATIONS} simulations from seed ${firstSeed}`, { timeout: LIMIT_MS }, () => {
  for (let seed = firstSeed; seed < firstSeed + SIMULATIONS; seed++) {
    const fault = tryAlone(seed, OPERATIONS, commands);
    if (fault) throw new Error(tellAlone(seed, fault));
  }
});
