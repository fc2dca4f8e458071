/** From highlight.js to stretches of text, with the real highlighter. */
import hljs from 'highlight.js/lib/core';
import css from 'highlight.js/lib/languages/css';
import javascript from 'highlight.js/lib/languages/javascript';
import xml from 'highlight.js/lib/languages/xml';
import { describe, expect, test } from 'vitest';
import { LANGUAGES, languageLabel, languageOf, withLanguage } from './languages.ts';
import { moveTokens, packTokens, readTokens, unpackTokens } from './tokens.ts';

hljs.registerLanguage('javascript', javascript);
hljs.registerLanguage('css', css);
hljs.registerLanguage('xml', xml);

/** The tokens of a source, as kind and text. */
function tokensOf(language: string, source: string): string[] {
  const html = hljs.highlight(source, { language, ignoreIllegals: true }).value;
  return unpackTokens(packTokens(readTokens(html))).map(
    ({ from, to, kind }) => `${kind} ${source.slice(from, to)}`,
  );
}

describe('tokens', () => {
  test('lie where they are in the text, also behind signs that HTML writes otherwise', () => {
    expect(tokensOf('javascript', 'if (a < b && "c" > \'d\') return 1; // <b>&amp;')).toEqual([
      'keyword if',
      'string "c"',
      "string 'd'",
      'keyword return',
      'number 1',
      'comment // <b>&amp;',
    ]);
  });

  test('lie where they are also behind words that every object knows', () => {
    expect(tokensOf('javascript', 'class A { constructor() { return 1 } }')).toContain('number 1');
  });

  test('inside one another are of the innermost kind', () => {
    const [open, close] = ['$', '{1}'];
    expect(tokensOf('javascript', `\`a ${open}${close} b\``)).toEqual([
      `string \`a ${open}{`,
      'number 1',
      'string } b`',
    ]);
  });

  test('of languages inside others are those of the inner one', () => {
    expect(tokensOf('xml', '<p class="x">a</p><script>let b</script>')).toContain('keyword let');
  });

  test('do not run over, whatever the text is', () => {
    for (const source of [
      '',
      '<script>',
      '</span>',
      '<span class="hljs-comment">',
      '&amp;&lt',
      '\n\r\n',
    ])
      for (const { from, to } of readTokens(hljs.highlight(source, { language: 'xml' }).value))
        expect(from < to && to <= source.length).toBe(true);
  });
});

describe('tokens move with the text', () => {
  const before = 'let a = "x";';
  const tokens = [
    { from: 0, to: 3, kind: 'keyword' },
    { from: 8, to: 11, kind: 'string' },
  ] as const;

  test.each([
    ['let a = "x";', ['let', '"x"']],
    ['let ab = "x";', ['let', '"x"']],
    ['let a = "xyz";', ['let', '"xyz"']],
    ['lets a = "x";', ['let', '"x"']],
    [' let a = "x";', ['let', '"x"']],
    ['le a = "x";', ['le', '"x"']],
    ['let a = ', ['let']],
    ['', []],
    ['let a = "x"+;', ['let', '"x"']],
    ['let";', ['let', '"']],
  ])('to %j as %j', (now, texts) => {
    expect(moveTokens(tokens, before, now).map(({ from, to }) => now.slice(from, to))).toEqual(
      texts,
    );
  });
});

describe('a language', () => {
  test.each([
    ['js', 'JavaScript'],
    ['TS', 'TypeScript'],
    ['c++', 'C++'],
    ['js {1,3} title="x"', 'JavaScript'],
    ['brainfuck', 'brainfuck'],
    ['', ''],
  ])('written %j is shown as %j', (written, label) => {
    expect(languageLabel(written)).toBe(label);
  });

  test('has names that no other has', () => {
    for (const { id, aliases } of LANGUAGES)
      for (const name of [id, ...aliases.split(' ').filter(Boolean)])
        expect([name, languageOf(name)?.id]).toEqual([name, id]);
  });

  test('can be changed without losing what stands behind it', () => {
    expect(withLanguage('js {1,3}', 'python')).toBe('python {1,3}');
    expect(withLanguage('', 'python')).toBe('python');
    expect(withLanguage('js', '')).toBe('');
  });
});
