/**
 * `npm run bench`: how fast the app is on this machine, beside other editors, in a real browser.
 * `-- --ours` measures only ours and installs nothing else; `--only tiptap,lexical`, `--sizes
 * 200,2000` take less of it; `--write` puts the tables into the README.
 */
import { parseArgs } from 'node:util';
import { ensureBuilt } from '../scripts/parts/build.mjs';
import { ensureChromium } from '../scripts/parts/chromium.mjs';
import { BENCH, ensureInstalled } from '../scripts/parts/install.mjs';
import { run } from '../scripts/parts/run.mjs';
import { runtime } from '../scripts/parts/runtime.mjs';
import { main, Trouble } from '../scripts/parts/say.mjs';

const NAMES = ['ours', 'y-prosemirror', 'tiptap', 'blocknote', 'lexical'];

await main(async () => {
  const { names, sizes, write } = readOptions();
  await ensureInstalled();
  if (names.some((name) => name !== 'ours')) await ensureInstalled(BENCH);
  if (names.includes('ours')) await ensureBuilt();
  const chromium = await ensureChromium();
  const program = ['--import', './bench/speed/app-packages.mjs', 'bench/speed/main.ts'];
  const options = [`--only=${names}`, `--sizes=${sizes}`, ...(write ? ['--write'] : [])];
  const { code } = await run(await runtime(), [...program, ...options], {
    env: { CHROMIUM_PATH: chromium },
  });
  return code;
});

function readOptions() {
  let values;
  try {
    ({ values } = parseArgs({
      options: {
        ours: { type: 'boolean', default: false },
        only: { type: 'string' },
        sizes: { type: 'string', default: '200,2000,10000' },
        write: { type: 'boolean', default: false },
      },
    }));
  } catch (error) {
    throw new Trouble(error.message);
  }
  const names = values.ours ? ['ours'] : (values.only?.split(',') ?? NAMES);
  const unknown = names.find((name) => !NAMES.includes(name));
  if (unknown !== undefined) throw new Trouble(`"${unknown}" is none of ${NAMES.join(', ')}.`);
  const sizes = values.sizes.split(',').map(Number);
  if (!sizes.every((size) => Number.isInteger(size) && size >= 100 && size <= 50_000)) {
    throw new Trouble('--sizes takes whole numbers from 100 to 50000, such as 200,2000.');
  }
  return { names, sizes, write: values.write };
}
