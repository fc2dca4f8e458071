/** A document as a page of HTML, with footnotes that lead somewhere. */
import { expect, test } from 'vitest';
import type { BlockContent, Inline } from '../document/schema.ts';
import { formatHtmlPage } from './html-page.ts';

function paragraph(...content: Inline[]): BlockContent {
  return { type: 'paragraph', content };
}

function footnote(label: string, text = false): Inline {
  return { embed: { object: 'footnote', label, ...(text ? { text } : {}) } };
}

test('a mark leads to its note, the note back, and no name is there twice', () => {
  const html = formatHtmlPage({
    title: 'Plan <b>',
    blocks: [
      paragraph({ text: 'Alpha' }, footnote('c1'), footnote('c1')),
      paragraph(footnote('c1', true), { text: 'Why?' }),
    ],
  });
  expect(html).toContain('<title>Plan &lt;b&gt;</title>');
  expect(html).toContain('<h1>Plan &lt;b&gt;</h1>');
  const mark = '<sup><a id="mark-c1" href="#note-c1">c1</a></sup>';
  expect(html).toContain(`Alpha${mark}<sup><a href="#note-c1">c1</a></sup>`);
  expect(html).toContain('<sup><a id="note-c1" href="#mark-c1">c1</a></sup>Why?');
});

test('every block reads in the direction of its own letters, and code from left to right', () => {
  const table = { columns: [{ id: 'c' }], rows: ['r', 's'].map((id) => ({ id, cells: [[]] })) };
  const types = ['heading', 'bullet', 'quote', 'callout', 'toggle', 'image', 'code', 'formula'];
  const html = formatHtmlPage({
    title: 'عنوان',
    blocks: [
      ...types.map((type) => ({ type, content: [{ text: 'Words (here).' }] })),
      { type: 'table', header: true, content: [], table },
    ],
  });
  const [, own = '', fixed = ''] =
    /<style>:is\((.*)\)\{unicode-bidi:plaintext\}(.*)\{direction:ltr\}<\/style>/.exec(html) ?? [];
  const tags = html.matchAll(/<(\w+)(?: [^>]*)?>(?:<code[^>]*>)?Words|<(t[hd])\b/g);
  const holding = new Set(Array.from(tags, ([, tag, cell]) => tag ?? cell));
  expect(holding.size).toBe(8);
  for (const tag of holding)
    expect(tag === 'pre' ? fixed.split(',') : own.split(','), tag).toContain(tag);
  expect(fixed.split(',')).toContain('table');
});

test('a label that is none runs nothing', () => {
  const wrong = '"><script>alert(1)</script>';
  const html = formatHtmlPage({ title: '', blocks: [paragraph(footnote(wrong))] });
  expect(html).not.toContain('<script');
  expect(html).not.toContain('<h1>');
});
