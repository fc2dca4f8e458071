/** The checks that read the code without running it: types and lint. */
import { run } from './run.mjs';
import { runtime, tool } from './runtime.mjs';
import { PLAIN } from './say.mjs';

/** @returns {Promise<boolean>} whether all types are right */
export async function checkTypes() {
  const { code } = await run(await runtime(), [
    tool('typescript/bin/tsc'),
    '--noEmit',
    '--pretty',
    String(!PLAIN),
  ]);
  return code === 0;
}

/** @returns {Promise<boolean>} whether format, lint and import rules hold */
export async function checkLint() {
  const colors = PLAIN ? ['--colors=off'] : [];
  const { code } = await run(await runtime(), [
    tool('@biomejs/biome/bin/biome'),
    'check',
    ...colors,
    '--error-on-warnings',
    '--no-errors-on-unmatched',
  ]);
  return code === 0;
}
