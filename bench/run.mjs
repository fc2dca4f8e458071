/**
 * `npm run bench`: how fast the app is on this machine, beside other editors, in a real browser; with
 * a library of 5,000 documents; what a visit costs on a slow device; and after an hour of work.
 * `-- --ours` measures only our editor and installs nothing else; `--only tiptap,lexical`, `--sizes
 * 200,2000` take less of it. `--library` measures only the library, with `--documents 500` a smaller
 * one; `--visit` only visits, `--journeys` only what five first things take of clicks and time,
 * `--lived-in` only the hour; `--compare`, without a browser, only what
 * changed between two states of a document, and `--everything` only commands that are given for all of
 * a long document; `--suggestions` only a thousand open suggestions: accepted
 * at once, and how fast the page is with them; `--discussion` only 500 threads in a long document.
 * `--write` puts the tables into docs/benchmarks.md.
 *
 * `-- --history <traces>`, without a browser: what is kept of histories, and how fast one looks back;
 * `-- --playing`, in one: how a history is played, with what it draws.
 *
 * `-- --cluster`, without a browser: several of our servers on one PostgreSQL, beside one, and beside
 * Hocuspocus with its Redis extension; `--seconds 5` takes less of it. `-- --fan-out` counts in a
 * simulation what up to a thousand nodes tell each other.
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

const EDITORS = ['ours', 'y-prosemirror', 'tiptap', 'blocknote', 'lexical'];
const SERVERS = ['ours', 'hocuspocus', 'y-websocket-server'];
const SCENARIOS = ['many', 'one', 'rush', 'alone', 'idle', 'opening'];

await main(async () => {
  const { names, programs, needsBrowser } = readOptions();
  await ensureInstalled();
  if (names.some((name) => name !== 'ours')) await ensureInstalled(BENCH);
  if (needsBrowser) await ensureBuilt();
  const env = needsBrowser ? { CHROMIUM_PATH: await ensureChromium() } : {};
  const codes = [];
  for (const [program, ...options] of programs) {
    const packages = ['--import', './bench/speed/app-packages.mjs'];
    const { code } = await run(await runtime(), [...packages, program, ...options], { env });
    codes.push(code);
  }
  return Math.max(...codes);
});

/** Which programs run with what, and whose packages they need. */
function readOptions() {
  let values;
  let positionals;
  try {
    ({ values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        ours: { type: 'boolean', default: false },
        only: { type: 'string' },
        sizes: { type: 'string', default: '200,2000,10000' },
        library: { type: 'boolean', default: false },
        documents: { type: 'string', default: '5000' },
        visit: { type: 'boolean', default: false },
        journeys: { type: 'boolean', default: false },
        'lived-in': { type: 'boolean', default: false },
        compare: { type: 'boolean', default: false },
        everything: { type: 'boolean', default: false },
        suggestions: { type: 'boolean', default: false },
        discussion: { type: 'boolean', default: false },
        playing: { type: 'boolean', default: false },
        history: { type: 'boolean', default: false },
        'keys-per-day': { type: 'string', default: '300' },
        server: { type: 'boolean', default: false },
        cluster: { type: 'boolean', default: false },
        'fan-out': { type: 'boolean', default: false },
        seconds: { type: 'string', default: '20' },
        scenarios: { type: 'string', default: SCENARIOS.join(',') },
        trace: { type: 'string' },
        write: { type: 'boolean', default: false },
      },
    }));
  } catch (error) {
    throw new Trouble(error.message);
  }
  const writing = values.write ? ['--write'] : [];
  const chosen = values.ours ? ['ours'] : values.only?.split(',');
  if (values.server) {
    const names = someOf(chosen ?? SERVERS, SERVERS);
    const seconds = whole('--seconds', values.seconds, 1, 600);
    const scenarios = someOf(values.scenarios.split(','), SCENARIOS);
    const options = [`--only=${names}`, `--seconds=${seconds}`, `--scenarios=${scenarios}`];
    // Paths mean what they mean where the command was typed.
    const from = process.env.INIT_CWD ?? process.cwd();
    if (values.trace !== undefined) options.push(`--trace=${resolve(from, values.trace)}`);
    const program = ['bench/server/main.ts', ...options, ...writing];
    return { names, programs: [program], needsBrowser: false };
  }
  if (values.cluster) {
    const seconds = whole('--seconds', values.seconds, 1, 600);
    const program = ['bench/cluster/main.ts', `--seconds=${seconds}`, ...writing];
    return { names: ['hocuspocus'], programs: [program], needsBrowser: false };
  }
  if (values['fan-out']) {
    return {
      names: [],
      programs: [['bench/cluster/fan-out.ts', ...writing]],
      needsBrowser: false,
    };
  }
  if (values.history) {
    const keys = whole('--keys-per-day', values['keys-per-day'], 10, 5_000);
    const from = process.env.INIT_CWD ?? process.cwd();
    const files = positionals.map((path) => resolve(from, path));
    const program = ['bench/history/main.ts', `--keys-per-day=${keys}`, ...writing, ...files];
    return { names: [], programs: [program], needsBrowser: false };
  }
  if (positionals.length > 0) throw new Trouble(`"${positionals[0]}" means nothing here.`);
  for (const [name, program] of [
    ['compare', 'bench/review/main.ts'],
    ['everything', 'bench/review/everything.ts'],
  ])
    if (values[name]) return { names: [], programs: [[program, ...writing]], needsBrowser: false };
  if (values.suggestions)
    return {
      names: [],
      programs: [
        ['bench/review/suggestions.ts', ...writing],
        ['bench/speed/suggested.ts', ...writing],
      ],
      needsBrowser: true,
    };
  for (const [name, program] of [
    ['discussion', 'bench/speed/discussed.ts'],
    ['playing', 'bench/history/playing.ts'],
  ])
    if (values[name]) return { names: [], programs: [[program, ...writing]], needsBrowser: true };
  const { library, visit, journeys, 'lived-in': livedIn } = values;
  const all = chosen === undefined && !library && !visit && !journeys && !livedIn;
  const names = someOf(chosen ?? (all ? EDITORS : []), EDITORS);
  const sizes = values.sizes.split(',').map((size) => whole('--sizes', size, 100, 50_000));
  const documents = whole('--documents', values.documents, 10, 20_000);
  const programs = [];
  if (names.length > 0) {
    programs.push(['bench/speed/main.ts', `--only=${names}`, `--sizes=${sizes}`, ...writing]);
  }
  if (all || library) {
    programs.push(['bench/library/main.ts', `--documents=${documents}`, ...writing]);
  }
  if (all || visit) programs.push(['bench/visit/main.ts', ...writing]);
  if (all || journeys) programs.push(['bench/visit/journeys.ts', ...writing]);
  if (all || livedIn) programs.push(['bench/speed/lived-in.ts', ...writing]);
  return { names, programs, needsBrowser: true };
}

function someOf(names, known) {
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined) throw new Trouble(`"${unknown}" is none of ${known.join(', ')}.`);
  return names;
}

function whole(option, text, least, most) {
  const number = Number(text);
  if (!Number.isInteger(number) || number < least || number > most) {
    throw new Trouble(`${option} takes whole numbers from ${least} to ${most}.`);
  }
  return number;
}
