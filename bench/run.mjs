/**
 * `npm run bench`: how fast the app is on this machine, beside other editors, in a real browser, and
 * what a visit costs on a slow device (`-- --visit` measures only that).
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
  const { names, sizes, visit, write } = readOptions();
  await ensureInstalled();
  if (names.some((name) => name !== 'ours')) await ensureInstalled(BENCH);
  if (names.includes('ours') || visit) await ensureBuilt();
  const env = { CHROMIUM_PATH: await ensureChromium() };
  const writing = write ? ['--write'] : [];
  const packages = ['--import', './bench/speed/app-packages.mjs'];
  const codes = [];
  if (names.length > 0) {
    const options = [`--only=${names}`, `--sizes=${sizes}`, ...writing];
    const program = [...packages, 'bench/speed/main.ts', ...options];
    codes.push((await run(await runtime(), program, { env })).code);
  }
  if (visit) {
    const program = [...packages, 'bench/visit/main.ts', ...writing];
    codes.push((await run(await runtime(), program, { env })).code);
  }
  return codes.find((code) => code !== 0) ?? 0;
});

function readOptions() {
  let values;
  try {
    ({ values } = parseArgs({
      options: {
        ours: { type: 'boolean', default: false },
        only: { type: 'string' },
        sizes: { type: 'string', default: '200,2000,10000' },
        visit: { type: 'boolean', default: false },
        write: { type: 'boolean', default: false },
      },
    }));
  } catch (error) {
    throw new Trouble(error.message);
  }
  const chosen = values.ours ? ['ours'] : values.only?.split(',');
  const names = chosen ?? (values.visit ? [] : NAMES);
  const unknown = names.find((name) => !NAMES.includes(name));
  if (unknown !== undefined) throw new Trouble(`"${unknown}" is none of ${NAMES.join(', ')}.`);
  const sizes = values.sizes.split(',').map(Number);
  if (!sizes.every((size) => Number.isInteger(size) && size >= 100 && size <= 50_000)) {
    throw new Trouble('--sizes takes whole numbers from 100 to 50000, such as 200,2000.');
  }
  const visit = values.visit || chosen === undefined;
  return { names, sizes, visit, write: values.write };
}
