// @vitest-environment jsdom
/** What is pasted into the title: one line of it is the title, and the text begins with the rest. */
import { expect, test } from 'vitest';
import { MAX_TITLE_LENGTH } from '../../../shared/protocol/limits.ts';
import { seededChance } from '../../../shared/testing/seeded.ts';
import { untilHolds } from '../../../shared/testing/until-holds.ts';
import { waitingInput } from '../../ui/waiting-input.ts';
import { lazyClipboard } from '../clipboard/lazy-clipboard.ts';
import { Page, type Payload } from '../testing/pasting.ts';
import { pasteBelow, selectedIn } from './paste-below.ts';

interface Pasted {
  title: string;
  lines: readonly string[];
}

/** Pastes behind a title, above what the body has. */
async function paste(
  payload: Payload,
  { title = '', lines = [''] }: Partial<Pasted> = {},
): Promise<Pasted | 'by the browser'> {
  const page = new Page(lines, [lazyClipboard()]);
  const field = document.body.appendChild(document.createElement('textarea'));
  field.value = title;
  field.setSelectionRange(title.length, title.length);
  const data = {
    files: [],
    types: Object.keys(payload),
    getData: (type: string) => payload[type] ?? '',
  } as unknown as DataTransfer;
  if (!pasteBelow(page.view, field, data, () => selectedIn(field))) return 'by the browser';
  await untilHolds(() => expect(waitingInput.get()).toBe(false));
  const found = { title: field.value, lines: page.sketch };
  field.remove();
  page.view.destroy();
  return found;
}

const letters = (text: string) => text.replace(/\s+/g, '');

const LONG = 'many words '.repeat(30).trim();

test.each<[string, Payload, Partial<Pasted> | undefined, Pasted]>([
  [
    'a page as Google Docs copies it',
    {
      'text/plain': 'A plan\n\nFirst thing\nSecond thing',
      'text/html':
        '<meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-1"><h1><span>A </span><span>plan</span></h1><br><p>First <strong>thing</strong></p><p>Second thing</p></b>',
    },
    undefined,
    { title: 'A plan', lines: ['First *thing*', 'Second thing'] },
  ],
  [
    'lines',
    { 'text/plain': '\r\nשלום עולם\r\n\r\nשורה\r\nעוד 👩‍👩‍👧' },
    undefined,
    { title: 'שלום עולם', lines: ['שורה', 'עוד 👩‍👩‍👧'] },
  ],
  [
    'Markdown',
    { 'text/plain': '# A plan #\n\n- one\n- two' },
    undefined,
    { title: 'A plan', lines: ['- one', '- two'] },
  ],
  [
    'behind a title, above a text',
    { 'text/plain': ' begun\nthe rest' },
    { title: 'Well', lines: ['was here'] },
    { title: 'Wellbegun', lines: ['the rest', 'was here'] },
  ],
  [
    'a list',
    { 'text/plain': 'one\ntwo', 'text/html': '<ul><li>one</li><li>two</li></ul>' },
    undefined,
    { title: '', lines: ['- one', '- two'] },
  ],
  [
    'a list of text alone',
    { 'text/plain': '- one\n- two' },
    undefined,
    { title: '', lines: ['- one', '- two'] },
  ],
  ['more than a title', { 'text/plain': LONG }, undefined, { title: '', lines: [LONG] }],
  [
    'a long first line',
    { 'text/plain': `${LONG}\nbelow` },
    { title: 'Kept' },
    { title: 'Kept', lines: [LONG, 'below'] },
  ],
  [
    'lines that a page does not begin with',
    { 'text/plain': 'one\ntwo', 'text/html': '<p>one two</p><p>three</p>' },
    undefined,
    { title: '', lines: ['one two', 'three'] },
  ],
  [
    'a page without text of its own',
    { 'text/html': '<h2>Only</h2><p>this</p>' },
    undefined,
    { title: 'Only', lines: ['this'] },
  ],
  [
    'one line without text of its own',
    { 'text/html': '<p>Only this 🎉</p>' },
    { lines: ['was here'] },
    { title: 'Only this 🎉', lines: ['was here'] },
  ],
  [
    'what this editor copies',
    {
      'text/plain': 'one\n\ntwo',
      'text/html': '<p data-pm-slice="1 1 []">one</p><p>two</p>',
    },
    { title: '', lines: ['was here'] },
    { title: 'one', lines: ['two', 'was here'] },
  ],
  [
    'what this editor copies, with what has no name but its own',
    {
      'text/plain': 'A plan\nFile: it.pdf\nhttps://example.org/: read',
      'text/html':
        '<h1 data-pm-slice="0 0 []">A plan</h1><figure class="file" data-name="it.pdf">File</figure><figure class="bookmark"><figcaption>read</figcaption></figure>',
    },
    undefined,
    { title: 'A plan', lines: ['▤', '◈ read'] },
  ],
  [
    'Markdown in which the title alone says that it is such',
    { 'text/plain': '# A plan\n\nsome *marked* words\nwritten so' },
    undefined,
    { title: 'A plan', lines: ['some _marked_ words', 'written so'] },
  ],
  [
    'Markdown with formatting in the title, and a line below it',
    { 'text/plain': 'A **plan**\n====\n\n- one' },
    undefined,
    { title: 'A plan', lines: ['- one'] },
  ],
  [
    'Markdown that begins with a formula',
    { 'text/plain': '$$\nx^2\n$$\n\nrest' },
    undefined,
    { title: '', lines: ['∑ x^2', 'rest'] },
  ],
  [
    'Markdown that begins with a picture',
    { 'text/plain': '![a boat](https://example.org/boat.png)\n\nrest' },
    undefined,
    { title: '', lines: ['▣', 'rest'] },
  ],
  [
    'Markdown with a note to its title',
    { 'text/plain': '# A plan[^1]\n\nrest\n\n[^1]: a note' },
    undefined,
    { title: '', lines: ['# A plan{footnote}', 'rest', '{footnote} a note'] },
  ],
  [
    'what this editor copies, with a note to its title',
    {
      'text/plain': 'A plan1\n1 a note',
      'text/html': `<p data-pm-slice="0 0 []">A plan<span data-embed='{"object":"footnote","label":"1"}'><sup>1</sup></span></p><p><span data-embed='{"object":"footnote","label":"1","text":true}'><sup>1</sup></span> a note</p>`,
    },
    undefined,
    { title: '', lines: ['A plan{footnote}', '{footnote} a note'] },
  ],
  [
    'lines of code',
    {
      'text/plain': 'const a = 1;\nconst b = 2;',
      'text/html':
        '<div style="font-family: Menlo, monospace; white-space: pre;"><div><span>const</span><span> a = 1;</span></div><div><span>const b = 2;</span></div></div>',
    },
    undefined,
    { title: '', lines: ['| const a = 1;↵const b = 2;'] },
  ],
  [
    'a callout',
    {
      'text/plain': 'one\ntwo',
      'text/html':
        '<aside class="callout" data-tone="tip" data-pm-slice="0 0 []"><p>one</p><p>two</p></aside>',
    },
    undefined,
    { title: '', lines: ['!tip one', '  two'] },
  ],
  [
    'as many letters as a title may have, behind blanks',
    { 'text/plain': '   x'.padEnd(MAX_TITLE_LENGTH + 3, 'x') },
    { lines: ['was here'] },
    { title: 'x'.repeat(MAX_TITLE_LENGTH), lines: ['was here'] },
  ],
  [
    'a line above which something stands',
    { 'text/plain': 'one\ntwo', 'text/html': '<hr><p>one</p><p>two</p>' },
    undefined,
    { title: '', lines: ['---', 'one', 'two'] },
  ],
])('%s', async (_what, payload, before, after) => {
  expect(await paste(payload, before)).toEqual(after);
});

test.each<[string, Payload]>([
  ['one line', { 'text/plain': 'A plan\n', 'text/html': '<p>A plan</p>' }],
  ['as much as a title may have', { 'text/plain': 'x'.repeat(MAX_TITLE_LENGTH) }],
  ['nothing', {}],
  ['a blank', { 'text/plain': ' ', 'text/html': '<meta charset="utf-8"><span> </span>' }],
  ['one that keeps words together', { 'text/plain': '\u00a0', 'text/html': '<p>&nbsp;</p>' }],
])('%s is the browser’s to paste', async (_what, payload) => {
  expect(await paste(payload)).toBe('by the browser');
});

const WORDS = [
  'plain',
  '漢字',
  'שלום',
  'مرحبا',
  '👩‍🚀',
  'naïve',
  '&amp;',
  'ไทย',
  'x²',
  '#5',
  '7th',
];
const WRAPS = [
  ['<p>', '</p>'],
  ['<h1>', '</h1>'],
  ['<div>', '</div>'],
  ['<div><p>', '</p></div>'],
  ['<p><b>', '</b></p>'],
  ['<section><h2><span> ', ' </span></h2></section>'],
] as const;

test.each(Array.from({ length: 60 }, (_, index) => 4_200 + index))(
  'of any page nothing is lost or doubled (seed %i)',
  async (seed) => {
    const chance = seededChance(seed);
    const pick = <T>(from: readonly T[]) => from[chance(from.length)]!;
    const lines = Array.from({ length: 2 + chance(4) }, () =>
      Array.from({ length: 1 + chance(5) }, () => pick(WORDS)).join(' '),
    );
    const html = lines.map((line) => {
      const [open, close] = pick(WRAPS);
      const inner =
        chance(3) === 0 ? line.replace(' ', ' <i>').concat(/ /.test(line) ? '</i>' : '') : line;
      return `${open}${inner}${close}`;
    });
    const plain = lines.join(pick(['\n', '\r\n', '\n\n'])).replaceAll('&amp;', '&');
    const payload: Payload = { 'text/plain': plain };
    if (chance(2) === 0) payload['text/html'] = html.join(pick(['', '\n', '<br>']));
    const pasted = await paste(payload);
    if (pasted === 'by the browser') throw new Error('It is more than a title.');
    const all = [pasted.title, ...pasted.lines].join(' ');
    const marks = /[#*_]+/g;
    expect(letters(all.replace(marks, ''))).toBe(letters(plain.replace(marks, '')));
    expect(pasted.title).not.toBe('');
  },
);
