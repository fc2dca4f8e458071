/**
 * Builds the pages of the other editors as anybody would for production.
 *
 * Invariant: each is built alone, so no page loads what only another one needs.
 */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { fingerprint } from '../../scripts/parts/fingerprint.mjs';

const PAGES = join(import.meta.dirname, 'pages');
const BUILT = join(import.meta.dirname, '..', 'dist');

/** Builds the page whose script is `script`, unless that is done. @returns the built folder */
export async function ensurePageBuilt(script: string): Promise<string> {
  const folder = join(BUILT, script.replace(/\.\w+$/, ''));
  const record = `${folder}.built-from`;
  const inputs = fingerprint(['bench/speed/pages', 'bench/package-lock.json']);
  if (existsSync(record) && readFileSync(record, 'utf8') === inputs) return folder;
  rmSync(record, { force: true });
  console.log(`Building ${script}.`);
  await build({
    configFile: false,
    root: PAGES,
    logLevel: 'error',
    mode: 'production',
    build: { outDir: folder, emptyOutDir: true, target: 'es2022' },
    plugins: [
      {
        name: 'editor-of-the-page',
        transformIndexHtml: {
          order: 'pre',
          handler: (html) => html.replace('%EDITOR%', script),
        },
      },
    ],
  });
  mkdirSync(BUILT, { recursive: true });
  writeFileSync(record, inputs);
  return folder;
}
