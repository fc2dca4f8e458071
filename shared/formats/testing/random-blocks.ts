/**
 * Random documents of blocks with text that is hard to write as Markdown.
 *
 * Invariant: the same seed gives the same document, everywhere.
 */
import {
  attributeNamesOf,
  BLOCK_TYPES,
  type BlockContent,
  type Inline,
  type InlineObject,
  MAX_DEPTH,
  type Marks,
  type TableColumn,
  TONES,
  VOID_TYPES,
} from '../../document/schema.ts';
import { valuesOf } from '../../document/testing/attribute-values.ts';

export type Random = () => number;

/** Numbers from 0 up to 1 that follow from the seed (mulberry32). */
export function seeded(seed: number): Random {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

const NASTY = [
  '1. one',
  '12) two',
  '# head',
  '#',
  '> said',
  '>',
  '- item',
  '-',
  '+ plus',
  '* star',
  '***',
  '---',
  '===',
  '_under_',
  '__init__',
  'snake_case_name',
  '**bold**',
  '*',
  '_',
  '`tick`',
  '``',
  '```js',
  '~~~',
  '~~struck~~',
  '~',
  '| a | b |',
  '|-|-|',
  '| --- |',
  ':--',
  '<div>',
  '</u>',
  '<span data-color="red">',
  '</span>',
  '<u>',
  '<!-- note -->',
  '<br>',
  'a < b > c',
  '&amp;',
  '&#35;',
  'AT&T',
  '&copy',
  '\\',
  '\\*',
  'C:\\dir\\',
  '[link](http://a.example)',
  '[ref]',
  '[ref]: /url',
  '[^1]',
  '![alt](src.png)',
  '!',
  '[ ] box',
  '[x]',
  ']',
  '](',
  ')',
  'http://plain.example/a_b*c',
  'www.plain.example',
  'someone@mail.example',
  '  ',
  ' lead',
  'trail ',
  '\ttab',
  '\n',
  '\n\n',
  'line\nbreak',
  'end\n',
  'é',
  'İ',
  '中文（注）',
  '😀',
  '.',
  '(paren)',
  '"quoted"',
  '¡',
  '\u00a0',
  'word',
  'two words',
  'a',
  '[!NOTE]',
  '[!tip]\n',
  '$',
  '$5',
  '$x$',
  '$$',
  '$$\nx\n$$',
  '</details>',
  '<summary>',
  '&nbsp;',
  '\\|',
  '\\\\|',
  'a|b',
];

const LINKS = [
  'https://site.example/',
  'https://site.example/a_(b)?x=1&y=2&copy=3',
  'http://site.example/a b',
  'mailto:someone@mail.example',
  'tel:+123',
  '../other.md#part',
  '#here',
  'https://plain.example/*_<>',
  'a\\b',
  '((',
  'https://site.example/a|b',
  'https://site.example/$a$',
  '<a>',
];

/** What footnotes are called. */
export const FOOTNOTE = 'a&"*1';
const OBJECTS: InlineObject[] = [
  { object: 'image', src: 'https://site.example/i.png', alt: 'a picture' },
  { object: 'image', src: 'i (1).png', alt: 'with [brackets] * _', title: 'and a "title"' },
  { object: 'image', src: '', alt: '' },
  { object: 'html', value: '<kbd>' },
  { object: 'html', value: '</span>' },
  { object: 'html', value: '<!-- aside -->' },
  { object: 'html', value: '<kbd title="a|b">' },
  { object: 'image', src: 'a|b.png', alt: '$a|b$' },
  { object: 'image', src: '<a>', alt: '' },
  { object: 'formula', source: 'x^2' },
  { object: 'formula', source: '\\|a\\| \\$ |b|' },
  { object: 'formula', source: '`a' },
  { object: 'formula', source: 'a$$b\\' },
  { object: 'formula', source: '' },
  { object: 'footnote', label: FOOTNOTE },
  { object: 'mention', name: 'Ada *L* 1' },
  { object: 'date', date: '2026-03-04' },
  { object: 'document', document: 'MpJGQRyiMyyLs6yaxewNqg', title: 'Plan *B* [1]' },
  { object: 'document', document: '../evil', title: '' },
];

const FORMULAS = ['x', '', '\\frac{a}{b}\n\n  = $c$', '$$\nx\n$$$', '\n- a\n', '> `a`\n\t|b|'];

function pick<Value>(random: Random, values: readonly Value[]): Value {
  return values[Math.floor(random() * values.length)]!;
}

function randomMarks(random: Random): Marks | undefined {
  if (random() < 0.4) return undefined;
  const marks: Marks = {};
  if (random() < 0.35) marks.bold = true;
  if (random() < 0.35) marks.italic = true;
  const third = random();
  if (third < 0.2) marks.strike = true;
  else if (third < 0.28) marks.subscript = true;
  else if (third < 0.34) marks.superscript = true;
  if (random() < 0.15) marks.underline = true;
  if (random() < 0.12) marks.highlight = pick(random, ['yellow', 'green']);
  if (random() < 0.1) marks.color = pick(random, ['red', 'blue']);
  if (random() < 0.15) marks.code = true;
  if (random() < 0.2) {
    marks.link = pick(random, LINKS);
    if (random() < 0.3) marks.linkTitle = pick(random, ['Title', 'a "b" \'c\'', '(d) \\']);
  }
  return Object.keys(marks).length > 0 ? marks : undefined;
}

export function randomText(random: Random): string {
  const parts = Array.from({ length: 1 + Math.floor(random() * 3) }, () => pick(random, NASTY));
  return parts.join(random() < 0.5 ? ' ' : '');
}

/** @param formatted whether runs may have formatting and objects. */
function randomInline(random: Random, formatted = true): Inline[] {
  if (random() < 0.08) return [];
  const length = 1 + Math.floor(random() * (random() < 0.3 ? 8 : 3));
  return Array.from({ length }, (_, index): Inline => {
    const marks = formatted ? randomMarks(random) : undefined;
    const marked = marks ? { marks } : {};
    if (formatted && index > 0 && random() < 0.08) {
      const { code: _code, ...others } = marks ?? {};
      return { embed: pick(random, OBJECTS), ...(marks ? { marks: others } : {}) };
    }
    return { text: randomText(random), ...marked };
  });
}

/** Types whose attributes go with one another, or that not every reader knows. */
const DRAWN_ABOVE = new Set(
  'poll heading bullet ordered task quote code callout image file table bookmark'.split(' '),
);

function randomBlock(random: Random): BlockContent {
  const type = random() < 0.02 ? 'poll' : pick(random, BLOCK_TYPES);
  const block: BlockContent = { type, content: [] };
  const depth = random() < 0.5 ? 0 : Math.floor(random() * (random() < 0.1 ? MAX_DEPTH + 1 : 4));
  if (depth > 0) block.depth = depth;
  if (type === 'heading') block.level = 1 + Math.floor(random() * 6);
  if (type === 'task') block.checked = random() < 0.5;
  if (type === 'ordered' && random() < 0.05) block.checked = random() < 0.5;
  if (type === 'ordered' && random() < 0.2) block.start = pick(random, [0, 1, 7, 999_999_999]);
  if ((type === 'bullet' || type === 'quote') && random() < 0.1) block.start = 1;
  if (type === 'code') {
    if (random() < 0.2) {
      block.raw = true;
      const [language, text] = pick(random, [
        ['markdown', '[^1]: A note\n\n    in two paragraphs.'],
        ['html', '<div>\n  <p>text</p>\n</div>'],
        ['html', '<!-- a\n\nb -->'],
        ['markdown', '[name]: https://site.example "T"'],
      ] as const);
      block.language = language;
      block.content = [{ text }];
    } else {
      if (random() < 0.5)
        block.language = pick(random, ['js', 'c++', 'js {1,3} title="x y"', '`a`']);
      block.content = randomInline(random, false);
    }
  } else if (type === 'formula') {
    const text = pick(random, FORMULAS);
    block.content = text ? [{ text }] : [];
  } else if (VOID_TYPES.has(type) ? random() < 0.05 : type !== 'image' || random() < 0.7) {
    block.content = randomInline(random);
  }
  if (type === 'callout') {
    block.tone = pick(random, TONES);
    if (random() < 0.2) block.icon = '🔥';
  }
  if (type === 'image') {
    if (random() < 0.9) block.src = pick(random, ['https://site.example/i.png', 'i (1).png']);
    if (random() < 0.7) block.alt = pick(random, ['a picture', 'with [brackets] * _ | $a$']);
    if (random() < 0.3) block.width = 320;
  }
  if (type === 'file') {
    if (random() < 0.9) block.src = pick(random, ['https://site.example/plan.pdf', 'a b.zip']);
    if (random() < 0.9) block.name = pick(random, ['plan.pdf', 'a_b [1] *.zip', '$a$ `x`']);
    if (random() < 0.5) block.size = Math.floor(random() * 1e6);
    if (random() < 0.5) block.mime = 'application/pdf';
  }
  if (type === 'bookmark' && random() < 0.9)
    block.href = pick(random, [
      'https://site.example/',
      'http://site.example/a_(b)*?x=1&copy=3#$a$',
    ]);
  if (type === 'table') Object.assign(block, randomTable(random));
  if (!DRAWN_ABOVE.has(type))
    for (const name of attributeNamesOf(type)) {
      const value = name === 'depth' ? undefined : pick(random, valuesOf(name));
      if (value !== undefined) Object.assign(block, { [name]: value });
    }
  return block;
}

function randomTable(random: Random): Pick<BlockContent, 'header' | 'table'> {
  const columns = Array.from({ length: Math.floor(random() * 4) }, (): TableColumn => {
    const align = pick(random, [undefined, undefined, 'center', 'end'] as const);
    return { id: '', ...(align ? { align } : {}), ...(random() < 0.2 ? { width: 100 } : {}) };
  });
  const rows = Array.from({ length: Math.floor(random() * 4) }, () => ({
    id: '',
    cells: columns.map(() => randomInline(random)),
  }));
  return { ...(random() < 0.6 ? { header: true } : {}), table: { columns, rows } };
}

export function randomDocument(random: Random): { title: string; blocks: BlockContent[] } {
  const length = Math.floor(random() * 12);
  const title = random() < 0.2 ? '' : randomText(random);
  const blocks = Array.from({ length }, () => randomBlock(random));
  // Without a note, what looks like the mark of one is text.
  const note: InlineObject = { object: 'footnote', label: FOOTNOTE, text: true };
  if (JSON.stringify(blocks).includes('"footnote"'))
    blocks.push({ type: 'paragraph', content: [{ embed: note }, { text: ' note' }] });
  return { title, blocks };
}
