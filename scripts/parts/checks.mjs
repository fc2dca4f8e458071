/** The checks that read the code without running it: types and lint. */
import { checkImports } from './imports.mjs';
import { run } from './run.mjs';
import { runtime, tool } from './runtime.mjs';
import { PLAIN, say } from './say.mjs';

/** What the compiler knew when it last ran here: it looks again only at what changed since. */
const KNOWN_TYPES = '.cache/types.tsbuildinfo';

/** @returns {Promise<boolean>} whether all types are right */
export async function checkTypes() {
  const { code } = await run(await runtime(), [
    tool('typescript/bin/tsc'),
    '--noEmit',
    '--incremental',
    '--tsBuildInfoFile',
    KNOWN_TYPES,
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
  const troubles = checkImports();
  for (const trouble of troubles) console.log(trouble);
  if (troubles.length > 0) say('Who may import whom is said in scripts/parts/imports.mjs.');
  return code === 0 && troubles.length === 0;
}
