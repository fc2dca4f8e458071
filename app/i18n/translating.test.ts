/** What the steps of docs/translating.md mention is in the code; that its files are there, docs.test.ts says. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');

it('every name in the code that the steps mention is there', () => {
  const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
  expect(read('app/i18n/languages.ts')).toContain('RIGHT_TO_LEFT');
  expect(read('app/i18n/es.ts')).toContain("numbersOf('es'");
  expect(read('app/i18n/en.ts')).toContain('saving:');
  expect(read('app/i18n/en-lazy.ts')).toContain('next:');
  expect(read('app/editor/blocks/blocks.css')).toContain('--say-caption');
});
