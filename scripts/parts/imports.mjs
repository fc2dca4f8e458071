/**
 * Who may import whom, as one table, and the check that it holds.
 *
 * Invariant: what a table does not allow is forbidden, and no two files import each other at run
 * time, over however many others.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..', '..');

/** A feature builds on these, and knows no other feature: a screen brings them together. */
const BELOW_FEATURES = ['app/editor', 'app/replica', 'app/ui', 'app/i18n', 'shared'];

/**
 * Each room and the rooms its files may import, beside their own: a folder, or with `/*` the files
 * that lie in it and not deeper. A room without a row is its parent's.
 *
 * @type {Readonly<Record<string, readonly string[]>>}
 */
export const ROOMS = {
  // What the app and the server agree on: it imports neither.
  'shared/*': [],
  'shared/access': ['shared/*'],
  'shared/text': [],
  'shared/protocol': ['shared/*', 'shared/access'],
  'shared/checkup': ['shared/*', 'shared/protocol'],
  'shared/document': ['shared/*', 'shared/access', 'shared/protocol', 'shared/text'],
  'shared/formats': ['shared/*', 'shared/access', 'shared/protocol', 'shared/document'],
  'shared/discussion': [
    'shared/*',
    'shared/access',
    'shared/protocol',
    'shared/text',
    'shared/document',
  ],
  'shared/suggesting': [
    'shared/*',
    'shared/access',
    'shared/protocol',
    'shared/document',
    'shared/discussion',
  ],
  'shared/library': [
    'shared/*',
    'shared/discussion',
    'shared/access',
    'shared/protocol',
    'shared/text',
    'shared/document',
  ],

  // The interface and its texts know nothing of documents, so that every screen can use them.
  'app/i18n': ['shared/protocol', 'shared/checkup'],
  'app/ui': ['app/i18n', 'shared/*', 'shared/access', 'shared/protocol', 'shared/text'],
  // A replica shows nothing.
  'app/replica': ['shared'],
  // The editor takes a Y.Doc and does not know where it is kept.
  'app/editor': ['app/ui', 'app/i18n', 'shared'],
  'app/attachments': BELOW_FEATURES,
  'app/discussion': BELOW_FEATURES,
  'app/history': BELOW_FEATURES,
  'app/library': BELOW_FEATURES,
  'app/presence': BELOW_FEATURES,
  'app/pwa': BELOW_FEATURES,
  'app/search': BELOW_FEATURES,
  'app/settings': BELOW_FEATURES,
  'app/sharing': BELOW_FEATURES,
  // A suggestion is said in the discussion, and answered there.
  'app/suggesting': ['app/discussion', ...BELOW_FEATURES],
  'app/transfer': BELOW_FEATURES,
  'app/welcome': BELOW_FEATURES,
  // Screens bring features together, and nothing below them imports a screen.
  'app/screens': [
    'app/attachments',
    'app/discussion',
    'app/history',
    'app/library',
    'app/presence',
    'app/pwa',
    'app/search',
    'app/settings',
    'app/sharing',
    'app/suggesting',
    'app/transfer',
    'app/welcome',
    ...BELOW_FEATURES,
  ],
  'app/*': ['app', 'shared'],

  // The server: from what puts it together down to the store, never back. Its log and its settings
  // lie in its own folder.
  'sync-server/storage': ['sync-server/*', 'shared'],
  'sync-server/access': ['sync-server/*', 'sync-server/storage', 'shared'],
  'sync-server/attachments': [
    'sync-server/*',
    'sync-server/access',
    'sync-server/storage',
    'shared',
  ],
  'sync-server/bus': ['sync-server/*', 'sync-server/storage', 'shared'],
  'sync-server/collaboration': [
    'sync-server/*',
    'sync-server/access',
    'sync-server/bus',
    'sync-server/storage',
    'shared',
  ],
  'sync-server/previews': ['sync-server/*', 'shared'],
  'sync-server/push': ['sync-server/*', 'sync-server/storage', 'shared'],
  'sync-server/http': ['sync-server', 'shared'],
  'sync-server/*': ['sync-server', 'shared'],
};

/**
 * The same for tests and what only they use, by the longest row. A browser test sees what a person
 * sees: it does not reach into the app.
 *
 * @type {Readonly<Record<string, readonly string[]>>}
 */
export const TEST_ROOMS = {
  shared: ['shared', 'scripts'],
  app: ['app', 'shared', 'scripts'],
  'app/e2e': [
    'app/e2e',
    'app/i18n',
    'app/testing',
    'app/editor/testing/clipboard',
    'shared',
    'scripts',
  ],
  'app/testing': ['app', 'shared', 'bench', 'scripts'],
  'sync-server': ['sync-server', 'shared', 'scripts'],
};

/**
 * Packages that have their places, and the only folders or files that import them; `*` stands for
 * the rest of a name. Others may be imported wherever they run. Tests import what they like.
 *
 * @type {readonly { packages: readonly string[], only: readonly string[] }[]}
 */
export const PACKAGES = [
  { packages: ['node:sqlite'], only: ['sync-server/storage/sqlite'] },
  { packages: ['prom-client'], only: ['sync-server/metrics.ts'] },
  { packages: ['@opentelemetry/*'], only: ['sync-server/tracing.ts'] },
  { packages: ['pg'], only: ['sync-server/storage/postgres-connections.ts'] },
  { packages: ['aws4fetch'], only: ['sync-server/attachments/bucket.ts'] },
  { packages: ['node:*'], only: ['sync-server'] },
  {
    packages: ['ws'],
    only: ['sync-server/collaboration/sockets.ts', 'sync-server/check-address.ts'],
  },
  { packages: ['@hocuspocus/*'], only: ['sync-server/collaboration/collaboration.ts'] },
  { packages: ['hono', '@hono/*', 'pino'], only: ['sync-server'] },
  { packages: ['y-indexeddb'], only: ['app/replica/local-store.ts'] },
  { packages: ['y-websocket'], only: ['app/replica/provider.ts'] },
  { packages: ['react', 'react-dom', 'workbox-window'], only: ['app'] },
  { packages: ['@base-ui/*', 'lucide-react'], only: ['app/ui'] },
  { packages: ['prosemirror-*'], only: ['app/editor'] },
  // Not the interface: it knows nothing of documents.
  {
    packages: ['yjs', 'y-*', 'lib0'],
    only: [
      'shared',
      'sync-server',
      ...BELOW_FEATURES.slice(0, 2),
      'app/attachments',
      'app/discussion',
      'app/history',
      'app/library',
      'app/presence',
      'app/search',
      'app/sharing',
      'app/suggesting',
      'app/transfer',
      'app/welcome',
      'app/screens',
      'app/App.tsx',
      'app/background-tasks.ts',
    ],
  },
];

const IMPORT =
  /^(?:import|export)\s+(?<type>type\s+)?(?<what>[^'"]*?\sfrom\s+)?['"](?<from>[^'"]+)['"]|\bimport\(\s*['"](?<later>[^'"]+)['"]\s*\)/gm;

/** @returns {string[]} what is wrong with the imports of this repository, a sentence each */
export function checkImports() {
  /** @type {Record<string, string>} */
  const sources = {};
  for (const top of ['app', 'shared', 'sync-server'])
    for (const path of readdirSync(join(ROOT, top), { recursive: true, encoding: 'utf8' }))
      if (/\.tsx?$/.test(path)) {
        const name = `${top}/${path.replaceAll('\\', '/')}`;
        sources[name] = readFileSync(join(ROOT, name), 'utf8');
      }
  return troublesOf(sources);
}

/**
 * @param {Readonly<Record<string, string>>} sources each file's text, by its path
 * @returns {string[]}
 */
export function troublesOf(sources) {
  const troubles = [];
  /** What each file imports at once when it runs. @type {Map<string, string[]>} */
  const atOnce = new Map();
  for (const [file, source] of Object.entries(sources)) {
    for (const { groups } of source.matchAll(IMPORT)) {
      const { type, what, from, later } = groups ?? {};
      const target = from ?? later ?? '';
      if (!target.startsWith('.')) {
        if (!mayHave(file, target)) troubles.push(`${file} may not import the package ${target}.`);
        continue;
      }
      const path = posix.normalize(posix.join(posix.dirname(file), target));
      if (!mayImport(file, path)) troubles.push(`${file} may not import ${path}.`);
      const isTypes = type !== undefined || later !== undefined || hasOnlyTypes(what ?? '');
      if (isTypes || !(path in sources)) continue;
      const others = atOnce.get(file);
      if (others) others.push(path);
      else atOnce.set(file, [path]);
    }
  }
  for (const cycle of cyclesOf(atOnce))
    troubles.push(`These import each other: ${cycle.join(', ')}.`);
  return troubles;
}

/** `{ type A, type B } from`, of which nothing is left at run time. @param {string} what */
function hasOnlyTypes(what) {
  const names = /^\{([^}]*)\}\s+from\s+$/.exec(what)?.[1]?.split(',') ?? [''];
  return names.every((name) => /^\s*(type\s.*)?$/s.test(name)) && names.some((name) => name.trim());
}

/** @param {string} file */
function isTest(file) {
  return /\.test\.tsx?$|\/testing\/|^app\/e2e\/|^sync-server\/(storage|bus)\/acceptance\.ts$/.test(
    file,
  );
}

/** @param {string} file @param {string} path */
function mayImport(file, path) {
  if (path === 'package.json' || /\.(css|json)$/.test(path)) return true;
  if (isTest(file)) {
    const row =
      Object.keys(TEST_ROOMS)
        .filter((room) => isIn(file, room))
        .sort()
        .at(-1) ?? '';
    return (TEST_ROOMS[row] ?? []).some((room) => isIn(path, room));
  }
  if (isTest(path) || path.startsWith('scripts/')) return false;
  const own = roomOf(file);
  return isIn(path, own) || (ROOMS[own] ?? []).some((room) => isIn(path, room));
}

/** @param {string} file @param {string} name */
function mayHave(file, name) {
  if (isTest(file)) return true;
  const rows = PACKAGES.filter(({ packages }) => packages.some((each) => isNamed(name, each)));
  return rows.length === 0 || rows[0].only.some((place) => file.startsWith(place));
}

/** @param {string} name @param {string} pattern */
function isNamed(name, pattern) {
  if (pattern.endsWith('*')) return name.startsWith(pattern.slice(0, -1));
  return name === pattern || name.startsWith(`${pattern}/`);
}

/** @param {string} path @param {string} room */
function isIn(path, room) {
  if (room.endsWith('/*')) return posix.dirname(path) === room.slice(0, -2);
  return path.startsWith(`${room}/`);
}

/** @param {string} file */
function roomOf(file) {
  return Object.keys(ROOMS).find((room) => isIn(file, room)) ?? file;
}

/**
 * Files that reach themselves, by Tarjan's strongly connected components.
 *
 * @param {ReadonlyMap<string, readonly string[]>} graph
 * @returns {string[][]}
 */
function cyclesOf(graph) {
  /** @type {Map<string, { index: number, low: number }>} */
  const seen = new Map();
  /** @type {string[]} */
  const stack = [];
  /** @type {string[][]} */
  const cycles = [];
  /** @param {string} file */
  const visit = (file) => {
    const own = { index: seen.size, low: seen.size };
    seen.set(file, own);
    stack.push(file);
    for (const other of graph.get(file) ?? []) {
      const known = seen.get(other);
      if (known === undefined) own.low = Math.min(own.low, visit(other).low);
      else if (stack.includes(other)) own.low = Math.min(own.low, known.index);
    }
    if (own.low === own.index) {
      const cycle = stack.splice(stack.indexOf(file));
      if (cycle.length > 1 || graph.get(file)?.includes(file)) cycles.push(cycle);
    }
    return own;
  };
  for (const file of graph.keys()) if (!seen.has(file)) visit(file);
  return cycles;
}
