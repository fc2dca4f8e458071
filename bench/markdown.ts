/**
 * Tables that read well both in a terminal and on a page of docs/, and how they get there.
 *
 * Invariant: on a page only what stands between a command's own two markers is replaced.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const DOCS = join(import.meta.dirname, '..', 'docs');

/** A Markdown table; the first row is its head. */
export function tableOf(rows: readonly (readonly string[])[]): string {
  const [head = [], ...body] = rows;
  const widths = head.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[]) =>
    `| ${cells.map((text, column) => text.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...body.map(line)].join('\n');
}

/**
 * Puts `text` between `<!-- name -->` and `<!-- /name -->`.
 *
 * @param page a file in docs/
 * @throws where the page has no such markers
 */
export function writeIntoPage(page: string, name: string, text: string): void {
  const path = join(DOCS, page);
  const content = readFileSync(path, 'utf8');
  const [open, close] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const [start, end] = [content.indexOf(open), content.indexOf(close)];
  if (start < 0 || end < start) throw new Error(`docs/${page} has no ${open} … ${close}.`);
  writeFileSync(
    path,
    `${content.slice(0, start + open.length)}\n\n${text}\n\n${content.slice(end)}`,
  );
}
