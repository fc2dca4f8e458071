/**
 * `npm run merge-table`: every case of the merge table; exit code 0 only if all are right.
 * `-- --rivals` runs other editors through it first, with `--suggesting` those that can suggest; `--details` does so and lists what went wrong,
 * `--write` does so and puts the comparison into docs/benchmarks.md. How they do changes no exit code.
 */
import { ensureChromium } from './parts/chromium.mjs';
import { BENCH, ensureInstalled } from './parts/install.mjs';
import { run } from './parts/run.mjs';
import { runtime } from './parts/runtime.mjs';
import { main, Trouble } from './parts/say.mjs';

const OPTIONS = ['--rivals', '--suggesting', '--details', '--write'];

await main(async () => {
  const options = process.argv.slice(2);
  const unknown = options.find((option) => !OPTIONS.includes(option));
  if (unknown) throw new Trouble(`${unknown} is none of ${OPTIONS.join(', ')}.`);
  await ensureInstalled();
  if (options.length > 0) await compare(options);
  const program = 'app/editor/testing/run-merge-table.ts';
  return (await run(await runtime(), [program])).code;
});

async function compare(options) {
  await ensureInstalled(BENCH);
  const chromium = await ensureChromium();
  const { code } = await run(await runtime(), ['bench/merge/run.ts', ...options], {
    env: { CHROMIUM_PATH: chromium },
  });
  if (code !== 0) throw new Trouble('The other editors could not be run: see the lines above.');
}
