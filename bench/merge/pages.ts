/** The editors the merge table is run through, and how the page of each is built. */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const HERE = dirname(fileURLToPath(import.meta.url));
const MODULES = join(HERE, '..', 'node_modules');

export interface Editor {
  name: string;
  /** The file here that is its page. */
  file: string;
  /** The packages whose versions are named. */
  packages: readonly string[];
}

export const EDITORS: readonly Editor[] = [
  {
    name: 'y-prosemirror',
    file: 'y-prosemirror.ts',
    packages: ['y-prosemirror', 'prosemirror-view'],
  },
  {
    name: 'Tiptap',
    file: 'tiptap.ts',
    packages: ['@tiptap/core', '@tiptap/y-tiptap'],
  },
  {
    name: 'BlockNote',
    file: 'blocknote.ts',
    packages: ['@blocknote/core', 'y-prosemirror'],
  },
  {
    name: 'Lexical',
    file: 'lexical.ts',
    packages: ['lexical', '@lexical/yjs'],
  },
];

/** Those in which one can suggest, for nothing. */
export const SUGGESTING: readonly Editor[] = [
  {
    name: 'suggest-changes',
    file: 'suggest-changes.ts',
    packages: ['@handlewithcare/prosemirror-suggest-changes', 'y-prosemirror'],
  },
];

export function versionOf(name: string): string {
  return JSON.parse(readFileSync(join(MODULES, name, 'package.json'), 'utf8')).version;
}

/** The page's one script. */
export async function scriptOf({ file }: Editor): Promise<string> {
  const result = await build({
    root: HERE,
    configFile: false,
    logLevel: 'warn',
    define: { 'process.env.NODE_ENV': '"production"' },
    // The table's own code and the editor must share one Yjs.
    resolve: { alias: { yjs: join(MODULES, 'yjs') } },
    build: {
      write: false,
      minify: false,
      target: 'es2023',
      lib: { entry: join(HERE, file), formats: ['iife'], name: 'page' },
    },
  });
  const [bundle] = Array.isArray(result) ? result : [result];
  if (!bundle || !('output' in bundle)) throw new Error(`${file} gave no script.`);
  const scripts = bundle.output.filter((chunk) => chunk.type === 'chunk');
  if (scripts.length !== 1) throw new Error(`${file} gave ${scripts.length} scripts.`);
  return scripts[0]!.code;
}
