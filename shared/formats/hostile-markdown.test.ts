/**
 * Markdown made to be slow or deep. Each test would run for minutes, or overflow the stack, if the
 * reader did more work than a fixed amount for each character.
 */
import { describe, expect, test } from 'vitest';
import { AS_LONG_AS_ASKED, fuzz, mutatedText, shorterText } from '../testing/fuzz.ts';
import { formatMarkdown, parseMarkdown } from './markdown.ts';
import { randomText, seeded } from './testing/random-blocks.ts';

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

/** Files of other programs, in which much is nested, and what never was Markdown. */
const KEPT = [
  '# Plan\n\nSome *text* with [a link](https://example.org "T") and `code`.\n\n- [ ] open\n- [x] done\n  1. inner\n\n> said\n> more\n',
  '| a | b |\n| :- | -: |\n| one \\| two | <br> three |\n\n```js {1,3}\nlet a;\n```\n\n$$\nx^2\n$$\n',
  '<details>\n<summary>More <b>bold</b></summary>\n\ninside\n\n</details>\n\n> [!TIP]\n> mind\n',
  '---\ntitle: front\ntags: [a, b]\n---\n\nText[^one]\n\n[^one]: A note\n    goes on\n\n[ref]: <https://example.org/a b>\n',
  '![alt](javascript:alert(1)) [x](data:text/html,y) <a href="vbscript:z">w</a> <script>q</script>\n',
  '<!-- aside\n\nnever closed\n\n<div>\n*in html*\n',
  'Head\n====\n\nline  \nbreak\\\nagain\n\n* * *\n\n1) one\n2) two\n\n\tcode\n',
];
const ODD = [
  '\u0000',
  '\uFEFF',
  '\uD800',
  '\u202E',
  '\u00A0',
  '\r',
  '\r\n',
  '\t',
  '\n\n',
  '> ',
  '- ',
  '    ',
  '```',
  '$$',
  '**',
  '[',
  '](',
  '<',
  '>',
  '|',
  '\\',
  '<summary>',
  '</details>',
  '<details>',
  '&#0;',
  '&Tab;',
  '[^',
  '://',
  'javascript:',
];
const RUNNING = /^\W*(?:javascript|data|vbscript|file|blob):/i;

function lettersOf(text: string): string {
  return [...text.toLowerCase().replace(/[^a-z]/g, '')].sort().join('');
}

/** What a file says for certain: tags, entities and names of references may go. */
function saidIn(source: string): string {
  return source
    .replace(/<\/?[a-z][^>]*>/gi, '')
    .replace(/&[#\w]*;?/g, '')
    .replace(/\[[^[]*?\]:|\]\s?\[[^[]*?\]/g, ']');
}

test(
  'whatever is in a file is read without loss, and is the same when it is read again',
  AS_LONG_AS_ASKED,
  async () => {
    await fuzz({
      runs: 200,
      make: (chance, seed) => mutatedText(chance, [...KEPT, randomText(seeded(seed))], ODD),
      check: (source) => {
        const { title, blocks } = parseMarkdown(source);
        const written = formatMarkdown({ title: title ?? '', blocks });
        const again = parseMarkdown(written);
        const stable = formatMarkdown({ title: again.title ?? '', blocks: again.blocks });
        expect(stable).toBe(written);
        const [before, after] = [saidIn(source), written].map(lettersOf);
        expect(isWithin(before!, after!) || written).toBe(true);
        for (const { content, src, href } of blocks) {
          const links = content.map(({ marks }) => marks?.link);
          expect([src, href, ...links].filter((address) => RUNNING.test(address ?? ''))).toEqual(
            [],
          );
        }
      },
      smaller: shorterText,
      show: (source) => JSON.stringify(source),
    });
  },
);

function isWithin(part: string, whole: string): boolean {
  let at = 0;
  for (const letter of whole) if (letter === part[at]) at++;
  return at === part.length;
}
