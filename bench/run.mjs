/**
 * `npm run bench`: how fast the app is on this machine, beside other editors, in a real browser, and
 * with a library of 5,000 documents. `-- --ours` measures only our editor and installs nothing else;
 * `--only tiptap,lexical`, `--sizes 200,2000` take less of it; `--library` measures only the library,
 * with `--documents 500` a smaller one; `--write` puts the tables into the README.
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
  const { server, names, sizes, library, documents, write, seconds, scenarios, trace } =
    readOptions();
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
  if (names.includes('ours') || library) await ensureBuilt();
  const env = { CHROMIUM_PATH: await ensureChromium() };
  const writing = write ? ['--write'] : [];
  const codes = [];
  if (names.length > 0) {
    const program = ['--import', './bench/speed/app-packages.mjs', 'bench/speed/main.ts'];
    const options = [`--only=${names}`, `--sizes=${sizes}`, ...writing];
    codes.push((await run(await runtime(), [...program, ...options], { env })).code);
  }
  if (library) {
    const options = [`--documents=${documents}`, ...writing];
    codes.push((await run(await runtime(), ['bench/library/main.ts', ...options], { env })).code);
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
        library: { type: 'boolean', default: false },
        documents: { type: 'string', default: '5000' },
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
  const chosen = values.ours ? ['ours'] : values.only?.split(',');
  const known = values.server ? SERVERS : NAMES;
  const names = chosen ?? (values.library ? [] : known);
  oneOf(names, known);
  const sizes = values.sizes.split(',').map(Number);
  if (!sizes.every((size) => Number.isInteger(size) && size >= 100 && size <= 50_000)) {
    throw new Trouble('--sizes takes whole numbers from 100 to 50000, such as 200,2000.');
  }
  const documents = Number(values.documents);
  if (!Number.isInteger(documents) || documents < 10 || documents > 20_000) {
    throw new Trouble('--documents takes a whole number from 10 to 20000.');
  }
  const library = values.library || chosen === undefined;
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
  return { server, names, sizes, library, documents, write, seconds, scenarios, trace };
}

function oneOf(names, known) {
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined) throw new Trouble(`"${unknown}" is none of ${known.join(', ')}.`);
}
