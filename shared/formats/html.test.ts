// @vitest-environment jsdom
/** Blocks as HTML: well formed, whole, and nothing in it that runs. */
import { describe, expect, test } from 'vitest';
import { inlineText } from '../document/plain-text.ts';
import type { BlockContent, Inline } from '../document/schema.ts';
import { formatHtml } from './html.ts';
import { textInsteadOf } from './inline.ts';
import { parseMarkdown } from './markdown.ts';
import { FOOTNOTE, randomDocument, seeded } from './testing/random-blocks.ts';

/** The text people read in a block, without what objects inside its lines show. */
function said({ type, name, src, href, alt, content, table }: BlockContent): string {
  const inline = (runs: readonly Inline[]): string => inlineText(runs.map(textInsteadOf));
  const cells = table?.rows.flatMap((row) => row.cells.map(inline)) ?? [];
  const before = type === 'file' ? (name ?? 'File') : type === 'image' && !src ? alt : '';
  const address = type === 'bookmark' ? (href ?? '') : '';
  return [before, address, ...cells, inline(content)].join('');
}

function html(markdown: string): string {
  return formatHtml(parseMarkdown(`text\n\n${markdown}`).blocks.slice(1)).replace(/\n/g, '');
}

describe('HTML of blocks', () => {
  test.each([
    ['headings', '## A', '<h2>A</h2>'],
    ['paragraphs with breaks', 'a\\\nb', '<p>a<br>b</p>'],
    [
      'bookmarks',
      '[A *&* B](https://site.example/ "Bookmark")\n\n[&](https://site.example/?a&b "Bookmark")',
      '<p><a href="https://site.example/" title="Bookmark">A <em>&amp;</em> B</a></p>' +
        '<figure class="bookmark"><a href="https://site.example/?a&amp;b">' +
        'https://site.example/?a&amp;b</a><figcaption>&amp;</figcaption></figure>',
    ],
    ['lists inside lists', '- a\n  1. b\n- c', '<ul><li>a<ol><li>b</li></ol></li><li>c</li></ul>'],
    ['the start of a list', '3. a', '<ol start="3"><li>a</li></ol>'],
    [
      'tasks',
      '- [x] a\n- [ ] b',
      '<ul><li><input type="checkbox" disabled checked> a</li>' +
        '<li><input type="checkbox" disabled> b</li></ul>',
    ],
    [
      'a run of quotes, with a list',
      '> a\n>\n> - b\n>\n> c',
      '<blockquote><p>a</p><ul><li>b</li></ul><p>c</p></blockquote>',
    ],
    [
      'code',
      '```c++ x\nif (a < b && "c") {}\n```',
      '<pre data-language="c++ x"><code class="language-c++">if (a &lt; b &amp;&amp; &quot;c&quot;) {}</code></pre>',
    ],
    ['dividers', '---', '<hr>'],
    [
      'formatting',
      '**a *b*** ~~c~~ `<d>` <u>e</u> <mark>f</mark> <span data-color="red">g</span>',
      '<p><strong>a <em>b</em></strong> <s>c</s> <code>&lt;d&gt;</code> <u>e</u> ' +
        '<mark data-color="yellow">f</mark> <span data-color="red">g</span></p>',
    ],
    [
      'links',
      '[a **b**](/u?x&y "t")',
      '<p><a href="/u?x&amp;y" title="t">a <strong>b</strong></a></p>',
    ],
    ['images', 'a ![b "c"](/i.png)', '<p>a <img src="/i.png" alt="b &quot;c&quot;"></p>'],
    [
      'pictures with captions',
      '![a](/i.png "B & c")',
      '<figure class="image"><img src="/i.png" alt="a"><figcaption>B &amp; c</figcaption></figure>',
    ],
    [
      'files',
      '[a.pdf](/a "File, application/pdf, 12 bytes")\\\n*b*',
      '<figure class="file"><a href="/a" download="a.pdf" type="application/pdf" data-size="12">' +
        'a.pdf</a><figcaption><em>b</em></figcaption></figure>',
    ],
    [
      'tables with a heading',
      '| a | b |\n| - | -: |\n| *c*<br>d | |',
      '<table><thead><tr><th scope="col">a</th><th scope="col" align="right">b</th></tr></thead>' +
        '<tbody><tr><td><em>c</em><br>d</td><td align="right"></td></tr></tbody></table>',
    ],
    [
      'tables without one',
      '| | |\n| - | - |\n| a | b |',
      '<table><tbody><tr><td>a</td><td>b</td></tr></tbody></table>',
    ],
    [
      'callouts with what they hold',
      '> [!TIP]\n> <!-- icon: 🔥 -->\n> a\n>\n> - b',
      '<aside class="callout" data-tone="tip" data-icon="🔥"><p>a</p><ul><li>b</li></ul></aside>',
    ],
    [
      'toggles with what they hold',
      '<details><summary>a <b>b</b></summary>\n\nc\n\n</details>\n\nd',
      '<details><summary>a <strong>b</strong></summary><p>c</p></details><p>d</p>',
    ],
    [
      'formulas',
      'a $x<y$\n\n$$\nz\n$$',
      '<p>a <code class="language-math math-inline">x&lt;y</code></p>' +
        '<pre><code class="language-math math-display">z</code></pre>',
    ],
  ])('has %s', (_, markdown, expected) => {
    expect(html(markdown)).toBe(expected);
  });

  test('keeps a line end at the start of code', () => {
    const written = formatHtml([{ type: 'code', content: [{ text: '\n a\n' }] }]);
    const { body } = new DOMParser().parseFromString(written, 'text/html');
    expect(body.textContent).toBe('\n a\n');
  });

  test('shows raw HTML as source and leaves comments inside a line out', () => {
    expect(html('<script>alert(1)</script>')).toBe(
      '<pre data-raw="true"><code class="language-html">&lt;script&gt;alert(1)&lt;/script&gt;</code></pre>',
    );
    expect(html('a <b onclick=x>b</b><!-- c -->')).toBe(
      '<p>a <code>&lt;b onclick=x&gt;</code>b<code>&lt;/b&gt;</code></p>',
    );
  });

  test('follows no address that runs something', () => {
    for (const address of ['javascript:x', ' java\tscript:x', 'data:text/html,x', 'file:///x']) {
      const written = formatHtml([
        {
          type: 'paragraph',
          content: [
            { text: 'a', marks: { link: address } },
            { embed: { object: 'image', src: address, alt: 'b' } },
          ],
        },
      ]);
      expect(written).toBe('<p>ab</p>');
    }
  });

  test('is well formed and says the text of any blocks, whatever it is', () => {
    const allowed = new Set(
      (
        'P H1 H2 H3 H4 H5 H6 UL OL LI INPUT BLOCKQUOTE PRE CODE HR BR A IMG MARK STRONG EM U S SUB SUP ' +
        'TABLE COLGROUP COL THEAD TBODY TR TH TD FIGURE FIGCAPTION ASIDE DETAILS SUMMARY SPAN TIME PROGRESS'
      ).split(' '),
    );
    for (let seed = 1; seed <= 100; seed++) {
      const { blocks } = randomDocument(seeded(seed));
      const written = formatHtml(blocks);
      const { body } = new DOMParser().parseFromString(`<body>${written}</body>`, 'text/html');
      expect(
        [...body.querySelectorAll('*')].filter(({ tagName }) => !allowed.has(tagName)),
      ).toEqual([]);
      expect(body.querySelectorAll('[style], [onclick], [href^="javascript" i]')).toHaveLength(0);
      const squeeze = (text: string): string => text.replace(/\s|\uFFFC/g, '');
      for (const bar of body.querySelectorAll('progress')) bar.remove();
      for (const object of body.querySelectorAll('code')) {
        if (object.closest('pre')) continue;
        const isHtml = ['<kbd>', '</span>', '<kbd title="a|b">'].includes(object.textContent);
        if (isHtml || object.matches('.math-inline')) object.remove();
      }
      for (const mark of body.querySelectorAll('sup'))
        if (mark.textContent === FOOTNOTE) mark.remove();
      expect(squeeze(body.textContent), `seed ${seed}`).toBe(squeeze(blocks.map(said).join('')));
    }
  });
});
