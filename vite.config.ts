/**
 * How the app is built and how unit tests run. The server is not built: Node runs it as it is.
 */
import { createHash } from 'node:crypto';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { minify as minifyMore } from 'terser';
import { minify, type Plugin, parseAst } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { manifest } from './app/pwa/manifest.ts';
import { SERVER_PATHS } from './app/pwa/server-paths.ts';
import { clientOnly, withoutHints } from './scripts/parts/client-only-react.mjs';
import { withoutUnusedMethods } from './scripts/parts/unused-methods.mjs';

/** Every browser the app runs in reads woff2, so the other forms of a font are not in the build. */
const onlyWoff2: Plugin = {
  name: 'only-woff2',
  enforce: 'pre',
  transform: (code, id) =>
    /\/katex\/dist\/.*\.css$/.test(id)
      ? code.replace(/,\s*url\([^)]*\.(?:woff|ttf)\)\s*format\("\w+"\)/g, '')
      : null,
};
/**
 * The letters most of the app is set in come with the first bytes, and are either there when the first
 * text is, or not for this page: text that changes its letters moves.
 */
const steadyLetters: Plugin = {
  name: 'steady-letters',
  apply: 'build',
  enforce: 'pre',
  transform: (code, id) =>
    /\/source-sans-3\/wght\.css$/.test(id)
      ? code.replaceAll('font-display: swap', 'font-display: optional')
      : null,
  transformIndexHtml: (_html, { bundle }) =>
    Object.keys(bundle ?? {})
      .filter((file) => /source-sans-3-latin-wght-normal.*\.woff2$/.test(file))
      .map((file) => ({
        tag: 'link',
        attrs: {
          rel: 'preload',
          as: 'font',
          type: 'font/woff2',
          href: `/${file}`,
          crossorigin: '',
        },
        injectTo: 'head',
      })),
};
/** What is in `public/` is copied as it is; this one is waited for like the app's first script. */
const smallFirstPaint: Plugin = {
  name: 'small-first-paint',
  apply: 'build',
  writeBundle: async ({ dir }) => {
    const file = join(dir!, 'first-paint.js');
    const { code } = await minify(file, await readFile(file, 'utf8'));
    await writeFile(file, code);
  },
};
/**
 * The file that the first text waits for is made as small as can be: Terser finds a hundredth more in it
 * than Vite's own minifier, and takes several times as long, so the other files are left as they are.
 */
const smallestFirst: Plugin = {
  name: 'smallest-first',
  apply: 'build',
  enforce: 'post',
  renderChunk: (code, chunk, { sourcemap }) =>
    chunk.isEntry ? smallest(code, sourcemap !== false) : null,
};
async function smallest(code: string, sourceMap: boolean) {
  const { code: smaller, map } = await minifyMore(code, {
    module: true,
    ecma: 2022,
    // What is dropped counts nowhere: no code here asks a function how many arguments it takes.
    compress: {
      passes: 2,
      keep_fargs: false,
      arguments: true,
      unsafe_arrows: true,
      unsafe_methods: true,
      unsafe_proto: true,
    },
    // Less varied text is smaller when it is compressed.
    format: { quote_style: 1 },
    sourceMap,
  });
  if (smaller === undefined) throw new Error('The first script came to nothing.');
  return { code: smaller, map: typeof map === 'string' ? map : null };
}
/** In the file that the first text waits for; its name changes with that of any file that comes later. */
const usedMethodsFirst: Plugin = {
  name: 'used-methods-first',
  apply: 'build',
  enforce: 'post',
  generateBundle: async ({ sourcemap }, bundle) => {
    const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
    const scripts = new Map(chunks.map(({ fileName, code }) => [fileName, code]));
    for (const chunk of chunks) {
      if (!chunk.isEntry) continue;
      chunk.code = withoutUnusedMethods(scripts, chunk.fileName, parseAst);
      // What only they used goes, too. Where somebody looks for something, the map fits better than this.
      if (sourcemap === false) chunk.code = (await smallest(chunk.code, false)).code;
    }
  },
};
/** The app runs in no Internet Explorer, nor in an Edge that was one: what the editor has for them goes. */
const noInternetExplorer: Plugin = {
  name: 'no-internet-explorer',
  apply: 'build',
  enforce: 'pre',
  transform: (code, id) => {
    if (!/prosemirror-view[\\/]dist[\\/]index\.js$/.test(id)) return null;
    const asked = /^const ie_edge = .*\n(?:const ie_.*\n)+const ie = .*\nconst ie_version = .*\n/m;
    if (!asked.test(code))
      throw new Error('prosemirror-view asks for Internet Explorer otherwise.');
    return { code: code.replace(asked, 'const ie = false, ie_version = 0;\n'), map: null };
  },
};
/** The browser draws the app: what React has for pages that a server drew goes. */
const drawnInBrowsers: Plugin = {
  name: 'drawn-in-browsers',
  apply: 'build',
  enforce: 'pre',
  transform: (code, id) => {
    if (/react-dom-client\.production\.js/.test(id)) return { code: clientOnly(code), map: null };
    if (/react-dom\.production\.js/.test(id)) return { code: withoutHints(code), map: null };
    return null;
  },
};
/** Of an icon only its lines are drawn: what it is called goes, and so do keys of lines that never change. */
const onlyLines: Plugin = {
  name: 'only-lines',
  apply: 'build',
  enforce: 'pre',
  transform: (code, id) =>
    /[\\/]lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/]/.test(id)
      ? {
          code: code
            .replace(/,\s*key: "\w+"/g, '')
            .replace(/\bname: "[\w-]+",/, '')
            .replace(/,\s*aliases: \[[^\]]*\]/, ''),
          map: null,
        }
      : null,
};
/** Also lib0's own files are given what stands for its `environment`, by a name that others may have. */
const inBrowsersOnly: Plugin = {
  name: 'in-browsers-only',
  enforce: 'pre',
  resolveId: (id, importer) =>
    id === 'lib0/environment' ||
    (id === './environment.js' && /[\\/]lib0[\\/]/.test(importer ?? ''))
      ? join(import.meta.dirname, 'app/replica/yjs-environment.ts')
      : null,
};
/** The library's own way asks the page to take text for markup: see the file that stands for it. */
const namedCharacters: Plugin = {
  name: 'named-characters',
  apply: 'build',
  enforce: 'pre',
  resolveId: (id) =>
    id === 'decode-named-character-reference'
      ? join(import.meta.dirname, 'app/transfer/named-characters.ts')
      : null,
};
const PRELOAD_HELPER = '\0vite/preload-helper.js';
/**
 * Parts that come later ask for nothing before themselves (`modulePreload` and `cssCodeSplit` below), so
 * what Vite puts around each import, to fetch what it needs in advance, would be dead weight at the start.
 */
const plainImports: Plugin = {
  name: 'plain-imports',
  apply: 'build',
  enforce: 'pre',
  load: (id) => (id === PRELOAD_HELPER ? 'export const __vitePreload = (load) => load();' : null),
};
/** Below this a compressed file saves no packet. */
const LEAST_TO_COMPRESS = 1024;
/**
 * Text is compressed once, as small as can be, when it is built; the server sends what lies beside a file.
 * It comes last: the service worker is written at the end, too.
 */
function compressedOnce(): Plugin {
  let folder = '';
  const compress = async (path: string) => {
    if (!/\.(js|css|html|svg|txt|webmanifest)$/.test(path)) return;
    if ((await stat(path)).size < LEAST_TO_COMPRESS) return;
    await writeFile(`${path}.br`, await promisify(brotliCompress)(await readFile(path)));
  };
  return {
    name: 'compressed-once',
    apply: 'build',
    enforce: 'post',
    configResolved: ({ root, build }) => {
      folder = resolve(root, build.outDir);
    },
    closeBundle: {
      order: 'post',
      sequential: true,
      handler: async () => {
        const paths = await readdir(folder, { recursive: true });
        await Promise.all(paths.map((path) => compress(join(folder, path))));
      },
    },
  };
}
const DEV_SERVER = 'http://localhost:8081';

const EMOJI_LINES = 'virtual:emoji-lines';

/** Of what is known of emoji, only what they are found by, as text: a third of it. */
function emojiLines(): Plugin {
  return {
    name: 'emoji-lines',
    resolveId: (id) => (id === EMOJI_LINES ? `\0${EMOJI_LINES}` : null),
    load: async (id) => {
      if (id !== `\0${EMOJI_LINES}`) return null;
      const { gemoji } = await import('gemoji');
      const lines = gemoji.map(({ emoji, names, tags, description }) =>
        [emoji, names.join(' '), tags.join(' '), description].join('|'),
      );
      return `export default ${JSON.stringify(lines.join('\n'))}`;
    },
  };
}

const fileOfMark = new Map<string, string>();
/** Names of classes without the line each stands in: many of them come before the text. */
function scopedName(name: string, file: string): string {
  const path = relative(import.meta.dirname, file.split('?', 1)[0]!);
  const mark = createHash('sha256').update(path).digest('hex').slice(0, 4);
  const other = fileOfMark.get(mark) ?? path;
  if (other !== path) throw new Error(`${path} and ${other} would have the same names of classes.`);
  fileOfMark.set(mark, path);
  return `${name}_${mark}`;
}

/**
 * What waits for real servers begins first. Where no earlier run is known, the largest file does by
 * itself, and the longest of all is a small one: it would end minutes after the others, alone.
 */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) => /\/testing\/faults\//.test(moduleId);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

export default defineConfig({
  root: 'app',
  publicDir: 'public',
  css: { modules: { generateScopedName: scopedName } },
  resolve: {
    alias: [
      {
        find: 'lib0/logging',
        replacement: join(import.meta.dirname, 'app/replica/yjs-warnings.ts'),
      },
      {
        // As lucide-react's files name it.
        find: '../createLucideIcon.mjs',
        replacement: join(import.meta.dirname, 'app/ui/create-icon.ts'),
      },
    ],
  },
  build: {
    outDir: '../dist/app',
    emptyOutDir: true,
    target: 'es2022',
    // The oldest that know :has() and :dir(). For older ones :dir() would become a list of languages,
    // which says nothing of a block whose direction is found by its letters.
    cssTarget: ['chrome120', 'firefox121', 'safari16.4'],
    // The Content-Security-Policy allows no data: scripts or styles, so nothing is inlined.
    assetsInlineLimit: 0,
    // A part that comes later then waits for no style sheet, and cannot fail for want of one.
    cssCodeSplit: false,
    // What comes later is in few files, and most of them are fetched in advance anyway: a list of
    // which file needs which other ones would be a part of the first load.
    modulePreload: false,
    rolldownOptions: {
      output: {
        // The first script names dozens of others, and nothing of a hash can be compressed.
        entryFileNames: 'assets/[name]-[hash:7].js',
        chunkFileNames: 'assets/[name]-[hash:7].js',
        // All that a document needs at first is one file: parts that others share with it would be
        // files of their own, which compress worse and hold each other up.
        codeSplitting: {
          groups: [
            { name: 'first', test: /\/app\/(index\.html|main\.tsx)$/, priority: 2 },
            // All parts that come later speak with it.
            { name: 'texts', test: /\/app\/i18n\/((en-)?lazy|languages)\.ts$/, priority: 1 },
            // What comes after the page is there the sooner, the fewer files it is.
            {
              name: 'around',
              test: /\/app\/(library|presence|pwa|screens|settings|ui)\//,
              priority: 1,
            },
          ],
        },
      },
    },
  },
  // A worker fetches what it needs when it needs it, as the page does.
  worker: { format: 'es' },
  server: {
    port: 5173,
    proxy: {
      '/api': DEV_SERVER,
      '/healthz': DEV_SERVER,
      '/sync': { target: DEV_SERVER, ws: true },
      '/hocuspocus': { target: DEV_SERVER, ws: true },
    },
  },
  plugins: [
    onlyWoff2,
    inBrowsersOnly,
    namedCharacters,
    plainImports,
    smallestFirst,
    usedMethodsFirst,
    noInternetExplorer,
    drawnInBrowsers,
    onlyLines,
    smallFirstPaint,
    steadyLetters,
    react(),
    emojiLines(),
    VitePWA({
      // Two builds never run in one tab: a new one waits until the person agrees or no tab is open.
      registerType: 'prompt',
      injectRegister: false,
      manifest,
      // Only the system shows them, and it keeps them.
      includeManifestIcons: false,
      workbox: {
        globPatterns: ['**/*.{js,css,html,svg,woff2,webmanifest}'],
        // The browser keeps it as a part of the worker.
        globIgnores: ['direct-to-server.js', 'assets/outbox-worker-*.js'],
        importScripts: ['direct-to-server.js'],
        navigateFallback: '/index.html',
        navigateFallbackDenylist: SERVER_PATHS,
        cleanupOutdatedCaches: true,
        maximumFileSizeToCacheInBytes: 4 * 1024 * 1024,
      },
    }),
    compressedOnce(),
  ],
  test: {
    root: '.',
    include: ['{app,shared,sync-server}/**/*.test.{ts,tsx}'],
    exclude: ['app/e2e/**'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // One more than there are cores: many wait for servers and for the disk.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: LongestFirst },
  },
});
