/**
 * `npm run bench`: how fast the app is on this machine, beside other editors, in a real browser.
 * `-- --ours` measures only ours and installs nothing else; `--only tiptap,lexical`, `--sizes
 * 200,2000` take less of it; `--write` puts the tables into the README.
 *
 * `-- --server`: the server, beside other servers, without a browser; `--trace <file>` with the
 * opening of a document that was written as recorded there; `--seconds 5`, `--scenarios idle` and
 * `--only hocuspocus` take less of it.
 */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureBuilt } from '../scripts/parts/build.mjs';
import { ensureChromium } from '../scripts/parts/chromium.mjs';
import { BENCH, ensureInstalled } from '../scripts/parts/install.mjs';
import { run } from '../scripts/parts/run.mjs';
import { runtime } from '../scripts/parts/runtime.mjs';
import { main, Trouble } from '../scripts/parts/say.mjs';

const NAMES = ['ours', 'y-prosemirror', 'tiptap', 'blocknote', 'lexical'];
const SERVERS = ['ours', 'hocuspocus', 'y-websocket-server'];
const SCENARIOS = ['many', 'one', 'rush', 'idle', 'opening'];

await main(async () => {
  const { server, names, sizes, write, seconds, scenarios, trace } = readOptions();
  await ensureInstalled();
  if (server) {
    if (names.some((name) => name !== 'ours')) await ensureInstalled(BENCH);
    const options = [`--only=${names}`, `--seconds=${seconds}`, `--scenarios=${scenarios}`];
    if (trace !== undefined) options.push(`--trace=${trace}`);
    if (write) options.push('--write');
    const program = ['--import', './bench/speed/app-packages.mjs', 'bench/server/main.ts'];
    return (await run(await runtime(), [...program, ...options])).code;
  }
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
        server: { type: 'boolean', default: false },
        seconds: { type: 'string', default: '20' },
        scenarios: { type: 'string', default: SCENARIOS.join(',') },
        trace: { type: 'string' },
      },
    }));
  } catch (error) {
    throw new Trouble(error.message);
  }
  const known = values.server ? SERVERS : NAMES;
  const names = values.ours ? ['ours'] : (values.only?.split(',') ?? known);
  oneOf(names, known);
  const sizes = values.sizes.split(',').map(Number);
  if (!sizes.every((size) => Number.isInteger(size) && size >= 100 && size <= 50_000)) {
    throw new Trouble('--sizes takes whole numbers from 100 to 50000, such as 200,2000.');
  }
  const seconds = Number(values.seconds);
  if (!Number.isInteger(seconds) || seconds < 1 || seconds > 600) {
    throw new Trouble('--seconds takes a whole number from 1 to 600.');
  }
  const scenarios = values.scenarios.split(',');
  oneOf(scenarios, SCENARIOS);
  const { server, write } = values;
  // Paths mean what they mean where the command was typed.
  const from = process.env.INIT_CWD ?? process.cwd();
  const trace = values.trace === undefined ? undefined : resolve(from, values.trace);
  return { server, names, sizes, write, seconds, scenarios, trace };
}

function oneOf(names, known) {
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined) throw new Trouble(`"${unknown}" is none of ${known.join(', ')}.`);
}
