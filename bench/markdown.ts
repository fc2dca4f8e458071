/**
 * Tables that read well both in a terminal and in the README, and how they get there.
 *
 * Invariant: in the README only what stands between a command's own two markers is replaced.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const README = join(import.meta.dirname, '..', 'README.md');

/** A Markdown table; the first row is its head. */
export function tableOf(rows: readonly (readonly string[])[]): string {
  const [head = [], ...body] = rows;
  const widths = head.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[]) =>
    `| ${cells.map((text, column) => text.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...body.map(line)].join('\n');
}

/** Puts `text` between `<!-- name -->` and `<!-- /name -->`. */
export function writeIntoReadme(name: string, text: string): void {
  const readme = readFileSync(README, 'utf8');
  const [open, close] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const [start, end] = [readme.indexOf(open), readme.indexOf(close)];
  if (start < 0 || end < start) throw new Error(`The README has no ${open} … ${close}.`);
  writeFileSync(
    README,
    `${readme.slice(0, start + open.length)}\n\n${text}\n\n${readme.slice(end)}`,
  );
}
