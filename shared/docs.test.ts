/** What the README and the pages in docs/ say, held against what is there. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { BLOCK_TYPES } from './document/schema.ts';
import { formatMarkdown, parseMarkdown } from './formats/markdown.ts';
import { ERRORS } from './protocol/errors.ts';
import * as limits from './protocol/limits.ts';

const ROOT = resolve(import.meta.dirname, '..');
const PAGES = [
  'README.md',
  'CONTRIBUTING.md',
  ...readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
    .map((path) => `docs/${path.replaceAll('\\', '/')}`)
    .filter((path) => path.endsWith('.md'))
    .sort(),
];
const ROOMS = ['app', 'shared', 'sync-server', 'scripts', 'docs'];

const read = (page: string) => readFileSync(join(ROOT, page), 'utf8');
const specification = read('docs/specification.md');

/** The cells of every table row whose first cell is a word in backticks. */
function rowsOf(text: string): string[][] {
  return text
    .split('\n')
    .filter((line) => /^\| `\w+` +\|/.test(line))
    .map((line) =>
      line
        .slice(1, -1)
        .split(' | ')
        .map((cell) => cell.trim().replaceAll('`', '')),
    );
}

/** The text of a page from one heading of the second level to the next. */
function section(text: string, heading: string): string {
  const from = text.indexOf(`\n## ${heading}`);
  expect(from, `a section "${heading}"`).toBeGreaterThanOrEqual(0);
  const to = text.indexOf('\n## ', from + 1);
  return text.slice(from, to < 0 ? undefined : to);
}

describe.each(PAGES)('%s', (page) => {
  test('links to what is there', () => {
    const text = read(page);
    const links = [...text.matchAll(/\]\(([^)\s]+)\)|(?:src|srcset)="([^"]+)"/g)]
      .map((match) => (match[1] ?? match[2])!.replace(/#.*$/, ''))
      .filter((link) => link !== '' && !/^[a-z]+:/.test(link));
    const missing = links.filter((link) => !existsSync(join(ROOT, dirname(page), link)));
    expect(missing).toEqual([]);
  });

  test('names files that are there', () => {
    const named = [...read(page).matchAll(/`([\w.-]+(?:\/[\w.-]+)+\/?)`/g)].map(
      (match) => match[1]!,
    );
    const missing = named.filter(
      (path) => ROOMS.includes(path.split('/')[0]!) && !existsSync(join(ROOT, path)),
    );
    expect(missing).toEqual([]);
  });
});

test('the README is read in one sitting', () => {
  expect(Buffer.byteLength(read('README.md'))).toBeLessThan(8_000);
});

test('the tree of the architecture names files and folders that are there', () => {
  const tree = /```\n(shared\/[\s\S]*?)```/.exec(read('docs/architecture.md'))![1]!;
  const open: { indent: number; path: string }[] = [];
  const missing: string[] = [];
  for (const line of tree.split('\n')) {
    const indent = line.search(/\S/);
    if (indent < 0) continue;
    while (open.length > 0 && open.at(-1)!.indent >= indent) open.pop();
    const inside = open.at(-1)?.path ?? '';
    for (const name of line.trim().split(/\s+/)) {
      if (!/^(?:[\w.-]+\/)*[\w.-]+(?:\/|\.\w+)$/.test(name)) break;
      const path = join(inside, name);
      if (!existsSync(join(ROOT, path))) missing.push(path);
      else if (statSync(join(ROOT, path)).isDirectory()) open.push({ indent, path });
    }
  }
  expect(missing).toEqual([]);
});

test('the specification lists the error catalogue as it is', () => {
  expect(rowsOf(section(specification, '8.'))).toEqual(
    Object.entries(ERRORS).map(([code, { status, close, message, next }]) => [
      code,
      String(status),
      close === null ? 'none' : String(close),
      message,
      next,
    ]),
  );
});

test('the specification lists the limits as they are', () => {
  const listed = rowsOf(section(specification, '9.')).map(([name, value]) => [
    name,
    value!.replaceAll(',', ''),
  ]);
  expect(Object.fromEntries(listed)).toEqual(
    Object.fromEntries(Object.entries(limits).map(([name, value]) => [name, String(value)])),
  );
});

describe('the page on Markdown', () => {
  const page = read('docs/markdown.md');
  const examples = [...page.matchAll(/```markdown\n(.*?)```/gs)].map((match) => {
    const heading = page
      .slice(0, match.index)
      .match(/^## `\w+`$/gm)!
      .at(-1)!;
    return [heading.replace(/[#` ]/g, ''), match[1]!] as const;
  });

  test.each(examples)('shows how a %s is written', (type, example) => {
    const { title, blocks } = parseMarkdown(example);
    expect(blocks[0]?.type).toBe(type);
    expect(formatMarkdown({ title: title ?? '', blocks })).toBe(example);
  });

  test('says how a line of text begins like a progress bar', () => {
    const [, written = ''] = /To begin a line of text like this, write `(\S+)`/.exec(page)!;
    const { blocks } = parseMarkdown(`${written} of it`);
    expect(blocks).toMatchObject([{ type: 'paragraph', content: [{ text: '[40%] of it' }] }]);
  });

  test('has an example of every block that is no plain Markdown', () => {
    const plain = 'paragraph heading bullet ordered task quote code divider'.split(' ');
    const shown = new Set(examples.map(([type]) => type));
    expect(BLOCK_TYPES.filter((type) => !plain.includes(type) && !shown.has(type))).toEqual([]);
  });
});
