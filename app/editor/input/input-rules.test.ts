/** What signs become as they are typed, where one of them begins like another. */
import { beforeAll, expect, test } from 'vitest';
import { readBlocks } from '../../../shared/document/body.ts';
import { documentOf, sketch } from '../../../shared/document/testing/sketch.ts';
import { insertBlocks } from '../clipboard/clipboard.ts';
import { splitBlock } from '../commands/commands.ts';
import { schema } from '../schema.ts';
import { Headless } from '../testing/headless.ts';
import { lazyRules, markdownRules } from './input-rules.ts';
import { quotesOf } from './typography.ts';

beforeAll(lazyRules.load);

const begin = (line = '') => new Headless(documentOf([line]), {}, [markdownRules()]).select(0, 0);

test('three stars or lines open what is bold and slanted; a blank or Enter makes them a divider', () => {
  for (const signs of ['***', '___']) {
    const formatted = begin().keys(`${signs}both${signs} not`);
    expect(sketch(formatted.doc)).toEqual(['*_both_* not']);
    expect(sketch(begin().keys(`${signs} next`).doc)).toEqual(['---', 'next']);
    const entered = begin().keys(signs);
    entered.press(splitBlock);
    entered.keys('next');
    expect(sketch(entered.doc)).toEqual(['---', 'next']);
  }
  expect(sketch(begin().keys('---next').doc)).toEqual(['---', 'next']);
});

test('what stands behind the caret stays', () => {
  const editor = begin('some *bold* rest').keys('---');
  expect(sketch(editor.doc)).toEqual(['---', 'some *bold* rest']);
  expect(sketch(editor.keys('x').doc)).toEqual(['---', 'xsome *bold* rest']);
  expect(sketch(begin('rest').keys('# ').doc)).toEqual(['# rest']);
  expect(sketch(begin('rest').keys('``` ').doc)).toEqual(['| rest']);
});

test('signs that begin a block are text in a caption, whose picture or file stays', () => {
  for (const block of ['▣ ', '▤ '])
    for (const signs of ['# ', '- ', '1. ', '> ', '``` ', '$$ ', '[ ] '])
      expect(sketch(begin(block).keys(`${signs}x`).doc)).toEqual([`${block}${signs}x`]);
});

test('a box is one with a sign of either size in it, as keyboards on glass begin a line', () => {
  for (const [signs, line] of [
    ['[ ] ', '[ ] a'],
    ['[] ', '[ ] a'],
    ['[x] ', '[x] a'],
    ['[X] ', '[x] a'],
    ['- [X] ', '[x] a'],
  ] as const)
    expect(sketch(begin().keys(`${signs}a`).doc), signs).toEqual([line]);
  expect(sketch(begin().keys('[y] a').doc)).toEqual(['[y] a']);
});

test('a number at the beginning of a heading is a part of it', () => {
  for (const number of ['1. ', '2) ', '2026. '])
    expect(sketch(begin('## Part').keys(number).doc)).toEqual([`## ${number}Part`]);
  expect(sketch(begin('## Part').keys('# ').doc)).toEqual(['# Part']);
});

test('signs that begin a block are text in one of a type that another build knows', () => {
  const editor = begin();
  insertBlocks(editor.view, [{ type: 'poll', content: [{ text: 'x' }] }]);
  const index = editor.state.doc.children.findIndex(({ textContent }) => textContent === 'x');
  editor.select(index, 0).keys('1. ');
  expect(readBlocks(editor.doc)[index]).toMatchObject({
    type: 'poll',
    content: [{ text: '1. x' }],
  });
});

test('a line inside a word is a part of it in any script, and stars format words without blanks', () => {
  for (const word of ['a_b_c', 'Menü_neu_2', 'имя_файла_2', '文件_名称_2', 'नदी_का_२'])
    expect(begin().keys(word).state.doc.textContent).toBe(word);
  for (const text of [
    'х*й знает, п*дец',
    'niñ*s y niñ*s',
    'Ärzt*innen und Köch*innen',
    'б**ь, с**а',
  ])
    expect(begin().keys(text).state.doc.textContent).toBe(text);
  expect(sketch(begin().keys('中文**粗体**中文').doc)).toEqual(['中文*粗体*中文']);
  expect(sketch(begin().keys('サーバー*は*ไทย*ด*').doc)).toEqual(['サーバー_は_ไทย_ด_']);
  expect(begin().keys('«_да_» 👍_ok_ _好_').state.doc.textContent).toBe('«да» 👍ok 好');
});

test('signs between backticks are code, whatever they mean elsewhere', () => {
  for (const code of ['__init__', 'f(*a, *b) ', '~~x~~', '==x==', '**k**', 'H~2~O', '$x$', '[^1]'])
    expect(sketch(begin().keys(`so \`${code}\` it is`).doc)).toEqual([`so \`${code}\` it is`]);
  expect(sketch(begin().keys('a ` and `b` *c* d').doc)).toEqual(['a ` and `b` _c_ d']);
});

test('what has code in it is formatted, and signs in code are not', () => {
  const bold = begin().keys('**use `npm i` first** now');
  expect(bold.state.doc.textContent).toBe('use npm i first now');
  const { children } = bold.state.doc.child(0);
  expect(children.map(({ marks }) => marks.map(({ type }) => type.name))).toEqual([
    ['bold'],
    ['bold', 'code'],
    ['bold'],
    [],
  ]);
  expect(begin().keys('*`a`* b').state.doc.textContent).toBe('a b');
  const inside = begin('`ab` c').select(0, 1).keys('*x*');
  expect(inside.state.doc.textContent).toBe('a*x*b c');
});

test('what is formatted in the text of a link, or an object there, stays', () => {
  const editor = begin('_see_ ').select(0, 0).keys('[');
  const day = schema.nodes.object!.create({ embed: { object: 'date', date: '2026-03-04' } });
  editor.select(0, 6);
  editor.dispatch(editor.state.tr.insert(editor.state.selection.head, day));
  editor.keys('](https://a.org)!');
  const link = schema.marks.link!;
  const runs = editor.state.doc.child(0).children;
  expect(runs.map((run) => run.textContent)).toEqual(['see', ' ', '2026-03-04', '!']);
  expect(runs.map(({ marks }) => Boolean(link.isInSet(marks)))).toEqual([true, true, true, false]);
  expect(runs[0]!.marks.map(({ type }) => type.name)).toContain('italic');
});

test('an address keeps its brackets, and a bracket that was open before stays', () => {
  const address = 'https://en.wikipedia.org/wiki/Mercury_(planet)#Size';
  const [block] = readBlocks(begin().keys(`[see [Mercury](${address})]`).doc);
  expect(block?.content).toEqual([
    { text: '[see ' },
    { text: 'Mercury', marks: { link: address } },
    { text: ']' },
  ]);
});

test('one line of waves writes lower, two strike out, and neither is what stands in a path', () => {
  expect(sketch(begin().keys('H~2~O').doc)).toEqual(['H₋2₋O']);
  expect(sketch(begin().keys('~~gone~~ x').doc)).toEqual(['~gone~ x']);
  expect(sketch(begin().keys('==marked== x').doc)).toEqual(['=marked= x']);
  expect(begin().keys('~/a~ and ~ b~').state.doc.textContent).toBe('~/a~ and ~ b~');
});

test('a footnote is typed as it is written, its mark and its text', () => {
  const embeds = (editor: Headless) =>
    editor.state.doc.child(0).children.flatMap(({ attrs }) => attrs.embed ?? []);
  expect(embeds(begin().keys('so[^1] it is'))).toEqual([{ object: 'footnote', label: '1' }]);
  const typed = begin().keys('[^1]: the note');
  expect(embeds(typed)).toEqual([{ object: 'footnote', label: '1', text: true }]);
  expect(sketch(typed.doc)).toEqual(['{footnote} the note']);
});

test('what stands between two dollars is a formula, and undo gives back what was typed', () => {
  const sources = (editor: Headless) =>
    editor.state.doc.child(0).children.flatMap(({ attrs }) => attrs.embed?.source ?? []);
  const typed = begin().keys('so $x^2$ it is');
  expect(sources(typed)).toEqual(['x^2']);
  expect(sketch(typed.doc)).toEqual(['so {formula} it is']);
  expect(sources(begin().keys("$f'(x) = a+b$"))).toEqual(["f'(x) = a+b"]);
  const quotes = markdownRules(() => quotesOf('en'));
  for (const source of ['n!', 'x = 2.', '|x|', 'f(x)', '[a, b]', '\\{a\\}', '50\\%'])
    expect(sources(begin().keys(`$${source}$`)), source).toEqual([source]);
  const printed = new Headless(documentOf(['']), {}, [quotes]).select(0, 0).keys("$f'$");
  expect(sources(printed)).toEqual(["f'"]);
  const taken = begin().keys('$x$');
  taken.binding.undoStep(taken.view);
  expect(taken.state.doc.textContent).toBe('$x$');
  for (const text of [
    'US$x$',
    'from $5 to $10',
    '$5/$10',
    '$5M-$10M',
    '$20,$30',
    '$HOME/$USER',
    'PATH=$PATH:$HOME',
    '$a.$b; $c',
    'f($a, ($b[$i',
    '$5k…$10k',
    'a \\$x$',
    '$ x$',
    '$$x$',
    'https://a.org/$x$',
  ]) {
    expect(begin().keys(text).state.doc.textContent, text).toBe(text);
  }
});

test.each([
  ['**fat**', '*fat*'],
  ['***both***', '*_both_*'],
  ['[a](https://b.org)', '<a>'],
  ['~2~', '₋2₋'],
  ['[^1]', '{footnote}'],
  ['$x$', '{formula}'],
])('%s is formatted however much of it a keyboard hands over at once', (signs, made) => {
  for (let first = 0; first < signs.length; first++) {
    const editor = begin(' end').keys(signs.slice(0, first)).insert(signs.slice(first));
    expect(sketch(editor.doc), `${signs.slice(first)} at once`).toEqual([`${made} end`]);
    editor.binding.undoStep(editor.view);
    expect(sketch(editor.doc)).toEqual([`${signs} end`]);
  }
});

test.each([
  ['`code rest end', 5, 10, '`', ['`code` end']],
  ['so ~~gone~ rest now', 10, 15, '~', ['so ~gone~ now']],
  ['H~2old O', 3, 6, '~', ['H₋2₋ O']],
  ['so [^1old y', 6, 9, ']', ['so {footnote} y']],
  ['$xold y', 2, 5, '$', ['{formula} y']],
  ['[a](https://b.orgold y', 17, 20, ')', ['<a> y']],
  ['see https://a.orgold on', 17, 20, ' ', ['see <https://a.org>  on']],
  ['-old item', 1, 4, ' ', ['-  item']],
])('%s: a sign typed over what is selected takes its place', (line, from, to, sign, made) => {
  const typed = new Headless(documentOf([]), {}, [markdownRules()]).select(0, 0);
  typed.dispatch(typed.state.tr.insertText(line));
  typed.select(0, from, 0, to).keys(sign);
  expect(sketch(typed.doc)).toEqual(made);
  typed.binding.undoStep(typed.view);
  expect(typed.isTrue()).toBe(true);
});
