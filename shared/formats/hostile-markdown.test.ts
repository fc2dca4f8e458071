/**
 * Markdown made to be slow or deep. Each test would run for minutes, or overflow the stack, if the
 * reader did more work than a fixed amount for each character.
 */
import { describe, expect, test } from 'vitest';
import { formatMarkdown, parseMarkdown } from './markdown.ts';

describe('Reading and writing ends in good time for', () => {
  test.each([
    ['brackets without end', `${'['.repeat(10_000)}a${']'.repeat(10_000)}`],
    ['emphasis that never closes', '*a_ '.repeat(30_000)],
    ['emphasis that never opens', 'a_ '.repeat(30_000)],
    ['strikethrough that never opens', 'a~~ '.repeat(30_000)],
    ['strong inside strong', `${'**a '.repeat(10_000)}b${' a**'.repeat(10_000)}`],
    ['one run of markers', `${'*'.repeat(20_000)}a${'*'.repeat(20_000)}`],
    ['underscores to write on', `Name: ${'_'.repeat(20_000)}`],
    ['links that never close', '[ (]('.repeat(3000)],
    ['images in images', '![[]()'.repeat(10_000)],
    ['comments that never close', 'a <!-- '.repeat(2000)],
    [
      'back-ticks of all lengths',
      Array.from({ length: 200 }, (_, n) => `e${'`'.repeat(n)}`).join(''),
    ],
    ['quotes inside quotes', `${'>'.repeat(50_000)}a`],
    ['lists inside lists', `${'- '.repeat(10_000)}a`],
    ['many items', '- item **b**\n'.repeat(2000)],
    ['many numbers', '1. item\n'.repeat(5000)],
    ['many definitions', Array.from({ length: 2000 }, (_, n) => `[r${n}]: /u`).join('\n')],
    ['many line breaks', `${'a\\\n'.repeat(2000)}b`],
    ['formulas that never close', 'a $`a '.repeat(3000)],
    ['a run of dollars', `${'$'.repeat(20_000)}a`],
    ['formulas between dollars', '$$a $'.repeat(10_000)],
    [
      'fences of all lengths',
      Array.from({ length: 300 }, (_, n) => `${'$'.repeat(300 - n)}\na`).join('\n'),
    ],
    ['many cells', `| a | b |\n| - | - |\n${'| c \\| | d |\n'.repeat(2000)}`],
    [
      'rows that are too short',
      `${'|a'.repeat(500)}|\n${'|-'.repeat(500)}|\n${'|b\n'.repeat(500)}`,
    ],
    ['toggles inside toggles', '<details>\n<summary>a</summary>\n\n'.repeat(2000)],
    ['ends of toggles', `a\n\n${'</details>\n'.repeat(5000)}`],
    ['tags that never end', `<details>\n<summary>${'<b '.repeat(500)}</summary>\n\n</details>`],
    ['alerts inside alerts', `${'> '.repeat(300)}[!NOTE]\n${'> '.repeat(300)}a`],
    ['a long run of spaces', `a${' '.repeat(100_000)}b`],
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

test('words that every object knows are words in the heading of a toggle, too', () => {
  for (const word of ['constructor', 'toString', '<constructor>', '__proto__']) {
    const source = `<details>\n<summary>${word}</summary>\n\ntext\n\n</details>\n`;
    const { blocks } = parseMarkdown(source);
    expect(formatMarkdown({ title: '', blocks })).toContain(word);
  }
});
