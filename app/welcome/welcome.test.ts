/** The welcome document says what is there: its keys, its buttons and its blocks. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parseMarkdown } from '../../shared/formats/markdown.ts';
import { readWelcome } from './welcome.ts';

const FILES = globSync('*.md', { cwd: import.meta.dirname });

test('it becomes a document with things to tick off, a callout and steps', async () => {
  const { title, blocks } = await readWelcome();
  expect(title).toBe('Welcome to Driftless');
  const types = blocks.map(({ type }) => type);
  expect(types.filter((type) => type === 'task')).toHaveLength(8);
  expect(new Set(types)).toEqual(
    new Set(['paragraph', 'heading', 'task', 'callout', 'bullet', 'ordered', 'divider']),
  );
});

test.each(FILES)('%s has a title and is a minute long', (file) => {
  const source = readFileSync(join(import.meta.dirname, file), 'utf8');
  const { title, blocks } = parseMarkdown(source);
  expect(title).toBeTruthy();
  // As fast as people read who also try things out.
  const words = source.split(/\s+/).length;
  expect(words).toBeLessThan(320);
  expect(blocks.filter(({ type }) => type === 'codeBlock')).toEqual([]);
});
