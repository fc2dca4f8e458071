/**
 * A document as a few lines of text, for tests: how it is written down and how it is read back.
 *
 * Notation: one line a block; `  ` a depth; `# ` to `###### ` heading, `- ` bullet, `1. ` ordered,
 * `[ ] ` and `[x] ` task, `> ` quote, `| ` code, `---` divider, `!tip ` callout, `▸ ` toggle,
 * `▣ ` image, `▤ ` file, `◈ ` bookmark, `∑ ` formula, `⊞ a ¦ b ⁄ c ¦ d` a table of two rows, `⊞# ` one with a header
 * (an empty cell is nothing between two signs), else a paragraph; `*bold*`,
 * `_italic_`, `~strike~`, `` `code` ``, `=highlight=`, `≈green highlight≈`, `<link>`, `^underline^`,
 * `†red text†`, `‡blue text‡`, `₋subscript₋`, `⁺superscript⁺`; `↵` a line break.
 */

import * as Y from 'yjs';
import { readBlocks } from '../body.ts';
import { createDocument } from '../create.ts';
import { spansOf } from '../merged-cells.ts';
import {
  type Block,
  type BlockContent,
  cellId,
  DEFAULT_HIGHLIGHT,
  type Inline,
  type MarkName,
  type TableContent,
  type Tone,
} from '../schema.ts';

const SIGNS: Partial<Record<string, readonly [MarkName, true | string]>> = {
  '*': ['bold', true],
  _: ['italic', true],
  '~': ['strike', true],
  '`': ['code', true],
  '=': ['highlight', DEFAULT_HIGHLIGHT],
  '≈': ['highlight', 'green'],
  '†': ['color', 'red'],
  '‡': ['color', 'blue'],
  '^': ['underline', true],
  '₋': ['subscript', true],
  '⁺': ['superscript', true],
};

/** Blocks that a sketch stands for. */
export function parseSketch(lines: readonly string[]): BlockContent[] {
  return lines.map((line) => {
    const indent = /^(?: {2})*/.exec(line)![0].length;
    const rest = line.slice(indent);
    const depth = indent > 0 ? { depth: indent / 2 } : {};
    const prefix = PREFIX.exec(rest)?.[1] ?? '';
    if (prefix.startsWith('⊞')) {
      const header = prefix.includes('#') ? { header: true } : {};
      const table = parseTable(rest.slice(prefix.length));
      return { type: 'table', ...header, ...depth, content: [], table };
    }
    const content = parseInline(rest.slice(prefix.length));
    if (prefix.startsWith('!'))
      return { type: 'callout', tone: prefix.slice(1, -1) as Tone, ...depth, content };
    if (prefix.startsWith('#'))
      return { type: 'heading', level: prefix.length - 1, ...depth, content };
    if (prefix.startsWith('[')) {
      const checked = prefix === '[x] ' ? { checked: true } : {};
      return { type: 'task', ...checked, ...depth, content };
    }
    const type = TYPES[prefix.trimEnd()] ?? 'paragraph';
    return { type, ...depth, content: prefix === '---' ? [] : content };
  });
}

const PREFIX =
  /^(#{1,6} |- |1\. |\[[ x]\] |> |\| |---$|!(?:note|tip|important|warning|caution) |[▸▣▤◈∑] |⊞#? ?)/;
const TYPES: Partial<Record<string, string>> = {
  '-': 'bullet',
  '1.': 'ordered',
  '>': 'quote',
  '|': 'code',
  '---': 'divider',
  '▸': 'toggle',
  '▣': 'image',
  '▤': 'file',
  '◈': 'bookmark',
  '∑': 'formula',
};

function parseTable(text: string): TableContent {
  const rows = text.split('⁄').map((row) => ({
    id: '',
    cells: row.split('¦').map((cell) => parseInline(cell.trim())),
  }));
  return { columns: rows[0]!.cells.map(() => ({ id: '' })), rows };
}

function sketchTable({ rows, columns, merged }: TableContent): string {
  const spans = spansOf(merged, rows, columns);
  const lines = rows.map(({ id, cells }) =>
    cells
      .map((cell, index) =>
        spans.get(cellId(id, columns[index]!.id)) === null ? '↖' : sketchInline(cell),
      )
      .join(' ¦ '),
  );
  return lines.join(' ⁄ ').replace(/ {2,}/g, ' ').trim();
}

function parseInline(text: string): Inline[] {
  const runs: Inline[] = [];
  const marks: Record<string, true | string> = {};
  let pending = '';
  const flush = () => {
    if (pending === '') return;
    runs.push({ text: pending, ...(Object.keys(marks).length > 0 ? { marks: { ...marks } } : {}) });
    pending = '';
  };
  for (const character of text) {
    const sign = SIGNS[character];
    if (sign) {
      const [name, value] = sign;
      flush();
      if (marks[name] === value) delete marks[name];
      else marks[name] = value;
    } else if (character === '<' || character === '>') {
      flush();
      if (character === '<') marks.link = 'https://example.org/';
      else delete marks.link;
    } else pending += character === '↵' ? '\n' : character;
  }
  flush();
  return runs;
}

/** One line for each block of the document, in the order people see. */
export function sketch(doc: Y.Doc): string[] {
  return sketchBlocks(readBlocks(doc));
}

export function sketchBlocks(blocks: readonly Block[]): string[] {
  return blocks.map((block) => {
    if (block.table) {
      const sign = block.header ? '⊞# ' : '⊞ ';
      return '  '.repeat(block.depth ?? 0) + sign + sketchTable(block.table);
    }
    const prefix =
      {
        heading: `${'#'.repeat(block.level ?? 1)} `,
        bullet: '- ',
        ordered: '1. ',
        task: block.checked ? '[x] ' : '[ ] ',
        quote: '> ',
        code: '| ',
        divider: '---',
        paragraph: '',
        callout: `!${block.tone ?? 'note'} `,
        toggle: '▸ ',
        image: '▣ ',
        file: '▤ ',
        bookmark: '◈ ',
        formula: '∑ ',
      }[block.type] ?? `?${block.type} `;
    return '  '.repeat(block.depth ?? 0) + prefix + sketchInline(block.content);
  });
}

function sketchInline(content: readonly Inline[]): string {
  let text = '';
  let open: string[] = [];
  for (const run of [...content, { text: '' }]) {
    const signs = Object.entries(SIGNS)
      .filter(([, sign]) => sign && run.marks?.[sign[0]] === sign[1])
      .map(([sign]) => sign);
    if (run.marks?.link) signs.unshift('<');
    while (open.some((sign) => !signs.includes(sign))) {
      const sign = open.pop()!;
      text += sign === '<' ? '>' : sign;
    }
    for (const sign of signs.filter((sign) => !open.includes(sign))) {
      text += sign;
      open = [...open, sign];
    }
    text += 'text' in run ? run.text.replaceAll('\n', '↵') : `{${run.embed.object}}`;
  }
  return text;
}

/** A document with these blocks, written by client 1. */
export function documentOf(lines: readonly string[], title = ''): Y.Doc {
  const doc = new Y.Doc();
  doc.clientID = 1;
  createDocument(doc, { title, blocks: parseSketch(lines) });
  return doc;
}

/** The same document on another device. */
export function copyOf(doc: Y.Doc, clientID: number): Y.Doc {
  const copy = new Y.Doc();
  copy.clientID = clientID;
  Y.applyUpdate(copy, Y.encodeStateAsUpdate(doc));
  return copy;
}

/** Brings all to the state that has everything. */
export function mergeAll(docs: readonly Y.Doc[]): void {
  const updates = docs.map((doc) => Y.encodeStateAsUpdate(doc));
  for (const doc of docs) for (const update of updates) Y.applyUpdate(doc, update);
}
