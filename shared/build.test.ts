/** What the app is built from is looked at before it is built anew, or not. */
import { readFileSync } from 'node:fs';
import { join, normalize } from 'node:path';
import { expect, test } from 'vitest';
import { INPUTS } from '../scripts/parts/build.mjs';

const ROOT = join(import.meta.dirname, '..');

test('whatever the build itself is made of has it done again when it changes', () => {
  const source = readFileSync(join(ROOT, 'vite.config.ts'), 'utf8');
  const imported = Array.from(source.matchAll(/ from '(\.[^']+)'/g), ([, path = '']) =>
    normalize(path),
  );
  expect(imported.length).toBeGreaterThan(1);
  const isLookedAt = (path: string) =>
    INPUTS.some((input) => path === input || path.startsWith(`${input}/`));
  expect(['vite.config.ts', ...imported].filter((path) => !isLookedAt(path))).toEqual([]);
});
