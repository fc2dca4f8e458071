/**
 * Markdown made to be slow or deep. Each test would run for minutes, or overflow the stack, if the
 * reader did more work than a fixed amount for each character.
 */
import { describe, expect, test } from 'vitest';
import { formatMarkdown, parseMarkdown } from './markdown.ts';

const COUNT = 10_000;

describe('Reading and writing ends in good time for', () => {
  test.each([
    ['brackets without end', `${'['.repeat(COUNT)}a${']'.repeat(COUNT)}`],
    ['emphasis that never closes', '*a_ '.repeat(COUNT)],
    ['emphasis that never opens', 'a_ '.repeat(COUNT)],
    ['strong inside strong', `${'**a '.repeat(COUNT)}b${' a**'.repeat(COUNT)}`],
    ['one run of markers', `${'*'.repeat(2 * COUNT)}a${'*'.repeat(2 * COUNT)}`],
    ['underscores to write on', `Name: ${'_'.repeat(COUNT)}`],
    ['links that never close', '[ (]('.repeat(COUNT)],
    ['images in images', '![[]()'.repeat(COUNT)],
    ['comments that never close', 'a <!-- '.repeat(COUNT)],
    [
      'back-ticks of all lengths',
      Array.from({ length: 300 }, (_, n) => `e${'`'.repeat(n)}`).join(''),
    ],
    ['quotes inside quotes', `${'>'.repeat(COUNT)}a`],
    ['many items', '- item **b**\n'.repeat(COUNT)],
    ['many numbers', '1. item\n'.repeat(COUNT)],
    ['many definitions', Array.from({ length: COUNT / 5 }, (_, n) => `[r${n}]: /u`).join('\n')],
    ['many line breaks', `${'a\\\n'.repeat(COUNT / 5)}b`],
    ['a long run of spaces', `a${' '.repeat(COUNT)}b`],
  ])('%s', (_, source) => {
    const { title, blocks } = parseMarkdown(source);
    const written = formatMarkdown({ title: title ?? '', blocks });
    const letters = (text: string): number => text.match(/[a-z]/g)?.length ?? 0;
    expect(letters(written)).toBeGreaterThanOrEqual(letters(source));
  });

  test('formatting and links beyond the bound, which stay as text', () => {
    const source = '**a** '.repeat(2000);
    const text = parseMarkdown(source)
      .blocks[0]?.content.map((run) => ('text' in run ? run.text : ''))
      .join('');
    expect(text?.match(/a/g)).toHaveLength(2000);
    expect(text?.endsWith('**a**')).toBe(true);
  });
});
