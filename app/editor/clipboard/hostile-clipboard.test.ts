// @vitest-environment jsdom
/**
 * Whatever HTML is pasted, the document holds what it said, once, and nothing that runs.
 *
 * The words are compared with a reading of the same HTML that knows nothing of blocks: the text of
 * what the browser makes of it. `DROPPED` and `MAY_BE_DROPPED` are what is left out on purpose.
 */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import * as Y from 'yjs';
import { Body, readBlocks } from '../../../shared/document/body.ts';
import type { Block, Inline, InlineObject } from '../../../shared/document/schema.ts';
import { INLINE_FORMULA } from '../../../shared/formats/inline-html.ts';
import { AS_LONG_AS_ASKED, fuzz, shorterText } from '../../../shared/testing/fuzz.ts';
import { readDocument } from '../binding/from-body.ts';
import { schema } from '../schema.ts';
import { hostileHtml, KEPT } from '../testing/clipboard/hostile-html.ts';
import { PAYLOADS } from '../testing/clipboard/payloads.ts';
import { Page } from '../testing/pasting.ts';

/** No text of a document: what browsers do not show, and what programs put beside the text. */
const DROPPED =
  'script,style,template,noscript,iframe,object,embed,head,title,meta,link,svg,span.EOP,' +
  'p.markdown-alert-title,.Apple-interchange-newline,[hidden],annotation,annotation-xml';
/** Buttons are left out, too, but for one that is all the text of a heading. */
const HEADING = 'h1,h2,h3,h4,h5,h6,[role=heading],summary';
/**
 * What is replaced by an object or a sign of ours where it stands in the right place: formulas by
 * their source, our own objects, markers of Word's lists, marks of its notes, and pictures and files
 * of ours by names.
 */
const MAY_BE_DROPPED = `.katex,mjx-container,.mwe-math-element,code[class='${INLINE_FORMULA}'],[data-embed],[style*="gnore"],[style*="note-id"],.checkbox`;
/**
 * What stands elsewhere in the result: captions behind what they are of, heads above the rest. Text
 * beside the cells of a table jsdom puts behind it, browsers before it.
 */
const MOVED = 'figcaption,summary,caption,table';
const TABLE_PART = /<(?:t[bdrhf]|c[ao])/i;

const PROTOCOLS = new Set(['http:', 'https:', 'mailto:', 'tel:']);
/** Nothing that runs, loads or sends, whatever the schema makes of it. */
const RUNNING = 'script,iframe,object,embed,base,meta,link,style,form,svg,math';

const RUNNING_ATTRIBUTE = /^on|^(?:style|srcdoc|action|formaction|xlink:href)$/;
let thrown: unknown[] = [];
const note = (event: ErrorEvent) => {
  thrown.push(event.error);
  event.preventDefault();
};
beforeEach(() => addEventListener('error', note));
afterEach(() => removeEventListener('error', note));

function pasted(html: string, into?: readonly string[]): Page {
  thrown = [];
  const page = new Page(into);
  if (into) page.select('here');
  page.paste({ 'text/html': html });
  if (thrown.length > 0) throw thrown[0];
  return page;
}

/** Letters that no sign of ours is made of (`[x]`), so that they can be compared one by one. */
function lettersOf(text: string): string {
  return text.replace(/[^a-wyz]/gi, '');
}

interface Reading {
  /** What it says for certain. */
  least: string;
  most: string;
  isMoved: boolean;
  isOwn: boolean;
}

/**
 * Parts of a table are such only within one, and it is up to whoever reads them to make one. What
 * looks like leading `<meta>`s the editor takes away as text.
 */
function* readingsOf(html: string): Generator<Reading> {
  const bare = html.replace(/^(?:\s*<meta [^>]*>)*/, '');
  for (const text of new Set([html, bare, `<table>${html}`, `<table>${bare}`]))
    yield readingOf(text);
}

function readingOf(html: string): Reading {
  const root = document.implementation.createHTMLDocument().createElement('div');
  root.innerHTML = html;
  const isOwn = root.querySelector('[data-pm-slice]') !== null;
  // With its TeX a formula is an object, whoever draws it.
  for (const tex of root.querySelectorAll('annotation[encoding="application/x-tex"]'))
    tex.closest('math')?.classList.add('katex');
  for (const element of root.querySelectorAll(DROPPED)) element.remove();
  for (const element of root.querySelectorAll('button'))
    if (element.closest(HEADING)?.textContent.trim() !== element.textContent.trim())
      element.remove();
  for (const element of root.querySelectorAll<HTMLElement>('[style]')) {
    const style = element.getAttribute('style') ?? '';
    const isHidden = /(?:^|;)\s*(?:display:\s*none|mso-hide:\s*all)\s*(?:;|$)/i.test(style);
    if (isHidden || /(?=.*\bclip(?:-path)?:).*absolute/.test(style)) element.remove();
  }
  const isMoved = root.querySelector(MOVED) !== null || TABLE_PART.test(html);
  const most = lettersOf(root.textContent ?? '');
  for (const element of root.querySelectorAll(MAY_BE_DROPPED)) element.remove();
  if (isOwn) for (const element of root.querySelectorAll('figure')) element.remove();
  return { least: lettersOf(root.textContent ?? ''), most, isMoved, isOwn };
}

/** Text alone: what stands for a formula is not the text it was drawn as. */
function said(runs: readonly Inline[]): string {
  return runs.map((run) => ('text' in run ? run.text : '')).join('');
}

function saidBy({ content, table, name }: Block): string {
  const cells = (table?.rows ?? []).flatMap((row) => row.cells.map(said));
  return [name ?? '', said(content), ...cells].join(' ');
}

/** Whether all letters of one text are in the other, in this order. */
function isWithin(part: string, whole: string): boolean {
  let at = 0;
  for (const letter of whole) if (letter === part[at]) at++;
  return at === part.length;
}

const sorted = (text: string): string => [...text].sort().join('');

function addressesIn(blocks: readonly Block[]): string[] {
  const ofRuns = (runs: readonly Inline[]): string[] =>
    runs.flatMap((run) => [
      ...('embed' in run ? addressesOf(run.embed) : []),
      ...(run.marks?.link === undefined ? [] : [run.marks.link]),
    ]);
  const addressesOf = (embed: InlineObject): string[] =>
    embed.object === 'image' && embed.src ? [String(embed.src)] : [];
  return blocks.flatMap(({ content, table, src, href }) => [
    ...(src ? [src] : []),
    ...(href ? [href] : []),
    ...ofRuns(content),
    ...(table?.rows ?? []).flatMap((row) => row.cells.flatMap(ofRuns)),
  ]);
}

function leadsWell(address: string): boolean {
  // What is no address leads nowhere.
  const base = 'https://driftless.invalid/d/x';
  return !URL.canParse(address, base) || PROTOCOLS.has(new URL(address, base).protocol);
}

/** The document is whole, the view shows it, the others get the same, and nothing in it runs. */
function expectWhole(page: Page): Block[] {
  const { doc, view } = page;
  view.state.doc.check();
  const elsewhere = new Y.Doc();
  Y.applyUpdate(elsewhere, Y.encodeStateAsUpdate(doc));
  const body = new Body(elsewhere);
  const shown = readDocument(body, schema.nodes.doc!);
  if (!shown.eq(view.state.doc)) expect(view.state.doc.toJSON()).toEqual(shown.toJSON());
  const blocks = readBlocks(doc);
  expect(addressesIn(blocks).filter((address) => !leadsWell(address))).toEqual([]);
  expect(view.dom.querySelector(RUNNING)).toBeNull();
  for (const element of view.dom.querySelectorAll('*'))
    for (const { name, value } of element.attributes) {
      if (RUNNING_ATTRIBUTE.test(name)) expect.fail(`<${element.localName} ${name}="${value}">`);
      if (/^(?:href|src)$/.test(name) && !leadsWell(value)) expect.fail(`It leads to ${value}`);
    }
  return blocks;
}

function expectSaid(html: string): void {
  const page = pasted(html);
  try {
    const letters = lettersOf(expectWhole(page).map(saidBy).join(' '));
    const isSaidBy = ({ least, most, isMoved, isOwn }: Reading): boolean => {
      const [min, is, max] = [least, letters, most].map(isMoved ? sorted : (text) => text);
      return isWithin(min!, is!) && (isOwn || isWithin(is!, max!));
    };
    if (!readingsOf(html).some(isSaidBy)) expect([...readingsOf(html)]).toBe(letters);
  } finally {
    page.view.destroy();
    document.body.replaceChildren();
  }
}

function expectSaidInCell(html: string): void {
  const page = pasted(html, ['before', '⊞ one ¦ here ⁄ two ¦ three', 'after']);
  try {
    const letters = lettersOf(expectWhole(page).map(saidBy).join(' '));
    expect(letters).toContain('before');
    const isIn = ({ least }: Reading) => isWithin(sorted(least), sorted(letters));
    expect(readingsOf(html).some(isIn)).toBe(true);
  } finally {
    page.view.destroy();
    document.body.replaceChildren();
  }
}

describe('What is pasted is said once and runs nowhere', () => {
  test.each(Object.entries(KEPT))('%s', (_, html) => {
    expectSaid(html);
    expectSaidInCell(html);
  });

  test.each(
    PAYLOADS.flatMap(({ from, data }) => (data['text/html'] ? [[from, data['text/html']]] : [])),
  )('%s', (_, html) => {
    expectSaid(html!);
    expectSaidInCell(html!);
  });

  test('from any page and program, broken or hostile', AS_LONG_AS_ASKED, async () => {
    await fuzz({
      runs: 100,
      make: (chance) => hostileHtml(chance),
      check: expectSaid,
      smaller: shorterText,
      show: (html) => JSON.stringify(html),
    });
  });

  test('in a cell of a table', AS_LONG_AS_ASKED, async () => {
    await fuzz({
      runs: 30,
      make: (chance) => hostileHtml(chance),
      check: expectSaidInCell,
      smaller: shorterText,
      show: (html) => JSON.stringify(html),
    });
  });
});

describe('What is pasted costs as much as it is long', () => {
  const words = (count: number) => 'word '.repeat(count);

  /** Elements made while it is pasted, which a hostile page would have multiply. */
  function costOf(html: string): { made: number; page: Page } {
    let made = 0;
    const create = vi.spyOn(Document.prototype, 'createElement');
    const clone = vi.spyOn(Node.prototype, 'cloneNode');
    try {
      const page = pasted(html);
      made = create.mock.calls.length + clone.mock.calls.length;
      return { made, page };
    } finally {
      create.mockRestore();
      clone.mockRestore();
    }
  }

  test.each([
    ['elements in elements', `${'<div>'.repeat(800)}deep`],
    ['formatting in formatting', `${'<b><i>'.repeat(400)}deep`],
    ['lists in lists', `${'<ul><li>a'.repeat(350)}deep`],
    ['quotes in quotes', `${'<blockquote>'.repeat(800)}deep`],
    ['toggles in toggles', `${'<details><summary>a</summary>'.repeat(350)}deep`],
    ['tables in tables', `${'<table><tr><td>'.repeat(200)}deep`],
    ['paragraphs in much formatting', `${'<b>'.repeat(60)}${'<p>a</p>'.repeat(300)}deep`],
    ['items with numbers', `<ol>${'<li>a</li>'.repeat(500)}</ol>deep`],
    [
      'cells that reach over everything',
      `<table>${`<tr>${'<td colspan=1000 rowspan=9999>a'.repeat(3)}`.repeat(100)}</table>deep`,
    ],
    [
      'one long row and many short ones',
      `<table><tr>${'<td>a'.repeat(300)}${'<tr><td>b'.repeat(100)}</table>deep`,
    ],
    ['one text', `<p>${words(100_000)}</p>deep`],
    ['line breaks', `<p>${'a<br>'.repeat(500)}</p>deep`],
    ['styles in styles', `${'<span style="font-weight:700;color:red">a'.repeat(400)}deep`],
    ['a style without an end', `<p style="${'/*"(;'.repeat(50_000)}">deep`],
    ['a sheet without an end', `<style>${'p.a{/*'.repeat(50_000)}</style><p class="a">deep`],
    [
      'a sheet of openings',
      `<style>${'.a,'.repeat(50_000)}${'{'.repeat(50_000)}</style><p class="a">deep`,
    ],
    ['empty elements', `${'<p></p><span></span>'.repeat(200)}deep`],
  ])('%s', (_, html) => {
    const { made, page } = costOf(html);
    expect(made).toBeLessThan(html.length * 4);
    expect(page.view.state.doc.textContent).toContain('deep');
    const letters = (text: string) => text.replace(/[^a-z]/g, '').length;
    const root = document.implementation.createHTMLDocument().createElement('div');
    root.innerHTML = html;
    for (const sheet of root.querySelectorAll('style')) sheet.remove();
    expect(letters(page.view.state.doc.textContent)).toBe(letters(root.textContent ?? ''));
    page.view.destroy();
  });

  test.each([
    ['brackets', `${'['.repeat(400_000)}`],
    ['links that never end', '[a](b '.repeat(100_000)],
    ['bold that never ends', '**a '.repeat(30_000)],
    ['quotes in a cell', `a\t"${'b'.repeat(1_000_000)}`],
    ['a cell of quotes', `a\t"${'""'.repeat(300_000)}"`],
    ['cells of quotes', '"""\t'.repeat(20_000)],
  ])('as text: %s', (_, text) => {
    thrown = [];
    const page = new Page().paste({ 'text/plain': text });
    expect(thrown).toEqual([]);
    page.view.destroy();
  });
});
