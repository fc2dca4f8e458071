/** The steps of docs/translating.md lead to what is there. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const steps = readFileSync(join(ROOT, 'docs/translating.md'), 'utf8');

it('every file that the steps name is there, but for the one to be made', () => {
  const named = [...steps.matchAll(/`(app\/[\w./-]+)`/g)].map(([, path]) => path!);
  expect(named.length).toBeGreaterThan(8);
  expect(named.filter((path) => !existsSync(join(ROOT, path)))).toEqual(['app/words/pt.ts']);
});

it('every name in the code that the steps mention is there', () => {
  const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
  expect(read('app/words/languages.ts')).toContain('RIGHT_TO_LEFT');
  expect(read('app/words/es.ts')).toContain("numbersOf('es'");
  expect(read('app/words/en.ts')).toContain('saving:');
  expect(read('app/words/en-late.ts')).toContain('next:');
  expect(read('app/editor/blocks/blocks.css')).toContain('--say-caption');
});
